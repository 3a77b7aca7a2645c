"""Decoders: from the scores of links to cluster labels, one module per decoder."""

from corefpipe.clustering.decoders.agglomerative import AgglomerativeDecoder
from corefpipe.clustering.decoders.base import Decoder, Partition
from corefpipe.clustering.decoders.baselines import AllApartDecoder, AllInOneDecoder
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.decoding import Decoding
from corefpipe.clustering.decoders.forest import SpanningForestDecoder
from corefpipe.clustering.decoders.l3m import L3MDecoder
from corefpipe.clustering.decoders.partitioner import PartitionerDecoder
from corefpipe.clustering.decoders.sum_link import SumLinkDecoder
from corefpipe.clustering.decoders.threshold import BestLinkDecoder, ClosestLinkDecoder

__all__ = [
    "AgglomerativeDecoder",
    "AllApartDecoder",
    "AllInOneDecoder",
    "BestLinkDecoder",
    "ClosestLinkDecoder",
    "CorrelationDecoder",
    "Decoder",
    "Decoding",
    "L3MDecoder",
    "Partition",
    "PartitionerDecoder",
    "SpanningForestDecoder",
    "SumLinkDecoder",
]
