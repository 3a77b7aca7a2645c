"""All errors of a response, counted and grouped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from corefpipe.document import Document, Mention
from corefpipe.errors import printable, require_one_of
from corefpipe.report.errors.costs import Cost, Documents, costs
from corefpipe.report.errors.entities import ENTITY_CLASSES, EntityError
from corefpipe.report.errors.links import PRECISION, RECALL, LinkError, link_count, link_errors
from corefpipe.report.errors.mentions import MENTION_CLASSES, MentionError, boundary_pairs, mention_errors
from corefpipe.report.errors.sides import Sides, sides_of
from corefpipe.report.errors.tables import summary
from corefpipe.scoring.align import align
from corefpipe.scoring.inputs import Annotation, documents_of
from corefpipe.scoring.matching import match_mentions
from corefpipe.scoring.policy import Policy, policy_of

GROUPINGS = ("kinds", "distance", "head", "genre", "found")
"""What links are grouped by."""
COLUMNS = ("tags", "pos", "heads")
"""The columns of documents that the analysis reads besides words and mentions."""


@dataclass(frozen=True, slots=True, eq=False)
class ErrorAnalysis:
    """What a response gets wrong. `print(analysis)` shows counts and costs, `corefpipe errors` examples too.

    Attributes:
        documents: the key's documents.
        links: errors as links that are missing or wrong.
        mentions: errors of mentions.
        entities: errors as steps that turn the response into the key.
        n_links: number of links of the key, and of the response; 1 less errors by links is MUC's recall and precision.
        n_mentions: number of mentions of the key, and of the response.
        conll: the CoNLL average, in points.
        costs: class of `entities` -> points that the average gains if its errors are corrected.
        notes: on repeated spans and missing documents.
    """

    documents: tuple[Document, ...]
    links: tuple[LinkError, ...]
    mentions: tuple[MentionError, ...]
    entities: tuple[EntityError, ...]
    n_links: tuple[int, int]
    n_mentions: tuple[int, int]
    conll: float
    costs: dict[str, Cost]
    notes: tuple[str, ...] = ()

    def grouped(self, by: str) -> dict[str, dict[str, int]]:
        """Group -> number of errors of recall and of precision, the largest group first.

        Args:
            by: `kinds` of anaphor and antecedent, `distance` in sentences, `head` (same or other), `genre`, or `found`:
                whether the other side has both mentions.

        Raises:
            SettingError: another grouping.
        """
        require_one_of("by", by, GROUPINGS)
        counts: dict[str, Counter[str]] = {}
        for error in self.links:
            counts.setdefault(self.group_of(error, by), Counter())[error.side] += 1
        order = sorted(counts, key=lambda group: (-counts[group].total(), group))
        return {group: {side: counts[group][side] for side in (RECALL, PRECISION)} for group in order}

    def group_of(self, error: LinkError, by: str) -> str:
        """The group of an error; see `grouped`."""
        if by == "kinds":
            return f"{error.kinds[0]} to {error.kinds[1]}"
        if by == "distance":
            return next(name for most, name in _DISTANCES if error.distance <= most)
        if by == "head":
            return "not known" if error.same_head is None else "same head" if error.same_head else "other head"
        if by == "genre":
            return self.documents[error.document].genre or "no genre"
        both = {(True, True): "both mentions are there", (False, False): "neither mention is there"}
        one = "the anaphor is not there" if error.found[1] else "the antecedent is not there"
        return both.get(error.found, one)

    def counts(self) -> dict[str, int]:
        """Number of errors of each class of links, mentions and entities."""
        links = Counter(error.side for error in self.links)
        mentions = Counter(error.error for error in self.mentions)
        entities = Counter(error.error for error in self.entities)
        return {
            **{side: links[side] for side in (RECALL, PRECISION)},
            **{error: mentions[error] for error in MENTION_CLASSES},
            **{error: entities[error] for error in ENTITY_CLASSES},
        }

    def to_dict(self) -> dict[str, Any]:
        """Counts, groups, costs and all errors, as JSON holds them; mentions are (start, end) in words."""
        return {
            "documents": [document.name for document in self.documents],
            "conll": self.conll,
            "n_links": dict(zip(("key", "response"), self.n_links, strict=True)),
            "n_mentions": dict(zip(("key", "response"), self.n_mentions, strict=True)),
            "counts": self.counts(),
            "groups": {by: self.grouped(by) for by in GROUPINGS},
            "costs": {error: cost._asdict() for error, cost in self.costs.items()},
            "links": [_plain(error) for error in self.links],
            "mentions": [_plain(error) for error in self.mentions],
            "entities": [_plain(error) for error in self.entities],
        }

    def table(self, by: Sequence[str] = ("kinds",)) -> str:
        """Counts and costs as text, links by some of `GROUPINGS`."""
        groups = [self.grouped(grouping) for grouping in by]
        return summary(self.conll, self.counts(), self.costs, self.n_mentions, self.n_links, groups)

    def __str__(self) -> str:
        return self.table()


_DISTANCES = (
    (0, "same sentence"),
    (1, "1 sentence"),
    (3, "2 to 3 sentences"),
    (10, "4 to 10 sentences"),
    (float("inf"), "more than 10 sentences"),
)


def error_analysis(key: Annotation, response: Annotation, *, profile: str = "strict", **settings: Any) -> ErrorAnalysis:
    """What a response gets wrong: links, mentions and entities, by class, and what each class costs.

    Documents with parts of speech tell pronouns, names and nominals apart; heads or a parse tell wrong boundaries and
    equal heads.

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
    """Analyse documents, given the policy as an object; see `error_analysis`."""
    pairs, notes = align(key, response, policy)
    matchings = [match_mentions(*pair, policy) for pair in pairs]
    notes += [note for matching in matchings for note in matching.notes]
    sides = [sides_of(*pair, matching) for pair, matching in zip(pairs, matchings, strict=True)]
    boundaries = [boundary_pairs(one) for one in sides]
    found = Documents(sides, boundaries)
    conll, lost = costs(found)
    return ErrorAnalysis(
        tuple(one.document for one in sides),
        tuple(error for number, one in enumerate(sides) for error in link_errors(one, number)),
        tuple(error for number, one in enumerate(sides) for error in mention_errors(one, boundaries[number], number)),
        tuple(_steps(found)),
        _totals(sides, link_count),
        _totals(sides, lambda one: len(one.mentions)),
        conll,
        lost,
        tuple(map(printable, notes)),
    )


def _steps(documents: Documents) -> Iterable[EntityError]:
    """The steps of each document, class by class, all before them corrected."""
    for number, state in enumerate(documents.states()):
        for error in ENTITY_CLASSES:
            yield from state.correct(error, number)


def _totals(sides: Sequence[Sides], count: Any) -> tuple[int, int]:
    return sum(count(one.key) for one in sides), sum(count(one.response) for one in sides)


def _plain(error: LinkError | MentionError | EntityError) -> dict[str, Any]:
    """The fields of an error, its mentions as spans."""
    return {name: _span(getattr(error, name)) for name in error.__dataclass_fields__}


def _span(value: Any) -> Any:
    if isinstance(value, Mention):
        return [list(piece) for piece in value.fragments] or list(value.span)
    return [_span(one) for one in value] if isinstance(value, tuple) else value
