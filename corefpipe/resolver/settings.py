"""Default settings of training, checks of their types, and the precision of stored weights."""

from __future__ import annotations

import types
from collections.abc import Mapping
from inspect import signature
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from corefpipe.clustering.named import decoder_for, make_decoder, make_learner, read_decoder, share
from corefpipe.clustering.registry import DECODERS, LEARNERS, Entry
from corefpipe.exceptions import ModelError, SettingError

if TYPE_CHECKING:
    from corefpipe.clustering.decoders import Decoder
    from corefpipe.clustering.learners.base import Learner

# Chosen on OntoGUM dev and LitBank dev (eval/resolver). Detected mentions are mostly singletons: without a higher cost
# of starting chains too few links would be made.
_TUNED: dict[tuple[str, str], dict[str, Any]] = {
    ("l3m", "predicted"): {"passes": 3, "orders": 4, "l2": 0.002, "false_start": 2.5, "false_link": 0.4},
    ("l3m", "gold"): {"passes": 3, "orders": 4, "l2": 0.001, "false_start": 1.0, "false_link": 1.0},
}
MentionSource = Literal["predicted", "gold"]
_SCALARS = (bool, int, float, str)
_SAID = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}


def default_settings(learner: str, mentions: MentionSource) -> dict[str, Any]:
    """Tuned settings of a learner for predicted or gold mentions; {} where it has none beside its own defaults."""
    return dict(_TUNED.get((learner, mentions), {}))


def default_learner(mentions: MentionSource, learner: str = "l3m", **settings: Any) -> Learner:
    """A learner by name, with `default_settings` where no others are given."""
    return make_learner(learner, default_settings(learner, mentions) | settings)


def learner_and_decoder(
    learner: str, decoder: str | None, mentions: MentionSource, settings: Mapping[str, Any]
) -> tuple[Learner, Decoder]:
    """A learner and its decoder, with given settings; the others have tuned values, or the constructors' defaults.

    Args:
        learner: its name.
        decoder: its name; None is the one that goes with the learner.
        mentions: what will be clustered.
        settings: of either; a setting that both have, such as gamma, goes to both.

    Raises:
        SettingError: an unknown name or setting, a value of another type or outside its range.
    """
    decoder = decoder_for(learner, decoder)
    ours, theirs = share(learner, decoder, typed(learner, decoder, settings))
    return default_learner(mentions, learner, **ours), make_decoder(decoder, theirs)


def own_settings(entry: Entry) -> dict[str, Any]:
    """All settings of a learner or decoder with their defaults, except `verbose`, which changes no result."""
    parameters = signature(entry.kind).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters if parameter.name != "verbose"}


def stored_decoder(table: Mapping[str, Any]) -> Decoder:
    """The decoder that a model's file names, with a check of the types of its settings.

    Raises:
        ModelError: nothing is registered under its name.
        SettingError: no name; a setting that it does not have, of another type or outside its range.
    """
    name = table.get("name")
    if not isinstance(name, str):
        raise SettingError(f"the name of the decoder is {name!r:.60}", cure=f"Valid are {', '.join(DECODERS)}")
    settings = {key: value for key, value in table.items() if key != "name"}
    for key, value in settings.items():
        if not isinstance(value, _SCALARS):
            raise SettingError(f"{key} is {value!r:.60}", cure="It must be one value")
    if name in DECODERS:
        settings = _typed_by([DECODERS[name].kind], settings)
    return read_decoder({"name": name, **settings})


def as_stored(coef: np.ndarray) -> np.ndarray:
    """Weights rounded to the precision of model files, as float32, so that scores do not change on reloading.

    Raises:
        ModelError: they are too large for it, or not finite.
    """
    with np.errstate(over="ignore"):
        stored = coef.astype(np.float16).astype(np.float32)
    if not np.isfinite(stored).all():
        raise ModelError(
            "learning has diverged: the weights are not finite, or too large to be stored",
            cure="Try a lower rate of learning, or features on a smaller scale",
        )
    return stored


def no_weights(learner: object) -> ModelError:
    """The error for a fitted learner without weights of features."""
    return ModelError(
        f"{type(learner).__name__} has learned no weights of features, which a model consists of",
        cure="Give it a linear classifier",
    )


def typed(learner: str, decoder: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a learner and a decoder, by name, with the types that their constructors declare.

    Whole numbers become floats where those are declared.

    Args:
        learner: name of the learner.
        decoder: name of the decoder.
        settings: numbers, bools and strings, which are checked; other values pass unchecked.

    Raises:
        SettingError: a value of the wrong type, or not among the valid ones; a number that is not finite.
    """
    return _typed_by([entry.kind for entry in (LEARNERS[learner], DECODERS[decoder])], settings)


def _typed_by(kinds: list[Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with the types that the constructors of these classes declare."""
    declared = [get_type_hints(kind.__init__) for kind in kinds]
    found = dict(settings)
    for name, value in settings.items():
        for hints in declared:
            if name in hints and isinstance(value, _SCALARS):
                found[name] = _typed(name, value, hints[name])
    return found


def _typed(name: str, value: Any, hint: Any) -> Any:
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    valid = [choice for kind in kinds if get_origin(kind) is Literal for choice in get_args(kind)]
    if isinstance(value, float) and not isfinite(value):
        raise SettingError(f"{{setting}} is {value}", setting=name, cure="It must be a finite number")
    if value in valid or type(value) in kinds:
        return value
    if type(value) is int and float in kinds:
        return float(value)
    said = ", ".join([*map(str, valid), *(_SAID[kind] for kind in kinds if kind in _SAID)])
    raise SettingError(
        f"{name} cannot be {str(value).lower() if isinstance(value, bool) else repr(value)}",
        cure=f"Valid: {said}" if said else "It is set in Python only",
    )
