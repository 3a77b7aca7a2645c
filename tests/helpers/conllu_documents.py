"""Random documents with everything that CoNLL-U can hold: empty nodes, zeros, discontinuous mentions, comments."""

from __future__ import annotations

from hypothesis import strategies as st

from corefpipe.document import Document, Mention, Multiword, sort_mentions
from corefpipe.formats.conllu.nodes import Nodes, nth
from corefpipe.formats.reading import genre_of
from helpers.documents import WORD
from helpers.quotations import quotations

CELL = st.sampled_from(["", "a", "b:c", "Number=Sing|Person=3", "x  y", "1"])
VALUE = st.sampled_from(["", "Ann", "Bo Li", "a|b", " c", "d\te", "f\ng", "%7C", "100%"])
ENTITY = st.sampled_from(["e1", "e2", "a-b", "(x)", "[1/2]", "e[1/2]", "é|ü", "%2D", "=", "x y", "*", "\u2028"])
FIELD = st.sampled_from(["a", "giv:act", "b-c", "1,2", "(", "%2C", "x y", "|"])
ITEMS = st.lists(
    st.sampled_from(["Bridge=e1<e2:subset:0.5", "Cxn=a", "SplitAnte=e5<e61,e10<e61", "xml=<a b>", "Z"]),
    unique=True,
    max_size=3,
).map(lambda items: "|".join(sorted(items, key=lambda item: item.partition("=")[0].lower())))


def column(draw: st.DrawFn, values: st.SearchStrategy[str], size: int) -> list[str] | None:
    """A column of this size, or None; also None if all values are empty, which looks the same in a file."""
    found = draw(st.none() | st.lists(values, min_size=size, max_size=size))
    return found if found and any(found) else None


def empty_nodes(draw: st.DrawFn, lengths: list[int]) -> list[tuple[int, list[str]]]:
    nodes = []
    start = 0
    for length in lengths:
        for slot in range(length + 1):
            for count in range(draw(st.sampled_from([0, 0, 1, 2]))):
                cells = [f"{slot}.{count + 1}", draw(WORD), *["_"] * 6, f"{slot}:dep", draw(ITEMS) or "_"]
                nodes.append((start + slot - 1, cells))
        start += length
    return nodes


@st.composite
def runs(draw: st.DrawFn, size: int) -> tuple[tuple[int, int], ...]:
    """One to three separate fragments of a sequence of nodes."""
    parts = draw(st.sampled_from([1, 1, 1, 2, 3])) if size > 5 else 1
    cuts = sorted(draw(st.sets(st.integers(0, size), min_size=2 * parts, max_size=2 * parts)))
    return tuple(zip(cuts[::2], cuts[1::2], strict=True))


def cross(a: tuple[tuple[int, int], ...], b: tuple[tuple[int, int], ...]) -> bool:
    (first, *_), (*_, last), (other, *_), (*_, end) = a, a, b, b
    return first[0] < other[0] < last[1] < end[1] or other[0] < first[0] < end[1] < last[1]


def mentions(draw: st.DrawFn, nodes: Nodes, size: int) -> list[Mention]:
    """Random mentions in the order of their opening brackets."""
    found: dict[tuple[tuple[int, int], ...], Mention] = {}
    empty = [((position, position + 1),) for position in range(size) if nodes.empty(position) is not None]
    for number in range(draw(st.integers(0, 8)) if size else 0):
        pieces = draw(runs(size) | st.sampled_from(empty) if empty else runs(size))
        # An entity has at most one discontinuous mention: parts of two could be told apart only by their number.
        entity = draw(ENTITY) + (f"d{number}" if len(pieces) > 1 else "")
        if pieces in found or any(m.entity == entity and cross(pieces, other) for other, m in found.items()):
            continue
        mention = Mention(0, 0, entity, type=draw(st.sampled_from(["", "person", "a-b"])))
        mention.other = draw(st.dictionaries(st.sampled_from(["other", "infstat", "a-b (c)"]), FIELD, max_size=2))
        nodes.place(mention, pieces)
        head = draw(st.none() | st.integers(1, sum(end - start for start, end in pieces)))
        if head is not None:
            position = nth(pieces, head)
            assert position is not None
            mention.empty_head = nodes.empty(position)
            mention.head = nodes.word(position) if mention.empty_head is None else None
        found[pieces] = mention
    return [found[pieces] for pieces in sorted(found, key=lambda p: (p[0][0], -p[-1][1]))]


