"""The field `quotations` of JSON lines: a list of objects, one per quotation, in text order.

    {"words": [4, 9], "turn": 0, "speaker": 2, "mention": [12, 12], "probability": 0.98, "cue": [11, 11],
     "addressee": 0, "addressee_mention": [14, 14], "addressee_probability": 0.9}

- `words`: the first and the last word between the quotation marks, inclusive, like a mention of the clusters.
- `turn`: number of the turn; the parts of a speech that the narrator interrupts have the same. Without it each
  quotation is a turn.
- `speaker`: index of the speaker's cluster; null if the speaker is unknown or in no cluster.
- `mention`: first and last word of the mention that tells who speaks, in a cluster or not; null if it is unknown.
- `probability`: that it is a mention of the speaker; null if it is unknown.
- `cue`: first and last word of the verb of saying; null if there is none.
- `addressee`, `addressee_mention`, `addressee_probability`: the same of the one who is spoken to.

Only `words` is required.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefpipe.document import Quotation
from corefpipe.formats.brackets import short
from corefpipe.formats.reading import Place

_CURE = 'Write {"words": [first, last], "turn": 0, "speaker": null, "mention": null, "probability": null} for each'
_MENTIONS = ("mention", "cue", "addressee_mention")
_CLUSTERS = ("speaker", "addressee")
_SHARES = ("probability", "addressee_probability")


def read_quotations(value: Any, clusters: int, words: int, place: Place, number: int) -> list[Quotation]:
    """The quotations of a record; speakers and addressees are the indices of clusters.

    Args:
        value: what the file has in the field.
        clusters: number of the clusters.
        words: number of the words.
        place: file and document.
        number: number of the line.

    Raises:
        FormatError: a quotation is not valid.
    """
    if not isinstance(value, list):
        raise place.error("`quotations` is not a list", _CURE, number)
    found = []
    for turn, written in enumerate(value):
        wrong = next(_wrong(written, clusters, words), "")
        if wrong:
            raise place.error(f"the quotation {short(json.dumps(written))} {wrong}", _CURE, number)
        found.append(_quotation(written, turn))
    return found


def written_quotations(quotations: Sequence[Quotation], entities: Sequence[str]) -> list[dict[str, Any]]:
    """The value of the field.

    Args:
        quotations: those of a document.
        entities: the entity id of each cluster that is written.
    """
    index = {entity: number for number, entity in enumerate(entities)}
    return [
        {
            "words": _pair(one.span),
            "turn": one.turn,
            "speaker": index.get(one.speaker),
            "mention": _pair(one.mention),
            "probability": one.probability,
            "cue": _pair(one.cue),
            "addressee": index.get(one.addressee),
            "addressee_mention": _pair(one.addressee_mention),
            "addressee_probability": one.addressee_probability,
        }
        for one in quotations
    ]


def _quotation(written: Mapping[str, Any], turn: int) -> Quotation:
    """The quotation of a valid object; `turn` is the number of its turn if it gives none."""
    first, last = written["words"]
    speaker, addressee = ("" if written.get(name) is None else str(written[name]) for name in _CLUSTERS)
    mention, cue, addressee_mention = (
        None if (pair := written.get(name)) is None else (pair[0], pair[1] + 1) for name in _MENTIONS
    )
    probability, addressee_probability = (written.get(name) for name in _SHARES)
    return Quotation(
        first,
        last + 1,
        speaker,
        mention,
        probability,
        written.get("turn", turn),
        cue,
        addressee,
        addressee_mention,
        addressee_probability,
    )


def _pair(place: tuple[int, int] | None) -> list[int] | None:
    """The first and the last word of a place."""
    return None if place is None else [place[0], place[1] - 1]


def _wrong(written: Any, clusters: int, words: int) -> Iterator[str]:
    """What is wrong with a quotation."""
    if not isinstance(written, dict):
        yield "is not an object"
        return
    if not _is_pair(written.get("words"), words):
        yield f"has `words` that are not a pair of the {words} words in the document"
    for name in _MENTIONS:
        if written.get(name) is not None and not _is_pair(written[name], words):
            yield f"has a value of `{name}` that is not a pair of the {words} words in the document"
    for name in _CLUSTERS:
        index = written.get(name)
        if index is not None and not (type(index) is int and 0 <= index < clusters):
            yield f"has a value of `{name}` that is not the index of one of {clusters} clusters"
    for name in _SHARES:
        share = written.get(name)
        if share is not None and not (type(share) in (int, float) and 0 <= share <= 1):
            yield f"has a value of `{name}` that is not a number in [0, 1]"
    turn = written.get("turn", 0)
    if type(turn) is not int or turn < 0:
        yield "has a `turn` that is not a whole number from 0"


def _is_pair(value: Any, words: int) -> bool:
    is_list = isinstance(value, list) and len(value) == 2 and all(type(word) is int for word in value)
    return is_list and 0 <= value[0] <= value[1] < words
