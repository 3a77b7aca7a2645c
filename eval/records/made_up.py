"""Made-up records of people with errors, for measuring time and memory."""

from __future__ import annotations

from datetime import date

import numpy as np

Record = dict[str, str | None]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class People:
    """Makes records of five fields: name, address, city, born, phone. The same seed makes the same records.

    A person has one record or up to five, the further ones with up to three errors each: letters inserted, left out,
    replaced or swapped, an initial for the first name, an exchange of first and last name, a missing value, a slip in a
    date or number.

    Args:
        seed: random seed.
    """

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)
        # The words are the same for all seeds.
        words = np.random.default_rng(0)
        self.first, self.last = _words(words, 500, 2), _words(words, 5000, 3)
        self.streets, self.cities = _words(words, 2000, 3), _words(words, 400, 3)

    def records(self, n: int) -> tuple[list[Record], np.ndarray]:
        """N records in random order, and (n,) int, the person of each."""
        found: list[Record] = []
        label: list[int] = []
        person = 0
        while len(found) < n:
            true = self._person()
            copies = min(int(self.random.geometric(0.5)), 5)
            for number in range(min(copies, n - len(found))):
                found.append(self._with_errors(true) if number else dict(true))
                label.append(person)
            person += 1
        order = self.random.permutation(n)
        return [found[i] for i in order.tolist()], np.array(label)[order]

    def _one_of(self, words: list[str]) -> str:
        """A word; the first ones are much more frequent, as names are."""
        return words[int(len(words) * self.random.random() ** 2)]

    def _person(self) -> Record:
        born = date.fromordinal(int(self.random.integers(date(1930, 1, 1).toordinal(), date(2005, 1, 1).toordinal())))
        number, kind = self.random.integers(1, 400), self._one_of(["St", "Rd", "Ave"])
        return {
            "name": f"{self._one_of(self.first)} {self._one_of(self.last)}",
            "address": f"{number} {self._one_of(self.streets)} {kind}",
            "city": self._one_of(self.cities),
            "born": born.isoformat(),
            "phone": f"{self.random.integers(200, 999)}-{self.random.integers(10**6, 10**7)}",
        }

    def _with_errors(self, true: Record) -> Record:
        record = dict(true)
        for _ in range(int(self.random.integers(0, 4))):
            field = str(self.random.choice(list(record)))
            value = record[field]
            if value is None:
                continue
            chance = self.random.random()
            if chance < 0.15:
                record[field] = None
            elif field == "name" and chance < 0.3:
                first, _, last = value.partition(" ")
                record[field] = f"{first[0]}. {last}" if chance < 0.22 else f"{last}, {first}"
            else:
                record[field] = self._misspelt(value)
        return record

    def _misspelt(self, value: str) -> str:
        at = int(self.random.integers(0, len(value)))
        new = str(self.random.integers(0, 10)) if value[at].isdigit() else _LETTERS[self.random.integers(0, 26)]
        kind = self.random.integers(0, 4)
        if kind == 0:
            return value[:at] + new + value[at:]
        if kind == 1:
            return value[:at] + value[at + 1 :] or value
        if kind == 2:
            return value[:at] + new + value[at + 1 :]
        return value[:at] + value[at : at + 2][::-1] + value[at + 2 :]


def _words(random: np.random.Generator, n: int, syllables: int) -> list[str]:
    """N different made-up words."""
    starts, vowels, ends = "b br c d f g h j k l m n p r s st t v w".split(), "a e i o u".split(), "n r l s t".split()
    found: dict[str, None] = {}
    while len(found) < n:
        parts = [random.choice(starts) + random.choice(vowels) for _ in range(syllables)]
        found["".join([*parts, random.choice(ends)]).capitalize()] = None
    return list(found)