def multiwords(draw: st.DrawFn, lengths: list[int]) -> list[Multiword]:
    found = []
    start = 0
    for length in lengths:
        word = start
        while word < start + length:
            end = min(start + length, word + draw(st.integers(1, 3)))
            if draw(st.booleans()):
                found.append(Multiword(word, end, draw(WORD), draw(st.sampled_from(["", "Typo=Yes"])), draw(ITEMS)))
            word = end
        start += length
    return found


def sentence_heads(draw, size: int) -> list[int]:
    """The head of each word of a sentence, its own for a root: it precedes the word in a random order, so no cycles."""
    order = draw(st.permutations(range(size)))
    heads = list(range(size))
    for place, word in enumerate(order):
        heads[word] = order[draw(st.integers(0, place))]
    return heads


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Documents with everything that CoNLL-U can represent."""
    lengths = draw(st.lists(st.integers(1, 6), max_size=4))
    size = sum(lengths)
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    words = draw(st.lists(WORD, min_size=size, max_size=size))
    several = multiwords(draw, lengths)
    spaces = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    for start, end, *_ in several:
        spaces[start : end - 1] = [False] * (end - start - 1)
    heads = None
    if draw(st.booleans()) and words:
        heads = [
            start + head for start, length in zip(starts, lengths, strict=True) for head in sentence_heads(draw, length)
        ]
    lemmas = column(draw, st.sampled_from(["", "a", "b c"]), size)
    if lemmas or "_" in words:
        lemmas = ["_" if word == "_" else lemma for word, lemma in zip(words, lemmas or [""] * size, strict=True)]
    between = empty_nodes(draw, lengths)
    nodes = Nodes([word for word, _ in between])
    found = mentions(draw, nodes, size + len(between))
    zeros = [mention for mention in found if mention.start == mention.end]
    name = draw(st.sampled_from(["d", "my doc (1)", "é=ü", "GUM_news_x"]))
    metadata = draw(st.sampled_from(["none", "plain", "after"]))
    comments: list[dict[str, str]] | None = [
        {"sent_id": f"s {number}", "text": "t", "b": "", "c = d": "1\n2"} for number in range(len(lengths))
    ]
    if metadata == "none" or not comments:
        comments = None
    elif metadata == "after":
        comments[0] = {"license": "free", "global.Entity": "eid-head-etype", "newdoc id": "old"} | comments[0]
    misc, enhanced = column(draw, ITEMS, size), column(draw, CELL, size)
    return Document(
        name=name,
        part=draw(st.integers(0, 3)),
        genre=draw(st.sampled_from(["fiction", genre_of(name)])),
        words=words,
        sentence_starts=starts,
        spaces=spaces,
        paragraph_starts=sorted(draw(st.sets(st.integers(0, size - 1)))) or None if size else None,
        tags=column(draw, CELL, size),
        pos=column(draw, CELL, size),
        feats=column(draw, CELL, size),
        lemmas=lemmas,
        heads=heads,
        deps=column(draw, CELL, size),
        speakers=column(draw, VALUE, size),
        entity_types=column(draw, VALUE, size),
        other={key: values for key, values in (("misc", misc), ("deps", enhanced)) if values},
        sentence_metadata=comments,
        multiwords=several,
        empty_nodes=between,
        mentions=sort_mentions([mention for mention in found if mention.start < mention.end]),
        zeros=sorted(zeros, key=lambda m: (m.empty[0], -m.empty[-1], m.entity)),
        quotations=draw(quotations(size, [mention.entity for mention in found])) if size else [],
    )
