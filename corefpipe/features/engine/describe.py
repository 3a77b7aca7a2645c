"""Descriptions of features and feature sets, as printed by `corefpipe features list` and `show`."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from corefpipe.features.engine.groups import Feature, Group
from corefpipe.features.engine.notation import read_parts
from corefpipe.features.engine.parts import number_text
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES, Attribute, PairFeature
from corefpipe.features.engine.spec import Spec, packaged_sets

_WIDTH = 100
_INDENT = 28  # start of the second column


def list_features(kinds: Sequence[str]) -> str:
    """All features of some kinds with their descriptions, and the packaged sets.

    Args:
        kinds: any of attribute, boolean, categorical, numeric.
    """
    specs = [Spec.load(name) for name in packaged_sets()]
    users = _users(specs)
    lines: list[str] = []
    for kind in kinds:
        known: Mapping[str, Attribute | PairFeature] = ATTRIBUTES
        if kind != "attribute":
            known = {name: feature for name, feature in PAIR_FEATURES.items() if feature.kind == kind}
        lines += [f"{kind} ({len(known)})", ""]
        for name, feature in sorted(known.items()):
            sets = f"In {', '.join(users[name])}." if users[name] else ""
            lines += _entry(name, *_about(feature), sets)
        lines.append("")
    lines += [f"sets ({len(specs)})", ""]
    for spec in specs:
        lines += _entry(spec.name, spec.source)
    return "\n".join(lines)


def show_set(spec: Spec) -> str:
    """A feature set as text: source, candidates, groups of features, deviations from the paper."""
    settings = ", ".join(
        f"{setting.name} {_plain(getattr(spec.candidates, setting.name))}" for setting in fields(spec.candidates)
    )
    lines = [spec.name, "=" * len(spec.name), ""]
    lines += [*_wrapped(spec.source), ""] if spec.source else []
    lines += [f"Candidates: {settings}"]
    counts = f"{len(spec.link)} templates of links, {len(spec.start)} of starting a chain"
    lines += [counts + (f"; {len(spec.pairs)} of them conjoin two features" if spec.pairs else ""), ""]
    for title, groups in (("Links to an antecedent", spec.groups), ("Starting a chain", spec.start_groups)):
        if groups:
            lines += [title, "-" * len(title), ""]
        for group in groups:
            lines += _group(group, bool(spec.pairs))
    if spec.deviations.strip():
        bullets = [
            textwrap.wrap(line, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
            for line in spec.deviations.strip().split("\n")
        ]
        lines += ["Deviations", "----------", "", *(row for rows in bullets for row in rows or [""]), ""]
    return "\n".join(lines)


def _users(specs: Sequence[Spec]) -> dict[str, list[str]]:
    """For each feature, the sets that use it."""
    users: defaultdict[str, list[str]] = defaultdict(list)
    for spec in specs:
        parts = {part.name for template in (*spec.link, *spec.start, *spec.mention) for part in template.parts}
        for name in sorted({part.rpartition(".")[2] for part in parts}):
            users[name].append(spec.name)
    return users


def _about(feature: Attribute | PairFeature) -> Iterator[str]:
    """Lines about a feature: description, values or bins, parameters, source."""
    yield feature.doc.split("\n")[0]
    if isinstance(feature, PairFeature):
        if feature.kind == "categorical":
            values = ", ".join(value for value in feature.values if value and value != feature.silent)
            yield f"Values: {values}" + (f"; nothing is emitted for {feature.silent}" if feature.silent else "")
        if feature.bins:
            yield f"Bins: {_bins(feature.bins)}"
        if feature.parameters:
            yield "Parameters: " + ", ".join(f"{name} = {_plain(value)}" for name, value in feature.parameters.items())
    if feature.learned:
        yield f"Learned: {feature.learned}"
    if feature.source:
        yield f"Source: {feature.source}"


def _group(group: Group, paired: bool) -> Iterator[str]:
    shared = set.intersection(*(set(feature.conjoin) for feature in group.features)) if group.features else set()
    if group.name:
        yield group.name
    if shared:
        others = " and with ".join(text for text in group.features[0].conjoin if text in shared)
        yield f"  each with {others}" + (", and without" if group.bare else "")
    if paired and not group.paired:
        yield "  not conjoined with each other feature"
    yield from _wrapped(group.deviations, "  ")
    if group.name or shared:
        yield ""
    for feature in group.features:
        yield from _entry(feature.name, *_lines_of(feature, shared))
    yield ""


def _lines_of(feature: Feature, shared: set[str]) -> Iterator[str]:
    """Lines about a feature of a set: expression, description, values or bins, conjunctions, note."""
    options = ", ".join(f"{name} {_plain(value)}" for name, value in feature.parameters.items())
    if feature.expression != feature.name or options:
        yield feature.expression + (f" ({options})" if options else "")
    names = dict.fromkeys(part.name for parts in read_parts(feature.expression) for part in parts)
    for name in names:
        side, _, bare = name.rpartition(".")
        known: Attribute | PairFeature = ATTRIBUTES[bare] if side else PAIR_FEATURES[bare]
        about, *_ = _about(known)
        if not side or len(names) == 1:
            yield about
        if isinstance(known, PairFeature) and known.kind == "categorical" and "=" not in feature.expression:
            yield next(line for line in _about(known) if line.startswith("Values"))
        if isinstance(known, PairFeature) and known.kind == "numeric" and not options:
            yield f"Bins: {_bins(known.bins)}"
    own = [text for text in feature.conjoin if text not in shared]
    if own:
        yield f"Also with {' and with '.join(own)}"
    if feature.note:
        yield f"Note: {feature.note}"


def _entry(name: str, *lines: str) -> Iterator[str]:
    """Lines of two columns: a name, and text about it."""
    kept = [line for line in lines if line]
    rows = [row for line in kept for row in _wrapped(line, width=_WIDTH - _INDENT)]
    if len(name) + 4 > _INDENT or not rows:
        yield f"  {name}"
    else:
        yield f"  {name:<{_INDENT - 2}}{rows.pop(0)}"
    yield from (" " * _INDENT + row for row in rows)


def _wrapped(text: str, indent: str = "", width: int = _WIDTH) -> list[str]:
    wrapper = textwrap.TextWrapper(width, break_on_hyphens=False)
    wrapper.initial_indent = wrapper.subsequent_indent = indent
    return wrapper.wrap(" ".join(text.split()))


def _bins(edges: Sequence[float]) -> str:
    return " ".join([*(f"≤{number_text(edge)}" for edge in edges), f">{number_text(edges[-1])}"])


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "none"
    return str(value)
