"""Train a resolver with features of context, score it, and score it without them.

    python eval/context/train.py all --corpora ../shared/corpora --network build/all --annotated ../ann/ewt \\
        --work build/context --out build/en_large

The other features learn from what `eval/resolver/train.py` gives them, those of context from `--unseen` parts, which the
network has not learned from: "web.dev", "web.train", halves of OntoGUM dev ("ontogum.dev.0" and "ontogum.dev.1").
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

from corpora import chains_of, is_free, parts_of, short_texts
from parts import Annotated, kept_context, parsed

from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.features import FeatureSet
from corefpipe.resolver.context_weights import context_learner
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.model import Resolver
from corefpipe.scoring.gap import gap_score
from corefpipe.utils.progress import progress
