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
from corefpipe.resolver.resolution import Resolution

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


def write_chains(doc: Doc, resolution: Resolution, singletons: bool = False, layout: Layout = "spans") -> Doc:
    """Write a resolution to its Doc; chains that stand there in either layout go.

    Args:
        doc: what was resolved.
        resolution: its mentions and chains.
        singletons: write mentions that corefer with no other as well.
        layout: where to.
    """
    clear_chains(doc)
    kept = resolution.kept(singletons)
    labels = resolution.decoding.labels[kept].tolist()
    entity = {label: str(number) for number, label in enumerate(dict.fromkeys(labels), 1)}
    start, end = resolution.spans.start[kept].tolist(), resolution.spans.end[kept].tolist()
    probability = [round(value, _DIGITS) for value in resolution.probability()[kept].tolist()]
    spans = [
        Span(doc, start[n], end[n], label=resolution.kinds[i], kb_id=entity[label], span_id=entity[label])
        for n, (i, label) in enumerate(zip(kept.tolist(), labels, strict=True))
    ]
    if layout == "spans":
        told = [Told(p, links) for p, links in zip(probability, resolution.links_among(kept), strict=True)]
        put_group(doc, SPANS_KEY, spans, told)
        return doc
    places: dict[int, list[int]] = {}
    for n, label in enumerate(labels):
        places.setdefault(label, []).append(n)
    for label, members in places.items():
        told = [Told(probability[n], []) for n in members]
        put_group(doc, f"{CLUSTERS}_{entity[label]}", [spans[n] for n in members], told)
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
