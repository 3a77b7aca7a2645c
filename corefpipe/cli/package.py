"""`corefpipe package`: make a distribution of a model that pip installs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.exceptions import SettingError, printable
from corefpipe.utils.progress import say, status


class Build(StrEnum):
    """Values of `--build`."""

    NONE = "none"
    SDIST = "sdist"
    WHEEL = "wheel"


def package(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="A folder written by `corefpipe train`, or the name of a packaged or installed model.",
        ),
    ],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="Folder in which the project folder corefpipe-NAME-VERSION is made.")
    ],
    name: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(
            metavar="NAME",
            help="Name by which the model is loaded: letters, digits and underscores. [default: that of its folder]",
        ),
    ] = None,
    version: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="VERSION", help="Version of the package. [default: the model's, or corefpipe's]"),
    ] = None,
    licence: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="TEXT", help="Licence of the weights, such as CC BY-SA 4.0. [default: the model's]"),
    ] = None,
    description: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="TEXT", help="What the model is for, on one line."),
    ] = None,
    card: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE",
            help="Markdown that is added to the README: what the model is for, what it gets wrong.",
        ),
    ] = None,
    build: Annotated[
        Optional[list[Build]],  # noqa: UP045
        typer.Option(help="Distribution to build in the project's folder dist. Can be repeated. [default: wheel]"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a project of the same name and version.")] = False,
    code: options.Code = None,
) -> None:
    """Make a Python package of a model, which pip can install, and which is then loaded by its name.

    \b
    Examples:
      corefpipe package my-model dist --name en_law --licence "CC BY-SA 4.0"
      corefpipe package my-model dist --name en_law --version 1.1.0 --build sdist --build wheel
      corefpipe package my-model dist --name en_law --card card.md --licence "CC BY-SA 4.0"
      corefpipe package my-model dist --name en_law --code my_features.py
      corefpipe package my-model dist --name en_law --force --build none
    Then:
      pip install dist/corefpipe-en_law-0.1.0/dist/corefpipe_en_law-0.1.0-py3-none-any.whl
      corefpipe resolve --model en_law text.txt

    The package depends on corefpipe, and includes a base pipeline or a network from the model's folder. In Python the
    model is loaded with corefpipe.load("en_law"), or with "model": "en_law" in the configuration of the component.
    Loading runs no code of the package, except for the files of --code: they are put into it, and imported when the
    model is loaded by its name. Nothing is downloaded: setuptools must be installed to build.
    """
    kinds = list(dict.fromkeys(build or [Build.WHEEL]))
    if Build.NONE in kinds and len(kinds) > 1:
        raise SettingError("--build none with another --build", cure="Give none, or the others")
    with status("read the model"):
        from corefpipe.resolver.packaging import Distribution, build_project, package_of, project_folder, write_project

        text = "" if card is None else _markdown(card)
        found = package_of(model, name, version, licence, description, text, code or ())
        folder = project_folder(found, out, force, "--force")
    if not found.licence:
        say('Warning: the licence of the weights is unknown. Give it with --licence "…"')
    if found.foreign_base:
        say(f"Warning: the model needs the spaCy package {printable(found.foreign_base)}, which is not included")
    with status("write the project"):
        write_project(found, folder)
    typer.echo(f"Project written to {printable(str(folder))}")
    for kind in kinds:
        if kind is not Build.NONE:
            with status(f"build the {kind}"):
                built = build_project(folder, Distribution(kind.value))
            typer.echo(f"{kind.capitalize()} written to {printable(str(built))}")


def _markdown(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingError("the card is not UTF-8 text", cure="Save it as UTF-8", file=str(file)) from error
