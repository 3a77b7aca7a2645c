"""The notation of features in feature sets, read into parts of templates.

    ana.head            an attribute of the anaphor
    ante.role=subject   whether an attribute of the antecedent has that value; `=a|b` for one of several
    head_match          a pair feature
    sentence_distance   a numeric one, in its default bins; `bins`, `at_least` and `raw` in the set change that
    types               short for ana.type * ante.type

Parts joined by ` * ` form a template: a conjunction.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.features.engine.parts import Part
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES, PairFeature
from corefpipe.features.engine.spec_errors import is_a, named, show

SHORT = {"types": ("ana.type", "ante.type")}
_SIDES = ("ana", "ante")
_FORMS = ("bins", "at_least", "raw", "scale")  # how a numeric feature is emitted


def read_parts(text: str, options: Mapping[str, Any] | None = None) -> list[list[Part]]:
    """The parts of an expression such as `ana.type * ante.role=subject * sentence_distance`.

    Args:
        text: the expression.
        options: parameters of its one pair feature, and how a numeric one is emitted: `bins` (upper edges),
            `at_least` (one indicator for each of these numbers) or `raw = true` (the number, times `scale`).

    Returns:
        One list of parts per template; several templates with `at_least`.

    Raises:
        SettingError: an unknown name, value or parameter.
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
            if bare not in ATTRIBUTES:
                raise ATTRIBUTES.unknown(bare)
            return [Part(name.strip(), wanted)]
        if side:
            raise SettingError(f"unknown side '{side}'", cure="Write ana. or ante. before the name of an attribute")
        if bare not in PAIR_FEATURES and bare in ATTRIBUTES:
            raise SettingError(f"'{bare}' is an attribute", cure=f"Write ana.{bare} or ante.{bare}")
        return _parts_of(PAIR_FEATURES[bare], wanted, options)
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
            require_one_of(f"value of {feature.name}", value, sorted(filter(None, feature.values)))
    return [Part(feature.name, wanted, parameters)]


def _parameters(feature: PairFeature, given: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    for name, value in given.items():
        if name not in feature.parameters:
            valid = sorted({*feature.parameters, *(_FORMS if feature.kind == "numeric" else ())})
            if not valid:
                raise SettingError(f"unknown parameter of {feature.name} '{name}'", cure=f"{feature.name} takes none")
            require_one_of(f"parameter of {feature.name}", name, valid)
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
        raise SettingError(f"a value of {feature.name}", cure="It is numeric: use at_least")
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
