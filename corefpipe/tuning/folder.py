"""The folder of a tuning: names of its files, and a check that it has no others."""

from __future__ import annotations

import re
from pathlib import Path

from corefpipe.utils.folders import check_output_folder

RESULTS = "results.jsonl"
"""The results, one line per trial."""
BEST = "best.json"
"""The best trial."""
PLOT = "tuning.png"
"""The plot."""
CACHE = "cache"
"""Subfolder of the arrays, which may be deleted."""
_CACHED = re.compile(r"(train|dev|unseen)\.\w+\.npy|groups\.npy|prepared\.json|documents-\d+")


def check_folder(folder: str | Path) -> None:
    """Check that the results of a tuning may be written to a folder: a new or empty one, or that of a tuning.

    Raises:
        SettingError: the folder has other files, is a file, or cannot be created or written to.
    """
    folder = Path(folder)
    cache = folder / CACHE
    ours = cache.is_dir() and all(_CACHED.fullmatch(path.name) for path in cache.rglob("*"))
    found = (folder / RESULTS).is_file() or ours
    own = {RESULTS, BEST, PLOT} if found else set()
    check_output_folder(folder, own | {CACHE} if ours else own, "the results")
