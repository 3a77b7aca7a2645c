"""Convert a Doc with chains to a Document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import ChainSpan, has_chains
from corefpipe.chains.quotations import QuotationSpan, quotation_spans
from corefpipe.chains.tokens import (
    ENTITY_TYPE,
    blank_tokens,
    extension_values,
    sentence_starts,
    strings_of,
    word_of_token,
)
from corefpipe.dialogue.docs import SPEAKER
from corefpipe.document import Document, Mention, Quotation, sort_mentions
from corefpipe.document.naming import type_of
from corefpipe.document.trees import starts_around


def from_doc(doc: Doc, name: str = "", like: Document | None = None) -> Document:
    """Make a Document from a Doc: words (tokens that are no whitespace), sentences, parse, mentions, quotations …

    A mention has the antecedent that it was linked to, where the Doc stores it (`Coref.antecedent`).

    Args:
        doc: with its chains, if it was resolved.
        name, like: see `with_mentions`.
    """
    mentions = _chain_spans(Coref(doc)) if has_chains(doc) else ()
    return with_mentions(doc, mentions, name, like, quotation_spans(doc))


def _chain_spans(coref: Coref) -> Iterator[ChainSpan]:
    for mention in coref.mentions:
        linked = coref.antecedent(mention)
        antecedent = None if linked is None else (linked.start, linked.end)
        yield ChainSpan(mention.start, mention.end, mention.id_, antecedent)


def with_mentions(
    doc: Doc,
    mentions: Iterable[ChainSpan],
    name: str = "",
    like: Document | None = None,
    quotations: Iterable[QuotationSpan] = (),
) -> Document:
    """`from_doc` with these mentions and quotations, whatever the Doc has.

    Args:
        doc: the words and their parse.
        mentions: the mentions.
        name: the document's name.
        like: the document that the Doc was made from. If it has words, its columns are kept and only its mentions
            and quotations replaced; if it is raw text, its name, part, genre and metadata are kept.
        quotations: the quotations.
    """
    if like is not None and like.words:
        return replace(
            like,
            sentence_starts=like.sentence_starts or _starts_for(like, doc),
            mentions=_mentions(doc, mentions, range(len(doc) + 1)),
            quotations=quotations_at(quotations, range(len(doc) + 1)),
            # Annotation that refers to the ids of the replaced chains is dropped.
            zeros=[],
            other=without_entity_references(like.other),
        )
    document = without_mentions(doc, name, like)
    position = word_of_token(doc)
    document.mentions = _mentions(doc, mentions, position)
    document.quotations = quotations_at(quotations, position)
    return document


def quotations_at(quotations: Iterable[QuotationSpan], position: Sequence[int]) -> list[Quotation]:
    """Quotations in words, where `position` has the word of each token; those without words are left out."""

    def words(place: tuple[int, int]) -> tuple[int, int] | None:
        start, end = position[place[0]], position[place[1]]
        return (start, end) if start < end else None

    placed = (one.placed(words) for one in quotations)
    return [_quotation(one) for one in placed if one is not None]


def _quotation(one: QuotationSpan) -> Quotation:
    """The quotation of a document, whose words are the tokens of this one."""
    return Quotation(
        one.start,
        one.end,
        one.entity,
        one.mention,
        one.probability,
        one.turn,
        one.cue,
        one.addressee,
        one.addressee_mention,
        one.addressee_probability,
    )


def quotations_of(document: Document) -> list[QuotationSpan]:
    """The quotations of a document, to write to a Doc whose tokens are its words."""
    return [
        QuotationSpan(
            one.start,
            one.end,
            one.turn,
            one.speaker,
            one.mention,
            one.probability,
            one.cue,
            one.addressee,
            one.addressee_mention,
            one.addressee_probability,
        )
        for one in document.quotations
    ]


def without_mentions(doc: Doc, name: str = "", like: Document | None = None) -> Document:
    """`from_doc` without the mentions: words, sentences, parse and speakers of a Doc."""
    blank = blank_tokens(doc)
    kept = np.flatnonzero(~blank)
    parsed = doc.has_annotation("DEP")
    return Document(
        name=name if like is None else like.name,
        part=0 if like is None else like.part,
        genre="" if like is None else like.genre,
        metadata={} if like is None else like.metadata,
        words=strings_of(doc, attrs.ORTH, kept),
        text=doc.text,
        offsets=doc.to_array(attrs.IDX)[kept].tolist(),
        spaces=(doc.to_array(attrs.SPACY).astype(bool) | np.append(blank[1:], False))[kept].tolist(),
        sentence_starts=_sentence_starts(doc, word_of_token(doc)),
        tags=strings_of(doc, attrs.TAG, kept),
        pos=strings_of(doc, attrs.POS, kept),
        feats=["" if feats == "_" else feats for feats in strings_of(doc, attrs.MORPH, kept)],
        lemmas=strings_of(doc, attrs.LEMMA, kept),
        heads=_heads(doc, blank) if parsed else None,
        deps=strings_of(doc, attrs.DEP, kept) if parsed else None,
        speakers=extension_values(doc, SPEAKER, kept),
        entity_types=extension_values(doc, ENTITY_TYPE, kept),
    )


def _heads(doc: Doc, blank: np.ndarray) -> list[int]:
    """For each word the number of its head; its own for a root, and where the head is whitespace."""
    tokens = np.flatnonzero(~blank)
    heads = tokens + doc.to_array(attrs.HEAD).astype(np.int64)[tokens]
    number = np.cumsum(~blank) - 1
    return np.where(blank[heads], number[tokens], number[heads]).tolist()


def _sentence_starts(doc: Doc, position: Sequence[int]) -> list[int]:
    if not len(doc) or not doc.has_annotation("SENT_START"):
        return []
    total = int((~blank_tokens(doc)).sum())
    first = np.flatnonzero(sentence_starts(doc)).tolist()
    return sorted({start for token in first if (start := position[token]) < total})


def _starts_for(like: Document, doc: Doc) -> list[int]:
    """The sentence starts of the Doc that was made from a document without any, as its own heads allow them."""
    starts = _sentence_starts(doc, range(len(doc)))
    if like.heads is None or not starts:
        return starts
    given = np.zeros(len(like), dtype=bool)
    given[starts] = True
    return np.flatnonzero(starts_around(np.array(like.heads), given)).tolist()


def without_entity_references(other: dict[str, list[str]]) -> dict[str, list[str]]:
    """The other columns without CorefUD's bridging and split antecedents in MISC, which refer to entity ids."""
    if not any("SplitAnte=" in value or "Bridge=" in value for value in other.get("misc", ())):
        return other
    kept = [
        "|".join(item for item in value.split("|") if not item.startswith(("SplitAnte=", "Bridge=")))
        for value in other["misc"]
    ]
    return {**other, "misc": kept}


def _mentions(doc: Doc, spans: Iterable[ChainSpan], position: Sequence[int]) -> list[Mention]:
    """Mentions in words, where `position` has the word of each token; those of an entity have one type."""
    found = []
    told: dict[str, list[str]] = {}
    types = extension_values(doc, ENTITY_TYPE, np.arange(len(doc)))
    for start, end, id, linked in spans:
        head = doc[start:end].root.i
        mention = Mention(position[start], position[end], id, position[head])
        mention.antecedent = None if linked is None else (position[linked[0]], position[linked[1]])
        told.setdefault(id, []).append(types[head])
        found.append(mention)
    of_entity = {id: type_of(several) for id, several in told.items()}
    for mention in found:
        mention.type = of_entity[mention.entity]
    return sort_mentions(found)
