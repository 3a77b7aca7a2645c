"""Word vectors that the encoder of a base pipeline stores in `doc.tensor`, with the digest of its network.

Importing this module registers the extension `Token._.vectors_of`: at the first token of a Doc, the digest of that
network, because layers over these vectors need the same one. Token values survive `Doc.from_docs`, Doc values do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from spacy.tokens import Doc, Token

from corefpipe.chains.tokens import token_values
from corefpipe.network.text import WordVectors

VECTORS_OF = "vectors_of"

if not Token.has_extension(VECTORS_OF):
    Token.set_extension(VECTORS_OF, default="")


def put_vectors(doc: Doc, rows: np.ndarray, network: str) -> None:
    """Write (n_tokens, width) vectors of a network to a Doc that is not empty."""
    doc.tensor = rows
    doc[0]._.set(VECTORS_OF, network)


def put_joined(doc: Doc, pieces: Sequence[WordVectors | None]) -> None:
    """Write the vectors of the pieces of a Doc to it, if all are of the same network."""
    known = [piece for piece in pieces if piece is not None]
    if len(known) == len(pieces) and len({piece.network for piece in known}) == 1:
        put_vectors(doc, np.concatenate([piece.tensor for piece in known]), known[0].network)


def vectors_in(docs: Sequence[Doc], tokens: np.ndarray, bounds: Sequence[int]) -> WordVectors | None:
    """The vectors of the words of Docs; None unless all Docs have vectors of the same network.

    Args:
        docs: the Docs.
        tokens: (n_words,) the token of each word in its Doc.
        bounds: first words of the Docs, and the number of words.
    """
    networks = {network_of(doc) for doc in docs}
    if len(networks) != 1 or "" in networks:
        return None
    (network,) = networks
    tensors: list[Any] = [doc.tensor for doc in docs]
    if len(docs) == 1:
        return WordVectors(network, tensors[0], tokens)
    firsts = np.cumsum([0, *map(len, docs[:-1])])
    return WordVectors(network, np.concatenate(tensors), tokens + np.repeat(firsts, np.diff(bounds)))


def network_of(doc: Doc) -> str:
    """The network of a Doc's vectors; "" if the tensor does not fit the tokens, as after retokenization."""
    (networks,) = token_values(doc, VECTORS_OF)
    of_first: str = networks.get(0, "")
    whole = len(doc.tensor) == len(doc) and set(networks.values()) == {of_first}
    return of_first if whole else ""
