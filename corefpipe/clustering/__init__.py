"""Supervised clustering of items of any kind by links to earlier items; independent of text and of spaCy.

Learners, decoders, partitioners and estimators are found here by their names, and loaded when they are first used.

>>> from corefpipe.clustering import Clusterer, L3MDecoder, L3MLearner
>>> Clusterer(L3MLearner(), L3MDecoder())  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder, register_family, register_learner, register_partitioner
from corefpipe.clustering.tables import Table, read_table

if TYPE_CHECKING:
    from corefpipe.clustering.bayes import (
        CDP,
        SCDP,
        BayesClusterer,
        DPMixture,
    )
    from corefpipe.clustering.blocking import (
        Blocking,
        BlockingRule,
    )
    from corefpipe.clustering.comparing import (
        Comparator,
        Comparison,
        VectorComparator,
    )
    from corefpipe.clustering.decoders import (
        AgglomerativeDecoder,
        AllApartDecoder,
        AllInOneDecoder,
        BestLinkDecoder,
        ClosestLinkDecoder,
        CorrelationDecoder,
        Decoder,
        Decoding,
        L3MDecoder,
        Partition,
        PartitionerDecoder,
        SpanningForestDecoder,
        SumLinkDecoder,
    )
    from corefpipe.clustering.estimator import Clusterer
    from corefpipe.clustering.learned_metrics import XingMetric
    from corefpipe.clustering.learners import (
        BinaryLearner,
        CorrelationSVMLearner,
        L3MBatchLearner,
        L3MLearner,
        Learner,
        OnlineLearner,
        SDCLearner,
        SpanningForestLearner,
        SumLinkLearner,
        UnitLearner,
    )
    from corefpipe.clustering.learners.winnow import BalancedWinnow
    from corefpipe.clustering.partitioners import (
        AverageLinkage,
        BisectingPartitioner,
        CompleteLinkage,
        KMeansPartitioner,
        KMedoids,
        MinCutPartitioner,
        Partitioner,
        SingleLinkage,
        SpectralPartitioner,
    )
    from corefpipe.clustering.words import (
        AnnealingClusterer,
        BrownClusterer,
        ContextVectors,
        KMeansClusterer,
        MixtureClusterer,
        SoftKMeansClusterer,
        WordClusterer,
    )

__all__ = [
    "CDP",
    "SCDP",
    "AgglomerativeDecoder",
    "AllApartDecoder",
    "AllInOneDecoder",
    "AnnealingClusterer",
    "AverageLinkage",
    "BalancedWinnow",
    "BayesClusterer",
    "BestLinkDecoder",
    "BinaryLearner",
    "BisectingPartitioner",
    "Blocking",
    "BlockingRule",
    "BrownClusterer",
    "ClosestLinkDecoder",
    "Clusterer",
    "Comparator",
    "Comparison",
    "CompleteLinkage",
    "Constraints",
    "ContextVectors",
    "CorrelationDecoder",
    "CorrelationSVMLearner",
    "DPMixture",
    "Decoder",
    "Decoding",
    "ItemSets",
    "KMeansClusterer",
    "KMeansPartitioner",
    "KMedoids",
    "L3MBatchLearner",
    "L3MDecoder",
    "L3MLearner",
    "Learner",
    "Links",
    "MinCutPartitioner",
    "MixtureClusterer",
    "OnlineLearner",
    "Partition",
    "Partitioner",
    "PartitionerDecoder",
    "SDCLearner",
    "SingleLinkage",
    "SoftKMeansClusterer",
    "SpanningForestDecoder",
    "SpanningForestLearner",
    "SpectralPartitioner",
    "SumLinkDecoder",
    "SumLinkLearner",
    "Table",
    "UnitLearner",
    "VectorComparator",
    "WordClusterer",
    "XingMetric",
    "read_table",
    "register_decoder",
    "register_family",
    "register_learner",
    "register_partitioner",
]


_HOMES = {
    "bayes": "BayesClusterer CDP DPMixture SCDP",
    "blocking": "Blocking BlockingRule",
    "comparing": "Comparator Comparison VectorComparator",
    "decoders": (
        "AgglomerativeDecoder AllApartDecoder AllInOneDecoder BestLinkDecoder ClosestLinkDecoder "
        "CorrelationDecoder Decoder Decoding L3MDecoder Partition PartitionerDecoder SpanningForestDecoder "
        "SumLinkDecoder"
    ),
    "estimator": "Clusterer",
    "learned_metrics": "XingMetric",
    "learners": (
        "BinaryLearner CorrelationSVMLearner L3MBatchLearner L3MLearner Learner OnlineLearner SDCLearner "
        "SpanningForestLearner SumLinkLearner UnitLearner"
    ),
    "learners.winnow": "BalancedWinnow",
    "partitioners": (
        "AverageLinkage BisectingPartitioner CompleteLinkage KMeansPartitioner KMedoids MinCutPartitioner "
        "Partitioner SingleLinkage SpectralPartitioner"
    ),
    "words": (
        "AnnealingClusterer BrownClusterer ContextVectors KMeansClusterer MixtureClusterer "
        "SoftKMeansClusterer WordClusterer"
    ),
}
_LATER = {name: home for home, names in _HOMES.items() for name in names.split()}
"""Name -> module, imported only when it is asked for: scikit-learn takes long to import."""


if not TYPE_CHECKING:  # type checkers know the imports above; with this they would accept any other name, too

    def __getattr__(name: str) -> Any:
        if name in _LATER:
            return getattr(import_module(f"corefpipe.clustering.{_LATER[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
