"""Dialogue in a spaCy Doc of raw text: speakers of tokens, sentences that begin with turns, speaker labels as names.

`corefpipe.dialogue.turns` detects the dialogue. Speakers from a file or from the user have priority: `token._.speaker`
is the speaker of a token, or "". `span._.speaker = "Ann"` sets it for all tokens of a span; reading `span._.speaker`
returns the common speaker of all its tokens, else "".

Importing this module registers the extensions `Token._.speaker`, `Span._.speaker` and `Token._.turn`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from spacy import attrs
from spacy.tokens import Doc, Span, Token

from corefpipe.dialogue.turns import Turn, find_turns

SPEAKER = "speaker"
TURN = "turn"
"""Extension of the first token of a turn's line: the turn as a list, its offsets in characters from that token.

It is set when a text is searched for turns, so that later components need not search again; an empty list at the first
token of the Doc means that the text was searched. Plain token values survive `to_bytes`, `Doc.from_docs` and
retokenization.
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
    """One turn of a dialogue, in tokens; ranges are (first, after the last).

    Attributes:
        speaker: the speaker's name.
        start: first token of the label's line.
        label: range of the speaker's name.
        said: ranges of the speech, in text order.
    """

    speaker: str
    start: int
    label: tuple[int, int]
    said: tuple[tuple[int, int], ...]


def turns_of(doc: Doc) -> list[TokenTurn]:
    """The turns of a Doc of raw text in text order, empty if it is not a dialogue.

    The text is searched only if no turns are stored (see `remember_turns`).
    """
    turns = _remembered(doc)
    if turns is None:
        turns = find_turns(doc.text, doc.lang_ or "en")
    return in_tokens(doc, turns) if turns else []


def in_tokens(doc: Doc, turns: Sequence[Turn]) -> list[TokenTurn]:
    """The turns of a text in tokens of its Doc."""
    offsets = doc.to_array(attrs.IDX)
    found = []
    for turn in turns:
        ends = [turn.start, *turn.label, *(offset for stretch in turn.said for offset in stretch)]
        start, first, last, *said = offsets.searchsorted(ends).tolist()
        found.append(TokenTurn(turn.speaker, start, (first, last), tuple(zip(said[::2], said[1::2], strict=True))))
    return found


def remember_turns(doc: Doc, turns: list[TokenTurn]) -> list[TokenTurn]:
    """Store the turns of a Doc in it, so that `turns_of` does not search again, and return them.

    Args:
        doc: the Doc.
        turns: from `turns_of`; an empty list is stored as well.
    """
    if not len(doc):
        return turns
    offsets = [*doc.to_array(attrs.IDX).tolist(), len(doc.text)] if turns else []
    user_data: dict[Any, Any] = doc.user_data
    user_data["._.", TURN, 0, None] = []
    for turn in turns:
        start = offsets[turn.start]
        ends = [*turn.label, *(token for stretch in turn.said for token in stretch)]
        user_data["._.", TURN, start, None] = [turn.speaker, *(offsets[token] - start for token in ends)]
    return turns


def _remembered(doc: Doc) -> list[Turn] | None:
    """The turns that `remember_turns` stored, or None if the text was not searched."""
    user_data: dict[Any, Any] = doc.user_data
    stored = sorted(
        (key[2], value)
        for key, value in user_data.items()
        if isinstance(key, tuple) and key[:2] == ("._.", TURN) and isinstance(key[2], int) and value is not None
    )
    if not stored:
        return None
    turns = []
    for start, (speaker, *offsets) in ((start, value) for start, value in stored if value):
        first, last, *said = (start + offset for offset in offsets)
        turns.append(Turn(speaker, start, (first, last), tuple(zip(said[::2], said[1::2], strict=True))))
    return turns


def find_speakers(doc: Doc, turns: list[TokenTurn] | None = None) -> list[str] | None:
    """The speaker of each token of raw text, "" for labels and other text outside turns; None without a dialogue.

    Args:
        doc: parsed or not.
        turns: the turns of the Doc, if the caller has them.
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
    """Find a dialogue in an unparsed Doc of raw text; set `token._.speaker` and the starts of sentences.

    Sentences begin at labels and at the speech after them, so that the parser does not include "Ann" of "Ann: I lost my
    keys" in the sentence. A Doc in which some token has a speaker is not changed.

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
    """Make sentences begin at labels and at the speech after them; other starts are left to the parser."""
    if not turns:
        return
    starts = doc.to_array(attrs.SENT_START).astype(np.int64)
    for turn in turns:
        said = turn.said[0][0]
        starts[turn.start : said] = -1
        starts[[turn.start, said]] = 1
    # In one call, because setting `token.is_sent_start` checks the whole Doc each time.
    doc.from_array([attrs.SENT_START], starts.astype(np.uint64).reshape(-1, 1))  # type: ignore[arg-type]


def set_speakers(doc: Doc, turns: list[TokenTurn]) -> None:
    """Set `token._.speaker` of all tokens in turns."""
    for token, speaker in zip(doc, find_speakers(doc, turns) or (), strict=False):
        if speaker:
            token._.set(SPEAKER, speaker)


def has_speakers(doc: Doc) -> bool:
    """Whether any token has a speaker."""
    return any(
        isinstance(key, tuple) and key[:2] == ("._.", SPEAKER) and key[2] is not None and value
        for key, value in doc.user_data.items()
    )


def parse_labels(turns: list[TokenTurn], pos: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Correct the parse of speaker labels in place; all columns have one value per token.

    Parsers are not trained on lines like "[12:03] <ann_b> hi". The name becomes a proper noun and the head of all
    tokens before the speech; other tokens that were attached to any of these become roots.

    Args:
        turns: the turns of the document.
        pos: universal parts of speech.
        tags: language-specific parts of speech.
        deps: Universal Dependencies relations.
        heads: indices of the heads; a root is its own head.
    """
    inside: dict[int, int] = {}  # token of a label -> first token of its name
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
