"""The minimal span of a mention: the words that two annotators of its boundaries would agree on.

The algorithm is MINA of Moosavi, Born, Poesio & Strube 2019, "Using automatically extracted minimum spans to
disentangle coreference evaluation from boundary detection" (ACL). It looks for the words nearest to the root of a
mention's parse tree, going down through phrases of the mention's own kind only: "the old man with the dog" comes down
to "old man", "the man and the woman" to "man", "woman".

1. The root is the highest constituent over exactly the words of the mention. Of a mention that is no constituent, or is
   discontinuous, it is a nameless one over the largest constituents that begin inside of the mention, cut to it where
   they go on behind it, and the single words that remain. Constituents around the whole mention do not count.
2. A word is *valid* that has a letter or digit, or is `%`, is no bracket (`-LRB-` …), and whose part of speech, where
   known, is not CC, DT or IN. Words stand in the constituent directly around them.
3. *Accepted* are the phrases NP, NM (NML), QP and NX if the root is an NP or NM, and VP if it is a VP. For other roots
   an NP or NM among the children decides, after that a VP; NP and the like without either. Labels are compared by their
   first two letters.
4. The valid words in the root itself are the minimal span.
5. If there are none, but accepted phrases among the root's children, as in coordinations and phrases with a modifier
   behind, the minimal span is that of each of them, together: the valid words at the smallest depth that is reached
   through accepted phrases.
6. If there are none of these either, and the root is no NP, NM or VP, the tree is searched level by level. The first
   NP, NM or VP decides what is accepted as in rule 3, and after it the search goes through accepted phrases only; the
   valid words of the first level that has any in accepted phrases are the minimal span.
7. If this finds no word, the minimal span is the whole mention.

The authors' scorer, CoVal, differs in three points. It takes words without a bracket between them for one, so that its
minimal spans have the determiners, too: "the old man". It takes a constituent that begins with a mention and goes on
behind it for the root, so that a mention's minimal span depends on whether it begins a phrase. And it calls the root NP
where the mention has several trees.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.conll.constituents import COLUMN, Constituents, read_constituents
from corefpipe.scoring.heads import members

_NOUN_PHRASES = frozenset(("NP", "NM", "QP", "NX"))
_VERB_PHRASES = frozenset(("VP",))
# What a phrase of this kind makes accepted. QP and NX are accepted in noun phrases, but make nothing one.
_DECIDING = {"NP": _NOUN_PHRASES, "NM": _NOUN_PHRASES, "VP": _VERB_PHRASES}

_INVALID_TAGS = frozenset(("CC", "DT", "IN"))
_BRACKETS = frozenset(("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-"))
# No corpus has mentions of so many words; it also keeps int() from digits without end.
_NUMBER = re.compile(r"[0-9]{1,9}")

_Piece = tuple[int, int, int]
"""Index of a constituent, and start and end of the part of it that is inside the mention."""


def minimal_spans(mentions: Sequence[Mention], document: Document, syntax: Document) -> list[tuple[int, ...]]:
    """The words of each mention's minimal span, as ascending indices in the document; at least one.

    A mention with the field `minspan` (GUM) has its minimal span annotated: numbers of its words, from 1, separated by
    commas. Numbers outside of the mention are left out, and a field with no others counts as none. All other mentions
    get theirs from the parse.

    Args:
        mentions: mentions of the document.
        document: their document, for errors.
        syntax: a document of the same words with constituents (`other["parse"]`) and parts of speech (`tags`), which
            may be missing; usually the key. It is not looked at where no mention needs it.

    Raises:
        AnnotationError: a parse is needed and `syntax` has none or other words; a `minspan` that is no list of numbers.
        FormatError: the parse bits are no bracketing of their sentences.
    """
    found = [_annotated(mention, document) for mention in mentions]
    if all(found):
        return found
    trees = _Trees(document, syntax)
    return [words or trees.minimal_span(mention) for mention, words in zip(mentions, found, strict=True)]


def _annotated(mention: Mention, document: Document) -> tuple[int, ...]:
    """The words that the field `minspan` names; empty without the field."""
    value = mention.other.get("minspan", "")
    if not value:
        return ()
    numbers = [number.strip() for number in value.split(",")]
    if not all(map(_NUMBER.fullmatch, numbers)):
        raise _error(
            document,
            f"the minimal span of the mention in words {mention.start + 1} to {mention.end} is {value!r}",
            "Write numbers of its words, from 1, separated by commas (`minspan` in `Entity`)",
            mention.start,
        )
    words = members(mention)
    return tuple(sorted({words[n - 1] for n in map(int, numbers) if 0 < n <= len(words)}))


class _Trees:
    """The parse trees of a document, indexed for the search.

    Args:
        document: the document with the mentions.
        syntax: a document of the same words with parse bits.
    """

    def __init__(self, document: Document, syntax: Document):
        if COLUMN not in syntax.other:
            raise _error(
                syntax,
                "minimal spans need a constituency parse, and the document has none",
                "Give a key with parse bits (CoNLL-2012), or mentions with the field `minspan` on both sides (GUM); or "
                "match by head, or exactly",
            )
        if len(document) != len(syntax):
            raise _error(
                document,
                f"the document has {len(document)} words, its constituency parse {len(syntax)}",
                "Score a response over the words of its key",
            )
        found = read_constituents(syntax)
        self._kinds = [label[:2] for label in found.labels]
        self._starts, self._ends, self._parents = found.starts, found.ends, found.parents
        self._children: list[list[int]] = [[] for _ in found.labels]
        for number, parent in enumerate(found.parents):
            if parent >= 0:
                self._children[parent].append(number)
        self._words: list[list[int]] = [[] for _ in found.labels]
        self._home = _homes(found, len(syntax))
        for word, number in enumerate(self._home):
            if number >= 0:
                self._words[number].append(word)
        tags = syntax.tags or [""] * len(syntax)
        self._valid = [_is_valid(word, tag) for word, tag in zip(syntax.words, tags, strict=True)]

    def minimal_span(self, mention: Mention) -> tuple[int, ...]:
        """The words of a mention's minimal span, by the rules of the module."""
        kind, words, inner = self._root(mention)
        found = self._valid_of(words)
        if not found:
            accepted = self._accepted(kind, inner)
            branches = [piece for piece in inner if self._kinds[piece[0]] in accepted]
            if branches:
                found = [word for piece in branches for word in self._search([piece], accepted)]
            elif kind not in _DECIDING:
                found = self._search(inner, None)
        return tuple(sorted(found or members(mention)))

    def _root(self, mention: Mention) -> tuple[str, list[int], list[_Piece]]:
        """Kind, words and constituents of the root of a mention's tree (rule 1)."""
        words: list[int] = []
        inner: list[_Piece] = []
        for start, end in mention.fragments or (mention.span,):
            word = start
            while word < end:
                largest = self._largest(word, start, end)
                if largest < 0:
                    words.append(word)
                    word += 1
                else:
                    inner.append((largest, word, min(end, self._ends[largest])))
                    word = inner[-1][2]
        if not mention.fragments and not words and len(inner) == 1:
            return self._kinds[inner[0][0]], self._words_of(inner[0]), self._inner(inner[0])
        return "", words, inner

    def _largest(self, word: int, start: int, end: int) -> int:
        """The largest constituent around a word that begins in the span and is not longer than it; -1 if none."""
        largest, around = -1, self._home[word]
        while (
            around >= 0
            and self._starts[around] >= start
            and (self._starts[around] > start or self._ends[around] <= end)
        ):
            largest, around = around, self._parents[around]
        return largest

    def _words_of(self, piece: _Piece) -> list[int]:
        """The words directly in a piece of a constituent."""
        number, start, end = piece
        words = self._words[number]
        return words[bisect_left(words, start) : bisect_left(words, end)]

    def _inner(self, piece: _Piece) -> list[_Piece]:
        """The constituents directly in a piece of a constituent, cut to it."""
        number, start, end = piece
        children = self._children[number]
        first = bisect_right(children, start, key=self._ends.__getitem__)
        last = bisect_left(children, end, key=self._starts.__getitem__)
        return [(child, max(start, self._starts[child]), min(end, self._ends[child])) for child in children[first:last]]

    def _accepted(self, kind: str, inner: Iterable[_Piece]) -> frozenset[str]:
        """The kinds of phrases that are accepted below a root (rule 3)."""
        if kind in _DECIDING:
            return _DECIDING[kind]
        votes = {_DECIDING.get(self._kinds[number]) for number, _, _ in inner}
        return _VERB_PHRASES if _VERB_PHRASES in votes and _NOUN_PHRASES not in votes else _NOUN_PHRASES

    def _search(self, level: list[_Piece], accepted: frozenset[str] | None) -> list[int]:
        """The valid words of the first level, from here down, that has any in accepted phrases (rules 5 and 6).

        Args:
            level: the level to start at.
            accepted: the accepted kinds; None if the first NP, NM or VP decides.
        """
        while level:
            found: list[int] = []
            following: list[_Piece] = []
            for piece in level:
                kind = self._kinds[piece[0]]
                if accepted is None:
                    accepted = _DECIDING.get(kind)
                if accepted is None:
                    following += self._inner(piece)
                elif kind in accepted:
                    found += self._valid_of(self._words_of(piece))
                    following += self._inner(piece)
            if found:
                return found
            level = following
        return []

    def _valid_of(self, words: Iterable[int]) -> list[int]:
        return [word for word in words if self._valid[word]]


def _homes(constituents: Constituents, size: int) -> list[int]:
    """Index of the smallest constituent around each word; -1 where there is none."""
    homes: list[int] = []
    around = [-1]
    ends = constituents.ends
    for number, start in enumerate(constituents.starts):
        while around[-1] >= 0 and ends[around[-1]] <= start:
            closed = around.pop()
            homes += [closed] * (ends[closed] - len(homes))
        homes += [around[-1]] * (start - len(homes))
        around.append(number)
    for number in reversed(around):
        homes += [number] * ((ends[number] if number >= 0 else size) - len(homes))
    return homes


def _is_valid(word: str, tag: str) -> bool:
    """Whether a word may be part of a minimal span (rule 2)."""
    return tag not in _INVALID_TAGS and word not in _BRACKETS and (word == "%" or any(map(str.isalnum, word)))


def _error(document: Document, message: str, cure: str, word: int | None = None) -> AnnotationError:
    origin = document.origin
    return AnnotationError(
        message,
        cure=cure,
        document=str(document),
        file=origin.file if origin else None,
        line=origin.line_of(word) if origin and word is not None else None,
    )
