"""Find all errors of a response."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from corefpipe.document import Document
from corefpipe.exceptions import printable
from corefpipe.report.errors.costs import costs
from corefpipe.report.errors.entities import ENTITY_CLASSES, EntityError, State
from corefpipe.report.errors.links import link_errors
from corefpipe.report.errors.mentions import mention_errors, with_boundaries
from corefpipe.report.errors.result import ErrorAnalysis
from corefpipe.report.errors.sides import Sides, sides_of
from corefpipe.scoring.align import align
from corefpipe.scoring.inputs import Annotation, documents_of
from corefpipe.scoring.matching import match_mentions
from corefpipe.scoring.notes import notes_of
from corefpipe.scoring.policy import Policy, policy_of

COLUMNS = ("tags", "pos", "heads", "speakers", "spaces", "text", "offsets")
"""The columns of documents that the analysis reads besides words and mentions."""


def error_analysis(key: Annotation, response: Annotation, *, profile: str = "strict", **settings: Any) -> ErrorAnalysis:
    """What a response gets wrong: links, mentions and entities, by class, and what each class costs.

    The counts are those of MUC and of mention detection. Only where spans repeat and are counted as by v8.01
    (`repeats="official"`), its own way of counting them can make a small difference.

    The antecedents of wrong links are those that the response chose, where its mentions tell them
    (`Mention.antecedent`), and elsewhere taken by rule (see `ErrorAnalysis.antecedents`).

    Documents with parts of speech tell pronouns, names and nominals apart; heads, a parse or parts of speech tell wrong
    boundaries and equal heads.

    >>> found = corefpipe.error_analysis([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> found.counts()["recall"], found.counts()["precision"]
    (1, 1)

    Args:
        key: the true annotation, of any kind that `corefpipe.score` takes.
        response: the annotation to look at.
        profile: as in `corefpipe.score`.
        settings: `match`, `singletons`, `repeats`, `documents`, `words`, as there.

    Raises:
        CorefpipeError: as `corefpipe.score`.
    """
    policy = policy_of(profile, **settings)
    return analyse_documents(documents_of(key, COLUMNS), documents_of(response, COLUMNS), policy)


def analyse_documents(key: Iterable[Document], response: Iterable[Document], policy: Policy) -> ErrorAnalysis:
    """Analyse documents, given the policy as an object; see `error_analysis`. Zeros are left out.

    >>> from corefpipe.report.errors import analyse_documents
    >>> from corefpipe.scoring import Policy
    >>> analyse_documents([bakery], [bakery], Policy()).links
    ()
    """
    policy = replace(policy, zeros="ignore")
    pairs, notes = align(key, response, policy)
    matchings = [match_mentions(*pair, policy) for pair in pairs]
    notes += notes_of(matchings, policy)
    sides = [with_boundaries(sides_of(*pair, matching)) for pair, matching in zip(pairs, matchings, strict=True)]
    conll, lost = costs(sides)
    return ErrorAnalysis(
        tuple(sides),
        tuple(error for number, one in enumerate(sides) for error in link_errors(one, number)),
        tuple(error for number, one in enumerate(sides) for error in mention_errors(one, number)),
        tuple(_steps(sides)),
        conll,
        lost,
        tuple(map(printable, notes)),
    )


def _steps(sides: Sequence[Sides]) -> Iterable[EntityError]:
    """The steps of each document, class by class, all before them corrected."""
    for number, state in enumerate(map(State.of, sides)):
        for error in ENTITY_CLASSES:
            yield from state.errors(error, number)
