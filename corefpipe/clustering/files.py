"""Write a trained `Clusterer` to a folder, and read it: settings as TOML, weights as an array, no code."""

from __future__ import annotations

import io
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.clustering.blocking import Blocking
from corefpipe.clustering.comparing import Comparison
from corefpipe.clustering.named import decoder_table, learner_table, read_decoder, read_learner
from corefpipe.clustering.trained_files import read_errors, read_trained, write_trained
from corefpipe.exceptions import ModelError
from corefpipe.utils.arrays import as_weights
from corefpipe.utils.digests import SUMS
from corefpipe.utils.toml import decoded_toml, from_toml, to_toml

_SETTINGS, _WEIGHTS, _COMPARISON, _BLOCKING = "clusterer.toml", "weights.npy", "comparison.toml", "blocking.toml"
_REQUIRED, _OPTIONAL = (_SETTINGS, _WEIGHTS), (_COMPARISON, _BLOCKING)
FILES = (*_REQUIRED, *_OPTIONAL, SUMS)
"""The files of a clusterer; those of comparison and blocking are there if it learned from item sets."""


def write_clusterer(clusterer: Any, folder: Path) -> None:
    """Write names, settings and weights of a trained Clusterer to a folder, in place of those that are there.

    Raises:
        ModelError: see `clusterer_files`.
    """
    files = clusterer_files(clusterer)
    write_trained(files, folder)
    for name in set(_OPTIONAL) - set(files):  # of a clusterer that was here before
        (folder / name).unlink(missing_ok=True)


def clusterer_files(clusterer: Any) -> dict[str, bytes]:
    """The files of a trained Clusterer by name.

    Raises:
        ModelError: a learner or decoder that is not registered, a learner without weights, or settings or values of
            `meta` that are not plain, such as a classifier of your own.
    """
    tables = {"learner": learner_table(clusterer.learner), "decoder": decoder_table(clusterer.decoder)}
    learner = clusterer.learner_
    if not hasattr(learner, "coef_"):
        raise ModelError(
            "the learner has no weights to write",
            cure="Files hold weights and plain settings, nothing that runs code: use a linear classifier, such as "
            "logistic, linear-svc, perceptron or winnow",
        )
    tables["fitted"] = learner.fitted()
    tables["meta"] = dict(clusterer.meta or {})
    tables["candidates"] = {
        "window": clusterer.window,
        "auto": clusterer.blocking == "auto",
        "guessed": clusterer.comparison is None,
        "random_state": clusterer.random_state if isinstance(clusterer.random_state, Integral) else None,
    }
    weights = io.BytesIO()
    np.save(weights, learner.coef_.astype(np.float32), allow_pickle=False)
    try:
        settings = to_toml(tables)
    except (TypeError, ValueError) as error:
        cure = "It may hold str, int, float, bool, and lists of these"
        raise ModelError(f"`meta` cannot be written: {error}", cure=cure) from error
    files = {_SETTINGS: settings.encode(), _WEIGHTS: weights.getvalue()}
    if clusterer.comparison_ is not None:
        files[_COMPARISON] = to_toml(clusterer.comparison_.to_table()).encode()
    if clusterer.blocking_ is not None:
        rules = clusterer.blocking_.to_table()["rules"]
        files[_BLOCKING] = to_toml({f"rule{n}": rule for n, rule in enumerate(rules, 1)}).encode()
    return files


def read_clusterer(kind: type[Any], folder: Path) -> Any:
    """Read what `write_clusterer` wrote; without `SUMS` the files are not compared with their digests.

    Args:
        kind: the class `Clusterer`.
        folder: its folder.

    Raises:
        ModelError: files that are missing, damaged or cannot be read, or a learner or decoder that is not registered.
    """
    written_by = "`corefpipe cluster` or Clusterer.to_disk"
    with read_errors(folder, _SETTINGS, "clusterer", written_by, "Train it again"):
        return _made(kind, read_trained(folder, _REQUIRED, _OPTIONAL))


def _made(kind: type[Any], files: dict[str, bytes]) -> Any:
    tables = _table(files[_SETTINGS])
    candidates = tables.get("candidates", {})
    comparison = Comparison.from_table(_table(files[_COMPARISON])) if _COMPARISON in files else None
    blocking = None
    if _BLOCKING in files:
        blocking = Blocking.from_table({"rules": list(_table(files[_BLOCKING]).values())})
    coef = np.load(io.BytesIO(files[_WEIGHTS]), allow_pickle=False)
    if coef.ndim != 1 or coef.dtype != np.float32:
        raise ValueError(f"weights of shape {coef.shape}, {coef.dtype}")
    as_weights(coef, "coef")
    clusterer = kind(
        read_learner(tables["learner"]),
        read_decoder(tables["decoder"]),
        comparison=None if candidates.get("guessed") else comparison,
        blocking="auto" if candidates.get("auto", True) else blocking,
        window=candidates.get("window"),
        random_state=candidates.get("random_state"),
        meta=tables.get("meta") or None,
    )
    learner = read_learner(tables["learner"])
    learner.restore(coef, tables.get("fitted", {}))
    clusterer.learner_, clusterer.comparison_, clusterer.blocking_ = learner, comparison, blocking
    clusterer.n_features_in_ = len(coef)
    return clusterer


def _table(data: bytes) -> dict[str, Any]:
    return from_toml(decoded_toml(data))
