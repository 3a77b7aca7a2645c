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


class JoinedVectors:
    """The vectors of the pieces of a Doc, copied as they come: those of a novel take 100 MB.

    Args:
        doc: the Doc.
    """

    def __init__(self, doc: Doc):
        self._doc, self._networks = doc, set[str]()
        self._rows: np.ndarray | None = None

    def add(self, piece: Doc, start: int) -> None:
        """Copy the vectors of a piece that begins at a token of the Doc."""
        self._networks.add(network_of(piece))
        if "" in self._networks or len(self._networks) > 1:
            self._rows = None
            return
        if self._rows is None:
            tensor: Any = piece.tensor
            self._rows = np.zeros((len(self._doc), tensor.shape[1]), dtype=tensor.dtype)
        self._rows[start : start + len(piece)] = piece.tensor

    def put(self) -> None:
        """Write them to the Doc, if all are of the same network."""
        if self._rows is not None:
            put_vectors(self._doc, self._rows, self._networks.pop())


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
