"""Write a trained Bayesian clusterer to a folder, and read it: settings as TOML, training data as arrays, no code."""

from __future__ import annotations

import io
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.clustering.bayes.families import Family
from corefpipe.clustering.grouping import group_bounds
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.labels import set_labels
from corefpipe.clustering.registry import FAMILIES
from corefpipe.clustering.settings import check_settings
from corefpipe.clustering.trained_files import read_errors, read_trained, write_trained
from corefpipe.exceptions import ModelError
from corefpipe.utils.arrays import check_kinds, read_arrays
from corefpipe.utils.digests import SUMS
from corefpipe.utils.toml import decoded_toml, from_toml, to_toml

_SETTINGS, _DATA = "bayes.toml", "training.npz"
FILES = (_SETTINGS, _DATA, SUMS)
"""The files of a Bayesian clusterer."""


def write_bayes(clusterer: Any, folder: Path) -> None:
    """Write class, settings and training data to a folder, in place of those that are there.

    Raises:
        ModelError: a family that is not registered.
    """
    settings = {name: _plain(value) for name, value in clusterer.get_params(deep=False).items()}
    tables: dict[str, Any] = {"model": {"class": type(clusterer).__name__}, "settings": settings}
    if isinstance(settings.get("family"), Family):
        family = settings.pop("family")
        tables["family"] = {"name": _registered(family), **asdict(family)}
    arrays = {"sizes": clusterer.items_.sizes, "vectors": clusterer.items_.array}
    if clusterer.labels_ is not None:
        arrays["labels"] = np.concatenate(clusterer.labels_)
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    write_trained({_SETTINGS: to_toml(tables).encode(), _DATA: data.getvalue()}, folder)


def read_bayes(cls: Any, folder: Path) -> Any:
    """The clusterer that `write_bayes` wrote; without `SUMS` digests are not compared.

    Args:
        cls: its class, a `BayesClusterer`.
        folder: its folder.

    Raises:
        ModelError: files that are missing, damaged or cannot be read, of another class, or with a family that is not
            registered.
    """
    kind = cls.__name__
    with read_errors(folder, _SETTINGS, "Bayesian clusterer", f"{kind}.to_disk", "Train it again"):
        files = read_trained(folder, (_SETTINGS, _DATA))
        tables = from_toml(decoded_toml(files[_SETTINGS]))
        if tables["model"]["class"] != kind:
            found = tables["model"]["class"]
            raise ModelError(f"the folder has a {found}, not a {kind}", cure=f"Read it by {found}.from_disk")
        settings = dict(tables.get("settings", {}))
        if "family" in tables:
            named = dict(tables["family"])
            settings["family"] = _family(named.pop("name"), named)
        items, labels = _training(files[_DATA])
        if labels is None and cls.needs_labels:
            raise ValueError("the labels of training are missing")
        clusterer = cls(**settings)
        check_settings(clusterer)
        return clusterer.keep(items, labels)


def _training(data: bytes) -> tuple[ItemSets, list[np.ndarray] | None]:
    arrays = read_arrays(data)
    kinds = {"sizes": "iu", "vectors": "f"} | ({"labels": "iu"} if "labels" in arrays else {})
    check_kinds(arrays, kinds)
    sizes, vectors = arrays["sizes"], arrays["vectors"]
    if sizes.ndim != 1 or vectors.ndim != 2 or (sizes < 0).any() or sizes.sum() != len(vectors):
        raise ValueError(f"sets of sizes {sizes.shape} and vectors of shape {vectors.shape} do not fit together")
    items = ItemSets.vectors(np.split(vectors, group_bounds(sizes)[1:-1]))
    if "labels" not in arrays:
        return items, None
    return items, set_labels(np.split(arrays["labels"], items.sets[1:-1]), items.sizes, "item sets")


def _registered(family: Family) -> str:
    for name, entry in FAMILIES.own().items():
        if type(family) is entry.kind:
            return name
    raise ModelError(
        f"the family {type(family).__name__} is not registered, so a file cannot name it",
        cure="Decorate its class with @register_family of corefpipe.clustering",
    )


def _family(name: str, settings: dict[str, Any]) -> Any:
    if name not in FAMILIES:
        raise ModelError(
            f"nothing is registered as the family {name!r}",
            cure="Import the module that registers it; registered are " + ", ".join(FAMILIES),
        )
    return FAMILIES[name].kind(**settings)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
