"""Match the mentions of a response to those of the key, in one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.empty_nodes import NodeDocument, with_empty_nodes
from corefpipe.scoring.heads import head_words, without_heads
from corefpipe.scoring.loose_matching import loose_pairs
from corefpipe.scoring.official import MOST_CHAINS, check_crossing, official_chains
from corefpipe.scoring.places import place_of
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.zeros import aligned_zeros, zero_heads

Span = tuple[tuple[int, int], ...]
"""The (start, end) pieces of a mention; mentions with the same pieces are the same."""

_SHOWN = 20
"""Number of words, pieces and chains of a repeated mention that a note shows."""

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
        zeros: numbers of the mentions that are zeros, if they count; the spans are then in words and empty nodes.
    """

    mentions: list[Mention]
    spans: list[Span]
    chains: list[int]
    size: int
    zeros: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Matching:
    """Two sides of a document, and the pairs of mentions that are the same.

    Attributes:
        key: the key's mentions.
        response: the response's mentions.
        pairs: (key mention, response mention), by number; a mention is in one pair at most. Of a span that the key
            repeats it is the last mention.
        notes: one sentence per repeated span.
        dropped: number of response mentions that the official rule left out.
        official: whether the document is to be counted in the way of v8.01 (`official.py`).
        twins: key mention -> response mention of the same words (by head, with the same head too), if zeros count.
        left_out: number of mentions without words in key and response that do not count.
        headless: number of mentions in key and response whose heads were needed and are not annotated.
        singletons: number of singletons that key and response annotate, also if they are dropped.
        annotated: number of chains that key and response annotate, singletons included.
    """

    key: Side
    response: Side
    pairs: list[tuple[int, int]]
    notes: list[str] = field(default_factory=list)
    dropped: int = 0
    official: bool = False
    twins: dict[int, int] = field(default_factory=dict)
    left_out: tuple[int, int] = (0, 0)
    headless: tuple[int, int] = (0, 0)
    singletons: tuple[int, int] = (0, 0)
    annotated: tuple[int, int] = (0, 0)

    def numbered(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return the chains of both sides as numbers, the same for mentions of a pair and for those of one span."""
        numbers = {span: number for number, span in enumerate(self.key.spans)}
        keys = [numbers[span] for span in self.key.spans]
        paired = {j: keys[i] for i, j in self.pairs}
        others: dict[Span, int] = {}
        first = len(keys)
        responses = [
            paired[j] if j in paired else others.setdefault(span, first + j)
            for j, span in enumerate(self.response.spans)
        ]
        return _grouped(keys, self.key), _grouped(responses, self.response)


def match_mentions(key: Document, response: Document, policy: Policy) -> Matching:
    """Return the mentions of two annotations of a document, and their pairs.

    A span may stand in a side more than once. With `repeats="error"` that is an error; with `"first"` each span keeps
    its first mention; `"official"` leaves out what v8.01 does (`official.py`): a response span that is in the key stays
    in the chain whose id appears first and leaves the others, one that is not in the key counts every time.

    Raises:
        AnnotationError: a repeated span, with `repeats="error"`; a mention without a head, a document without a parse,
            where the matching needs them; chains that v8.01 cannot read, or too many with one span, where it is
            followed.
    """
    counted = policy.zeros != "ignore"
    if counted and (key.empty_nodes or response.empty_nodes):
        nodes = with_empty_nodes(key, response)
    else:
        nodes = NodeDocument(key), NodeDocument(response)
    one, other = (node.document for node in nodes)
    keys, key_notes = _chains(one, "key", policy)
    responses, response_notes = _chains(other, "response", policy)
    dropped = 0
    if response_notes and policy.repeats == "official":
        kept = _keep_first(responses, {_span(mention) for chain in keys for mention in chain})
        dropped = sum(map(len, responses)) - sum(map(len, kept))
        responses = kept
    left, right = _side(keys), _side(responses)
    last = {span: number for number, span in enumerate(left.spans)}
    pairs = [(last[span], number) for number, span in enumerate(right.spans) if span in last]
    notes = [*key_notes, *response_notes]
    matching = Matching(left, right, pairs, notes, dropped, policy.counts_as_official(bool(notes)))
    sizes = [Counter(mention.entity for mention in document.mentions) for document in (key, response)]
    left_singletons, right_singletons = (sum(size == 1 for size in chains.values()) for chains in sizes)
    matching.singletons = left_singletons, right_singletons
    matching.annotated = len(sizes[0]), len(sizes[1])
    if not counted:
        matching.left_out = len(key.zeros), len(response.zeros)
    if policy.match == "head":
        matching.pairs = _with_one_head(matching, one, other, policy)
    if nodes[0].empty:
        _match_zeros(matching, *nodes, policy)
    if policy.match != "exact":
        matching.pairs = loose_pairs(
            left.mentions, right.mentions, matching.pairs, one, other, policy.match, policy.heads
        )
    if policy.match in ("head", "partial"):
        # Partial matching does not look at the heads of the response.
        heads = left.mentions, right.mentions if policy.match == "head" else []
        matching.headless = without_heads(heads[0]), without_heads(heads[1])
    for side, node in zip((left, right), nodes, strict=True):
        side.mentions = [node.original(mention) for mention in side.mentions]
    return matching


def _with_one_head(matching: Matching, key: Document, response: Document, policy: Policy) -> list[tuple[int, int]]:
    """Return the pairs whose mentions have the same head."""
    keys = head_words(matching.key.mentions, key, rule=policy.heads)
    responses = head_words(matching.response.mentions, response, key, rule=policy.heads)
    return [(i, j) for i, j in matching.pairs if keys[i] == responses[j]]


def _match_zeros(matching: Matching, key: NodeDocument, response: NodeDocument, policy: Policy) -> None:
    """Set the zeros of a matching and, if they are aligned by dependencies, pair them before all other mentions."""
    left = zero_heads(matching.key.mentions, key, policy.heads)
    right = zero_heads(matching.response.mentions, response, policy.heads, key)
    matching.key.zeros, matching.response.zeros = set(left), set(right)
    matching.twins = dict(matching.pairs)
    if policy.zeros == "dependent":
        aligned = aligned_zeros(left, right, (matching.key.spans, matching.response.spans), key, response)
        taken = {i for i, _ in aligned}, {j for _, j in aligned}
        matching.pairs = aligned + [(i, j) for i, j in matching.pairs if i not in taken[0] and j not in taken[1]]


def _side(chains: Sequence[Sequence[Mention]]) -> Side:
    mentions = [mention for chain in chains for mention in chain]
    numbers = [number for number, chain in enumerate(chains) for _ in chain]
    return Side(mentions, [_span(mention) for mention in mentions], numbers, len(chains))


def _grouped(numbers: Iterable[int], side: Side) -> list[list[int]]:
    chains: list[list[int]] = [[] for _ in range(side.size)]
    for number, chain in zip(numbers, side.chains, strict=True):
        chains[chain].append(number)
    return chains


def _span(mention: Mention) -> Span:
    return mention.fragments or ((mention.start, mention.end),)


def _chains(document: Document, side: str, policy: Policy) -> tuple[list[list[Mention]], list[str]]:
    """Apply the policies for repeats and singletons; return the chains and a note on each repeated span."""
    mentions = document.mentions
    notes: list[str] = []
    if len(set(map(_span, mentions))) < len(mentions):
        notes = _repeat_notes(document, side, policy)
        # Mentions of one word before longer ones that begin there.
        mentions = sorted(mentions, key=lambda m: (m.start, len(_span(m)) > 1 or m.end - m.start > 1))
    if policy.counts_as_official(bool(notes)):
        chains = official_chains(document)
    else:
        named: dict[str, list[Mention]] = {}
        for mention in mentions:
            named.setdefault(mention.entity, []).append(mention)
        chains = list(named.values())
    if policy.display == "official":
        check_crossing(chains, document, side)
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
            words = " … ".join(_shown(document, start, end) for start, end in span[:_SHOWN])
            place = ", ".join(f"{start + 1}-{end}" if end - start > 1 else f"{end}" for start, end in span[:_SHOWN])
            chains = ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else "")
            what = f"words {place} ({words})" if words.strip(" …") else f"span {', '.join(map(str, span[:_SHOWN]))}"
            found = f"the {side} has {len(ids)} mentions of the {what}, in chains {chains}"
            error = AnnotationError(found, **place_of(document, span[0][0]))
            if policy.repeats == "error":
                error.cure = "Leave one of them, or score with repeats='first' or 'official' (--repeats)"
                raise error
            if policy.repeats == "official" and len(set(ids)) > MOST_CHAINS:
                error.message = f"the {side} has the {what} in {len(set(ids))} chains"
                error.cure = f"v8.01's counts are known for up to {MOST_CHAINS}: score with repeats='first' (--repeats)"
                raise error
            notes.append(str(error))
    return notes


def _shown(document: Document, start: int, end: int) -> str:
    return " ".join(document.words[start : min(end, start + _SHOWN)]) + (" …" if end - start > _SHOWN else "")
