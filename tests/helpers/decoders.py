"""Decoders that honour constraints, each with some settings."""

from __future__ import annotations

from corefpipe.clustering.decoders import (
    AgglomerativeDecoder,
    AllApartDecoder,
    BestLinkDecoder,
    ClosestLinkDecoder,
    CorrelationDecoder,
    Decoder,
    L3MDecoder,
    SpanningForestDecoder,
    SumLinkDecoder,
)
from corefpipe.clustering.decoders.correlation.decoder import METHODS

DECODERS: list[Decoder] = [L3MDecoder(), L3MDecoder(0.0), L3MDecoder(0.3, 0.5), SumLinkDecoder(), BestLinkDecoder(-1.0)]
DECODERS += [ClosestLinkDecoder(0.5), SpanningForestDecoder(-0.5), AllApartDecoder()]
DECODERS += [AgglomerativeDecoder(linkage, -0.3) for linkage in ("average", "complete", "single")]
DECODERS += [CorrelationDecoder(method) for method in METHODS]
