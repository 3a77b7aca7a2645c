"""Mention detection: the noun phrases of a dependency parse, Universal Dependencies or ClearNLP alike.

Rules, in the order of the code:

1. A head is a noun, a proper noun, a pronoun, a determiner or numeral that stands alone as a phrase, `here`, `there`,
   or a word that the entity typer marks. Relative, existential and interrogative pronouns are none, titles before a
   name neither.
2. Its phrase reaches as far as the subtrees of those children that belong in a noun phrase: determiners, modifiers,
   possessors, prepositional phrases, relative clauses, appositions; not a copula and its subject, a preposition before
   it, clausal or discourse material, conjuncts. Punctuation at the edges falls away.
3. A head with conjuncts gives the coordination as well.
4. A name modifier (`the *Boston* office`) is a phrase of its own; other compound modifiers are not.
5. A phrase that goes on to the right of its head also counts if it stops before any of the parts there: where a
   prepositional phrase or a clause attaches is what parsers err in most.
6. A run of proper nouns counts whole, however the parser splits it, and so does a phrase with the `of` that follows.
7. A main verb counts, as an event, if `this` or `that` stands alone after it in the sentence or in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.mentions.spans import Spans
from corefpipe.parse import Parse

# Children that do not belong in the noun phrase of their head; labels before the colon.
_OUTSIDE = frozenset(
    "cc mark cop aux nsubj csubj expl parataxis discourse vocative dislocated list orphan reparandum ccomp "
    "advcl punct dep conj attr".split()
)
_NOT_HEADS = frozenset("discourse expl reparandum fixed flat goeswith punct cc mark case aux cop".split())

_ABBREVIATED = frozenset("mr mr. mrs mrs. ms ms. dr dr. prof. rev. st. capt. col. gen. lt. sgt.".split())
_ARGUMENTS = frozenset("nsubj obj obl nmod root conj ROOT".split())
_MAIN = frozenset("root ROOT conj ccomp parataxis advcl xcomp".split())


def detect(parse: Parse) -> Spans:
    """Candidate mentions of one document."""
    return Spans.of(
        span for span in _candidates(parse) if any(map(str.isalnum, "".join(parse.words[span[0] : span[1]])))
    )


def _candidates(parse: Parse) -> Iterator[tuple[int, int, int]]:
    for token in range(len(parse)):
        if not _may_head(parse, token):
            continue
        start, end, conjuncts = _phrase(parse, token)
        if end - start == 1 and parse.lower[token] in _ABBREVIATED:
            continue  # a name that the parser has cut in two
        yield start, end, token
        for shorter in _shorter_ends(parse, token, end):
            yield start, shorter, token
        if end < len(parse) and parse.lower[end] == "of" and parse.heads[end] > end:
            yield start, _trim_right(parse, parse.right[parse.heads[end]] + 1, token), token
        if conjuncts:
            last = max(parse.right[child] for child in conjuncts) + 1
            yield start, max(_trim_right(parse, last, token), end), token
    yield from _name_runs(parse)
    yield from _events(parse)


def _may_head(parse: Parse, token: int) -> bool:
    pos, dep = parse.pos[token], parse.deps[token].split(":")[0]
    if dep in _NOT_HEADS or parse.deps[token] == "nmod:desc":
        return False
    if pos == "PRON":
        return _refers(parse, token)
    if pos == "PROPN":
        return True
    if pos == "NOUN":
        return dep not in ("compound", "advmod")
    if pos == "NUM":  # years and figures are no mentions, "the two" and "one" are
        return dep in ("nsubj", "obj", "xcomp")
    if pos == "DET":
        return dep not in ("det", "advmod", "amod")
    if pos == "ADV":
        return parse.lower[token] in ("here", "there")
    return bool(parse.entity_types[token])


def _refers(parse: Parse, token: int) -> bool:
    kind = parse.feats[token].get("PronType", "")
    if parse.tags[token] == "EX" or "Rel" in kind or "Int" in kind:
        return False
    return parse.tags[token] not in ("WP", "WDT", "WP$")


def _phrase(parse: Parse, head: int) -> tuple[int, int, list[int]]:
    """(start, end, conjuncts) of the phrase of a head."""
    left = right = head
    conjuncts: list[int] = []
    for child in reversed(parse.children[head]):
        if child < head and _inside(parse, child, head):
            left = min(left, parse.left[child])
        elif child < head and parse.deps[child] != "punct":
            break
    for child in parse.children[head]:
        if child > head:
            dep = parse.deps[child]
            if dep == "conj":
                conjuncts.append(child)
            elif not conjuncts and _inside(parse, child, head):
                right = max(right, parse.right[child])
            elif dep.split(":")[0] not in ("punct", "cc"):
                break
    return _trim_left(parse, left, head), _trim_right(parse, right + 1, head), conjuncts


def _inside(parse: Parse, child: int, head: int) -> bool:
    dep = parse.deps[child].split(":")[0]
    if dep == "case":
        return child > head  # the possessive 's, not a preposition
    if dep == "advmod":
        return child > head
    return dep not in _OUTSIDE


def _trim_left(parse: Parse, start: int, head: int) -> int:
    while start < head and (parse.pos[start] in ("PUNCT", "SPACE") or parse.deps[start] == "punct"):
        start += 1
    return start


def _trim_right(parse: Parse, end: int, head: int) -> int:
    while end - 1 > head and (parse.pos[end - 1] in ("PUNCT", "SPACE") or parse.deps[end - 1] == "punct"):
        end -= 1
    return end


def _shorter_ends(parse: Parse, head: int, end: int) -> Iterator[int]:
    """Where a phrase ends if it stops before one of the parts that follow its head; a possessive 's stays."""
    for child in parse.children[head]:
        if head < child < end:
            yield _trim_right(parse, parse.left[child], head)
            if parse.deps[child] == "case":
                yield parse.right[child] + 1


def _name_runs(parse: Parse) -> Iterator[tuple[int, int, int]]:
    start = 0
    for token in range(len(parse) + 1):
        if token < len(parse) and parse.pos[token] == "PROPN":
            continue
        if token > start:
            yield start, token, parse.head_of(start, token)
        start = token + 1


def _events(parse: Parse) -> Iterator[tuple[int, int, int]]:
    last: dict[int, int] = {}  # sentence -> its last lone demonstrative
    for token in range(len(parse)):
        if parse.lower[token] in ("this", "that") and parse.deps[token].split(":")[0] in _ARGUMENTS:
            last[parse.sentences[token]] = token
    for token in range(len(parse)):
        if parse.pos[token] == "VERB" and parse.deps[token].split(":")[0] in _MAIN:
            sentence = parse.sentences[token]
            if last.get(sentence, -1) > token or sentence + 1 in last:
                yield token, token + 1, token
