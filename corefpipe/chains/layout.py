"""How chains stand on a Doc: written and read in this one place.

    spans          all mentions in `doc.spans["coref"]`: label = kind of mention, id and kb_id = entity id; in the
                   group's attrs one value a mention, "probabilities" and "antecedents" ([place in the group,
                   probability] of each likely antecedent)
    experimental   each chain in a group of its own, `doc.spans["coref_clusters_1"]` …, as spacy-experimental has it;
                   no antecedents, which may lie in other groups

Both survive `to_bytes`, DocBin and worker processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.errors import choose

Layout = Literal["spans", "experimental"]
SPANS_KEY = "coref"
CLUSTERS = "coref_clusters"
_ATTRS = ("probabilities", "antecedents")
_DIGITS = 4  # of a probability that is kept


def check_layout(layout: str) -> None:
    """Raise SettingError for an unknown layout."""
    choose("layout", layout, get_args(Layout))


def has_chains(doc: Doc) -> bool:
    """Whether a Doc was resolved, in either layout, even if nothing was found."""
    return SPANS_KEY in doc.spans or any(True for _ in _cluster_keys(doc))


class FoundMention(NamedTuple):
    """A mention to write to a Doc.

    Attributes:
        start, end: its tokens.
        kind: pronoun, name, nominal, coordination or verb; the label of its span.
        chain: number of its chain, any number.
        probability: calibrated probability that its link, or its start of a chain, is correct.
        antecedents: (place among the mentions written, probability) of its likely antecedents.
    """

    start: int
    end: int
    kind: str
    chain: int
    probability: float
    antecedents: list[tuple[int, float]]


def write_chains(doc: Doc, mentions: Sequence[FoundMention], layout: Layout = "spans") -> Doc:
    """Write chains to a Doc; those that stand there in either layout go.

    Args:
        doc: what was resolved.
        mentions: the mentions of all chains, in any order; entity ids count chains by their first mention here.
        layout: where to.
    """
    clear_chains(doc)
    entity = {chain: str(number) for number, chain in enumerate(dict.fromkeys(m.chain for m in mentions), 1)}
    spans = [Span(doc, m.start, m.end, label=m.kind, kb_id=entity[m.chain], span_id=entity[m.chain]) for m in mentions]
    told = [Told(round(m.probability, _DIGITS), m.antecedents) for m in mentions]
    if layout == "spans":
        put_group(doc, SPANS_KEY, spans, told)
        return doc
    places: dict[int, list[int]] = {}
    for place, mention in enumerate(mentions):
        places.setdefault(mention.chain, []).append(place)
    for chain, members in places.items():
        of_chain = [told[place]._replace(antecedents=[]) for place in members]
        put_group(doc, f"{CLUSTERS}_{entity[chain]}", [spans[place] for place in members], of_chain)
    return doc


def put_group(doc: Doc, key: str, spans: list[Span], told: Sequence[Told]) -> None:
    """Set a span group with what is told of each span."""
    columns = [one.probability for one in told], [[list(link) for link in one.antecedents] for one in told]
    attrs = dict(zip(_ATTRS, columns, strict=True))
    doc.spans[key] = SpanGroup(doc, name=key, attrs=attrs, spans=spans)


def clear_chains(doc: Doc) -> None:
    """Remove the chains of a Doc, in whichever layout."""
    for key in [key for key in doc.spans if key == SPANS_KEY or _is_cluster(key)]:
        del doc.spans[key]


def chain_groups(doc: Doc) -> Iterator[tuple[str, SpanGroup]]:
    """(id of the chain if the group is one, its spans) of each group that holds chains; "" names a mixed group."""
    if SPANS_KEY in doc.spans:
        yield "", doc.spans[SPANS_KEY]
    else:
        for key in _cluster_keys(doc):
            yield key.removeprefix(f"{CLUSTERS}_"), doc.spans[key]


class Told(NamedTuple):
    """What a group's attrs tell of each of its spans.

    Attributes:
        probability: that it is right where it is; None where that is not known.
        antecedents: (place in the group, probability) of its likely antecedents.
    """

    probability: float | None
    antecedents: list[tuple[int, float]]


def told_of(group: SpanGroup) -> list[Told]:
    """One value a span. Attributes that do not fit the group, which was changed since, tell nothing."""
    columns = [group.attrs.get(name, ()) for name in _ATTRS]
    probability, antecedents = (column if len(column) == len(group) else [None] * len(group) for column in columns)
    both = zip(probability, antecedents, strict=True)
    return [Told(p, [(place, q) for place, q in links or ()]) for p, links in both]


def _cluster_keys(doc: Doc) -> Iterator[str]:
    return iter(sorted(filter(_is_cluster, doc.spans), key=lambda key: int(key.rpartition("_")[2])))


def _is_cluster(key: str) -> bool:
    prefix, _, number = key.rpartition("_")
    return prefix == CLUSTERS and number.isdecimal()
