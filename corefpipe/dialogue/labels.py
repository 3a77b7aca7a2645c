"""Speaker labels at the beginning of lines: "Ann: Yes", "[12:03] <bob> hi", "bob> hi", "[Ann] Yes", "ANN. Yes".

Not every word before a colon is a speaker, so labels are classified by word lists: `PERSON` (a first name, a
surname, a title, "Host"), `THING` (other common nouns, adjectives, determiners, dates) or `UNKNOWN`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corefpipe.lexicon import Lexicon, load_lexicon
from corefpipe.lexicon.wordnet import load_wordnet

PERSON, UNKNOWN, THING = "person", "unknown", "thing"

CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,3})?)?(?:[ ]?[AaPp]\.?[Mm]\.?)?"
DATE = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[ T])?"
_TIME = rf"[ \t]*(?:[\[(]?{DATE}{CLOCK}[\])]?[ \t]*(?:[-–][ \t])?[ \t]*)?"
_NICK = r"(?P<name>[^\s<>:,;()\"“”]{1,30})"
WORD = r"[^\W_][\w.'’&-]{0,30}"
_ASIDE = r"(?:[ ]?[(\[][^()\[\]]{1,80}[)\]])?"  # "Dr. Smith (laughing):"
_MARKS = r"(?:\*\*|__)?"  # Markdown's "**Ann:**"
_GAP = r"(?:[ \t]+|$)"
_NAMES = rf"(?P<name>(?!\d){WORD}(?:[ ]{WORD}){{0,4}})"
_LABEL = rf"{_MARKS}{_NAMES}{_ASIDE}{_MARKS}[:：]{_MARKS}{_GAP}"
# One pattern per style; the label is the group "name", and the speech begins at the end of the match.
_STYLES = {
    "angle": re.compile(rf"{_TIME}<[ @+%~&]?{_NICK}>{_GAP}"),
    "colon": re.compile(rf"{_TIME}{_LABEL}"),
    "prompt": re.compile(rf"{_TIME}{_NICK}>[ \t]+(?=\S)"),
    "stop": re.compile(
        rf"[ \t]*(?P<name>[QA]|(?:[A-Z]{{2,4}}\.[ ])?[A-Z][A-Z'’-]+(?:[ ][A-Z'’-]+){{0,3}})\.{_ASIDE}{_GAP}"
    ),
    "bracket": re.compile(rf"{_TIME}\[{_NAMES}\]:?[ \t]+(?=\S)"),
    "item": re.compile(rf"[ \t]*[-–—*•+][ \t]+{_LABEL}"),
    "dash": re.compile(rf"{_TIME}{_NAMES}[ ]+[-–—][ ]+(?=\S)"),
}
CHAT_STYLES = ("angle", "prompt")
"""Styles in which each message is one line."""

_NUMBER = re.compile(r"^\d+$|[ ](?:\d+\.\d|[IVXLC]+$)")  # "12", "Section 1.2", "BOOK IV"
_REACH = 150  # maximum number of characters from the beginning of a line to the end of a label
_CALL = re.compile(r"[?!][\"”’')\]*_]*(?:\s|$)")
_QUESTION = re.compile(r"\?[\"”’')\]*_]*(?:\s|$)")
_LETTER = re.compile(r" [A-Z]$")
_EDGES = ".-_'’&"
_BULLETS = frozenset("-–—*•+")


@dataclass(slots=True, frozen=True)
class Label:
    """A line that may begin a turn; offsets are in characters of the text.

    Attributes:
        style: "angle", "colon", "prompt", "stop", "bracket", "item", "dash", or one of `headings`.
        name: the label without time, brackets and asides.
        begin: offset of its first line.
        start: offset of the name.
        said: offset of the speech.
        line: number of the line, from 0.
        end: offset of the end of the line, or of the next one if that has the time.
        lines: number of lines.
    """

    style: str
    name: str
    begin: int
    start: int
    said: int
    line: int
    end: int
    lines: int = 1

    @property
    def below(self) -> int:
        """Number of the line below the label."""
        return self.line + self.lines


def labels_of(lines: list[str]) -> Iterator[Label]:
    """All lines that may begin a turn, each with the first style that matches.

    In the styles of prose ("colon", "stop") the line before must not end within a sentence.
    """
    at, ended = 0, True
    for number, line in enumerate(lines):
        head = line[:_REACH]
        styles: tuple[str, ...] = ()
        if ":" in head or ">" in head or "：" in head:
            styles = ("angle", "colon", "prompt")
        elif "." in head and head.lstrip()[:2].isupper():
            styles = ("stop",)
        first = head.lstrip()[:1]
        if first == "[":
            styles += ("bracket",)
        elif first in _BULLETS:
            styles += ("item",)
        if " - " in head or " – " in head or " — " in head:
            styles += ("dash",)
        for style in styles:
            found = _STYLES[style].match(line)
            if found and (ended or style in CHAT_STYLES) and not _NUMBER.search(found["name"]):
                name = found["name"].rstrip(_EDGES if style == "colon" else "") or found["name"]
                yield Label(style, name, at, at + found.start("name"), at + found.end(), number, at + len(line))
                ended = True
                break
        else:
            end = line.rstrip()
            ended = not end or not (end[-1].isalnum() or end[-1] in ",-–—")
        at += len(line) + 1


class LabelWords:
    """Classifies labels by the word lists of a language.

    Args:
        language: code of the language; if it has no word lists, most labels are `UNKNOWN`.
    """

    def __init__(self, language: str):
        self.language = language
        self.lexicon: Lexicon = load_lexicon(language)
        self._kinds: dict[str, str] = {}

    def kind(self, name: str) -> str:
        """Kind of a label: `PERSON`, `THING` or `UNKNOWN`."""
        if name not in self._kinds:
            self._kinds[name] = self._kind(name)
        return self._kinds[name]

    def _kind(self, name: str) -> str:
        lexicon = self.lexicon
        words = [word.strip(_EDGES) for word in name.lower().split()]
        if len(words) > 1 and _LETTER.search(name):
            words.pop()  # "User A"
        words = [word for word in words if word and not word.isdigit()] or [""]
        last, proper = words[-1], name[:1].isupper()
        pronoun = lexicon.pronouns.get(name.lower())
        if pronoun is not None:  # "He: …", "Me: …"
            return UNKNOWN if proper and pronoun.person and pronoun.number != "plural" else THING
        if len(name) == 1:
            return UNKNOWN if proper else THING  # Q and A of an interview
        if (words[0] in lexicon.titles and len(words) > 1) or last in lexicon.person_nouns:
            return PERSON
        if last in lexicon.desks:
            return UNKNOWN  # "Support", "Help Desk"
        ordinary = lexicon.months.keys() | lexicon.weekdays.keys() | lexicon.determiners.keys()
        if not ordinary.isdisjoint(words) and words == [name.lower()] and self.is_called(name):
            return UNKNOWN  # "Jan", "June"
        if not ordinary.isdisjoint(words) or any(word[0].islower() for word in name.split()[1:]):
            return THING
        named = words[0] in lexicon.first_names or words[0] in lexicon.full_names or last in lexicon.surnames
        wordnet = load_wordnet(self.language)
        supersense = str(wordnet.supersense(wordnet.ids([last]))[0])
        if supersense == "person":
            return PERSON
        if supersense or wordnet.ids([last], "adjective")[0] >= 0:
            return UNKNOWN if named else THING
        return PERSON if named and proper else UNKNOWN

    def is_pronoun(self, name: str) -> bool:
        """Whether a label is a pronoun."""
        return name.lower() in self.lexicon.pronouns

    def are_question_and_answer(self, keys: list[str]) -> bool:
        """Whether the labels of a text, in lower case, are those of one question and its answer: "q", "a"."""
        labels = self.lexicon.question_labels, self.lexicon.answer_labels
        return len(keys) == len(labels) and all(key in known for key, known in zip(keys, labels, strict=True))

    def is_called(self, name: str) -> bool:
        """Whether a label begins with a first name, even if that is also another word: "Jan", "Grace"."""
        first = name.partition(" ")[0]
        return first[:1].isupper() and first.lower() in self.lexicon.first_names

    def is_name(self, word: str) -> bool:
        """Whether a label is one word that may be a first name or a surname, not a title or a role."""
        roles = self.lexicon.titles | self.lexicon.person_nouns
        return " " not in word and word not in roles and self.kind(word.title()) != THING

    def is_full_name(self, name: str) -> bool:
        """Whether a label of several words is a first name or a title, followed by names."""
        first, *middle, last = [word.strip(_EDGES) for word in name.split()]
        lexicon = self.lexicon
        begins = first in lexicon.first_names or first in lexicon.titles
        names = all(len(word) == 1 or word in lexicon.first_names or word in lexicon.surnames for word in middle)
        return begins and names and self.is_name(last)

    def speaks(self, text: str) -> bool:
        """Whether a text looks spoken: it has a first or second person pronoun, a question or an exclamation."""
        return bool(_CALL.search(text)) or any(self._person(word) in ("1", "2") for word in _tokens(text))

    def asks_or_says_i(self, text: str) -> bool:
        """Whether a text has a question, or a first person singular pronoun."""
        pronouns = (self.lexicon.pronouns.get(word) for word in _tokens(text))
        says_i = any(p is not None and (p.person, p.number) == ("1", "singular") for p in pronouns)
        return says_i or bool(_QUESTION.search(text))

    def _person(self, word: str) -> str:
        pronoun = self.lexicon.pronouns.get(word)
        return pronoun.person if pronoun is not None else ""


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text[:1000].lower())
