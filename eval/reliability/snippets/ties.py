"""Number of random cases with ties in which a constraint that the clustering meets anyway changes it."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hostile import tied_scores

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.named import make_decoder

CASES = 4000
said = []
for name in ("best-link", "closest-link", "l3m", "sum-link", "agglomerative"):
    decoder = make_decoder(name, {})
    different = 0
    for scores, n in tied_scores(CASES):
        links = Links.windows([n])
        free = decoder.decode(links, scores)
        apart = [(i, j) for j in range(n) for i in range(j) if free.labels[i] != free.labels[j]]
        bound = decoder.decode(links, scores, Constraints(apart=apart[:1]))
        different += not np.array_equal(free.labels, bound.labels)
    said.append(f"{name} {different}")
print(f"of {CASES} cases differ: {', '.join(said)}")
