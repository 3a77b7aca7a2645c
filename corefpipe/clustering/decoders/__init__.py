"""Decoders: from the scores of links to cluster labels, one module a decoder."""

from corefpipe.clustering.decoders.base import Decoder, Decoding
from corefpipe.clustering.decoders.l3m import L3MDecoder

__all__ = ["Decoder", "Decoding", "L3MDecoder"]
