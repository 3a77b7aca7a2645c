"""Read and write coreference chains as span groups of a spaCy Doc, in one of two layouts.

    spans          all mentions in `doc.spans["coref"]`: label = mention type, id and kb_id = entity id; the group's
                   attrs hold one value per mention: "probabilities", and "antecedents" as [index in the group,
                   probability] of each likely antecedent
    experimental   one group per chain, `doc.spans["coref_clusters_1"]` …, as spacy-experimental writes them; without
                   antecedents, which may be in other groups. A Doc without chains has an empty `doc.spans["coref"]`

Both layouts survive `to_bytes`, DocBin and worker processes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

import srsly
from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.exceptions import require_one_of

Layout = Literal["spans", "experimental"]
"""Where the chains of a Doc stand: see `CorefComponent`."""
SPANS_KEY = "coref"
"""Key of `doc.spans` of the layout "spans"."""
QUOTATIONS_KEY = "coref_quotations"
"""Key of `doc.spans` of the quotations, whose speakers are chains (see `corefpipe.chains.quotations`)."""
CLUSTERS = "coref_clusters"
"""Beginning of the keys of the layout "experimental"."""
_ATTRS = ("probabilities", "antecedents")
_PACKED = ">QQQllll"  # how spaCy packs a span: id, kb_id, label, first and last token, first and last character
_DIGITS = 4  # decimal places of a stored probability


def check_layout(layout: str) -> None:
    """Raise SettingError for an unknown layout."""
    require_one_of("layout", layout, get_args(Layout))


def has_chains(doc: Doc) -> bool:
    """Whether a Doc was resolved: it has chains in either layout, or a component found none."""
    return SPANS_KEY in doc.spans or any(True for _ in _cluster_keys(doc))


class MentionScores(NamedTuple):
    """The probability and the likely antecedents that are stored for one span of a group.

    Attributes:
        probability: that the span's link, or its start of a chain, is correct; None where it is not known.
        antecedents: (index in the group, probability) of its likely antecedents.
    """

    probability: float | None
    antecedents: list[tuple[int, float]]


class FoundMention(NamedTuple):
    """A mention to write to a Doc.

    Attributes:
        start, end: its tokens.
        kind: mention type: pronoun, name, nominal, coordination or verb; the label of its span.
        chain: number of its chain, any number.
        probability: calibrated probability that its link, or its start of a chain, is correct.
        antecedents: (index among the mentions written, probability) of its likely antecedents.
    """

    start: int
    end: int
    kind: str
    chain: int
    probability: float
    antecedents: list[tuple[int, float]]


class ChainSpan(NamedTuple):
    """A mention of a chain.

    Attributes:
        start, end: its tokens.
        entity: id of its entity.
        antecedent: (start, end) of the mention of the chain that it was linked to; None if there is none, or if it is
            not known.
    """

    start: int
    end: int
    entity: str
    antecedent: tuple[int, int] | None


def write_chains(doc: Doc, mentions: Sequence[FoundMention], layout: Layout = "spans") -> Doc:
    """Write chains to a Doc, replacing its chains in either layout.

    Args:
        doc: what was resolved.
        mentions: the mentions of all chains, in any order; entity ids number the chains by their first mention here.
        layout: "spans" or "experimental".
    """
    clear_chains(doc)
    ids = entity_ids([mention.chain for mention in mentions])
    spans = [Span(doc, m.start, m.end, label=m.kind, kb_id=id, span_id=id) for m, id in zip(mentions, ids, strict=True)]
    scores = [MentionScores(round(m.probability, _DIGITS), m.antecedents) for m in mentions]
    if layout == "spans":
        put_group(doc, SPANS_KEY, spans, scores)
        return doc
    members: dict[int, list[int]] = {}
    for i, mention in enumerate(mentions):
        members.setdefault(mention.chain, []).append(i)
    if not members:  # tells a Doc without chains from one that was not resolved
        put_group(doc, SPANS_KEY, [], [])
    for indices in members.values():
        of_chain = [scores[i]._replace(antecedents=[]) for i in indices]
        put_group(doc, group_key(ids[indices[0]]), [spans[i] for i in indices], of_chain)
    return doc


def entity_ids(chains: Sequence[int]) -> list[str]:
    """For each mention the id of its entity: entities are numbered from 1 by their first mentions.

    Args:
        chains: (n_mentions,) the chain of each mention, any numbers.
    """
    number = {chain: str(number) for number, chain in enumerate(dict.fromkeys(chains), 1)}
    return [number[chain] for chain in chains]


def put_group(doc: Doc, key: str, spans: list[Span], scores: Sequence[MentionScores]) -> None:
    """Store spans with their probabilities and antecedents as a span group."""
    columns = [each.probability for each in scores], [[list(link) for link in each.antecedents] for each in scores]
    attrs = dict(zip(_ATTRS, columns, strict=True))
    doc.spans[key] = SpanGroup(doc, name=key, attrs=attrs, spans=spans)


def clear_chains(doc: Doc) -> None:
    """Remove the chains of a Doc, in either layout, and the quotations with them."""
    for key in [key for key in doc.spans if key in (SPANS_KEY, QUOTATIONS_KEY) or _is_cluster(key)]:
        del doc.spans[key]


def chain_groups(doc: Doc) -> Iterator[tuple[str, SpanGroup]]:
    """The groups that hold chains, as (chain id, group); the id is "" for the group of all chains."""
    clusters = list(_cluster_keys(doc))
    if SPANS_KEY in doc.spans and (len(doc.spans[SPANS_KEY]) or not clusters):
        yield "", doc.spans[SPANS_KEY]
    else:
        for key in clusters:
            yield key.removeprefix(f"{CLUSTERS}_"), doc.spans[key]


def spans_in(group: SpanGroup) -> list[Span]:
    """The spans of a group, on the tokens that contain their characters now.

    spaCy's retokenizer does not move the spans of groups, and those that end beyond a Doc with fewer tokens cannot even
    be read, other than from the bytes of their group.
    """
    try:
        spans = list(group)
    except IndexError:
        packed = (struct.unpack(_PACKED, span) for span in srsly.msgpack_loads(group.to_bytes())["spans"])
        return [
            _on_characters(group.doc, start, end, label, kb_id, id) for id, kb_id, label, _, _, start, end in packed
        ]
    return [_aligned(span) if len(span) else span for span in spans]


def _aligned(span: Span) -> Span:
    doc, start, end = span.doc, span.start_char, span.end_char
    last = doc[span.end - 1] if span.end <= len(doc) else None
    if last is not None and doc[span.start].idx == start and last.idx + len(last) == end:
        return span
    return _on_characters(doc, start, end, span.label, span.kb_id, span.id)


def _on_characters(doc: Doc, start: int, end: int, label: int, kb_id: int, id: int) -> Span:
    found = doc.char_span(start, end, label, alignment_mode="expand", kb_id=kb_id, span_id=id)
    if found is None:  # the characters of a Doc never change, but the bytes of one may be damaged
        raise IndexError(f"a span has the characters {start} to {end} of a text with {len(doc.text)}")
    return found


def group_key(chain: str = "") -> str:
    """Key in `doc.spans` of the group of one chain, or of all chains."""
    return f"{CLUSTERS}_{chain}" if chain else SPANS_KEY


def scores_of(group: SpanGroup) -> list[MentionScores]:
    """The scores of each span; empty ones if the group was changed, so that its attrs do not fit it any more."""
    columns = [group.attrs.get(name, ()) for name in _ATTRS]
    probability, antecedents = (column if len(column) == len(group) else [None] * len(group) for column in columns)
    rows = zip(probability, antecedents, strict=True)
    return [MentionScores(p, [(index, q) for index, q in links or ()]) for p, links in rows]


def _cluster_keys(doc: Doc) -> Iterator[str]:
    return iter(sorted(filter(_is_cluster, doc.spans), key=lambda key: int(key.rpartition("_")[2])))


def _is_cluster(key: str) -> bool:
    prefix, _, number = key.rpartition("_")
    return prefix == CLUSTERS and number.isdecimal()
