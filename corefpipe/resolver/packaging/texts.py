"""The text files of a model's distribution: `pyproject.toml`, `README.md`, `LICENCE`, and the package's own module."""

from __future__ import annotations

import re
from collections.abc import Iterable

from corefpipe.lexicon.languages import language_name
from corefpipe.parsing.pipelines import BLANK
from corefpipe.resolver.names import FILES, GROUP
from corefpipe.resolver.packaging.package import Package
from corefpipe.utils.toml import to_toml
from corefpipe.version import __version__

LICENCE = "LICENCE"
SETUPTOOLS = 77
"""The oldest setuptools that builds the project: the first with SPDX expressions for licences."""
PYTHON = ">=3.11"
"""The Python versions that corefpipe runs on."""
_CREATIVE_COMMONS = re.compile(r"CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -]([123]\.0|2\.5|4\.0)")
_OTHERS = ("MIT", "Apache-2.0", "BSD-3-Clause", "CC0-1.0")
_UNKNOWN = "not stated"


def project_texts(package: Package) -> dict[str, str]:
    """The text files of a distribution by their path in the project folder."""
    return {
        "pyproject.toml": _pyproject(package),
        "README.md": _readme(package),
        LICENCE: _licence(package),
        f"{package.module}/__init__.py": _module(package),
    }


def _pyproject(package: Package) -> str:
    needs = f"corefpipe{'[encoder]' if package.needs_onnx else ''}>={__version__}"
    text = to_toml(
        {
            "build-system": {
                "requires": [f"setuptools>={SETUPTOOLS}"],
                "build-backend": "setuptools.build_meta",
            },
            "project": {
                "name": package.distribution,
                "version": package.version,
                "description": package.description,
                "readme": "README.md",
                "requires-python": PYTHON,
                "license": _spdx(package),
                "license-files": [LICENCE],
                "dependencies": [needs],
            },
            f"project.entry-points.{GROUP}": {package.name: package.module},
            "tool.setuptools": {"packages": [package.module], "include-package-data": False},
            "tool.setuptools.package-data": {package.module: [f"{FILES}/**/*"]},
        }
    )
    return text.lstrip("\n")


def _spdx(package: Package) -> str | None:
    """The licences of weights and network as an SPDX expression, None if one is unknown.

    >>> _spdx_of("CC BY-SA 4.0")
    'CC-BY-SA-4.0'
    """
    given = [package.licence, *([package.network.licence] if package.network else [])]
    found = [_spdx_of(licence) for licence in dict.fromkeys(given)]
    return " AND ".join(found) if all(found) else None


def _spdx_of(licence: str) -> str:
    if licence in _OTHERS:
        return licence
    found = _CREATIVE_COMMONS.fullmatch(licence)
    return f"CC-{found[1]}-{found[2]}" if found else ""


def _module(package: Package) -> str:
    return f'''"""The model {package.name} of corefpipe. Loading its files does not import this module."""

from typing import Any

__version__ = "{package.version}"


def load(**settings: Any) -> Any:
    """The pipeline with this model; see `corefpipe.load` for the settings."""
    import corefpipe

    return corefpipe.load("{package.name}", **settings)
'''


def _licence(package: Package) -> str:
    meta = package.resolver.meta
    lines = [f"Licence of the weights of {package.name}: {package.licence or _UNKNOWN}"]
    if not package.licence:
        lines.append("Whoever trained the model can tell under which terms they may be used.")
    if learned := _listed(meta.get("trained_on")):
        lines.append(f"They were learned from: {learned}")
    if (network := package.network) is not None:
        lines.append(f"Licence of the network {_cell(network.name)}: {_cell(network.licence) or _UNKNOWN}")
        if learned := _listed(network.trained_on):
            lines.append(f"It was learned from: {learned}")
    lines.append(f"{package.module}/__init__.py was written by corefpipe and may be used without conditions.")
    return "\n".join(lines) + "\n"


def _readme(package: Package) -> str:
    facts = "\n".join(f"| {name} | {value} |" for name, value in _facts(package) if value)
    return f"# {package.name}\n\n{package.description}\n\n{_use(package)}\n| | |\n|---|---|\n{facts}\n"


def _use(package: Package) -> str:
    extra = f" It needs the spaCy package `{package.foreign_base}`, too." if package.foreign_base else ""
    wanted = f"Install the wheel with pip.{extra}"
    name = package.name
    if package.resolver.base.startswith(BLANK):
        return (
            f"{wanted} The model has no parser: add it to a spaCy pipeline that parses, or give it parsed files.\n\n"
            f'```python\nnlp.add_pipe("corefpipe", config={{"model": "{name}"}})\n```\n\n'
            f"```sh\ncorefpipe resolve --model {name} --parse given parsed.conllu\n```\n"
        )
    return (
        f'{wanted}\n\n```python\nimport corefpipe\n\nnlp = corefpipe.load("{name}")\n```\n\n'
        f"```sh\ncorefpipe resolve --model {name} text.txt\n```\n"
    )


def _facts(package: Package) -> Iterable[tuple[str, str]]:
    """Names and values of what is known of the model; values may be empty."""
    resolver = package.resolver
    meta = resolver.meta
    yield "version", package.version
    yield "licence of the weights", _cell(package.licence) or _UNKNOWN
    yield "language", language_name(resolver.language)
    yield "learned from", _listed(meta.get("trained_on"))
    yield "scored on", _listed(meta.get("dev"))
    if isinstance(score := meta.get("dev_conll"), float):
        yield "CoNLL average there", f"{100 * score:.1f}"
    if isinstance(score := meta.get("dev_calibration_error"), float):
        yield "calibration error there", f"{100 * score:.1f} %"
    yield "base pipeline", _base(package)
    scores = {name.removeprefix("base_"): value for name, value in meta.items() if name.startswith("base_")}
    numbers = (f"{name} {100 * value:.1f}" for name, value in scores.items() if isinstance(value, float))
    yield "its scores there", _cell(", ".join(numbers))
    if (network := package.network) is not None:
        yield "network", _cell(network.name)
        yield "its licence", _cell(network.licence) or _UNKNOWN
        yield "it learned from", _listed(network.trained_on)
    yield "mentions learned from", _cell(str(meta.get("mentions", "")))
    yield "features", _cell(str(meta.get("features", "")))
    yield "learner, decoder", _cell(", ".join(str(meta[key]) for key in ("learner", "decoder") if key in meta))
    yield "made with", f"corefpipe {__version__}"


def _base(package: Package) -> str:
    base = package.resolver.base
    if package.resolver.own_base:
        return "its own, in this package"
    if base.startswith(BLANK):
        return "none: it needs parsed texts"
    return f"`{base}`, a spaCy package to install" if package.foreign_base else f"`{base}`, packaged with corefpipe"


def _listed(names: object) -> str:
    """Names of corpora in a list, or a single one, for a table."""
    return _cell("; ".join(map(str, names)) if isinstance(names, list | tuple) else str(names or ""))


def _cell(text: str) -> str:
    """A text for a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")
