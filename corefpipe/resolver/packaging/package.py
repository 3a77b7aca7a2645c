"""What a distribution of a model consists of, with its name and version checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from corefpipe.exceptions import ModelError, SettingError
from corefpipe.network.files import SETTINGS, NetworkSettings
from corefpipe.parsing import pipelines
from corefpipe.parsing.installed import distribution_of, installed_base, installed_code, installed_folder
from corefpipe.resolver.files import is_model, terms_of
from corefpipe.resolver.manifest import code_of
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.names import model_folder
from corefpipe.utils.digests import check_folder
from corefpipe.utils.own_code import CodeFile, run_code
from corefpipe.utils.toml import decoded_toml
from corefpipe.version import __version__

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_NUMBER = r"(0|[1-9][0-9]*)"
_VERSION = re.compile(
    rf"{_NUMBER}(\.{_NUMBER})*((a|b|rc){_NUMBER})?(\.post{_NUMBER})?(\.dev{_NUMBER})?(\+[a-z0-9]+(\.[a-z0-9]+)*)?"
)


@dataclass(slots=True, frozen=True)
class Package:
    """A model that is to be packaged.

    >>> from corefpipe.resolver.packaging import package_of
    >>> package = package_of("my-model", "en_mine", licence="CC BY-SA 4.0")
    >>> package.module, package.licence
    ('corefpipe_en_mine', 'CC BY-SA 4.0')

    Attributes:
        source: the folder that it was read from.
        resolver: the model. Its base pipeline is a name, or a folder that goes along with it.
        name: of the model, by which it is loaded.
        version: of the distribution.
        description: one line.
        card: Markdown for the README, below what the metadata says; "" for none.
        code: Python files that register what the model needs, which are imported when it is loaded by its name.
    """

    source: Path
    resolver: Resolver
    name: str
    version: str
    description: str
    card: str = ""
    code: tuple[CodeFile, ...] = ()

    @property
    def module(self) -> str:
        """Name of the package that Python imports."""
        return f"corefpipe_{self.name}"

    @property
    def distribution(self) -> str:
        """Name of the distribution, for pip."""
        return self.module.replace("_", "-")

    @property
    def licence(self) -> str:
        """Licence of the weights; "" if the model does not tell."""
        return _line(str(self.resolver.meta.get("licence", "")))

    @property
    def network(self) -> NetworkSettings | None:
        """The settings of the model's network; None for a model without one."""
        context = self.resolver.features.context
        if context is None or not self.resolver.features.spec.reads_context:
            return None
        return NetworkSettings.read(decoded_toml(context.files[SETTINGS]))

    @property
    def needs_onnx(self) -> bool:
        """Whether the model needs onnxruntime, for its network or for its base pipeline."""
        return terms_of(self.resolver).needs_onnx

    @property
    def foreign_base(self) -> str:
        """Name of the spaCy package that parses for the model; "" if the base pipeline comes with it, corefpipe or
        another model.
        """
        base = self.resolver.base
        found = pipelines.find_base(base)
        is_ours = self.resolver.own_base or found is None or found.is_relative_to(pipelines.PACKAGED)
        return "" if is_ours or self.distribution_of_base else base

    @property
    def distribution_of_base(self) -> str:
        """Distribution of the installed model with whose base pipeline the model was trained; "" for other ones."""
        base = self.resolver.base
        is_installed = pipelines.find_base(base) == installed_base(base) is not None
        return distribution_of(base) if is_installed else ""


