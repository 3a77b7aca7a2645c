"""Decoders: from the scores of links to cluster labels, one module a decoder."""

from corefpipe.clustering.decoders.l3m import Decoding, L3MDecoder

__all__ = ["Decoding", "L3MDecoder"]
