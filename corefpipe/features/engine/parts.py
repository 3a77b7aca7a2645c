"""Parts: what the notation of feature sets names, and their values on a block of pairs as small integer codes.

    ana.head            an attribute of the anaphor
    ante.role=subject   whether an attribute of the antecedent has that value; `=a|b` one of these
    head_match          a pair feature
    sentence_distance   a numeric one, in its usual bins; `bins`, `at_least` and `raw` in the set say otherwise
    types               short for ana.type * ante.type

Parts joined by ` * ` are a template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np

from corefpipe.errors import SettingError
from corefpipe.features.engine.pairs import Pairs
from corefpipe.features.engine.registry import (
    ATTRIBUTES,
    PAIR_FEATURES,
    PairFeature,
    attribute_named,
    pair_feature_named,
    unknown,
)
from corefpipe.features.engine.spec_errors import is_a, named, show
from corefpipe.features.engine.table import hashes_of

SHORT = {"types": ("ana.type", "ante.type")}
_SIDES = ("ana", "ante")
_FORMS = ("bins", "at_least", "raw", "scale")  # how a numeric feature is emitted


@dataclass(slots=True)
class Coded:
    """A part on a block of pairs.

    Attributes:
        codes: (n_pairs,) int64 into `names`.
        names: the values; nothing is emitted for "".
        hashes: (n_names,) uint64, 0 for "".
        numbers: (n_pairs,) float32 what is emitted instead of 1, for numeric parts.
    """

    codes: np.ndarray
    names: Sequence[str]
    hashes: np.ndarray
    numbers: np.ndarray | None = None


@dataclass(slots=True, frozen=True)
class Part:
    """One part of a template.

    Attributes:
        name: an attribute with its side ("ana.head") or a pair feature.
        wanted: the values that count as yes; none of them: every value speaks for itself.
        parameters: of the pair feature's function.
        bins: upper edges; of a numeric feature only.
        least: yes where the number is at least this; of a numeric feature only.
        scale: the number itself is emitted, times this; of a numeric feature only.
    """

    name: str
    wanted: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Any], ...] = ()
    bins: tuple[float, ...] = ()
    least: float | None = None
    scale: float | None = None

    @property
    def side(self) -> str:
        """Whose attribute it is, "" for a pair feature."""
        return self.name.rpartition(".")[0]

    @property
    def attribute(self) -> str:
        """Name of the attribute or pair feature."""
        return self.name.rpartition(".")[2]

    @property
    def values(self) -> tuple[str, ...]:
        """What its codes mean, "" where nothing is emitted; () for an attribute, whose values documents bring."""
        if self.wanted or self.least is not None or self.scale is not None:
            return _YES
        if self.side:
            return ()
        feature = PAIR_FEATURES[self.name]
        return _bin_names(self.bins) if feature.kind == "numeric" else _emitted(feature.values, feature.silent)[0]

    @property
    def boolean(self) -> bool:
        """Whether it says yes or nothing."""
        if self.wanted or self.least is not None or self.scale is not None:
            return True
        return not self.side and PAIR_FEATURES[self.name].kind == "boolean"

    @property
    def learned(self) -> str:
        """The classifier that it needs."""
        if self.side:
            return ATTRIBUTES[self.name.rpartition(".")[2]].learned
        return PAIR_FEATURES[self.name].learned

    def __str__(self) -> str:
        text = self.name + ("=" + "|".join(self.wanted) if self.wanted else "")
        text += "".join(f"[{name}={value}]" for name, value in self.parameters)
        return text + ("" if self.least is None else f"≥{number_text(self.least)}")

    def code(self, pairs: Pairs) -> Coded:
        """Its values on these pairs."""
        side, _, name = self.name.rpartition(".")
        if side:
            column = pairs.table[name]
            codes = column.codes[pairs.ana if side == "ana" else pairs.ante]
            return self._wanted(codes, column.names) if self.wanted else Coded(codes, column.names, column.hashes)
        feature = PAIR_FEATURES[name]
        values = feature.codes(pairs, dict(self.parameters))
        if feature.kind == "numeric":
            return self._code_of_numbers(values)
        codes = values.astype(np.int64)
        # The silent value, too, may be wanted.
        return self._wanted(codes, feature.values) if self.wanted else _coded(codes, feature.values, feature.silent)

    def _wanted(self, codes: np.ndarray, names: Sequence[str]) -> Coded:
        hit = np.array([name in self.wanted for name in names], dtype=np.int64)
        return _coded(hit[codes], _YES)

    def _code_of_numbers(self, values: np.ndarray) -> Coded:
        if self.scale is not None:
            numbers = np.where(np.isfinite(values), values * self.scale, 0).astype(np.float32)
            return replace(_coded((numbers != 0).astype(np.int64), _YES), numbers=numbers)
        if self.least is not None:
            return _coded((values >= self.least).astype(np.int64), _YES)
        names = _bin_names(self.bins)
        if values.dtype.kind == "i" and self.bins[0] >= 0 and self.bins[-1] < _COUNTS:
            bins = np.searchsorted(self.bins, np.arange(int(self.bins[-1]) + 2))
            return _coded(bins.take(values, mode="clip"), names)
        # At the precision of the values: 0.1 in float32 is more than 0.1 in float64.
        edges = np.array(self.bins, dtype=values.dtype if values.dtype.kind == "f" else np.float64)
        return _coded(np.where(np.isnan(values), len(names) - 1, np.searchsorted(edges, values)), names)


_YES = ("", "yes")
_COUNTS = 1 << 12  # integers below are binned by a table


def _coded(codes: np.ndarray, names: Sequence[str], silent: str = "") -> Coded:
    emitted, hashes = _emitted(tuple(names), silent)
    return Coded(codes, emitted, hashes)


@lru_cache(maxsize=1024)
def _emitted(names: tuple[str, ...], silent: str) -> tuple[tuple[str, ...], np.ndarray]:
    emitted = tuple("" if name == silent else name for name in names)
    return emitted, hashes_of(emitted)


def _bin_names(edges: tuple[float, ...]) -> tuple[str, ...]:
    return (*(f"≤{number_text(edge)}" for edge in edges), f">{number_text(edges[-1])}", "")


def number_text(number: float) -> str:
    """A number in the name of a column: short, and another one for every other number."""
    return repr(int(number)) if number == int(number) else repr(number)


def read_parts(text: str, options: Mapping[str, Any] | None = None) -> list[list[Part]]:
    """The parts of an expression such as `ana.type * ante.role=subject * sentence_distance`.

    Args:
        text: in the notation of the feature sets.
        options: parameters of its one pair feature, and how a numeric one is emitted: `bins` (upper edges),
            `at_least` (one indicator for each of these numbers) or `raw = true` (the number, times `scale`).

    Returns:
        One list of parts a template: more than one with `at_least`.

    Raises:
        SettingError: a name, value or parameter that does not exist.
    """
    names = [name for word in text.split("*") for name in SHORT.get(word.strip(), (word.strip(),))]
    options = dict(options or {})
    if options and sum("." not in name.partition("=")[0] for name in names) != 1:
        raise SettingError(
            f"'{text}' with {', '.join(options)}", cure="Parameters belong to an expression with one pair feature"
        )
    templates: list[list[Part]] = [[]]
    for name in names:
        choices = _read_part(name, options, text)
        templates = [[*before, part] for before in templates for part in choices]
    return templates


def _read_part(name: str, options: dict[str, Any], text: str) -> list[Part]:
    name, equals, values = name.partition("=")
    wanted = tuple(value.strip() for value in values.split("|")) if equals else ()
    side, _, bare = name.strip().rpartition(".")
    try:
        if side in _SIDES:
            attribute_named(bare)
            return [Part(name.strip(), wanted)]
        if side:
            raise SettingError(f"unknown side '{side}'", cure="Attributes are those of ana. or ante.")
        if bare in ATTRIBUTES and bare not in PAIR_FEATURES:
            raise SettingError(f"'{bare}' is an attribute", cure=f"Say whose: ana.{bare} or ante.{bare}")
        return _parts_of(pair_feature_named(bare), wanted, options)
    except SettingError as error:
        error.message += f" in '{text}'"
        raise


def _parts_of(feature: PairFeature, wanted: tuple[str, ...], options: dict[str, Any]) -> list[Part]:
    forms = {name: value for name, value in options.items() if name in _FORMS}
    parameters = _parameters(feature, {name: value for name, value in options.items() if name not in _FORMS})
    if feature.kind == "numeric":
        return _numeric_parts(feature, wanted, parameters, forms)
    if forms:
        raise SettingError(f"{', '.join(forms)} of {feature.name}", cure=f"It is {feature.kind}, not numeric")
    for value in wanted:
        if value not in feature.values:
            raise unknown(f"value of {feature.name}", value, dict.fromkeys(v for v in feature.values if v))
    return [Part(feature.name, wanted, parameters)]


def _parameters(feature: PairFeature, given: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    for name, value in given.items():
        if name not in feature.parameters:
            valid = dict.fromkeys([*feature.parameters, *(_FORMS if feature.kind == "numeric" else ())])
            error = unknown(f"parameter of {feature.name}", name, valid)
            raise error if valid else SettingError(error.message, cure=f"{feature.name} takes none")
        default = feature.parameters[name]
        kind = list if isinstance(default, tuple) else type(default)
        plain = value if isinstance(value, list) else [value]
        if not is_a(value, kind) or not all(is_a(item, (str, bool, int, float)) for item in plain):
            raise SettingError(f"{name} of {feature.name} is {show(value)}", cure=f"It must be {named(kind)}")
    return tuple(sorted((name, tuple(v) if isinstance(v, list) else v) for name, v in given.items()))


def _numeric_parts(
    feature: PairFeature, wanted: tuple[str, ...], parameters: tuple[tuple[str, Any], ...], forms: dict[str, Any]
) -> list[Part]:
    if wanted:
        raise SettingError(f"a value of {feature.name}", cure="It is a number: use at_least")
    raw = forms.get("raw", False)
    if not is_a(raw, bool):
        raise SettingError(f"raw of {feature.name} is {show(raw)}", cure="It must be true or false")
    if ("scale" in forms and not raw) or raw + ("bins" in forms) + ("at_least" in forms) > 1:
        raise SettingError(
            f"{', '.join(forms)} of {feature.name}", cure="Give bins, or at_least, or raw = true with its scale"
        )
    if raw:
        (scale,) = _numbers(feature, "scale", [forms.get("scale", 1.0)])
        return [Part(feature.name, (), parameters, scale=scale)]
    if "at_least" in forms:
        leasts = _numbers(feature, "at_least", forms["at_least"])
        return [Part(feature.name, (), parameters, least=least) for least in leasts]
    bins = _numbers(feature, "bins", forms.get("bins", list(feature.bins)))
    if list(bins) != sorted(set(bins)):
        raise SettingError(f"bins of {feature.name} are {show(list(bins))}", cure="Upper edges must ascend")
    return [Part(feature.name, (), parameters, bins)]


def _numbers(feature: PairFeature, form: str, given: Any) -> tuple[float, ...]:
    if not isinstance(given, list) or not given or not all(is_a(x, float) and isfinite(x) for x in given):
        value = given[0] if form == "scale" else given
        cure = "It must be a number" if form == "scale" else "It must be a list of numbers, such as [0, 1, 2, 4]"
        raise SettingError(f"{form} of {feature.name} is {show(value)}", cure=cure)
    return tuple(float(number) for number in given)
