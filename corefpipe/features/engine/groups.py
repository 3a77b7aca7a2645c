"""Features of a feature set in groups: `[[link]]`, `[[start]]` and `[[mention]]` of its TOML file, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.spec_errors import At, Kinds, check_table, is_a, named, show
from corefpipe.features.engine.templates import Template

_GROUP: Kinds = {
    "group": str,
    "features": (list, dict),
    "conjoin": list,
    "bare": bool,
    "all_pairs": bool,
    "deviations": str,
}
_FEATURE: Kinds = {"use": str, "note": str, "conjoin": list}  # keys of a feature that are not its parameters


@dataclass(frozen=True)
class Feature:
    """One feature of a set.

    Attributes:
        name: its name in the set.
        group: heading of its group.
        expression: the expression that computes it (see `notation`).
        note: where and why it differs from the paper.
        templates: the feature itself and its conjunctions.
        parameters: parameters of its pair feature, and how a number is emitted.
        conjoin: expressions that it is conjoined with.
    """

    name: str
    group: str
    expression: str
    note: str
    templates: tuple[Template, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    conjoin: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """Some features of a set under one heading.

    Attributes:
        name: the heading.
        features: its features.
        bare: whether they are also used without their conjunctions.
        paired: whether the set's `all_pairs` conjoins them.
        deviations: where and why it differs from the paper.
    """

    name: str
    features: tuple[Feature, ...]
    bare: bool = True
    paired: bool = True
    deviations: str = ""


def read_groups(table: dict[str, Any], where: str) -> tuple[Group, ...]:
    """The groups of features of one kind of link.

    Args:
        table: the TOML file.
        where: "link", "start" or "mention".

    Raises:
        At: a value of the wrong type, an unknown key, an invalid expression.
    """
    groups = []
    for number, given in enumerate(table.get(where, [])):
        section = (where, number)
        check_table(given, _GROUP, where, section)
        groups.append(
            Group(
                given.get("group", ""),
                tuple(_features(given, section)),
                given.get("bare", True),
                given.get("all_pairs", True),
                given.get("deviations", ""),
            )
        )
    return tuple(groups)


def _features(group: dict[str, Any], section: tuple[str, int]) -> Iterator[Feature]:
    for name, entry in _entries(group.get("features", []), section):
        options = dict(entry) if isinstance(entry, Mapping) else {"use": entry}
        check_table({key: options[key] for key in _FEATURE if key in options}, _FEATURE, name, section)
        expression = options.get("use", name)
        parameters = {key: value for key, value in options.items() if key not in _FEATURE}
        conjoin = options.get("conjoin", group.get("conjoin", []))
        for other in conjoin:
            if not isinstance(other, str):
                raise At(
                    SettingError(f"conjoin has {show(other)}", cure=f"It must be {named(str)}"), "conjoin", section
                )
        try:
            bare = Template.read(name, expression, parameters)
            extra = [Template.read(text, text)[0] for text in conjoin]
        except SettingError as error:
            raise At(error, name, section) from error
        templates = bare if group.get("bare", True) else []
        templates = [*templates, *(template.with_(other) for other in extra for template in bare)]
        if not templates:
            nothing = SettingError(f"'{name}' makes no feature", cure="bare = false needs conjoin")
            raise At(nothing, name, section)
        if section[0] != "link" and not all(part.of_anaphor for template in templates for part in template.parts):
            sided = SettingError(f"'{name}' in [[start]]", cure="The start of a chain has no antecedent: use ana. only")
            raise At(sided, name, section)
        note = options.get("note", "")
        yield Feature(name, group.get("group", ""), expression, note, tuple(templates), parameters, tuple(conjoin))


def _entries(given: list[Any] | dict[str, Any], section: tuple[str, int]) -> Iterator[tuple[str, Any]]:
    """(name, entry) of each feature of a group; a feature in a list is named by its expression."""
    entries = given.items() if isinstance(given, Mapping) else [(_expression(entry), entry) for entry in given]
    for name, entry in entries:
        if not is_a(entry, (str, dict)) or not name:
            what = f"'{name}' is {show(entry)}" if name else f"features has {show(entry)}"
            cure = 'Write "head_match", or { use = "head_match" } with its parameters'
            raise At(SettingError(what, cure=cure), name or "features", section)
        yield name, entry


def _expression(entry: Any) -> str:
    name = entry.get("use") if isinstance(entry, Mapping) else entry
    return name if isinstance(name, str) else ""