def package_of(
    model: str | Path,
    name: str | None = None,
    version: str | None = None,
    licence: str | None = None,
    description: str | None = None,
    card: str = "",
    code: Sequence[str | Path] = (),
) -> Package:
    """Read a model that is to be packaged. A base pipeline that is a folder becomes the model's own.

    >>> from corefpipe.resolver.packaging import package_of
    >>> package_of("my-model", "en_mine", version="0.2.0").version
    '0.2.0'

    Args:
        model: a folder that `corefpipe train` wrote, or else the name of a packaged or installed model.
        name: by which the model is loaded: letters, digits and single underscores. None is the name of the folder.
        version: of the distribution, such as "1.0.2"; None is that in the model's metadata, or corefpipe's.
        licence: of the weights; None is that in the model's metadata.
        description: one line; None says that it is a model of corefpipe, and its language.
        card: Markdown for the README: what the model is for, what it gets wrong.
        code: Python files that register features, a decoder … of the model, which are imported first. They are put into
            the package, and run when the model is loaded. None are those of an installed model.

    Raises:
        SettingError: a name or version that cannot be used; code that cannot be imported, or two files of one name.
        ModelError: no such model, or one that is damaged or incomplete; it needs code that is not given.
    """
    folder = Path(model) if is_model(Path(model)) else model_folder(model)
    name = _checked_name(Path(model).resolve().name if name is None else name)
    number = "" if version is None else _checked_version(version)
    files = code or (installed_code(folder) if folder == installed_folder(str(model)) else ())
    included = tuple(map(CodeFile.read, files))
    _refuse_same_names(included)
    run_code(included)
    resolver = Resolver.from_disk(folder)
    _check_included(resolver, included)
    number = number or _checked_version(str(resolver.meta.get("version", __version__)))
    if licence is not None and not _line(licence):
        raise SettingError("the licence is empty", cure="Name the licence of the weights, such as CC BY-SA 4.0")
    if licence is not None:
        resolver.meta = {**resolver.meta, "licence": _line(licence)}
    _take_base_along(resolver)
    language = f" ({resolver.language})" if resolver.language else ""
    about = _line(description or "") or f"Coreference resolution{language}: the model {name} of corefpipe"
    return Package(folder, resolver, name, number, about, card.strip(), included)


def _refuse_same_names(code: Iterable[CodeFile]) -> None:
    seen: set[str] = set()
    for one in code:
        if not one.name.endswith(".py"):
            raise SettingError("code of a package is in .py files", cure="Rename it", file=one.file)
        if one.name in seen:
            raise SettingError(f"two files called {one.name}", cure="Rename one of them", file=one.file)
        seen.add(one.name)


def _check_included(resolver: Resolver, code: Iterable[CodeFile]) -> None:
    """Raise ModelError if a file of the code that a model needs is not among those that are included."""
    needed = code_of(resolver)
    included = {one.source for one in code}
    missing = [one.name for one in needed.files if one.source not in included]
    if missing or (needed.names and not needed.files):
        raise ModelError(
            f"the model needs the {', '.join(needed.names)}, whose code would not be in the package",
            cure=f"Give {' '.join(f'--code {name}' for name in missing) or 'a file that registers them, --code FILE'}",
        )


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        near = "_".join(re.findall(r"[A-Za-z0-9]+", name)).lstrip("0123456789_")
        raise SettingError(
            f"a model cannot be called '{name}'",
            cure="A name begins with a letter, and has letters, digits and single underscores between them",
            settings={"name": near} if near else None,
        )
    if (pipelines.PACKAGED / name).is_dir():
        raise SettingError(
            f"'{name}' is the name of a model that is packaged with corefpipe, which would always be loaded instead",
            settings={"name": f"{name}_own"},
        )
    return name


def _checked_version(version: str) -> str:
    if not _VERSION.fullmatch(version):
        raise SettingError(
            f"'{version}' is no version of a package", cure="Give numbers with dots, such as 1.0.2 or 1.1rc1"
        )
    return version


def _take_base_along(resolver: Resolver) -> None:
    """Check the base pipeline of a model; one in a folder becomes the model's own, as it is on this machine only."""
    folder = Path(resolver.base)
    if resolver.own_base and not folder.is_dir():
        raise ModelError(
            "the base pipeline of the model is missing", cure="Copy or train the model again", file=str(folder)
        )
    if resolver.own_base:
        check_folder(folder)
    elif pipelines.find_base(resolver.base) == folder:
        resolver.own_base = str(pipelines.load_base(resolver.base).lang)


def _line(text: str) -> str:
    """A text on one line, without characters that cannot be printed."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())
