"""The field `quotations` of JSON lines: a list of objects, one per quotation, in text order.

    {"words": [4, 9], "turn": 0, "speaker": 2, "mention": [12, 13], "probability": 0.98}

- `words`: the first and the last word between the quotation marks, inclusive, like a mention of the clusters.
- `turn`: number of the turn; the parts of a speech that the narrator interrupts have the same. Without it each
  quotation is a turn.
- `speaker`: index of the speaker's cluster; null if the speaker is unknown or in no cluster.
- `mention`: first and last word of the mention that tells who speaks, in a cluster or not; null if it is unknown.
- `probability`: that it is a mention of the speaker; null if it is unknown.

Only `words` is required.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from corefpipe.document import Quotation
from corefpipe.formats.brackets import short
from corefpipe.formats.reading import Place

_CURE = 'Write {"words": [first, last], "turn": 0, "speaker": null, "mention": null, "probability": null} for each'


def read_quotations(value: Any, clusters: int, words: int, place: Place, number: int) -> list[Quotation]:
    """The quotations of a record; speakers are the indices of clusters.

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
        wrong = _wrong(written, clusters, words)
        if wrong:
            raise place.error(f"the quotation {short(json.dumps(written))} {wrong}", _CURE, number)
        first, last = written["words"]
        speaker, mention = written.get("speaker"), written.get("mention")
        found.append(
            Quotation(
                first,
                last + 1,
                "" if speaker is None else str(speaker),
                None if mention is None else (mention[0], mention[1] + 1),
                written.get("probability"),
                written.get("turn", turn),
            )
        )
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
            "words": [one.start, one.end - 1],
            "turn": one.turn,
            "speaker": index.get(one.speaker),
            "mention": None if one.mention is None else [one.mention[0], one.mention[1] - 1],
            "probability": one.probability,
        }
        for one in quotations
    ]


def _wrong(written: Any, clusters: int, words: int) -> str:
    """What is wrong with a quotation; "" if it is valid."""
    if not isinstance(written, dict):
        return "is not an object"
    mention, speaker, share = (written.get(name) for name in ("mention", "speaker", "probability"))
    if not _is_pair(written.get("words"), words):
        return f"has `words` that are not a pair of the {words} words in the document"
    if mention is not None and not _is_pair(mention, words):
        return f"has a `mention` that is not a pair of the {words} words in the document"
    if speaker is not None and not (type(speaker) is int and 0 <= speaker < clusters):
        return f"has a `speaker` that is not the index of one of {clusters} clusters"
    if share is not None and not (type(share) in (int, float) and 0 <= share <= 1):
        return "has a `probability` that is not a number in [0, 1]"
    turn = written.get("turn", 0)
    return "" if type(turn) is int and turn >= 0 else "has a `turn` that is not a whole number from 0"


def _is_pair(value: Any, words: int) -> bool:
    is_list = isinstance(value, list) and len(value) == 2 and all(type(word) is int for word in value)
    return is_list and 0 <= value[0] <= value[1] < words
