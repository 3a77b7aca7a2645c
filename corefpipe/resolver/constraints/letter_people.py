"""Who writes and who reads the messages of a thread: which of them are one person."""

from __future__ import annotations

from collections import Counter

from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.letter_lines import Span

NOBODY = -1

_Name = tuple[str, ...]


class People:
    """The writers and the readers of messages, as places, several of which may be of one person.

    They are one where they have the same full name. Otherwise who quotes, answers or forwards a message reads it, and
    its writer reads the answer, unless names say otherwise; and "Ann" is the only one whose name has that word.

    Attributes:
        names: a place, and the tokens (start, end) of a name, with the greeting before it.
        several: places of more than one person: "To: staff", "Hi all".
    """

    def __init__(self, parse: Parse):
        self.names: list[tuple[int, Span]] = []
        self.several: set[int] = set()
        self._parse = parse
        self._called: list[set[_Name]] = []
        self._turns: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def of_message(self, above: tuple[int, int] | None = None, forwards: bool = False) -> tuple[int, int]:
        """The places of who writes and who reads a message.

        Args:
            above: those of the message that quotes, answers or forwards it.
            forwards: whether that one forwards it, so that another person wrote it.
        """
        pair = len(self._called), len(self._called) + 1
        self._called += [set(), set()]
        if above is not None:
            writer, reader = above
            self._turns.append((pair, (NOBODY if forwards else reader, writer)))
        return pair

    def add(self, place: int, span: Span, name: Span | None = None) -> None:
        """Add a name.

        Args:
            place: whose.
            span: its tokens, with the greeting before it.
            name: its tokens without that.
        """
        self.names.append((place, span))
        words = [word.strip("-–—") for word in self._parse.lower[slice(*name or span)]]
        words = [word for word in words if any(map(str.isalnum, word))]
        titles = self._parse.lexicon.titles
        called = tuple(word for word in words if word not in titles and f"{word}." not in titles) or tuple(words)
        if called:
            self._called[place].add(called)

    def numbers(self) -> tuple[list[int], list[bool]]:
        """The number of each place's person, and whether anything is known of that one but the place."""
        groups = _Groups(self._called, self._parse)
        groups.join_full_names()
        unknown = self.several | {NOBODY}
        for below, above in self._turns:
            pairs = [pair for pair in zip(below, above, strict=True) if unknown.isdisjoint(pair)]
            if not any(groups.differ(*pair) for pair in pairs):
                for pair in pairs:
                    groups.join(*pair)
        groups.join_short_names()
        return groups.numbers()


class _Groups:
    """Groups of places of one person.

    Args:
        called: the names of each place; a writer comes before the reader of the same message.
        parse: the document.
    """

    def __init__(self, called: list[set[_Name]], parse: Parse):
        self.called = called
        self.parse = parse
        self.sets = DisjointSets(len(called))
        self.names = [set(names) for names in called]  # by root
        self.others = [{place ^ 1} for place in range(len(called))]  # roots of those who write to or read each

    def numbers(self) -> tuple[list[int], list[bool]]:
        """As `People.numbers`."""
        roots = self.sets.roots().tolist()
        size = Counter(roots)
        return roots, [size[root] > 1 or bool(self.names[root]) for root in roots]

    def differ(self, one: int, other: int) -> bool:
        """Whether two places are of two people: one writes to the other, or no name of one fits the other."""
        one, other = self.sets.root(one), self.sets.root(other)
        if other in self.others[one]:
            return True
        pairs = [self._fit(a, b) for a in self.names[one] for b in self.names[other]]
        return bool(pairs) and not any(pairs)

    def join(self, one: int, other: int) -> None:
        """Make two places one person's."""
        one, other = self.sets.root(one), self.sets.root(other)
        if one == other:
            return
        self.sets.join(one, other)
        self.names[one] |= self.names[other]
        for root in self.others[other]:
            self.others[root].discard(other)
            self.others[root].add(one)
        self.others[one] |= self.others[other]

    def join_full_names(self) -> None:
        """Join places that have the same name of several words."""
        first: dict[_Name, int] = {}
        for place, names in enumerate(self.called):
            for name in names:
                if len(name) > 1 and not self.differ(first.setdefault(name, place), place):
                    self.join(first[name], place)

    def join_short_names(self) -> None:
        """Join places of which one word is known with the only person who has it."""
        by_word: dict[str, list[int]] = {}
        for place, names in enumerate(self.called):
            for word in {word for name in names for word in (name[0], name[-1])}:
                by_word.setdefault(word, []).append(place)
        for place, names in enumerate(self.called):
            for word in (name[0] for name in names if len(name) == 1):
                known = self._persons(place, word, by_word)
                if len(known) == 1:
                    self.join(known.pop(), place)

    def _persons(self, place: int, word: str, by_word: dict[str, list[int]]) -> set[int]:
        """The roots of those who have a word, or a short form of it, in their names and may be that of a place."""
        words = {word, *(other for other in by_word if self.parse.lexicon.are_nicknames(word, other))}
        roots = {self.sets.root(other) for one in words for other in by_word.get(one, ())}
        return {root for root in roots if root != self.sets.root(place) and not self.differ(root, place)}

    def _fit(self, one: _Name, other: _Name) -> bool:
        """Whether two names may be one person's: "Ann", "Ann Lee"; "Bob", "Robert Hill"."""
        short, long = sorted((one, other), key=len)
        same_first = short[0] == long[0] or self.parse.lexicon.are_nicknames(short[0], long[0])
        if len(short) == 1:
            return same_first or short[0] == long[-1]
        return same_first and short[-1] == long[-1]
