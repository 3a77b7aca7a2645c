"""Dialogue in a spaCy Doc of raw text: speakers of its tokens, sentences that begin with turns, labels as names.

`corefpipe.dialogue.turns` says what is a dialogue. Speakers that a format or the user set go before it:
`token._.speaker` holds one; `span._.speaker` sets it for all tokens of a span, and is theirs if they have the same one,
else "".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from spacy import attrs
from spacy.tokens import Doc, Span, Token

from corefpipe.dialogue.turns import Turn, find_turns

SPEAKER = "speaker"
TURN = "turn"
"""Extension of the token with which a turn's line begins: the turn as a list, places as characters from there on.

Stored when a text is searched for turns, so that later components need not search it again; an empty list at the first
token says that it was searched. Plain values at tokens survive `to_bytes`, `Doc.from_docs` and retokenizing.
"""


def _speaker_of(span: Span) -> str:
    speakers = {token._.get(SPEAKER) for token in span}
    return speakers.pop() if len(speakers) == 1 else ""


def _set_speaker(span: Span, speaker: str) -> None:
    for token in span:
        token._.set(SPEAKER, speaker)


if not Token.has_extension(SPEAKER):
    Token.set_extension(SPEAKER, default="")
if not Token.has_extension(TURN):
    Token.set_extension(TURN, default=None)
if not Span.has_extension(SPEAKER):
    Span.set_extension(SPEAKER, getter=_speaker_of, setter=_set_speaker)


@dataclass(slots=True, frozen=True)
class TokenTurn:
    """One turn of a dialogue in tokens.

    Attributes:
        speaker: who speaks.
        start: first token of the line of the label.
        label: tokens of the speaker's name: (first, after the last).
        said: stretches of tokens that are said: ((first, after the last), …).
    """

    speaker: str
    start: int
    label: tuple[int, int]
    said: tuple[tuple[int, int], ...]


def turns_of(doc: Doc) -> list[TokenTurn]:
    """The turns of a Doc of raw text in their order, none where it is no dialogue; as remembered, or by a search."""
    turns = _remembered(doc)
    if turns is None:
        turns = find_turns(doc.text, doc.lang_ or "en")
    if not turns:
        return []
    offsets = doc.to_array(attrs.IDX)
    found = []
    for turn in turns:
        ends = [turn.start, *turn.label, *(at for stretch in turn.said for at in stretch)]
        start, first, last, *said = offsets.searchsorted(ends).tolist()
        found.append(TokenTurn(turn.speaker, start, (first, last), tuple(zip(said[::2], said[1::2], strict=True))))
    return found


def remember_turns(doc: Doc, turns: list[TokenTurn]) -> list[TokenTurn]:
    """Store the turns that a search of a Doc has found, if only that there are none; the same turns.

    Args:
        doc: the Doc.
        turns: of its tokens, from `turns_of`.
    """
    if not len(doc):
        return turns
    offsets = [*doc.to_array(attrs.IDX).tolist(), len(doc.text)] if turns else []
    stored: dict[Any, Any] = doc.user_data
    stored["._.", TURN, 0, None] = []
    for turn in turns:
        start = offsets[turn.start]
        places = [*turn.label, *(at for stretch in turn.said for at in stretch)]
        stored["._.", TURN, start, None] = [turn.speaker, *(offsets[place] - start for place in places)]
    return turns


def _remembered(doc: Doc) -> list[Turn] | None:
    """The turns that `remember_turns` stored; None where the Doc was not searched."""
    data: dict[Any, Any] = doc.user_data
    stored: list[tuple[int, list[Any]]] = sorted(
        (key[2], value)
        for key, value in data.items()
        if isinstance(key, tuple) and key[:2] == ("._.", TURN) and isinstance(key[2], int) and value is not None
    )
    if not stored:
        return None
    turns = []
    for start, (speaker, *places) in ((start, value) for start, value in stored if value):
        first, last, *said = (start + place for place in places)
        turns.append(Turn(speaker, start, (first, last), tuple(zip(said[::2], said[1::2], strict=True))))
    return turns


def find_speakers(doc: Doc, turns: list[TokenTurn] | None = None) -> list[str] | None:
    """The speaker of each token of raw text, "" for labels and what else nobody says; None where it is no dialogue.

    Args:
        doc: parsed or not.
        turns: those of the Doc, where they are known.
    """
    turns = turns_of(doc) if turns is None else turns
    if not turns:
        return None
    speakers = [""] * len(doc)
    for turn in turns:
        for start, end in turn.said:
            speakers[start:end] = [turn.speaker] * (end - start)
    return speakers


def mark_turns(doc: Doc) -> list[TokenTurn]:
    """Set `token._.speaker` of a dialogue in an unparsed Doc of raw text; let sentences begin with labels and turns.

    So "Ann" of "Ann: I lost my keys" is not taken for a part of what is said. A Doc in which a token has a speaker
    already stays as it is.

    Returns:
        The turns.
    """
    if has_speakers(doc):
        return []
    turns = remember_turns(doc, turns_of(doc))
    if turns:
        begin_sentences(doc, turns)
        set_speakers(doc, turns)
    return turns


def begin_sentences(doc: Doc, turns: list[TokenTurn]) -> None:
    """Let the parser begin sentences with the labels and with what is said; elsewhere it stays free."""
    if not turns:
        return
    starts = doc.to_array(attrs.SENT_START).astype(np.int64)
    for turn in turns:
        said = turn.said[0][0]
        starts[turn.start : said] = -1
        starts[[turn.start, said]] = 1
    # One call: a token's own `is_sent_start` looks at the whole Doc each time.
    doc.from_array([attrs.SENT_START], starts.astype(np.uint64).reshape(-1, 1))  # type: ignore[arg-type]


def set_speakers(doc: Doc, turns: list[TokenTurn]) -> None:
    """Set `token._.speaker` of all tokens that are said."""
    for token, speaker in zip(doc, find_speakers(doc, turns) or (), strict=False):
        if speaker:
            token._.set(SPEAKER, speaker)


def has_speakers(doc: Doc) -> bool:
    """Whether some token has a speaker."""
    return any(
        isinstance(key, tuple) and key[:2] == ("._.", SPEAKER) and key[2] is not None and value
        for key, value in doc.user_data.items()
    )


def parse_labels(turns: list[TokenTurn], pos: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make of each label a name beside what is said, in columns of one value a token, which are changed.

    A parser meets few lines like "[12:03] <ann_b> hi". The name becomes a proper noun and the root of all that stands
    before what is said; what was attached to any of that becomes a root.

    Args:
        turns: of the document.
        pos: universal parts of speech.
        tags: the pipeline's own.
        deps: Universal Dependencies.
        heads: indices; a root is its own head.
    """
    inside: dict[int, int] = {}  # token of a label -> the name's first
    for turn in turns:
        (name, end), said = turn.label, turn.said[0][0]
        for token in range(turn.start, said):
            named = name <= token < end
            pos[token], tags[token] = ("PROPN", "NNP") if named else ("PUNCT", ":")
            deps[token] = "root" if token == name else "flat" if named else "punct"
            heads[token] = inside[token] = name
    for token, head in enumerate(heads):
        if head in inside and token not in inside:
            heads[token], deps[token] = token, "root"
