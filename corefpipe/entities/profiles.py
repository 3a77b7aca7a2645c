"""The chains of a resolved document as items to link: what the document says of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from corefpipe.books.actions import ROLES, Tree, roles_of
from corefpipe.document import NAME, Document, Mention
from corefpipe.document.entities import Described, entity_row
from corefpipe.entities.rarity import rarity
from corefpipe.entities.records import MOST_LEMMAS, MOST_NEAR, MOST_WORDS, Member, Profile, ranked
from corefpipe.lexicon.languages import function_words

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS"))
_VERB = "VB"  # the tags of verbs begin with it
_PIECE = 100  # words of a sentence that are beside a mention, at most
_TOPICS = 25  # frequent words of a document that a chain knows
_SHORT = 3  # letters of a word that counts in a document without parts of speech, at least


def profiles_of(document: Document) -> Iterator[tuple[Member, Profile]]:
    """The chains of a document, singletons included, in the order of their first mentions.

    Args:
        document: with chains; what it does not have, such as lemmas or a parse, is missing in the profiles.
    """
    text = _Text(document)
    mentions = {chain: [one for one in several if one.start < one.end] for chain, several in document.chains().items()}
    told = {chain: list(map(document.described, own)) for chain, own in mentions.items() if own}
    names = {chain: _main_name(own) for chain, own in told.items()}
    beside: dict[int, list[str]] = {}
    places = {chain: sorted({text.piece[one.start] for one in mentions[chain]}) for chain in told}
    for chain, pieces in places.items():
        for piece in pieces if names[chain] else ():
            beside.setdefault(piece, []).append(chain)
    for chain, own in told.items():
        row = entity_row(str(document), chain, own)
        near = Counter(names[other] for piece in places[chain] for other in beside.get(piece, ()) if other != chain)
        near.pop(names[chain], None)
        profile = Profile(
            row.mentions,
            names=row.names,
            phrases=row.phrases,
            pronouns=row.pronouns,
            kinds=ranked(Counter(one.type for one in own if one.type)),
            genders={row.gender: row.mentions} if row.gender else {},
            words=ranked(text.words_beside(mentions[chain], places[chain]), MOST_WORDS),
            near=ranked(near, MOST_NEAR),
            topics=text.topics,
            actions=text.actions(mentions[chain]),
        )
        yield Member(str(document), chain, row.mentions, row.first_word, row.last_word), profile


def _main_name(mentions: Sequence[Described]) -> str:
    """The most frequent name among the mentions of a chain; "" if it has none."""
    counts = Counter(one.named.text for one in mentions if one.named.kind == NAME and one.named.text)
    return next(iter(ranked(counts, 1)), "")


class _Text:
    """The words of a document beside its mentions.

    Attributes:
        piece: for each word the number of its sentence, or of its part of a long one.
    """

    def __init__(self, document: Document):
        self.document = document
        self.piece: list[int] = []
        self._starts: list[int] = []
        for start, end in document.sentences():
            for first in range(start, end, _PIECE):
                last = min(first + _PIECE, end)
                self.piece += [len(self._starts)] * (last - first)
                self._starts.append(first)

    @cached_property
    def _tree(self) -> Tree:
        return Tree(self.document)

    @cached_property
    def _content(self) -> list[str]:
        """For each word its lemma, or "" if it says nothing of its neighbours."""
        document, tree = self.document, self._tree
        column = document.pos or document.tags
        if column is None:
            common = function_words("en")
            lower = [word.lower() for word in document.words]
            return [word if word.isalpha() and len(word) > _SHORT and word not in common else "" for word in lower]
        return [
            tree.lemma(word) if (tag in _CONTENT or tag.startswith(_VERB)) and document.words[word].isalnum() else ""
            for word, tag in enumerate(column)
        ]

    @cached_property
    def topics(self) -> dict[str, int]:
        """The content words that say most of the document: those frequent here and rare elsewhere."""
        counts = Counter(word for word in self._content if word)
        best = sorted(counts, key=lambda word: (-counts[word] * rarity(word), word))[:_TOPICS]
        return ranked({word: counts[word] for word in best})

    def words_beside(self, mentions: Sequence[Mention], pieces: Iterable[int]) -> Counter[str]:
        """Content word in the sentences of a chain, but not in its mentions -> number of sentences."""
        own = {word for mention in mentions for word in range(*mention.span)}
        found: Counter[str] = Counter()
        for piece in pieces:
            end = self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self.piece)
            places = (word for word in range(self._starts[piece], end) if word not in own)
            found.update({self._content[word] for word in places} - {""})
        return found

    def actions(self, mentions: Sequence[Mention]) -> dict[str, dict[str, int]]:
        """Role -> lemma -> times; empty without a parse."""
        if self.document.heads is None or self.document.deps is None:
            return {}
        counts: dict[str, Counter[str]] = {}
        for role, word, _ in roles_of(self._tree, mentions):
            counts.setdefault(role, Counter())[self._tree.lemma(word)] += 1
        return {role: ranked(counts[role], MOST_LEMMAS) for role in ROLES if role in counts}
