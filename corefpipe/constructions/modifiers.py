"""Modifiers of a noun, and whether those of two noun phrases contrast: "the first door", "the second door"."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse

_MODIFIER_TOKENS = 10
"""Tokens before a noun that may modify it, at most."""
_SPELLING_EDITS = 2
"""Levenshtein distance up to which two words may be spellings of one name."""
_NAMED_TYPES = frozenset({"organization", "place"})
_NAME_MODIFIERS = frozenset({"amod", "compound", "flat", "nmod"})


@dataclass(slots=True, frozen=True)
class Modifiers:
    """The modifiers of a noun.

    Attributes:
        words: modifiers and determiners, in lower case.
        numbers: numbers among them.
        is_another: whether they exclude earlier mentions without such a word: "another", "the other".
        is_next: whether they exclude earlier mentions without a number: "next".
        is_numbered: whether a number or "next" is anywhere in the phrase.
        name: the name of a place or organization before a generic noun, "kew" of "Kew Gardens"; "" for none.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    is_another: bool
    is_next: bool
    is_numbered: bool
    name: str

    @classmethod
    def of(cls, parse: Parse, start: int, head: int) -> Modifiers:
        """Those of a mention that begins at token `start`."""
        lexicon, own = parse.lexicon, own_tokens(parse, start, head)
        words = frozenset(parse.lower[i] for i in own)
        numbers = (parse.lower[i] for i in own if parse.pos[i] == "NUM")
        is_other = not words.isdisjoint(lexicon.remaining_modifiers)
        is_other = is_other and not words.isdisjoint(lexicon.definite_articles)
        phrase = [*_tokens_before(start, head), *parse.children[head]]
        following = lexicon.following_modifiers
        return cls(
            words=words,
            numbers=frozenset(str(lexicon.cardinals.get(number, number)) for number in numbers),
            is_another=is_other or not words.isdisjoint(lexicon.additional_modifiers),
            is_next=not words.isdisjoint(following),
            is_numbered=any(parse.lower[i] in following or parse.pos[i] == "NUM" for i in phrase),
            name=_proper_part(parse, start, head),
        )

    def contrast(self, later: Modifiers, kinds: tuple[Words, ...], opposites: set[tuple[str, str]]) -> bool:
        """Whether a noun with these modifiers does not corefer with the same noun later.

        Args:
            later: its modifiers there.
            kinds: sets of words of which no two modify one thing.
            opposites: more pairs of such words.
        """
        if (later.is_another and not self.is_another) or (later.is_next and not self.is_numbered):
            return True
        if self.numbers and later.numbers and self.numbers.isdisjoint(later.numbers):
            return True
        if self.name and later.name and not _may_be_one_name(self.name, later.name):
            return True
        of_kinds = ((self.words & kind, later.words & kind) for kind in kinds)
        if any(one and other and one.isdisjoint(other) for one, other in of_kinds):
            return True
        return any((a, b) in opposites for a in self.words - later.words for b in later.words - self.words)


def is_new(parse: Parse, start: int, head: int) -> bool:
    """Whether a modifier says that a noun phrase has a referent of its own: "another village", "the next village"."""
    new = parse.lexicon.additional_modifiers | parse.lexicon.following_modifiers
    return any(parse.lower[i] in new for i in own_tokens(parse, start, head))


def own_tokens(parse: Parse, start: int, head: int) -> list[int]:
    """Those of `_tokens_before` whose head is that of the mention."""
    return [i for i in _tokens_before(start, head) if parse.heads[i] == head]


def _tokens_before(start: int, head: int) -> range:
    """The tokens of a mention before its head that may modify it."""
    return range(max(start, head - _MODIFIER_TOKENS), head)


def _proper_part(parse: Parse, start: int, head: int) -> str:
    """The only word before the generic one in a name of a place or organization: "kew" of "Kew Gardens", else ""."""
    own = [i for i in _tokens_before(start, head) if parse.lower[i] not in parse.lexicon.articles]
    if len(own) != 1 or parse.entity_types[head] not in _NAMED_TYPES or parse.deps[own[0]] not in _NAME_MODIFIERS:
        return ""
    is_name = all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in (own[0], head))
    return parse.lower[own[0]] if is_name else ""


def _may_be_one_name(one: str, other: str) -> bool:
    """Whether two words may be spellings of one name, or one an abbreviation of the other: "S. Korea"."""
    from rapidfuzz.distance import Levenshtein

    return one[0] == other[0] or Levenshtein.distance(one, other) <= _SPELLING_EDITS
