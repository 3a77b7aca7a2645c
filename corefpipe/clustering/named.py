"""Learners and decoders by their registered names: make them, share out settings, write them to tables of TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.registry import DECODERS, LEARNERS, PARTITIONERS, WORD_CLUSTERERS, Entry
from corefpipe.exceptions import ModelError, SettingError, did_you_mean, require_one_of
from corefpipe.utils.registry import Registry

if TYPE_CHECKING:  # scikit-learn takes long to import
    from corefpipe.clustering.learners.base import Learner

_PLAIN = (str, int, float, bool, type(None))


def make_learner(name: str, settings: Mapping[str, Any] | None = None) -> Learner:
    """The learner of that name.

    Raises:
        SettingError: no such learner, or a setting that it does not have.
    """
    learner: Learner = _make(LEARNERS, name, settings or {})
    return learner


def make_decoder(name: str, settings: Mapping[str, Any] | None = None) -> Decoder:
    """The decoder of that name.

    Raises:
        SettingError: no such decoder, a setting that it does not have, or one outside its range.
    """
    decoder: Decoder = _make(DECODERS, name, settings or {})
    return decoder


def make_word_clusterer(name: str, settings: Mapping[str, Any] | None = None) -> Any:
    """The word clusterer (`corefpipe.clustering.words.WordClusterer`) of that name.

    Raises:
        SettingError: no such clusterer, or a setting that it does not have.
    """
    return _make(WORD_CLUSTERERS, name, settings or {})


def decoder_for(learner: str, decoder: str | None = None) -> str:
    """The name of a decoder, if it is given, or else of the one that goes with a learner.

    Raises:
        SettingError: no such learner or decoder.
    """
    name = decoder or LEARNERS[learner].decoder
    if name not in DECODERS and name in PARTITIONERS:
        raise SettingError(
            f"{name!r} is a partitioner, and no decoder by itself",
            cure=f"Use the decoder partitioner with the setting partitioner={name}",
        )
    for registry, wanted in ((LEARNERS, learner), (DECODERS, name)):
        if wanted not in registry:
            raise registry.unknown(wanted)
    return name


def learner_name(learner: Learner) -> str:
    """The name under which the learner's class is registered.

    Raises:
        ModelError: it is not.
    """
    return _name(LEARNERS, learner)


def decoder_name(decoder: Decoder) -> str:
    """The name under which the decoder's class is registered.

    Raises:
        ModelError: it is not.
    """
    return _name(DECODERS, decoder)


def decoder_settings(decoder: Decoder) -> dict[str, Any]:
    """The settings that make an equal decoder."""
    return {field.name: getattr(decoder, field.name) for field in fields(decoder) if field.init}  # type: ignore[arg-type]


def share(learner: str, decoder: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split settings into those of a learner and those of a decoder; one that both have, such as γ, goes to both.

    Raises:
        SettingError: no such learner or decoder, or a setting that neither has.
    """
    known = [signature(LEARNERS[learner].kind).parameters, signature(DECODERS[decoder].kind).parameters]
    unknown = sorted(set(settings) - set(known[0]) - set(known[1]))
    if unknown:
        names = list(dict.fromkeys([*known[0], *known[1]]))
        hint = did_you_mean(unknown[0], names)
        raise SettingError(
            f"unknown setting '{unknown[0]}'",
            cure=f"{hint}Learner {learner} and decoder {decoder} have {', '.join(names)}",
        )
    of_learner, of_decoder = ({name: settings[name] for name in settings if name in names} for names in known)
    return of_learner, of_decoder


def learner_table(learner: Learner) -> dict[str, Any]:
    """What a file stores of a learner: its registered name and its settings, of plain types.

    Raises:
        ModelError: its class is not registered, or a setting has no plain value, such as a classifier.
    """
    return {"name": learner_name(learner), **_plain("learner", learner.get_params(deep=False))}


def decoder_table(decoder: Decoder) -> dict[str, Any]:
    """What a file stores of a decoder: its registered name and its settings, of plain types.

    Raises:
        ModelError: its class is not registered, or a setting has no plain value.
    """
    return {"name": decoder_name(decoder), **_plain("decoder", decoder_settings(decoder))}


def word_clusterer_table(clusterer: Any) -> dict[str, Any]:
    """What a file stores of a word clusterer: its registered name and its settings, of plain types.

    Raises:
        ModelError: its class is not registered, or a setting has no plain value, such as a RandomState.
    """
    return {"name": _name(WORD_CLUSTERERS, clusterer), **_plain("method", clusterer.get_params(deep=False))}


def read_learner(table: Mapping[str, Any]) -> Learner:
    """The learner that `learner_table` stored.

    Raises:
        ModelError: nothing is registered under its name.
        SettingError: a setting that it does not have.
    """
    learner: Learner = _read(LEARNERS, table)
    return learner


def read_decoder(table: Mapping[str, Any]) -> Decoder:
    """The decoder that `decoder_table` stored.

    Raises:
        ModelError: nothing is registered under its name.
        SettingError: a setting that it does not have, or one outside its range.
    """
    decoder: Decoder = _read(DECODERS, table)
    return decoder


def read_word_clusterer(table: Mapping[str, Any]) -> Any:
    """The word clusterer that `word_clusterer_table` stored.

    Raises:
        ModelError: nothing is registered under its name.
        SettingError: a setting that it does not have.
    """
    return _read(WORD_CLUSTERERS, table)


def _make(registry: Registry[Entry], name: str, settings: Mapping[str, Any]) -> Any:
    kind = registry[name].kind
    known = signature(kind).parameters
    for key in settings:
        require_one_of(f"setting of {registry.what} {name}:", key, known)
    return kind(**settings)


def _name(registry: Registry[Entry], instance: object) -> str:
    for name, entry in registry.own().items():
        if type(instance) is entry.kind:
            return name
    raise ModelError(
        f"the {registry.what} {type(instance).__name__} is not registered, so a file cannot name it",
        cure=f"Decorate its class with @register_{registry.what} of corefpipe.clustering",
    )


def _read(registry: Registry[Entry], table: Mapping[str, Any]) -> Any:
    settings = dict(table)
    name = settings.pop("name")
    if name not in registry:
        raise ModelError(
            f"nothing is registered as the {registry.what} {name!r}",
            cure="Install the package, or import the module, that registers it, or give its file with --code; "
            f"registered are {', '.join(registry)}",
        )
    return _make(registry, name, settings)


def _plain(what: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with NumPy's numbers as Python's."""
    plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in settings.items()}
    for name, value in plain.items():
        if not isinstance(value, _PLAIN):
            raise ModelError(
                f"the {what}'s {name} cannot be written",
                cure="Files hold weights and plain settings, nothing that runs code",
            )
    return plain
