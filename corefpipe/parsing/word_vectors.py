"""The vectors of words that the encoder of a base pipeline leaves in `doc.tensor`, with the network they are of.

Importing this module registers the extension `Token._.vectors_of`: at the first token of a Doc the digest of that
network, for layers over these vectors fit no others. Values of tokens survive `Doc.from_docs`, those of Docs do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from spacy.tokens import Doc, Token

from corefpipe.chains.documents import token_values
from corefpipe.network.text import WordVectors

VECTORS_OF = "vectors_of"

if not Token.has_extension(VECTORS_OF):
    Token.set_extension(VECTORS_OF, default="")


def put_vectors(doc: Doc, rows: np.ndarray, network: str) -> None:
    """Write (n_tokens, width) vectors of a network to a Doc that is not empty."""
    doc.tensor = rows
    doc[0]._.set(VECTORS_OF, network)


def put_joined(doc: Doc, pieces: Sequence[WordVectors | None]) -> None:
    """Write the vectors of the pieces of a Doc to it, if all have those of one network."""
    known = [piece for piece in pieces if piece is not None]
    if len(known) == len(pieces) and len({piece.network for piece in known}) == 1:
        put_vectors(doc, np.concatenate([piece.tensor for piece in known]), known[0].network)


def vectors_in(docs: Sequence[Doc], tokens: np.ndarray, bounds: Sequence[int]) -> WordVectors | None:
    """The vectors of the words of Docs; None unless all Docs have those of one network.

    Args:
        docs: the Docs.
        tokens: (n_words,) the token of each word in its Doc.
        bounds: first words of the Docs, and the number of words.
    """
    networks = {_network_of(doc) for doc in docs}
    if len(networks) != 1 or "" in networks:
        return None
    (network,) = networks
    tensors: list[Any] = [doc.tensor for doc in docs]
    if len(docs) == 1:
        return WordVectors(network, tensors[0], tokens)
    firsts = np.cumsum([0, *map(len, docs[:-1])])
    return WordVectors(network, np.concatenate(tensors), tokens + np.repeat(firsts, np.diff(bounds)))


def _network_of(doc: Doc) -> str:
    """The network whose vectors a Doc has; "" where the tensor is not that of all tokens, as after retokenization."""
    (networks,) = token_values(doc, VECTORS_OF)
    of_first: str = networks.get(0, "")
    whole = len(doc.tensor) == len(doc) and set(networks.values()) == {of_first}
    return of_first if whole else ""
