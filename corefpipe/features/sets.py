"""Feature sets: which templates a model uses, read from TOML."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corefpipe.data import data_folder
from corefpipe.errors import SettingError
from corefpipe.features.candidates import CandidateSettings
from corefpipe.features.templates import Template


@dataclass(slots=True, frozen=True)
class FeatureSet:
    """A named feature set.

    Attributes:
        name: its name.
        link: templates of the links to antecedents.
        start: templates of the dummy link; only `ana.` attributes.
        candidates: which antecedents are candidates.
        text: the TOML that it was read from.
    """

    name: str
    link: tuple[Template, ...]
    start: tuple[Template, ...]
    candidates: CandidateSettings
    text: str

    @classmethod
    def load(cls, name: str | Path) -> FeatureSet:
        """One of the packaged sets by name, or a TOML file by its path.

        Raises:
            SettingError: no such set; a key or feature that does not exist.
        """
        folder = data_folder("features")
        path = Path(name) if str(name).endswith(".toml") else folder / f"{name}.toml"
        if not path.is_file():
            known = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
            raise SettingError(
                f"unknown feature set '{name}'", cure=f"Valid names are {known}, or the path of a .toml file"
            )
        return cls.parse(path.read_text(encoding="utf8"), str(path))

    @classmethod
    def parse(cls, text: str, file: str | None = None) -> FeatureSet:
        """From the text of a TOML file."""
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise SettingError(f"not TOML: {error}", file=file) from error
        _check(table, _KEYS, "", file)
        try:
            link = _templates(table.get("link", {}), "link", "types", file)
            start = _templates(table.get("start", {}), "start", "ana.type", file)
            settings = CandidateSettings(**table.get("candidates", {}))
        except SettingError as error:
            error.file = error.file or file
            raise
        for template in start:
            if not all(part.startswith("ana.") for part in template.parts):
                raise SettingError(
                    f"'{template.name}' in [start]", cure="The dummy has no antecedent: use ana. only", file=file
                )
        return cls(table.get("name", file or ""), link, start, settings, text)


_KEYS: dict[str, Any] = {
    "name": None,
    "source": None,
    "deviations": None,
    "link": {"plain", "typed"},
    "start": {"plain", "typed"},
    "candidates": {"window", "indexed"},
}


def _check(table: dict[str, Any], keys: dict[str, Any], where: str, file: str | None) -> None:
    for key, value in table.items():
        if key not in keys:
            raise SettingError(f"unknown key '{key}'", cure=f"Valid keys are {', '.join(keys)}", file=file)
        inner = keys[key]
        for name in value if inner else ():
            if name not in inner:
                raise SettingError(
                    f"unknown key '{name}' in [{key}]", cure=f"Valid keys are {', '.join(sorted(inner))}", file=file
                )


def _templates(table: dict[str, list[str]], where: str, types: str, file: str | None) -> tuple[Template, ...]:
    typed = table.get("typed", [])
    texts = [*table.get("plain", []), *typed, *(f"{types} * {text}" for text in typed)]
    templates = [Template.of(text) for text in texts]
    doubles = {t.name for t in templates if sum(u.name == t.name for u in templates) > 1}
    if doubles:
        raise SettingError(f"[{where}] has {', '.join(sorted(doubles))} twice", cure="Once is enough", file=file)
    return tuple(templates)
