"""Dialogue in raw text: who says what where turns begin with a label, as in chats, interviews and plays.

An ordinary text with a colon in it is no dialogue. A text is one where, in one style of label,

1. two labels or more may be speakers': of a person, or of unknown words; other words only count where they come back
   three times and who is so labelled asks, or says "I" (a play's "GHOST:", an interview's "Question:");
2. somebody seems to speak: in a quarter of the turns there is I or you, a question or an exclamation;
3. a label comes back, or labels begin all lines and half of them or more are persons'.

This is asked of each part of a text by itself: labels far apart have nothing to do with each other. A turn goes on over
further lines, and over blank lines where another turn follows soon; a line in brackets is nobody's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from corefpipe.dialogue.labels import CHAT_STYLES, PERSON, THING, UNKNOWN, Label, LabelWords, labels_of

_SPOKEN = 0.25  # of the turns in which somebody seems to speak; twice as many where no label comes back
_OFTEN = 3  # times that a label of a thing must come back
_LINES = 0.8  # of the lines: where so many have labels, turns are lines
_CAPITALS = 0.8  # of the labels: where so many are in capitals, all are
_APART = 6000  # characters between labels of different parts of a text
_SOON = 2500  # characters from a blank line to the next turn, beyond which the turn ends at that line
_STAGE = re.compile(r"\s*(?:\(.*\)|\[.*\]|\{.*\})\s*")  # a play's directions
_EVENT = re.compile(r"[^\w\s\"“”'‘’¿¡.]")  # a chat's "=== ann has joined", "* bob waves", "--> cy"


@dataclass(slots=True, frozen=True)
class Turn:
    """One turn of a dialogue; places are characters of the text.

    Attributes:
        speaker: who speaks.
        start: where the line of the label begins.
        label: where the speaker's name stands: (first, after the last).
        said: stretches that are said, ascending: ((first, after the last), …).
    """

    speaker: str
    start: int
    label: tuple[int, int]
    said: tuple[tuple[int, int], ...]


def find_turns(text: str, language: str = "en") -> list[Turn]:
    """The turns of a raw text in their order, none where it is no dialogue.

    Args:
        text: with line breaks.
        language: code of the language whose word lists tell persons from things.
    """
    lines = text.split("\n")
    labels = list(labels_of(lines))
    if len(labels) < 2:
        return []
    words = LabelWords(language)
    chosen: list[Label] = []
    for style in dict.fromkeys(label.style for label in labels):
        parts = _parts([label for label in labels if label.style == style])
        accepted = [label for part in parts for label in _speakers(part, text, lines, words)]
        chosen = max(chosen, accepted, key=len)
    return list(_turns(chosen, text, lines, words)) if chosen else []


def _parts(labels: Sequence[Label]) -> Iterator[list[Label]]:
    """Labels without a long stretch between them."""
    part: list[Label] = []
    for label in labels:
        if part and label.start - part[-1].end > _APART:
            yield part
            part = []
        part.append(label)
    if part:
        yield part


def _speakers(labels: list[Label], text: str, lines: Sequence[str], words: LabelWords) -> list[Label]:
    """Those of the labels that are speakers', if they and what follows them make a dialogue."""
    labels = [label for label in labels if label.said < label.end or _goes_on(label, lines)]
    if sum(label.name.isupper() for label in labels) > _CAPITALS * len(labels):
        labels = [label for label in labels if label.name.isupper()]
    said = {label: _said_here(label, text, lines) for label in labels}
    spoken = {label for label in labels if words.speaks(said[label])}
    if not _is_spoken(labels, spoken):
        return []
    kinds = {label: _kind(label, words) for label in labels}
    things = [label for label in labels if kinds[label] == THING]
    talking = _talking({label: words.asks_or_tells(said[label]) for label in things})
    labels = [label for label in labels if kinds[label] != THING or _key(label) in talking]
    if not _is_spoken(labels, spoken):
        return []
    names = _names(labels, words)
    times = Counter(names[_key(label)] for label in labels)
    filled = sum(not line.isspace() and line != "" for line in lines[labels[0].line : labels[-1].line + 1])
    a_line_each = len(labels) >= _LINES * filled
    if labels[0].style == "stop":
        return labels if sum(n > 1 for n in times.values()) > 1 and len(labels) >= 2 * len(times) else []
    if labels[0].style == "colon" and not a_line_each:
        # A word that comes once, where turns go on over several lines, may begin one of these.
        labels = [x for x in labels if not x.name[0].islower() and (times[names[_key(x)]] > 1 or kinds[x] == PERSON)]
    if max(times.values()) > 1:
        return labels if len(set(map(_key, labels))) > 1 else []
    persons = sum(kinds[label] == PERSON for label in labels)
    return labels if a_line_each and 2 * persons >= len(labels) and _is_spoken(labels, spoken, 2) else []


