"""Documents whose empty nodes count as words, so that zeros are mentions like others.

A *zero* is a mention whose head is an empty node of CoNLL-U, such as a dropped pronoun. Key and response may have
different empty nodes: a response may predict its own. Both documents get the empty nodes of either, in the order of
sentence and number, so that equal indices mean equal places. A mention consists of the words and empty nodes that its
own file gives it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from corefpipe.document import Document, Mention, Origin, sort_mentions

_Place = tuple[int, int, int]
"""Of an empty node: number of words before it, 1 if it stands before the first word of its sentence, decimal part."""

_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class NodeDocument:
    """A document whose words are words and empty nodes.

    Attributes:
        document: its words, sentences, mentions and zeros, heads and parts of speech.
        originals: the mention of the original document by the `id` of the one here; empty if they are the same.
        empty: indices of the empty nodes.
        parents: for each empty node of the document's own, the (parent, relation) pairs of its DEPS; the root of a
            sentence has a negative index.
    """

    document: Document
    originals: dict[int, Mention] = field(default_factory=dict)
    empty: frozenset[int] = frozenset()
    parents: dict[int, frozenset[tuple[int, str]]] = field(default_factory=dict)

    def original(self, mention: Mention) -> Mention:
        """Return the mention of the original document."""
        return self.originals.get(id(mention), mention)

    def has_empty(self, mention: Mention) -> bool:
        """Whether the mention contains an empty node."""
        pieces = mention.fragments or (mention.span,)
        return any(not self.empty.isdisjoint(range(start, end)) for start, end in pieces)


def with_empty_nodes(key: Document, response: Document) -> tuple[NodeDocument, NodeDocument]:
    """Return both documents with the empty nodes of either among their words."""
    own = _places(key), _places(response)
    places = sorted({*own[0], *own[1]})
    return _expanded(key, own[0], places), _expanded(response, own[1], places)


def _places(document: Document) -> list[_Place]:
    found = []
    for word, cells in document.empty_nodes:
        before, _, after = cells[0].partition(".")
        found.append((word + 1, int(before == "0"), int(after)))
    return found


def _expanded(document: Document, own: Sequence[_Place], places: Sequence[_Place]) -> NodeDocument:
    counts = [place[0] for place in places]  # ascending
    empty = [count + number for number, count in enumerate(counts)]
    moved = [word + bisect_right(counts, word) for word in range(len(document.words))]
    nodes = [empty[bisect_left(places, place)] for place in own]
    size = len(moved) + len(empty)
    words, pos = ["_"] * size, [""] * size
    lines = [0] * size
    for word, index in enumerate(moved):
        words[index] = document.words[word]
        pos[index] = document.pos[word] if document.pos is not None else ""
        lines[index] = (document.origin.line_of(word) or 0) if document.origin is not None else 0
    for index, (_, cells) in zip(nodes, document.empty_nodes, strict=True):
        words[index] = cells[1]
        pos[index] = "" if cells[3] == "_" else cells[3]
    for index in empty:
        lines[index] = lines[index - 1] + (index in nodes) if index else 0
    # Empty nodes before the first word of a sentence belong to it.
    starts = [word + bisect_left(places, (word, 1, 0)) for word in document.sentence_starts]
    parents = _parents(document, moved, nodes)
    heads = None
    if document.heads is not None:
        heads = list(range(size))
        for word, head in enumerate(document.heads):
            heads[moved[word]] = moved[head]
        for index, found in parents.items():
            heads[index] = next((parent for parent, _ in sorted(found) if parent >= 0), index)
    originals: dict[int, Mention] = {}
    mentions = []
    for mention in [*document.mentions, *document.zeros]:
        one = _moved(mention, moved, nodes)
        originals[id(one)] = mention
        mentions.append(one)
    origin = document.origin
    return NodeDocument(
        Document(
            name=document.name,
            part=document.part,
            words=words,
            sentence_starts=starts,
            mentions=sort_mentions(mentions),
            heads=heads,
            pos=pos if document.pos is not None else None,
            genre=document.genre,
            origin=origin and replace(Origin.of_lines(origin.file, origin.line, lines), entities=origin.entities),
        ),
        originals,
        frozenset(empty),
        parents,
    )


def _moved(mention: Mention, moved: Sequence[int], nodes: Sequence[int]) -> Mention:
    """Return a mention with its words and empty nodes in the indices of both."""
    found = [nodes[number] for number in mention.empty]
    for start, end in mention.fragments or (mention.span,):
        if start < end:
            found += moved[start:end]
            # Between two words of a piece, the document's own empty nodes belong to the mention.
            low, high = bisect_left(nodes, moved[start]), bisect_left(nodes, moved[end - 1])
            found += nodes[low:high]
    runs: list[tuple[int, int]] = []
    for index in sorted(set(found)):
        if runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    head = None
    if mention.empty_head is not None:
        head = nodes[mention.empty_head]
    elif mention.head is not None:
        head = moved[mention.head]
    return Mention(
        runs[0][0], runs[-1][1], mention.entity, head, mention.type, tuple(runs) if len(runs) > 1 else (), mention.other
    )


def _parents(document: Document, moved: Sequence[int], nodes: Sequence[int]) -> dict[int, frozenset[tuple[int, str]]]:
    """Return the (parent, relation) pairs of each empty node; a parent that does not exist is left out."""
    sentences = []
    for word, cells in document.empty_nodes:
        leading = cells[0].startswith("0.")
        sentences.append(document.sentence_of(min(word + 1, len(document) - 1) if leading else max(word, 0)))
    numbers = {
        (sentence, cells[0]): index
        for sentence, index, (_, cells) in zip(sentences, nodes, document.empty_nodes, strict=True)
    }
    bounds = document.sentences()
    found = {}
    for sentence, index, (_, cells) in zip(sentences, nodes, document.empty_nodes, strict=True):
        pairs = set()
        start, end = bounds[sentence]
        for item in cells[8].split("|"):
            number, _, relation = item.partition(":")
            parent = numbers.get((sentence, number))
            if number == "0":
                parent = _UNKNOWN - sentence
            elif number.isdecimal() and len(number) < 10 and 0 < int(number) <= end - start:
                parent = moved[start + int(number) - 1]
            if parent is not None:
                pairs.add((parent, relation))
        found[index] = frozenset(pairs)
    return found
