"""The labels of a dialogue's speakers, and the names and titles that they contain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from corefpipe.lexicon import Lexicon

# Corpora write "Nora Bell", "NoraBell", "Nora_Bell" and "NORA BELL".
_BOUNDARY = re.compile(r"[\W_]+|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)")
_NO_LETTERS = re.compile(r"[\W_]+")
_LEAST_LETTERS = 3  # of a part of a label that stands for the whole


@dataclass(slots=True, frozen=True)
class SpeakerLabels:
    """The names of speakers that their labels contain.

    Attributes:
        runs: consecutive words of a label, written as one -> the speaker's number; -1 for several speakers.
        parts: the words of each speaker's label.
        lexicon: the lexicon of the document's language.
    """

    runs: dict[str, int]
    parts: list[list[str]]
    lexicon: Lexicon

    @classmethod
    def of(cls, labels: Sequence[str], lexicon: Lexicon, given: Iterable[tuple[int, str]] = ()) -> SpeakerLabels:
        """From the labels of speakers, in the order of their numbers, and (number, name) of names that they give."""
        parts = [_parts(label) for label in labels]
        runs: dict[str, int] = {}
        for number, words in [*enumerate(parts), *((number, _parts(name)) for number, name in given)]:
            for run in _runs(words, lexicon):
                runs[run] = number if runs.get(run, number) == number else -1
        # A whole label is a name of its own speaker, even if it is part of another label.
        return cls(runs | {"".join(words): number for number, words in enumerate(parts)}, parts, lexicon)

    def number(self, words: Sequence[str]) -> int:
        """Number of the speaker with this name, given as words in lower case; -1 for none or several.

        A title before the name may be missing in the label, but must fit it.
        """
        if len(words) > 1 and words[-1] in self.lexicon.possessive_marks:
            words = words[:-1]
        number = self.runs.get(letters_of("".join(words)), -1)
        if number >= 0 or len(words) == 1 or words[0] not in self.lexicon.titles:
            return number
        number = self.runs.get(letters_of("".join(words[1:])), -1)
        return number if number >= 0 and self._fits(words[0], self.parts[number]) else -1

    def _fits(self, title: str, label: Sequence[str]) -> bool:
        """Whether a title fits the words of a label: "Mr." does not fit Nora Bell."""
        lexicon = self.lexicon
        is_male = title in lexicon.male_titles
        other = "female" if is_male else "male" if title in lexicon.female_titles else None
        if other is not None and lexicon.name_gender.get(label[0]) == other:
            return False
        return not any(lexicon.titles_exclude(title, part) for part in label if part in lexicon.titles)


def _parts(label: str) -> list[str]:
    """The words of a label in lower case."""
    return [part.lower() for part in _BOUNDARY.split(label) if part]


def _runs(words: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    """Consecutive words that may stand for a whole label; titles alone and short words may not."""
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            run = "".join(words[start:end])
            if len(run) >= _LEAST_LETTERS and not run.isdigit() and not lexicon.titles.issuperset(words[start:end]):
                yield run


def letters_of(text: str) -> str:
    """The letters and digits of a text in lower case: "norabell" for "Nora_Bell"."""
    return _NO_LETTERS.sub("", text.lower())
