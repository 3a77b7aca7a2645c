"""A model as files, in a folder or in bytes; no pickle.

`resolver.toml` has the settings, `features.toml` the feature set, `weights.npz` what was learned, `SHA256SUMS` the
digests of these. A model with a base pipeline of its own has it in the subfolder `base`, one with features of context
the network that it reads with in the subfolder `network`.
"""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import srsly

from corefpipe.exceptions import CorefpipeWarning, ModelError, SettingError, did_you_mean
from corefpipe.features import FeatureSet, MentionClassifier
from corefpipe.network.files import ENCODER, context_of, load_context, write_network
from corefpipe.parsing.encoder.vectors import with_base
from corefpipe.parsing.installed import BASE
from corefpipe.parsing.pipelines import find_base
from corefpipe.resolver.manifest import code_of, manifest_text, read_manifest
from corefpipe.resolver.names import known_models, model_names
from corefpipe.resolver.needed_code import FILES, is_other_code
from corefpipe.resolver.parts import ModelParts
from corefpipe.resolver.selection import MentionSelector
from corefpipe.utils.arrays import as_weights, check_kinds, read_arrays
from corefpipe.utils.digests import SUMS, check_sums, sums_of
from corefpipe.utils.folders import check_output_folder, current, replace_files, write_files
from corefpipe.utils.toml import decoded_toml, from_toml, read_toml

Model = TypeVar("Model", bound=ModelParts)

_SETTINGS, _FEATURES, _WEIGHTS = _FILES = ("resolver.toml", "features.toml", "weights.npz")
NETWORK = "network"
"""Subfolder with the network of features of context."""
_OWN = {*_FILES, SUMS, BASE, NETWORK}
_MENTION, _LEARNED = "mention/", "learned."  # before the names of arrays of the mention selector, of learned features
_KINDS = {"weights": "f", "template": "iu", "values": "iu", "strings": "u"}


def is_model(folder: Path) -> bool:
    """Whether a folder contains a model, which need not be complete."""
    return current(folder, _SETTINGS).is_file()


def check_target(folder: str | Path, overwrite: bool = False, option: str = "overwrite=True") -> None:
    """Check that a model may be written to a folder: a new or empty one, or one with a model that may be replaced.

    Args:
        folder: where the model will be written.
        overwrite: whether to replace a model.
        option: how the user sets `overwrite`, for the error.

    Raises:
        SettingError: the folder has a model or other files, is a file, or cannot be created or written to.
    """
    folder = Path(folder)
    there = is_model(folder)
    check_output_folder(folder, _OWN if there else (), "the model")
    if there and not overwrite:
        raise SettingError(
            "there is a model already", cure=f"Name another folder, or replace it with {option}", file=str(folder)
        )


def write_folder(model: ModelParts, folder: str | Path, overwrite: bool = False) -> None:
    """Write a model to a folder, completely or not at all, with the base pipeline that was trained with it.

    Raises:
        SettingError: the folder has other files, or a model and `overwrite` is false (see `check_target`).
    """
    folder = Path(folder)
    check_target(folder, overwrite)
    files = _to_files(model)
    base = Path(model.base)

    network = _network_of(model)

    def write(staged: Path) -> None:
        write_files(files, staged)
        if network:
            write_network(network, staged / NETWORK)
        if model.own_base and base.is_dir() and base.resolve() != (folder / BASE).resolve():
            shutil.copytree(base, staged / BASE)

    replace_files(folder, write)
    if not model.own_base and base.resolve() != (folder / BASE).resolve():
        shutil.rmtree(folder / BASE, ignore_errors=True)  # of the model that was there before
    if not network:
        shutil.rmtree(folder / NETWORK, ignore_errors=True)


def require_model(folder: Path) -> None:
    """Raise ModelError for a folder that is not there, or lacks files of a model; nothing is loaded."""
    missing = [name for name in _FILES if not current(folder, name).is_file()]
    if missing:
        near = "" if folder.is_dir() else did_you_mean(str(folder), model_names())
        raise ModelError(
            f"not a corefpipe model: {', '.join(missing)} missing" if folder.is_dir() else "no such model folder",
            cure=f"{near}Give {known_models()}, or a folder that `corefpipe train` wrote; pip installs other models",
            file=str(folder),
        )


def read_folder(kind: type[Model], folder: str | Path) -> Model:
    """Read a model folder.

    Args:
        kind: the class of the model.
        folder: what `write_folder` wrote.

    Raises:
        ModelError: no model there; one that is incomplete, damaged or of another format version.
    """
    folder = Path(folder)
    require_model(folder)
    there = [name for name in (*_FILES, SUMS) if current(folder, name).is_file()]
    model = _from_files(kind, {name: current(folder, name).read_bytes() for name in there}, str(folder))
    if model.own_base:
        model.base = str(current(folder, BASE))
    if model.features.spec.reads_context:
        model.features.use_context(with_base(load_context(current(folder, NETWORK)), model.base))
    return model


class Terms(NamedTuple):
    """What one who passes on a pipeline with the model has to know.

    Attributes:
        licence: of the weights; "" if unknown.
        needs_onnx: whether the model needs onnxruntime, for its network or for its base pipeline.
    """

    licence: str
    needs_onnx: bool


def terms_in(folder: Path) -> Terms:
    """The terms of a model, read without loading it; none if there is no model.

    Raises:
        ModelError: the model's settings cannot be read.
    """
    if not is_model(folder):
        return Terms("", False)
    try:
        settings = from_toml(read_toml(current(folder, _SETTINGS)))
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(error, str(folder)) from error
    meta, base, own = settings.get("meta", {}), str(settings.get("base", "")), current(folder, BASE)
    licence = str(meta.get("licence", "")) if isinstance(meta, dict) else ""
    network = current(folder, NETWORK)
    return Terms(licence, (network / ENCODER).is_file() or _parses_with_onnx(str(own) if own.is_dir() else base))


