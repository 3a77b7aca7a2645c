"""Score entities across documents: the documents of a topic, or all of them, count as one.

Mentions are matched document by document, as always; then mentions with one entity id are one chain, in whatever
documents they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.scoring.align import Pair
from corefpipe.scoring.groups import ON_REQUEST
from corefpipe.scoring.matching import Matching, Side
from corefpipe.scoring.places import place_of
from corefpipe.scoring.policy import ALL, PREFIX, Policy
from corefpipe.scoring.registry import Metric

_NUMBERED = re.compile(r"[^0-9]?([0-9]{1,9})")
_ENOUGH = 5  # chains of a document from which on ids in sequence are no chance
_CURE = (
    "Give ids across documents, in a format that keeps them (conllu, docbin, parquet): `corefpipe link "
    "--write-documents` writes them"
)


def check_across(policy: Policy, metrics: Iterable[Metric]) -> None:
    """Raise SettingError for settings and metrics that are not defined across documents."""
    if policy.repeats == "official" or policy.display == "official":
        raise SettingError(
            "the official scorer's rules are not defined across documents",
            cure="Use the profile strict, or another rule for repeats",
            settings={"repeats": "first"},
        )
    for metric in metrics:
        if metric.name in ON_REQUEST:
            raise SettingError(f"the metric {metric.name} is not defined across documents", cure="Leave it out")


def topics_of(pairs: Sequence[Pair], policy: Policy) -> dict[str, list[int]]:
    """Topic -> numbers of its documents, in the order of the key.

    Raises:
        AnnotationError: a document of the key has no topic.
    """
    topic = _topic(policy.across)
    found: dict[str, list[int]] = {}
    for number, (document, _) in enumerate(pairs):
        found.setdefault(topic(document), []).append(number)
    return found


def _topic(across: str) -> Callable[[Document], str]:
    """What gives the topic of a document."""
    if across == ALL:
        return lambda document: "all documents"
    if across == PREFIX:
        return lambda document: re.split(r"[_/]", document.name, maxsplit=1)[0]

    def of_metadata(document: Document) -> str:
        value = document.genre if across == "genre" else document.metadata.get(across)
        if value in (None, ""):
            raise AnnotationError(
                f"the document of the key has no {across}",
                cure=f"Name a field of all documents, `{PREFIX}` for what is before the first _ or / of their names, "
                f"or `{ALL}`",
                **place_of(document),
            )
        return str(value)

    return of_metadata


def without_singletons(pairs: Sequence[Pair], topics: Iterable[Sequence[int]]) -> list[Pair]:
    """The documents without mentions that are alone in their topic, on either side."""
    found = list(pairs)
    for numbers in topics:
        several = [_entities_of_several(found[number][side] for number in numbers) for side in (0, 1)]
        for number in numbers:
            key, response = (
                replace(document, mentions=[one for one in document.mentions if one.entity in kept])
                for document, kept in zip(found[number], several, strict=True)
            )
            found[number] = key, response
    return found


def _entities_of_several(documents: Iterable[Document]) -> set[str]:
    """The entities with mentions at two places or more."""
    places: dict[str, set[object]] = {}
    for number, document in enumerate(documents):
        for mention in document.mentions:
            places.setdefault(mention.entity, set()).add((number, mention.fragments or mention.span))
    return {entity for entity, own in places.items() if len(own) > 1}


def check_ids(pairs: Sequence[Pair], topics: Iterable[Sequence[int]]) -> None:
    """Raise an error for a side whose ids seem to be those of single documents.

    Raises:
        AnnotationError: in all documents they are numbers in sequence; or no entity of the key is in two documents.
    """
    for side, what in enumerate(("key", "response")):
        documents = [pair[side] for pair in pairs if pair[side].mentions]
        several = sum(len(document.chains()) >= _ENOUGH for document in documents) > 1
        if several and all(map(_in_sequence, documents)):
            raise AnnotationError(f"the {what} numbers its entities anew in each document", cure=_CURE)
    for numbers in topics:
        seen: set[str] = set()
        for number in numbers:
            own = pairs[number][0].chains().keys()
            if not seen.isdisjoint(own):
                return
            seen |= own
    raise AnnotationError("no entity of the key is in two documents of a topic", cure=_CURE)


def _in_sequence(document: Document) -> bool:
    """Whether the ids of a document are numbers from 0 or 1 on, such as 1, 2, 3 or e1, e2, e3."""
    found = [_NUMBERED.fullmatch(entity) for entity in document.chains()]
    numbers = {int(one[1]) for one in found if one}
    return len(numbers) == len(found) and (
        numbers == set(range(len(found))) or numbers == set(range(1, len(found) + 1))
    )


def joined(matchings: Sequence[Matching]) -> Matching:
    """The matchings of several documents as one; mentions of one entity id are in one chain."""
    key, response = (_joined([getattr(one, side) for one in matchings]) for side in ("key", "response"))
    pairs: list[tuple[int, int]] = []
    keys = responses = 0
    for one in matchings:
        pairs += [(keys + i, responses + j) for i, j in one.pairs]
        keys, responses = keys + len(one.key.mentions), responses + len(one.response.mentions)
    return Matching(key, response, pairs)


def _joined(sides: Sequence[Side]) -> Side:
    numbers: dict[str, int] = {}
    mentions = [mention for side in sides for mention in side.mentions]
    chains = [numbers.setdefault(mention.entity, len(numbers)) for mention in mentions]
    return Side(mentions, [span for side in sides for span in side.spans], chains, len(numbers))