def _is_spoken(labels: Sequence[Label], spoken: Set[Label], often: int = 1) -> bool:
    """Whether there are two labels or more, and somebody seems to speak after enough of them."""
    return len(set(map(_key, labels))) > 1 and len(spoken & set(labels)) >= often * _SPOKEN * len(labels)


def _talking(tells: Mapping[Label, bool]) -> set[str]:
    """The labels of things that talk all the same, by whether each line asks, or says "I"."""
    times = Counter(map(_key, tells))
    telling = Counter(_key(label) for label, tell in tells.items() if tell)
    return {key for key, n in times.items() if n >= _OFTEN and telling[key] >= _SPOKEN * n}


def _kind(label: Label, words: LabelWords) -> str:
    """Nicknames may be any words."""
    if label.style == "angle":
        return PERSON
    kind = words.kind(label.name)
    return UNKNOWN if kind == THING and label.style == "prompt" else kind


def _key(label: Label) -> str:
    return " ".join(label.name.lower().split())


def _goes_on(label: Label, lines: Sequence[str]) -> bool:
    """Whether what is said stands below a label that has its line to itself: no list, no blank line."""
    below = lines[label.line + 1].strip() if label.line + 1 < len(lines) else ""
    return below != "" and (below[0].isalpha() or below[0] in "\"“'‘(¿¡")


def _said_here(label: Label, text: str, lines: Sequence[str]) -> str:
    """The line of a label, or the one below it."""
    return text[label.said : label.end] if label.said < label.end else lines[label.line + 1]


def _turns(labels: Sequence[Label], text: str, lines: Sequence[str], words: LabelWords) -> Iterator[Turn]:
    names = _names(labels, words)
    ends = [following.line for following in labels[1:]] + [len(lines)]
    for label, end in zip(labels, ends, strict=True):
        said = tuple(_said(label, end, text, lines))
        if said:
            begin = label.end - len(lines[label.line])
            yield Turn(names[_key(label)], begin, (label.start, label.start + len(label.name)), said)


def _names(labels: Sequence[Label], words: LabelWords) -> dict[str, str]:
    """Label -> the speaker: as first written; "Bell" is Nora Bell, if no other label has that name."""
    names: dict[str, str] = {}
    for label in labels:
        names.setdefault(_key(label), label.name)
    found = dict(names)
    with_part: dict[str, set[str]] = {}
    for key in names:
        for part in (key.split()[0], key.split()[-1]):
            with_part.setdefault(part, set()).add(key)
    for short in names:
        longer = [key for key in with_part.get(short, ()) if " " in key]
        if len(longer) == 1 and words.is_name(short) and words.is_full_name(longer[0]):
            found[short] = names[longer[0]]
    return found


def _said(label: Label, end: int, text: str, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches said in a turn, which ends before a line."""
    at = label.end + 1
    first, last = label.said, label.said + len(text[label.said : label.end].rstrip())
    blank = 0  # where the first of the blank lines before this one begins
    far = sum(len(line) + 1 for line in lines[label.line + 1 : end]) > _SOON or end == len(lines)
    for line in lines[label.line + 1 : end]:
        body = line.strip()
        if not body:
            if far or label.style in CHAT_STYLES:
                break
            blank = blank or at
        elif _nobodys(body, label.style, bool(blank)):
            if first < last:
                yield first, last
            first = last = at + len(line) + 1
        else:
            start = at + line.index(body[0])
            first = start if first >= last else first
            last, blank = start + len(body), 0
        at += len(line) + 1
    if first < last:
        yield first, last


def _nobodys(line: str, style: str, after_blank: bool) -> bool:
    if style in CHAT_STYLES:
        return bool(_EVENT.match(line))
    return bool(_STAGE.fullmatch(line)) or (after_blank and line.isupper())
