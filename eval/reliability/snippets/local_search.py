"""Local search of correlation clustering for 2,500 items with random scores and a limit of one second."""

import time

import numpy as np

from corefpipe.clustering import Links
from corefpipe.clustering.named import make_decoder

links = Links.windows([2500])
scores = np.where(links.antecedent < 0, 0.0, np.random.default_rng(0).normal(size=len(links.antecedent)))
start = time.perf_counter()
labels = make_decoder("correlation", {"method": "local", "time_limit": 1.0}).decode(links, scores).labels
print(f"{time.perf_counter() - start:.1f} s, {len(set(labels.tolist()))} clusters")
