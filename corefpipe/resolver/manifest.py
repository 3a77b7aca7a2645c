"""`resolver.toml`, the settings of a model: written, and read with a check of every key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.named import decoder_table
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.features.engine.spec_errors import At, Kinds, check_table
from corefpipe.parsing.pipelines import NEW
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.constraints.registry import CONSTRAINTS, check_constraints
from corefpipe.resolver.needed_code import (
    DIGEST,
    FILES,
    NAMES,
    NeededCode,
    check_code,
    needed_code,
    used_by_decoder,
    used_by_features,
)
from corefpipe.resolver.parts import ModelParts
from corefpipe.resolver.settings import stored_decoder
from corefpipe.utils.toml import from_toml, to_toml
from corefpipe.version import __version__

FORMAT = 3
"""Version of the model folder; raised by changes that older code cannot read."""
_KEYS: Kinds = {
    "format": int,
    "version": str,
    "base": str,
    "singletons": bool,
    "window": int,
    "constraints": list,
    "decoder": dict,
    "calibration": dict,
    "meta": dict,
}
_OPTIONAL = ("version", "window", "calibration", "constraints")
_CALIBRATIONS: Kinds = {"given": list, "predicted": list}
_PLAIN = (str, bool, int, float, list)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `resolver.toml` says; see `ModelParts` for its attributes, and `CandidateSettings` for the window."""

    base: str
    own_base: str
    singletons: bool
    window: int | None
    constraints: tuple[str, ...] | None
    decoder: Decoder
    calibrations: dict[str, Calibration]
    meta: dict[str, Any]


def manifest_text(model: ModelParts) -> str:
    """The text of `resolver.toml`."""
    settings = {
        "format": FORMAT,
        "version": __version__,
        "base": f"{NEW}{model.own_base}" if model.own_base else model.base,
        "singletons": model.singletons,
        "window": model.features.spec.candidates.window,
        "constraints": list(model.constraints),
        "decoder": decoder_table(model.decoder),
        "calibration": {name: model.calibrations[name].weights for name in sorted(model.calibrations)},
        "meta": {**_without_code(model.meta), **code_of(model).to_meta()},
    }
    return to_toml(settings)


def code_of(model: ModelParts) -> NeededCode:
    """The user's own code that a model needs."""
    constraints = ((CONSTRAINTS, name) for name in model.constraints)
    decoder = used_by_decoder(decoder_table(model.decoder))
    return needed_code((*used_by_features(model.features.spec), *decoder, *constraints))


def _without_code(meta: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in meta.items() if name not in (NAMES, FILES, DIGEST)}


def read_manifest(text: str, file: str) -> Manifest:
    """Read the text of `resolver.toml`.

    Args:
        text: the text.
        file: its path, for errors.

    Raises:
        ModelError: no TOML, another format version, or a key that is missing, unknown or has a wrong value.
    """
    try:
        settings = from_toml(text)
        _check_version(settings, file)
        check_table(settings, _KEYS, "")
        for key in _KEYS:
            if key not in settings and key not in _OPTIONAL:
                raise SettingError(f"no '{key}'", cure=f"Keys of a model are {', '.join(_KEYS)}")
        base = settings["base"]
        own_base = base.removeprefix(NEW) if base.startswith(NEW) else ""
        meta = _meta(settings["meta"])
        check_code(meta)  # before what needs it
        return Manifest(
            base,
            own_base,
            settings["singletons"],
            settings.get("window"),
            _constraints(settings.get("constraints")),
            stored_decoder(settings["decoder"]),
            _calibrations(settings.get("calibration", {})),
            meta,
        )
    except At as error:
        raise _wrong(error.error, file, error.line(text)) from None
    except ModelError as error:
        error.file = file
        raise
    except SettingError as error:
        raise _wrong(error, file) from error
    except ValueError as error:
        raise ModelError(f"not TOML: {error}", cure="Train the model again", file=file) from error


def _check_version(settings: Mapping[str, Any], file: str) -> None:
    if settings.get("format") != FORMAT:
        raise ModelError(
            f"a model of format {settings.get('format')} (corefpipe {settings.get('version', 'unknown')}); "
            f"this corefpipe {__version__} reads format {FORMAT}",
            cure="Train it again, or install that version",
            file=file,
        )


def _constraints(names: list[Any] | None) -> tuple[str, ...] | None:
    return None if names is None else check_constraints(names)


def _calibrations(table: dict[str, Any]) -> dict[str, Calibration]:
    check_table(table, _CALIBRATIONS, "calibration")
    found = {}
    for name, weights in table.items():
        try:
            found[name] = Calibration.of(weights)
        except ValueError as error:
            raise At(SettingError(f"{name}: {error}", cure="Train the model again"), name) from error
    return found


def _meta(table: dict[str, Any]) -> dict[str, Any]:
    for name, value in table.items():
        if not isinstance(value, _PLAIN):
            raise At(SettingError(f"{name} in [meta] is {value!r:.60}", cure="It must be plain text or a number"), name)
    return table


def _wrong(error: SettingError, file: str, line: int | None = None) -> ModelError:
    return ModelError(error.message, cure=error.cure, file=file, line=line)