def terms_of(model: ModelParts) -> Terms:
    """The terms of a model."""
    return Terms(str(model.meta.get("licence", "")), ENCODER in _network_of(model) or _parses_with_onnx(model.base))


def _parses_with_onnx(base: str) -> bool:
    try:
        folder = find_base(base)
    except ModelError:  # reported when it is loaded
        return False
    return folder is not None and any(folder.rglob("*.onnx"))


def to_bytes(model: ModelParts) -> bytes:
    """A model as bytes, the same in each process."""
    network = {f"{NETWORK}/{name}": data for name, data in sorted(_network_of(model).items())}
    return srsly.msgpack_dumps({**_to_files(model), **network})


def from_bytes(kind: type[Model], data: bytes) -> Model:
    """A model from its bytes (see `read_folder`)."""
    where = "the model's bytes"
    try:
        files = srsly.msgpack_loads(data)
    except (ValueError, RecursionError) as error:
        raise _unreadable(error, where) from error
    if not isinstance(files, dict) or not all(isinstance(files.get(name), bytes) for name in _FILES):
        raise _unreadable(ValueError("not a model"), where)
    model = _from_files(kind, {name: data for name, data in files.items() if name in (*_FILES, SUMS)}, where)
    if model.features.spec.reads_context:
        inside = f"{NETWORK}/"
        network = {name.removeprefix(inside): data for name, data in files.items() if name.startswith(inside)}
        model.features.use_context(with_base(context_of(network, where), model.base))
    return model


def _network_of(model: ModelParts) -> Mapping[str, bytes]:
    """The files of the model's network; none for a model without features of context."""
    context = model.features.context
    return context.files if context is not None and model.features.spec.reads_context else {}


def _to_files(model: ModelParts) -> dict[str, bytes]:
    arrays = BytesIO()
    np.savez_compressed(arrays, **_to_arrays(model))  # type: ignore[arg-type]
    texts = (manifest_text(model).encode(), model.features.spec.text.encode())
    files = dict(zip(_FILES, (*texts, arrays.getvalue()), strict=True))
    return {**files, SUMS: sums_of(files)}


def _from_files(kind: type[Model], files: dict[str, bytes], where: str) -> Model:
    if SUMS in files:
        check_sums(files[SUMS], files, where)
    try:
        found = read_manifest(decoded_toml(files[_SETTINGS]), f"{where}/{_SETTINGS}")
        features = FeatureSet.parse(decoded_toml(files[_FEATURES]), f"{where}/{_FEATURES}", window=found.window)
        model = kind(features, found.decoder, found.singletons, found.base, found.meta)
        model.calibrations, model.own_base = found.calibrations, found.own_base
        if found.constraints is not None:
            model.constraints = found.constraints
    except ModelError:
        raise
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _unreadable(error, where) from error
    if is_other_code(found.meta, code_of(model)):
        warnings.warn(
            f"{where}: {' and '.join(found.meta[FILES])} has changed since the model learned with it",
            CorefpipeWarning,
            stacklevel=2,
        )
    try:
        _use_arrays(model, read_arrays(files[_WEIGHTS]))
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _unreadable(error, f"{where}/{_WEIGHTS}") from error
    return model


def _to_arrays(model: ModelParts) -> dict[str, np.ndarray]:
    """All arrays of the model; a part's name stands before the name of each of its arrays."""
    arrays = {"link/weights": model.weights.astype(np.float16), **model.features.to_arrays()}
    if model.selector is not None:
        arrays |= {f"{_MENTION}{name}": array for name, array in model.selector.classifier.to_arrays().items()}
    return arrays


def _use_arrays(model: ModelParts, arrays: Mapping[str, np.ndarray]) -> None:
    mention = {name.removeprefix(_MENTION): array for name, array in arrays.items() if name.startswith(_MENTION)}
    learned = {name: array for name, array in arrays.items() if name.startswith(_LEARNED)}
    parts = ("link/", _MENTION) if mention else ("link/",)
    plain = {name: array for name, array in arrays.items() if name not in learned}
    known_kinds = {f"{part}{name}": kinds for part in parts for name, kinds in _KINDS.items()}
    if f"{_MENTION}intercept" in plain:
        known_kinds[f"{_MENTION}intercept"] = "f"
    check_kinds(plain, known_kinds)
    model.features.use_arrays(arrays)
    known = {
        f"{_LEARNED}{part}/{name}": array.dtype.kind
        for part, one in model.features.trained_models().items()
        for name, array in one.to_arrays().items()
    }
    check_kinds(learned, known)
    model.weights = as_weights(arrays["link/weights"], "link/weights")
    if model.weights.shape != (len(model.features.fitted),):
        raise ValueError(f"{model.weights.shape} weights for {len(model.features.fitted)} features")
    if mention:
        model.selector = MentionSelector(MentionClassifier.from_arrays(model.features.spec.mention, mention))


def _unreadable(error: Exception, where: str) -> ModelError:
    if isinstance(error, SettingError) and error.cure:  # such as the name of a feature that is not registered
        return ModelError(f"the model cannot be read: {error}", file=where)
    what = " ".join(str(error).split()) or type(error).__name__
    return ModelError(f"the model cannot be read: {what}", cure="Train it again", file=where)
