"""Correlation clustering of scores whose sums overflow, by all its decoders, each in a second."""

import time

import numpy as np

from corefpipe.clustering import Links
from corefpipe.clustering.named import make_decoder
from corefpipe.exceptions import CorefpipeError

links = Links.windows([8])
scores = np.where(links.antecedent < 0, 0.0, 5e307)
said = []
for method in ("exact", "local", "greedy"):
    start = time.perf_counter()
    try:
        labels = make_decoder("correlation", {"method": method, "time_limit": 1.0}).decode(links, scores).labels
        result = f"{len(set(labels.tolist()))} cluster"
    except CorefpipeError as error:
        result = f"refused: {error}"
    said.append(f"{method}: {result} in {time.perf_counter() - start:.1f} s")
    print("; ".join(said), flush=True)
