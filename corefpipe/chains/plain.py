"""The chains of a Doc as plain values: token offsets, strings, dictionaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.tokens import Span

from corefpipe.chains.chain import Antecedent, Chain
from corefpipe.chains.layout import MentionScores


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
            **_place(mention),
            "start_char": mention.start_char,
            "end_char": mention.end_char,
            "text": mention.text,
            "label": mention.label_,
            "probability": one.probability,
            "antecedents": [{**_place(link.span), "probability": link.probability} for link in links],
        }
        for mention, one, links in zip(chain, scores, antecedents, strict=True)
    ]
    return {"id": chain.id, "name": chain.name, "probability": chain.probability, "mentions": mentions}


def _place(span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end}
