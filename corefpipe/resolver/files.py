"""A model as files: `resolver.toml`, `features.toml` and `weights.npz`, in a folder or in bytes. No pickle."""

from __future__ import annotations

import os
import tomllib
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
import srsly

from corefpipe.clustering.named import decoder_table, read_decoder
from corefpipe.errors import ModelError, SettingError
from corefpipe.features import FeatureSet, MentionClassifier
from corefpipe.parsing.pipelines import NEW
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.parts import ModelParts
from corefpipe.resolver.selection import MentionSelector
from corefpipe.utils.toml import to_toml
from corefpipe.version import __version__

Model = TypeVar("Model", bound=ModelParts)

FORMAT = 3
"""Version of the model folder; raised by changes that older code cannot read."""
_FILES = ("resolver.toml", "features.toml", "weights.npz")
_MENTION = "mention/"  # before the names of the mention selector's arrays


def write_folder(model: ModelParts, folder: str | Path) -> None:
    """Write a model to a folder; each file is complete before it takes its place."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = _to_files(model)
    for name, data in files.items():
        (folder / f".{name}.new").write_bytes(data)
    for name in files:
        os.replace(folder / f".{name}.new", folder / name)


def read_folder(kind: type[Model], folder: str | Path) -> Model:
    """Read a model folder.

    Args:
        kind: the class of the model.
        folder: what `write_folder` wrote.

    Raises:
        ModelError: no model there, an incomplete one, or one of another format version.
    """
    folder = Path(folder)
    missing = [name for name in _FILES if not (folder / name).is_file()]
    if missing:
        raise ModelError(
            f"not a corefpipe model: {', '.join(missing)} missing" if folder.is_dir() else "no such model folder",
            cure='Give "en" or a folder that `corefpipe train` wrote',
            file=str(folder),
        )
    model = _from_files(kind, {name: (folder / name).read_bytes() for name in _FILES}, str(folder))
    if model.own_base:
        model.base = str(folder / "base")
    return model


def to_bytes(model: ModelParts) -> bytes:
    """A model as bytes."""
    return srsly.msgpack_dumps(_to_files(model))


def from_bytes(kind: type[Model], data: bytes) -> Model:
    """A model from its bytes (see `read_folder`)."""
    where = "the model's bytes"
    try:
        files = srsly.msgpack_loads(data)
    except ValueError as error:
        raise _unreadable(error, where) from error
    return _from_files(kind, files, where)


def _to_files(model: ModelParts) -> dict[str, bytes]:
    arrays = BytesIO()
    np.savez_compressed(arrays, **_to_arrays(model))  # type: ignore[arg-type]
    settings = {
        "format": FORMAT,
        "version": __version__,
        "base": f"{NEW}{model.own_base}" if model.own_base else model.base,
        "singletons": model.singletons,
        "window": model.features.spec.candidates.window,
        "decoder": decoder_table(model.decoder),
        "calibration": {name: model.calibrations[name].weights for name in sorted(model.calibrations)},
        "meta": model.meta,
    }
    texts = (to_toml(settings).encode(), model.features.spec.text.encode())
    return dict(zip(_FILES, (*texts, arrays.getvalue()), strict=True))


def _from_files(kind: type[Model], files: dict[str, bytes], where: str) -> Model:
    try:
        settings = tomllib.loads(files["resolver.toml"].decode())
        _check_version(settings, where)
        text = files["features.toml"].decode()
        features = FeatureSet.parse(text, f"{where}/features.toml", window=settings.get("window"))
        model = kind(
            features, read_decoder(settings["decoder"]), settings["singletons"], settings["base"], settings["meta"]
        )
        if model.base.startswith(NEW):
            model.own_base = model.base.removeprefix(NEW)
        for name, weights in settings.get("calibration", {}).items():
            model.calibrations[name] = Calibration.of(weights)
        with np.load(BytesIO(files["weights.npz"]), allow_pickle=False) as arrays:
            _use_arrays(model, {name: arrays[name] for name in arrays.files})
    except ModelError as error:
        error.file = error.file or where
        raise
    except (ValueError, LookupError, TypeError, OSError, EOFError, BadZipFile, zlib.error) as error:
        raise _unreadable(error, where) from error
    return model


def _to_arrays(model: ModelParts) -> dict[str, np.ndarray]:
    """All arrays of the model; a part's name stands before the name of each of its arrays."""
    arrays = {"link/weights": model.weights.astype(np.float16), **model.features.to_arrays()}
    if model.selector is not None:
        arrays |= {f"{_MENTION}{name}": array for name, array in model.selector.classifier.to_arrays().items()}
    return arrays


def _use_arrays(model: ModelParts, arrays: Mapping[str, np.ndarray]) -> None:
    model.features.use_arrays(arrays)
    model.weights = arrays["link/weights"].astype(np.float32)
    if model.weights.shape != (len(model.features.fitted),):
        raise ValueError(f"{model.weights.shape} weights for {len(model.features.fitted)} features")
    mention = {name.removeprefix(_MENTION): array for name, array in arrays.items() if name.startswith(_MENTION)}
    if mention:
        model.selector = MentionSelector(MentionClassifier.from_arrays(model.features.spec.start, mention))


def _check_version(settings: dict[str, Any], where: str) -> None:
    if settings.get("format") != FORMAT:
        raise ModelError(
            f"a model of format {settings.get('format')} (corefpipe {settings.get('version', 'unknown')}); "
            f"this corefpipe {__version__} reads format {FORMAT}",
            cure="Train it again, or install that version",
            file=where,
        )


def _unreadable(error: Exception, where: str) -> ModelError:
    if isinstance(error, SettingError) and error.cure:  # such as the name of a feature that is not registered
        return ModelError(f"the model cannot be read: {error}", file=where)
    what = " ".join(str(error).split()) or type(error).__name__
    return ModelError(f"the model cannot be read: {what}", cure="Train it again", file=where)
