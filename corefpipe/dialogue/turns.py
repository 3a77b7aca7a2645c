"""Turns of a dialogue in raw text: chats, interviews and plays, in which each turn begins with a label.

An ordinary text with colons must not be taken for a dialogue. A part of a text is a dialogue if, for one style of
label,

1. it has at least two different labels that may be speakers: names of people or unknown words. Other words count only
   if they occur three times and their turns have questions or an "I" ("GHOST:" in a play, "Question:" in an interview),
   or if each line has a label, and most of these are recurring people ("KING: …", "SECOND: …", "KING: …"), or at least
   half have a name ("Chair: …", "Ms Oduya: …"). Desks and machines that answer people count as unknown ("Support: …");
2. it looks spoken: a quarter of the turns have a first or second person pronoun, a question or an exclamation;
3. a label recurs, or nearly all lines have labels, at least half of them people or first names ("Grace:").
   Labels in capitals before a full stop must recur, all be people, or be the "Q." and "A." of a question and its
   answer. Labels in square brackets, after bullets and before dashes must begin nearly all lines. Labels on lines of
   their own must begin nearly all paragraphs, unless several recur.

Each part of a text is classified separately; labels far apart belong to different parts. A turn may continue on further
lines, and across blank lines if another turn follows soon; a line in brackets has no speaker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from corefpipe.dialogue.headings import CAPITALS, FRAMED, HEADINGS, headings_of, is_handle
from corefpipe.dialogue.labels import CHAT_STYLES, PERSON, THING, UNKNOWN, Label, LabelWords, labels_of

_SPOKEN = 0.25  # share of turns that must look spoken; twice that if no label recurs
_MIN_OCCURRENCES = 3  # minimum number of occurrences of a label that is a thing
_LINES = 0.8  # minimum share of lines with labels if each line is a turn
_SCENE = 0.5  # minimum share of paragraphs of a screenplay with labels; the others are narration
_NEED_EACH_LINE = ("bracket", "item", "dash")  # styles that also occur on some lines of other texts
_CAPITALS = 0.8  # share of labels in capitals above which other labels are ignored
_PART_GAP = 6000  # characters between labels above which they belong to different parts
_MAX_GAP = 2500  # characters to the next label above which a turn ends at its first blank line
_STAGE = re.compile(r"\s*(?:\(.*\)|\[.*\]|\{.*\})\s*")  # a play's directions
_EVENT = re.compile(r"[^\w\s\"“”'‘’¿¡.]")  # a chat's "=== ann has joined", "* bob waves", "--> cy"


@dataclass(slots=True, frozen=True)
class Turn:
    """One turn of a dialogue, in characters of the text; ranges are (first, after the last).

    Attributes:
        speaker: the speaker's name.
        start: offset of the label's line.
        label: range of the speaker's name.
        said: ranges of the speech, in text order.
    """

    speaker: str
    start: int
    label: tuple[int, int]
    said: tuple[tuple[int, int], ...]


def find_turns(text: str, language: str = "en") -> list[Turn]:
    """Find the turns of a raw text, in text order; the list is empty if the text is not a dialogue.

    Args:
        text: the text with its line breaks.
        language: code of the language whose word lists distinguish people from things.
    """
    lines = text.split("\n")
    labels = [*labels_of(lines), *headings_of(lines)]
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
    """Split the labels where the distance between two is too long."""
    part: list[Label] = []
    for label in labels:
        if part and label.start - part[-1].end > _PART_GAP:
            yield part
            part = []
        part.append(label)
    if part:
        yield part


def _speakers(labels: list[Label], text: str, lines: Sequence[str], words: LabelWords) -> list[Label]:
    """The labels that are speakers, or none if this is not a dialogue."""
    labels = [label for label in labels if label.said < label.end or _continues_below(label, lines)]
    if sum(label.name.isupper() for label in labels) > _CAPITALS * len(labels):
        labels = [label for label in labels if label.name.isupper()]
    said = {label: _first_line(label, text, lines) for label in labels}
    spoken = {label for label in labels if words.speaks(said[label])}
    if not _is_spoken(labels, spoken):
        return []
    kinds = {label: _kind(label, words) for label in labels}
    labels = _without_things(labels, kinds, said, lines, words)
    if not _is_spoken(labels, spoken):
        return []
    names = _names(labels, words)
    times = Counter(names[_key(label)] for label in labels)
    one_per_line = _share_of_lines(labels, lines) >= _LINES
    persons = sum(kinds[label] == PERSON or words.is_called(label.name) for label in labels)
    asked = words.are_question_and_answer([_key(label) for label in labels]) and "?" in said[labels[0]]
    style = labels[0].style
    if style == FRAMED and max(times.values()) == 1:
        handles = all(is_handle(label.name) for label in labels)
        return labels if one_per_line and (persons == len(labels) or handles) else []
    if style in ("stop", CAPITALS):
        recurs = sum(n > 1 for n in times.values()) > 1 and len(labels) >= 2 * len(times)
        scene = style == CAPITALS and max(times.values()) > 1 and _share_of_lines(labels, lines) >= _SCENE
        return labels if recurs or scene or (one_per_line and (persons == len(labels) or asked)) else []
    if style in _NEED_EACH_LINE and not one_per_line:
        return []
    if style == "colon" and not one_per_line:
        # If turns have several lines, a word before a colon that occurs once may be part of a turn.
        labels = [x for x in labels if not x.name[0].islower() and (times[names[_key(x)]] > 1 or kinds[x] == PERSON)]
    if max(times.values()) > 1:
        return labels if len(set(map(_key, labels))) > 1 else []
    sure = one_per_line and style != "dash" and (2 * persons >= len(labels) or asked)
    return labels if sure and _is_spoken(labels, spoken, 2) else []


def _without_things(
    labels: list[Label], kinds: Mapping[Label, str], said: Mapping[Label, str], lines: Sequence[str], words: LabelWords
) -> list[Label]:
    """The labels without things, except things that speak."""
    things = [label for label in labels if kinds[label] == THING]
    people = Counter(_key(label) for label in labels if _is_person(label, kinds[label], words))
    named = sum(
        words.is_called(label.name) or (" " in label.name and words.is_full_name(label.name.lower()))
        for label in labels
    )
    fewer = people.total() > len(things) or named >= len(things)
    among = max(people.values(), default=0) > 1 and fewer and _share_of_lines(labels, lines) >= _LINES
    speaking = _speaking_things({label: words.asks_or_says_i(said[label]) for label in things}, among)
    return [label for label in labels if kinds[label] != THING or _key(label) in speaking]


def _is_spoken(labels: Sequence[Label], spoken: Set[Label], factor: int = 1) -> bool:
    """Whether there are at least two different labels, and enough of their turns look spoken."""
    return len(set(map(_key, labels))) > 1 and len(spoken & set(labels)) >= factor * _SPOKEN * len(labels)


def _share_of_lines(labels: Sequence[Label], lines: Sequence[str]) -> float:
    """Share of the lines with labels, from the first label to the last, without blank lines.

    For labels on lines of their own, the share of paragraphs.
    """
    within = lines[labels[0].line : labels[-1].line + 1]
    filled = [bool(line.strip()) for line in within]
    if labels[0].style in HEADINGS:
        filled = [now and not before for before, now in pairwise([False, *filled])]
    return len(labels) / sum(filled)


def _speaking_things(speaks: Mapping[Label, bool], among: bool) -> set[str]:
    """Keys of the labels that are things but speakers.

    Args:
        speaks: for each label whether its turn has a question or an "I".
        among: whether they are among turns of people, line by line, so that half of their turns are enough.
    """
    times = Counter(map(_key, speaks))
    spoken = Counter(_key(label) for label, speaks_here in speaks.items() if speaks_here)
    return {
        key
        for key, n in times.items()
        if (n >= _MIN_OCCURRENCES and spoken[key] >= _SPOKEN * n) or (among and 2 * spoken[key] >= n)
    }


def _kind(label: Label, words: LabelWords) -> str:
    """Kind of a label; nicknames in chats may be any words."""
    if label.style == "angle":
        return PERSON
    if label.style in HEADINGS and words.is_pronoun(label.name):
        return THING  # "She said:"
    kind = words.kind(label.name)
    return UNKNOWN if kind == THING and label.style == "prompt" else kind


def _is_person(label: Label, kind: str, words: LabelWords) -> bool:
    """Whether a label of this kind is a person's; in a forum, an unknown word may be a user name."""
    return kind == PERSON or (kind == UNKNOWN and (label.style == FRAMED or words.is_called(label.name)))


