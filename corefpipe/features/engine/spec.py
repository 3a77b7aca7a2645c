"""Definitions of feature sets, read from TOML files and checked.

    name = "mine"
    source = "Ng & Cardie 2002, Table 1"
    deviations = "what differs from the paper, and why"
    all_pairs = false           # whether all pairs of features of [[link]] are conjoined as well

    [candidates]                # see corefpipe.features.engine.candidates
    window = 60

    [[link]]                    # features of links to antecedents, in groups
    group = "Lexical"
    conjoin = ["types"]         # each feature conjoined with each of these ...
    bare = true                 # ... and also without
    features = ["head_match", "ana.type * ante.role"]

    [[link]]
    [link.features]             # or with names, such as those of the paper
    SOON_STR = "soon_string_match"
    SENTNUM = { use = "sentence_distance", bins = [0, 1, 2, 4], note = "binned" }

    [[start]]                   # features of starting a chain, of the anaphor only
    features = ["ana.type"]

    [[mention]]                 # features of being a mention (`ana.`); without it those of [[start]]
    features = ["ana.head"]

A file with a mistake raises a SettingError with file and line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from corefpipe.exceptions import SettingError, valid_names
from corefpipe.features.engine.candidates import CandidateSettings
from corefpipe.features.engine.groups import Feature, Group, read_groups
from corefpipe.features.engine.registry import CONTEXT
from corefpipe.features.engine.spec_errors import At, Kinds, check_table
from corefpipe.features.engine.templates import Template, all_pairs
from corefpipe.utils.data import data_folder
from corefpipe.utils.toml import from_toml, read_toml

MOST_TEMPLATES = 20_000
"""Largest number of features with their conjunctions; the largest packaged set makes 483."""
_SET: Kinds = {
    "name": str,
    "source": str,
    "deviations": str,
    "all_pairs": bool,
    "candidates": dict,
    "link": list,
    "start": list,
    "mention": list,
}
_GROUPS = ("link", "start", "mention")


class Section(NamedTuple):
    """A group of features as a part of the templates of a set.

    Attributes:
        start: whether its features are of starting a chain, else of links to antecedents.
        name: its heading; groups without one are numbered.
        templates: indices of its templates in `(*spec.link, *spec.start)`.
        features: names of its features.
    """

    start: bool
    name: str
    templates: range
    features: tuple[str, ...]


@dataclass(frozen=True)
class Spec:
    """The definition of a feature set.

    >>> from corefpipe.features import Spec
    >>> Spec.load("soon2001").candidates
    CandidateSettings(window=60, indexed=10, reach=1500, pronoun_antecedents=True)

    Attributes:
        name: its name.
        source: the paper, section or table.
        deviations: where and why it differs from the paper.
        candidates: settings of candidate antecedents.
        groups: the features of links to antecedents.
        start_groups: the features of starting a chain.
        mention_groups: the features of being a mention.
        pairs: the conjunctions of pairs of features.
        text: the TOML file as text.
    """

    name: str
    source: str
    deviations: str
    candidates: CandidateSettings
    groups: tuple[Group, ...]
    start_groups: tuple[Group, ...]
    mention_groups: tuple[Group, ...]
    pairs: tuple[Template, ...]
    text: str

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features of links to antecedents."""
        return tuple(feature for group in self.groups for feature in group.features)

    @property
    def starts(self) -> tuple[Feature, ...]:
        """The features of starting a chain."""
        return tuple(feature for group in self.start_groups for feature in group.features)

    @cached_property
    def link(self) -> tuple[Template, ...]:
        """Templates of links to antecedents."""
        return (*(template for feature in self.features for template in feature.templates), *self.pairs)

    @cached_property
    def start(self) -> tuple[Template, ...]:
        """Templates of the dummy link."""
        return tuple(template for feature in self.starts for template in feature.templates)

    @cached_property
    def mention(self) -> tuple[Template, ...]:
        """Templates of being a mention; those of starting a chain where the set has none."""
        features = (feature for group in self.mention_groups for feature in group.features)
        return tuple(template for feature in features for template in feature.templates) or self.start

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The groups of features of links and of starting a chain; the conjunctions of `all_pairs` are one more."""
        found, first = [], 0
        for start, groups in ((False, self.groups), (True, self.start_groups)):
            for number, group in enumerate(groups, 1):
                last = first + sum(len(feature.templates) for feature in group.features)
                names = tuple(feature.name for feature in group.features)
                found.append(Section(start, group.name or f"Group {number}", range(first, last), names))
                first = last
            if not start and self.pairs:
                found.append(Section(start, "Pairs of features", range(first, first + len(self.pairs)), ()))
                first += len(self.pairs)
        return tuple(found)

    @property
    def learned(self) -> list[str]:
        """Names of the models that must be trained for it, in the order of their first use."""
        parts = [part for template in (*self.link, *self.start) for part in template.parts]
        return list(dict.fromkeys(part.learned for part in parts if part.learned and part.learned != CONTEXT))

    @cached_property
    def of_context(self) -> frozenset[int]:
        """Indices of the templates in groups with features of context, in `(*spec.link, *spec.start)`."""
        templates = (*self.link, *self.start)
        return frozenset(
            number
            for section in self.sections
            if any(templates[number].reads_context for number in section.templates)
            for number in section.templates
        )

    @property
    def reads_context(self) -> bool:
        """Whether it has features of context, which need a network."""
        return any(template.reads_context for template in (*self.link, *self.start, *self.mention))

    def joined(self, other: Spec) -> Spec:
        """The set with the groups of features of another one behind its own; the candidates stay.

        Raises:
            SettingError: a feature that stands in both.
        """
        groups = "[[" + other.text.partition("\n[[")[2]
        return Spec.parse(f"{self.text.rstrip()}\n\n{groups}", f"{self.name} with {other.name}")

    @classmethod
    def load(cls, name: str | Path) -> Spec:
        """Load a packaged set by name, or a TOML file by path.

        Raises:
            SettingError: no such set; an unknown key, feature or value.
        """
        packaged = str(name) in packaged_sets()
        path = data_folder("features") / f"{name}.toml" if packaged else Path(name)
        if not packaged and not (path.suffix == ".toml" and path.is_file()):
            raise SettingError(
                f"unknown feature set '{name}'",
                cure=valid_names(str(name), packaged_sets(), ", or the path of a .toml file"),
            )
        try:
            text = read_toml(path)
        except UnicodeDecodeError as error:
            what = f"byte 0x{error.object[error.start]:02X} is not UTF-8"
            raise SettingError(what, cure="Save the file as UTF-8", file=str(path)) from error
        except ValueError as error:
            raise SettingError(str(error), cure="Is this a feature set?", file=str(path)) from error
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, file: str | None = None) -> Spec:
        """Read the text of a TOML file.

        Raises:
            SettingError: a mistake, with file and line where known.
        """
        try:
            table = from_toml(text)
        except ValueError as error:
            raise SettingError(f"not TOML: {error}", file=file, line=_line_in(str(error), text)) from error
        try:
            return _read(table, text, file)
        except SettingError as error:
            error.file = file
            raise
        except At as error:
            wrong = error.error
            wrong.file, wrong.line = file, error.line(text)
            raise wrong from None


def packaged_sets() -> list[str]:
    """Names of the packaged feature sets.

    >>> from corefpipe.features import packaged_sets
    >>> packaged_sets()[:3]
    ['bengtson_roth2008', 'clark_manning2015', 'context']
    """
    return sorted(path.stem for path in data_folder("features").glob("*.toml"))


def _read(table: dict[str, Any], text: str, file: str | None) -> Spec:
    for where in _GROUPS:
        if isinstance(table.get(where), Mapping):
            raise At(SettingError(f"[{where}] is one table", cure=f"Write [[{where}]] for a group of features"), where)
    check_table(table, _SET, "")
    _check_size(sum(_conjoined(group) for where in _GROUPS for group in table.get(where, ())))
    groups, starts, mentions = (read_groups(table, where) for where in _GROUPS)
    paired = [f for group in groups if group.paired for f in group.features] if table.get("all_pairs") else []
    templates = [template for feature in paired for template in feature.templates]
    _check_size(len(templates) * (len(templates) - 1) // 2)
    pairs = all_pairs(templates)
    _refuse_twice("link", groups, pairs)
    _refuse_twice("start", starts)
    _refuse_twice("mention", mentions)
    return Spec(
        table.get("name", Path(file).stem if file else ""),
        table.get("source", ""),
        table.get("deviations", ""),
        _candidates(table.get("candidates", {})),
        groups,
        starts,
        mentions,
        tuple(pairs),
        text,
    )


def _conjoined(group: Any) -> int:
    """How many features and conjunctions a group makes with its `conjoin`; 0 if it is none, which is an error later."""
    sizes = (group.get(name, ()) if isinstance(group, Mapping) else () for name in ("features", "conjoin"))
    features, conjoin = (len(several) if isinstance(several, list | dict) else 0 for several in sizes)
    return features * (conjoin + 1)


def _check_size(number: int) -> None:
    if number > MOST_TEMPLATES:
        raise SettingError(
            f"it makes {number} features and conjunctions", cure=f"At most {MOST_TEMPLATES} are computed: conjoin fewer"
        )


def _candidates(given: dict[str, Any]) -> CandidateSettings:
    kinds: Kinds = {setting.name: type(setting.default) for setting in fields(CandidateSettings)}
    check_table(given, kinds, "candidates")
    try:
        return CandidateSettings(**given)
    except SettingError as error:
        named_in_it = [name for name in given if name in error.message]
        raise At(error, (named_in_it or ["candidates"])[0]) from error


def _refuse_twice(where: str, groups: tuple[Group, ...], pairs: Sequence[Template] = ()) -> None:
    own = [
        ((where, number), template)
        for number, group in enumerate(groups)
        for feature in group.features
        for template in feature.templates
    ]
    seen: set[object] = set()
    for section, template in [*own, *((None, template) for template in pairs)]:
        if template.parts in seen or template.name in seen:
            error = SettingError(f"[[{where}]] has {template.name} twice", cure="Remove one of them")
            raise At(error, template.features[-1], section, last=True)
        seen |= {template.parts, template.name}


def _line_in(message: str, text: str) -> int | None:
    if "end of document" in message:
        return text.rstrip().count("\n") + 1
    digits = message.rpartition("line ")[2].partition(",")[0]
    return int(digits) if digits.isdigit() else None
