"""The chains of a Doc as plain values: token offsets, strings, dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spacy.tokens import Span

from corefpipe.chains.chain import Antecedent, Chain
from corefpipe.chains.layout import MentionScores
from corefpipe.chains.quotations import Quotation


class Clusters(list[list[tuple[int, int]]]):
    """The (start, end) token offsets of the mentions of each chain; the end is exclusive.

    It can be called, since other libraries have a method here.

    Args:
        chains: the chains, in the order of the list.
    """

    def __init__(self, chains: Sequence[Chain]):
        super().__init__([(mention.start, mention.end) for mention in chain] for chain in chains)
        self._chains = chains

    def __call__(self, as_strings: bool = False) -> list[list[tuple[int, int]]] | list[list[str]]:
        """The clusters as token offsets, or with `as_strings` as the texts of the mentions."""
        return [[mention.text for mention in chain] for chain in self._chains] if as_strings else self


def chain_as_dict(
    chain: Chain, scores: Sequence[MentionScores], antecedents: Sequence[list[Antecedent]]
) -> dict[str, Any]:
    """A chain with all that is stored for its mentions, as values that JSON has.

    Args:
        chain: the chain.
        scores: one per mention.
        antecedents: the likely antecedents of each mention.
    """
    mentions = [
        {
            **spelled_out(mention),
            "label": mention.label_,
            "probability": one.probability,
            "antecedents": [{**_place(link.span), "probability": link.probability} for link in links],
        }
        for mention, one, links in zip(chain, scores, antecedents, strict=True)
    ]
    return {"id": chain.id, "name": chain.name, "probability": chain.probability, "mentions": mentions}


def spelled_out(span: Span) -> dict[str, Any]:
    """A span by its tokens and characters, with its text."""
    return {**_place(span), "start_char": span.start_char, "end_char": span.end_char, "text": span.text}


def quotation_as_dict(quotation: Quotation, place: Callable[[Span], dict[str, Any]] = spelled_out) -> dict[str, Any]:
    """A quotation with its speaker and addressee, as values that JSON has; what is unknown is None.

    Args:
        quotation: the quotation.
        place: what is said of a span.
    """

    def person(chain: Chain | None, mention: Span | None, probability: float | None) -> dict[str, Any] | None:
        if chain is None and mention is None:
            return None
        return {
            "chain": None if chain is None else chain.id,
            "name": None if chain is None else chain.name,
            "mention": None if mention is None else place(mention),
            "probability": probability,
        }

    return {
        **place(quotation.span),
        "turn": quotation.turn,
        "speaker": person(quotation.speaker, quotation.mention, quotation.probability),
        "addressee": person(quotation.addressee, quotation.addressee_mention, quotation.addressee_probability),
        "cue": None if quotation.cue is None else place(quotation.cue),
    }


def _place(span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end}
