"""Match the mentions of a response to those of the key, in one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from corefpipe.document import Document, Mention
from corefpipe.errors import AnnotationError
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.heads import head_words, members
from corefpipe.scoring.policy import Policy

Span = tuple[tuple[int, int], ...]
"""The (start, end) pieces of a mention; mentions with the same pieces are the same."""

MOST_REPEATS = 10
"""Number of repeated response spans in a corpus above which the official scorer v8.01 refuses to score."""


@dataclass(slots=True)
class Side:
    """The mentions of one side of a document after the policies were applied, chain by chain.

    Attributes:
        mentions: the mentions.
        spans: their words.
        chains: number of the chain of each, from 0; no chain is empty.
        size: number of chains.
    """

    mentions: list[Mention]
    spans: list[Span]
    chains: list[int]
    size: int


@dataclass(slots=True)
class Matching:
    """Two sides of a document, and the pairs of mentions that are the same.

    Attributes:
        key: the key's mentions.
        response: the response's mentions.
        pairs: (key mention, response mention), by number; a mention is in one pair at most, unless the key repeats a
            span and the policy is the official one: then each key mention of it pairs, and `owned` tells the last.
        owned: of each pair, whether its key mention owns the span.
        notes: one sentence per repeated span.
        dropped: number of response mentions that the official rule left out.
    """

    key: Side
    response: Side
    pairs: list[tuple[int, int]]
    owned: list[bool]
    notes: list[str] = field(default_factory=list)
    dropped: int = 0


def match_mentions(key: Document, response: Document, policy: Policy) -> Matching:
    """Return the mentions of two annotations of a document, and their pairs.

    A span may stand in a side more than once. With `repeats="error"` that is an error; with `"first"` each span keeps
    its first mention; `"official"` does as the reference scorer v8.01 does: a response span that is in the key stays in
    the chain whose id appears first and leaves the others, one that is not in the key counts every time; a key span
    counts in the size of every chain that has it, B-cubed and CEAF find it in each of them, and the last one owns it.
    (One difference: a span twice in the same key chain counts once, not twice, in the numerator of CEAF.)

    Raises:
        AnnotationError: a repeated span, with `repeats="error"`; a mention without a head, a document without a parse,
            where the matching needs them.
    """
    keys, key_notes = _chains(key, "key", policy)
    responses, response_notes = _chains(response, "response", policy)
    dropped = 0
    if response_notes and policy.repeats == "official":
        kept = _keep_first(responses, {_span(mention) for chain in keys for mention in chain})
        dropped = sum(map(len, responses)) - sum(map(len, kept))
        responses = kept
    left, right = _side(keys), _side(responses)
    owner = {span: number for number, span in enumerate(left.spans)}
    if key_notes and policy.repeats == "official":
        homes: dict[Span, dict[int, int]] = {}
        for number, (span, chain) in enumerate(zip(left.spans, left.chains, strict=True)):
            homes.setdefault(span, {}).setdefault(chain, number)
        pairs = [(home, j) for j, span in enumerate(right.spans) for home in homes.get(span, {}).values()]
        owned = [left.chains[home] == left.chains[owner[left.spans[home]]] for home, _ in pairs]
    else:
        pairs = [(owner[span], number) for number, span in enumerate(right.spans) if span in owner]
        owned = [True] * len(pairs)
    matching = Matching(left, right, pairs, owned, [*key_notes, *response_notes], dropped)
    if policy.match != "exact":
        _match_others(matching, key, response, policy)
    return matching


def _side(chains: Sequence[Sequence[Mention]]) -> Side:
    mentions = [mention for chain in chains for mention in chain]
    numbers = [number for number, chain in enumerate(chains) for _ in chain]
    return Side(mentions, [_span(mention) for mention in mentions], numbers, len(chains))


def _span(mention: Mention) -> Span:
    return mention.fragments or ((mention.start, mention.end),)


def _chains(document: Document, side: str, policy: Policy) -> tuple[list[list[Mention]], list[str]]:
    """Apply the policies for repeats and singletons; return the chains and a note on each repeated span."""
    mentions = document.mentions
    notes: list[str] = []
    if len(set(map(_span, mentions))) < len(mentions):
        notes = _repeat_notes(document, side, policy)
        # The order in which the official scorer meets ids: in a cell, mentions of one word before opening brackets.
        mentions = sorted(mentions, key=lambda m: (m.start, len(_span(m)) > 1 or m.end - m.start > 1))
    named: dict[str, list[Mention]] = {}
    for mention in mentions:
        named.setdefault(mention.entity, []).append(mention)
    chains = list(named.values())
    if notes and policy.repeats == "first":
        chains = _keep_first(chains)
    if policy.singletons == "drop":
        chains = [chain for chain in chains if len(chain) > 1 and len(set(map(_span, chain))) > 1]
    return chains, notes


def _keep_first(chains: Sequence[Sequence[Mention]], only: set[Span] | None = None) -> list[list[Mention]]:
    """Keep each span (of those in `only`) once, in the first chain that has it; drop empty chains."""
    seen: set[Span] = set()
    kept = []
    for chain in chains:
        rest = []
        for mention in chain:
            span = _span(mention)
            if span not in seen:
                rest.append(mention)
                if only is None or span in only:
                    seen.add(span)
        kept.append(rest)
    return [chain for chain in kept if chain]


def _repeat_notes(document: Document, side: str, policy: Policy) -> list[str]:
    entities: dict[Span, list[str]] = {}
    for mention in document.mentions:
        entities.setdefault(_span(mention), []).append(mention.entity)
    notes = []
    for span, ids in entities.items():
        if len(ids) > 1:
            words = " … ".join(" ".join(document.words[start:end]) for start, end in span)
            place = ", ".join(f"{start + 1}-{end}" if end - start > 1 else f"{end}" for start, end in span)
            found = f"the {side} has {len(ids)} mentions of the words {place} ({words}), in chains {', '.join(ids)}"
            error = AnnotationError(found, **place_of(document, span[0][0]))
            if policy.repeats == "error":
                error.cure = "Leave one of them, or score with repeats='first' or 'official' (--repeats)"
                raise error
            notes.append(str(error))
    return notes


def place_of(document: Document, word: int | None = None) -> dict[str, Any]:
    """Return file, line (of a word, or of the document) and document, as arguments of an error."""
    origin = document.origin
    if origin is None:
        return {"document": str(document)}
    line = origin.line_of(word) if word is not None else None
    return {"document": str(document), "file": origin.file, "line": line or origin.line}


def _match_others(matching: Matching, key: Document, response: Document, policy: Policy) -> None:
    """Add pairs of mentions with different words: the best one-to-one matching by shared words.

    Of all mentions that may be the same, those are paired that share the largest parts of the key mention's words in
    sum, as the CorefUD scorer of 2023 does; of pairs that share as much, any.
    """
    left, right = matching.key, matching.response
    if policy.match == "head":
        key_heads, response_heads = (
            head_words(side.mentions, document, key) for side, document in ((left, key), (right, response))
        )
        same = [key_heads[i] == response_heads[j] for i, j in matching.pairs]
        matching.pairs = [pair for pair, keep in zip(matching.pairs, same, strict=True) if keep]
        matching.owned = [owned for owned, keep in zip(matching.owned, same, strict=True) if keep]
    taken_left, taken_right = ({pair[side] for pair in matching.pairs} for side in (0, 1))
    rest_left = [i for i in range(len(left.spans)) if i not in taken_left]
    rest_right = [j for j in range(len(right.spans)) if j not in taken_right]
    if policy.match == "head":
        left_marks = {i: key_heads[i] for i in rest_left}
        candidates = _with_mark(left_marks, {j: response_heads[j] for j in rest_right})
    elif policy.match == "partial":
        heads = head_words([left.mentions[i] for i in rest_left], key)
        candidates = _within(left, right, dict(zip(rest_left, heads, strict=True)), rest_right)
    else:
        from corefpipe.scoring.minimal_spans import minimal_spans

        syntax = key if "parse" in key.other else response
        minima = [
            minimal_spans([side.mentions[i] for i in rest], document, syntax)
            for side, rest, document in ((left, rest_left, key), (right, rest_right, response))
        ]
        candidates = _with_mark(
            dict(zip(rest_left, minima[0], strict=True)), dict(zip(rest_right, minima[1], strict=True))
        )
    if not candidates:
        return
    rows, columns = np.array(candidates).T
    weights = np.array([_overlap(left.mentions[i], right.mentions[j]) for i, j in candidates])
    chosen = best_assignment(rows, columns, weights)
    for pair, choose in zip(candidates, chosen.tolist(), strict=True):
        if choose:
            matching.pairs.append(pair)
            matching.owned.append(True)


def _with_mark(left: Mapping[int, object], right: Mapping[int, object]) -> list[tuple[int, int]]:
    """Return the pairs of numbers that have the same mark."""
    marked: dict[object, list[int]] = {}
    for i, mark in left.items():
        marked.setdefault(mark, []).append(i)
    return [(i, j) for j, mark in right.items() for i in marked.get(mark, ())]


def _within(left: Side, right: Side, heads: dict[int, int], rest: Iterable[int]) -> list[tuple[int, int]]:
    """Return the pairs of a response mention and a key mention that contains it and whose head it contains."""
    headed: dict[int, list[int]] = {}
    for i, head in heads.items():
        headed.setdefault(head, []).append(i)
    found = []
    for j in rest:
        words = members(right.mentions[j])
        inside = set(words)
        found += [(i, j) for word in words for i in headed.get(word, ()) if inside.issubset(members(left.mentions[i]))]
    return found


def _overlap(key: Mention, response: Mention) -> float:
    """Return the share of the key mention's words that the response mention has."""
    words = members(key)
    return len(set(words).intersection(members(response))) / len(words)
