"""Docs put together and cut apart with their chains, which spaCy's own methods do not carry whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Span

from corefpipe.chains.layout import CLUSTERS, SPANS_KEY, Told, chain_groups, clear_chains, put_group, told_of
from corefpipe.errors import SettingError


def merge(docs: Iterable[Doc], names: Sequence[str] | None = None, *, ensure_whitespace: bool = True) -> Doc:
    """`Doc.from_docs` with all chains: those of different Docs stay apart, their ids qualified by the Doc's name.

    Args:
        docs: of one vocabulary; resolved or not, in one layout.
        names: of the Docs, for the ids ("name:1"); by default their numbers from 1.
        ensure_whitespace: as in `Doc.from_docs`.

    Raises:
        SettingError: no Docs, or not one name each.
    """
    docs = list(docs)
    names = [str(number) for number in range(1, len(docs) + 1)] if names is None else list(names)
    if not docs or len(set(names)) != len(docs):
        raise SettingError(f"{len(docs)} Docs and {len(set(names))} different names", cure="Give each Doc a name")
    whole = Doc.from_docs(docs, ensure_whitespace=ensure_whitespace)
    assert whole is not None
    clear_chains(whole)
    groups: dict[str, tuple[list[Span], list[Told]]] = {}
    offset = clusters = 0
    for doc, name in zip(docs, names, strict=True):
        for chain, group in chain_groups(doc):
            clusters += bool(chain)
            spans, told = groups.setdefault(f"{CLUSTERS}_{clusters}" if chain else SPANS_KEY, ([], []))
            told += [Told(one.probability, _moved(one, len(spans))) for one in told_of(group)]
            for span in group:
                id = f"{name}:{span.id_ or span.kb_id_ or chain}"
                spans.append(Span(whole, span.start + offset, span.end + offset, span.label_, kb_id=id, span_id=id))
        offset += len(doc)
    for key, (spans, told) in groups.items():
        put_group(whole, key, spans, told)
    return whole


def cut(span: Span) -> Doc:
    """`Span.as_doc` with the mentions within the span; one that has lost the rest of its chain stays."""
    doc = span.as_doc()
    for chain, group in chain_groups(span.doc):
        inside = [n for n, mention in enumerate(group) if span.start <= mention.start and mention.end <= span.end]
        place = {n: new for new, n in enumerate(inside)}
        spans, told, before = [], [], told_of(group)
        for n in inside:
            mention, links = group[n], [(place[at], p) for at, p in before[n].antecedents if at in place]
            told.append(Told(before[n].probability, links))
            start, end = mention.start - span.start, mention.end - span.start
            spans.append(Span(doc, start, end, mention.label_, kb_id=mention.kb_id_, span_id=mention.id_))
        if spans or not chain:
            put_group(doc, f"{CLUSTERS}_{chain}" if chain else SPANS_KEY, spans, told)
    return doc


def _moved(told: Told, by: int) -> list[tuple[int, float]]:
    return [(place + by, p) for place, p in told.antecedents]
