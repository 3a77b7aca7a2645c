"""Merge Docs, or cut a span out of a Doc, and keep the coreference chains, which spaCy's own methods lose in part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spacy.tokens import Doc, Span

from corefpipe.chains.layout import MentionScores, chain_groups, clear_chains, group_key, put_group, scores_of, spans_in
from corefpipe.chains.quotations import QuotationSpan, quotation_spans, write_quotations
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.utils.text import with_article


def merge(docs: Iterable[Doc], names: Sequence[str] | None = None, *, ensure_whitespace: bool = True) -> Doc:
    """`Doc.from_docs` that keeps all chains; chains of different Docs stay apart, with the Doc's name in their ids.

    >>> both = corefpipe.merge([nlp("Ann lost her keys."), nlp("Bob found his keys.")])
    >>> both._.coref.chains
    [<Chain 1:1: Ann, her>, <Chain 2:1: Bob, his>]

    Args:
        docs: Docs with one vocabulary; resolved or not, in one layout.
        names: names of the Docs, for the ids ("name:1"); by default their numbers from 1.
        ensure_whitespace: as in `Doc.from_docs`.

    Raises:
        SettingError: there are no Docs, or not one name per Doc.
        AnnotationError: something else than Docs; Docs of several vocabularies.
    """
    docs = list(docs)
    other = next((doc for doc in docs if not isinstance(doc, Doc)), None)
    if other is not None:
        raise AnnotationError(
            f"{with_article(type(other).__name__)} is not a Doc", cure="Give Docs of spaCy: nlp.pipe(texts)"
        )
    if not docs:
        raise SettingError("no Docs to merge", cure="Give at least one Doc")
    names = [str(number) for number in range(1, len(docs) + 1)] if names is None else list(names)
    if len(set(names)) != len(docs):
        raise SettingError(f"{len(docs)} Docs and {len(set(names))} different names", cure="Give each Doc a name")
    if any(doc.vocab is not docs[0].vocab for doc in docs):
        raise AnnotationError(
            "the Docs have several vocabularies",
            cure="Make them with one pipeline, or copy them: Doc(nlp.vocab).from_bytes(doc.to_bytes())",
        )
    whole = Doc.from_docs(docs, ensure_whitespace=ensure_whitespace)
    assert whole is not None
    clear_chains(whole)
    groups: dict[str, tuple[list[Span], list[MentionScores]]] = {}
    quotations: list[QuotationSpan] = []
    offset = clusters = turns = 0
    for doc, name in zip(docs, names, strict=True):
        for chain, group in chain_groups(doc):
            clusters += bool(chain)
            spans, scores = groups.setdefault(group_key(str(clusters) if chain else ""), ([], []))
            before = len(spans)
            for span, (probability, antecedents) in zip(spans_in(group), scores_of(group), strict=True):
                id = f"{name}:{span.id_ or span.kb_id_ or chain}"
                spans.append(Span(whole, span.start + offset, span.end + offset, span.label_, kb_id=id, span_id=id))
                scores.append(MentionScores(probability, [(index + before, p) for index, p in antecedents]))
        own = [_moved(one, offset, turns, name) for one in quotation_spans(doc)]
        turns = max((one.turn + 1 for one in own), default=turns)
        quotations += own
        offset += len(doc)
    for key, (spans, scores) in groups.items():
        put_group(whole, key, spans, scores)
    write_quotations(whole, quotations)
    return whole


def _moved(quotation: QuotationSpan, tokens: int, turns: int, name: str) -> QuotationSpan:
    """A quotation so many tokens and turns later, whose speaker and addressee have the Doc's name in their ids."""
    moved = quotation.placed(lambda place: (place[0] + tokens, place[1] + tokens))
    assert moved is not None
    speaker, addressee = (id and f"{name}:{id}" for id in (moved.entity, moved.addressee))
    return moved._replace(turn=moved.turn + turns, entity=speaker, addressee=addressee)


def cut(span: Span) -> Doc:
    """`Span.as_doc` that keeps the mentions within the span, also one whose chain has no other mention there.

    Quotations within the span are kept as well; mentions of speaker and addressee outside of it are not.

    >>> from corefpipe.chains import cut
    >>> cut(doc[5:9])._.coref.mentions
    [She, them]
    """
    doc = span.as_doc()
    for chain, group in chain_groups(span.doc):
        mentions = spans_in(group)
        inside = [n for n, mention in enumerate(mentions) if span.start <= mention.start and mention.end <= span.end]
        new = {n: index for index, n in enumerate(inside)}
        spans, scores, before = [], [], scores_of(group)
        for n in inside:
            mention, (probability, antecedents) = mentions[n], before[n]
            start, end = mention.start - span.start, mention.end - span.start
            spans.append(Span(doc, start, end, mention.label_, kb_id=mention.kb_id_, span_id=mention.id_))
            scores.append(MentionScores(probability, [(new[index], p) for index, p in antecedents if index in new]))
        if spans or not chain:
            put_group(doc, group_key(chain), spans, scores)
    write_quotations(doc, list(_quotations_in(span)))
    return doc


def _quotations_in(span: Span) -> Iterator[QuotationSpan]:
    """The quotations within a span, in tokens of it."""

    def inside(place: tuple[int, int]) -> tuple[int, int] | None:
        is_inside = span.start <= place[0] and place[1] <= span.end
        return (place[0] - span.start, place[1] - span.start) if is_inside else None

    found = (one.placed(inside) for one in quotation_spans(span.doc))
    return (one for one in found if one is not None)