def _key(label: Label) -> str:
    return " ".join(label.name.lower().split())


def _continues_below(label: Label, lines: Sequence[str]) -> bool:
    """Whether the line below a label may be speech: text, not a list item or a blank line."""
    below = lines[label.below].strip() if label.below < len(lines) else ""
    return below != "" and (below[0].isalpha() or below[0] in "\"“'‘(¿¡")


def _first_line(label: Label, text: str, lines: Sequence[str]) -> str:
    """The rest of the label's line, or the line below."""
    return text[label.said : label.end] if label.said < label.end else lines[label.below]


def _turns(labels: Sequence[Label], text: str, lines: Sequence[str], words: LabelWords) -> Iterator[Turn]:
    names = _names(labels, words)
    ends = [following.line for following in labels[1:]] + [len(lines)]
    for label, end in zip(labels, ends, strict=True):
        said = tuple(_said(label, end, text, lines))
        if said:
            yield Turn(names[_key(label)], label.begin, (label.start, label.start + len(label.name)), said)


def _names(labels: Sequence[Label], words: LabelWords) -> dict[str, str]:
    """Label key -> speaker, the first spelling of the label; "Bell" is "Nora Bell" if no other label has that name."""
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
    """The ranges of speech in a turn that ends before line `end`."""
    at = label.end + 1
    first, last = label.said, label.said + len(text[label.said : label.end].rstrip())
    blank = 0  # offset of the first of the blank lines just before this line, or 0
    far = sum(len(line) + 1 for line in lines[label.below : end]) > _MAX_GAP or end == len(lines)
    for line in lines[label.below : end]:
        body = line.strip()
        if not body:
            if far or label.style in (*CHAT_STYLES, CAPITALS):
                break
            blank = blank or at
        elif outside_turn(body, label.style, bool(blank)):
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


def outside_turn(line: str, style: str, after_blank: bool) -> bool:
    """Whether a line has no speaker: an event of a chat, a stage direction, a heading."""
    if style in CHAT_STYLES:
        return bool(_EVENT.match(line))
    return bool(_STAGE.fullmatch(line)) or (after_blank and line.isupper())
