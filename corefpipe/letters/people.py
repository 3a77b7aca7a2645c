"""The people of a thread: the senders and recipients of its messages, clustered by person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.letters.names import DASHES, Span, is_title
from corefpipe.parsing.parse import Parse

Name = tuple[str, ...]
"""The words of a name in lower case, without titles unless it has only these."""

RolePair = tuple[int, int]
"""The sender and the recipient of a message, or two roles that may be the same person's."""


class Roles:
    """The roles of a thread, two per message, and their names: its sender is role 2n and its recipient role 2n + 1.

    Several roles may belong to one person. They are joined, in this order, unless their names differ or they are the
    sender and the recipient of one message:

    1. roles with the same full name;
    2. the recipient of a message and the sender of the message that quotes, answers or forwards it; and, unless it is
       forwarded, its sender and the recipient of that message; both pairs or none;
    3. a role with a single name ("Ann") and the only person who has that name, or a nickname for it, in a full name.

    Attributes:
        mentions: the role and the tokens of each name, with the greeting before it.
        groups: roles of more than one person: "To: staff", "Hi all".
    """

    def __init__(self, parse: Parse):
        self.mentions: list[tuple[int, Span]] = []
        self.groups: set[int] = set()
        self._parse = parse
        self._names: list[set[Name]] = []  # of each role
        self._answers: list[list[RolePair]] = []  # the pairs of rule 2, one list per quoted message

    def add_message(self, above: RolePair | None = None, is_forwarded: bool = False) -> RolePair:
        """Add a message and return the roles of its sender and its recipient.

        Args:
            above: the roles of the message that quotes, answers or forwards it.
            is_forwarded: whether `above` forwards it.
        """
        sender, recipient = len(self._names), len(self._names) + 1
        self._names += [set(), set()]
        if above is not None:
            pairs = [(sender, above[1]), (recipient, above[0])]
            self._answers.append(pairs[1:] if is_forwarded else pairs)
        return sender, recipient

    def add_name(self, role: int, name: Span | None, mention: Span | None = None) -> None:
        """Add a name, if any.

        Args:
            role: whose name it is.
            name: its tokens.
            mention: its tokens with the greeting before it.
        """
        if name is None:
            return
        self.mentions.append((role, mention or name))
        words = [word.strip(DASHES) for word in self._parse.lower[slice(*name)]]
        words = [word for word in words if any(map(str.isalnum, word))]
        without_titles = [word for word in words if not is_title(self._parse.lexicon, word)]
        if words:
            self._names[role].add(tuple(without_titles or words))

    def people(self) -> tuple[list[int], list[bool]]:
        """The person of each role, as a number, and whether that person has a name or another role."""
        people = _People(self._names, self._parse)
        people.join_full_names()
        for pairs in self._answers:
            people.join_unless_contradicted([pair for pair in pairs if self.groups.isdisjoint(pair)])
        people.join_single_names()
        return people.numbers()


class _People:
    """Disjoint sets of roles, one set per person; each has a root, one of its roles.

    Args:
        names: the names of each role.
        parse: the document.
    """

    def __init__(self, names: Sequence[set[Name]], parse: Parse):
        self._role_names = names
        self._lexicon = parse.lexicon
        self._sets = DisjointSets(len(names))
        self._names = [set(of_role) for of_role in names]  # of each root
        # Of each root the roots of its correspondents: the other role in each of its messages.
        self._correspondents = [{role ^ 1} for role in range(len(names))]

    def numbers(self) -> tuple[list[int], list[bool]]:
        """The root of each role, and whether it has a name or another role."""
        roots = self._sets.roots().tolist()
        size = Counter(roots)
        return roots, [size[root] > 1 or bool(self._names[root]) for root in roots]

    def join_full_names(self) -> None:
        """Join roles that have the same name of several words."""
        first: dict[Name, int] = {}
        for role, names in enumerate(self._role_names):
            for name in sorted(names):
                if len(name) > 1 and not self._differ(first.setdefault(name, role), role):
                    self._join(first[name], role)

    def join_unless_contradicted(self, pairs: Sequence[RolePair]) -> None:
        """Join the roles of each pair, unless those of one pair differ."""
        if not any(self._differ(*pair) for pair in pairs):
            for pair in pairs:
                self._join(*pair)

    def join_single_names(self) -> None:
        """Join each role that has a single name with the only person who has it in a longer name."""
        by_word: dict[str, list[int]] = {}
        for role, names in enumerate(self._role_names):
            for word in {word for name in names for word in (name[0], name[-1])}:
                by_word.setdefault(word, []).append(role)
        for role, names in enumerate(self._role_names):
            for word in sorted(name[0] for name in names if len(name) == 1):
                roots = self._namesakes(role, word, by_word)
                if len(roots) == 1:
                    self._join(roots.pop(), role)

    def _namesakes(self, role: int, word: str, by_word: dict[str, list[int]]) -> set[int]:
        """The other people who have a word or a nickname for it in their names and may have the role."""
        words = {word, *(other for other in by_word if self._lexicon.are_nicknames(word, other))}
        roots = {self._sets.root(other) for one in words for other in by_word.get(one, ())}
        return {root for root in roots if root != self._sets.root(role) and not self._differ(root, role)}

    def _differ(self, one: int, other: int) -> bool:
        """Whether two roles belong to different people: they are of one message, or none of their names match."""
        one, other = self._sets.root(one), self._sets.root(other)
        if other in self._correspondents[one]:
            return True
        matches = [self._match(a, b) for a in self._names[one] for b in self._names[other]]
        return bool(matches) and not any(matches)

    def _match(self, one: Name, other: Name) -> bool:
        """Whether two names may be one person's: "Ann" and "Ann Lee", "Lee" and "Ann Lee", "Bob" and "Robert Hill"."""
        short, long = sorted((one, other), key=len)
        same_first = short[0] == long[0] or self._lexicon.are_nicknames(short[0], long[0])
        if len(short) == 1:
            return same_first or short[0] == long[-1]
        return same_first and short[-1] == long[-1]

    def _join(self, one: int, other: int) -> None:
        """Join the people of two roles."""
        one, other = self._sets.root(one), self._sets.root(other)
        if one == other:
            return
        self._sets.join(one, other)
        self._names[one] |= self._names[other]
        for root in self._correspondents[other]:
            self._correspondents[root].discard(other)
            self._correspondents[root].add(one)
        self._correspondents[one] |= self._correspondents[other]
