"""`corefpipe features`: list features, show a feature set, show the weights of a model, extract features."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import check_paths, read_documents
from corefpipe.cli.option_groups import with_code
from corefpipe.cli.options import FEATURE_SET, HTML, ParseSource
from corefpipe.cli.outputs import check_file, errors_of
from corefpipe.exceptions import AnnotationError, SettingError, require_one_of
from corefpipe.utils.progress import progress
from corefpipe.utils.text import without_controls

if TYPE_CHECKING:
    from corefpipe.features import FeatureSet

app = typer.Typer(
    name="features",
    help="List, show and extract the features of links between mentions, and show their weights in a model.",
    epilog="`corefpipe features COMMAND --help` shows examples of a command.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
_KINDS = ("attribute", "boolean", "categorical", "numeric")

SetName = Annotated[str, typer.Argument(metavar="SET", help=FEATURE_SET)]


@app.command("list")
@with_code
def list_(
    kind: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(metavar="|".join(_KINDS), help="List only features of this kind. [default: all]"),
    ] = None,
) -> None:
    """List all features and feature sets: their meaning, their source, and the sets that use them.

    \b
    Examples:
      corefpipe features list
      corefpipe features list --kind numeric
    """
    if kind is not None:
        require_one_of("kind", kind, _KINDS)
    from corefpipe.features.engine.describe import list_features

    typer.echo(list_features(_KINDS if kind is None else [kind]))


@app.command()
@with_code
def show(name: SetName) -> None:
    """Show a feature set: its source, candidates, features by group, and deviations from its paper.

    \b
    Examples:
      corefpipe features show soon2001
      corefpipe features show mine.toml
    """
    from corefpipe.features import Spec
    from corefpipe.features.engine.describe import show_set

    typer.echo(show_set(Spec.load(name)))


@app.command()
@with_code
def weights(
    model: Annotated[str, typer.Argument(help=options.MODEL)],
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="Number of weights per group of features.")] = 10,
    group: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="NAME", help="Only the weights of this group of features. [default: all groups]"),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("-o", "--out", metavar="FILE", help="Write a page for a browser, FILE.html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the strongest weights of a model in words, by group of its features.

    \b
    Examples:
      corefpipe features weights en
      corefpipe features weights my-model --group Agreement --number 30
      corefpipe features weights my-model -n 50 -o weights.html

    A positive weight is evidence for a link, or for starting a chain. "she → name" is for the anaphor "she" and a name
    as its antecedent. The percentage of a group is its share of the sum of all absolute weights.
    """
    if out is not None and (as_json or out.is_dir() or out.suffix.lower() != f".{HTML}"):
        raise SettingError("a page of weights goes into an .html file", cure="Add -o weights.html, without --json")
    check_file(out, [Path(model)])
    from corefpipe.report.weights import strongest_weights, summary, weights_text
    from corefpipe.resolver.loading import load_resolver

    resolver = load_resolver(model)
    groups = strongest_weights(resolver, number, group)
    name = Path(model).name
    if out is not None:
        from corefpipe.report.files import write_weights_page

        with errors_of(out):
            write_weights_page(groups, out, f"Weights of {name}", summary(resolver))
    elif as_json:
        typer.echo(
            json.dumps({"model": model, "groups": [asdict(one) for one in groups]}, indent=1, ensure_ascii=False)
        )
    else:
        typer.echo(without_controls(weights_text(name, resolver, groups)))


MentionWindow = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(min=0, help="Number of mentions before an anaphor that are candidates. [default: the set's]"),
]
Like = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="Use the columns of this file, which was extracted from other documents."),
]


@app.command()
@with_code
def extract(
    name: SetName,
    paths: options.AnnotatedPaths,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The .npz file to write.")],
    parse: options.Parse = ParseSource.PREDICTED,
    mention_window: MentionWindow = None,
    min_count: options.MinCount = 1,
    like: Like = None,
    base: Annotated[str, typer.Option(help="The pipeline that parses: en, a folder, or a spaCy package.")] = "en",
) -> None:
    """Write the features of the candidate links between gold mentions to a file.

    \b
    Examples:
      corefpipe features extract soon2001 gum/train -o train.npz --min-count 5
      corefpipe features extract soon2001 gum/dev -o dev.npz --like train.npz
      python -c "import scipy.sparse; print(scipy.sparse.load_npz('train.npz').shape)"
      python -c "import numpy as np; print(np.load('train.npz')['link_coreferent'].mean())"
      python -c "import corefpipe.features as f; print(*f.load_extract('train.npz').names, sep='\\n')"

    The file contains arrays and no pickled objects, for use in your own programs. scipy reads the matrix, one row per
    link; numpy reads the names of columns and documents, and per link its document, anaphor, antecedent (-1 starts a
    chain) and whether it is correct.
    """
    if out.is_dir() or out.suffix != ".npz":
        raise SettingError("not the name of an .npz file", cure="Name one, such as features.npz", file=str(out))
    check_paths([*paths, *([like] if like else [])])
    check_file(out, [*paths, Path(name), *([like] if like else [])])
    from corefpipe.features import gold_tables
    from corefpipe.features.engine.extract import extract as extracted
    from corefpipe.features.engine.extract import write_extract
    from corefpipe.parsing.annotate import DocumentParser

    features = (
        _feature_set(name, mention_window, min_count) if like is None else _fitted_set(name, mention_window, like)
    )
    documents = list(progress(read_documents(paths), "read documents"))
    if not any(document.mentions for document in documents):
        raise AnnotationError(f"no mentions in {', '.join(map(str, paths))}", cure="Give annotated documents")
    parsed = DocumentParser(base, parse.value, progress)
    tables, labels = gold_tables(parsed(documents, "documents"))
    if like is None:
        features.fit_tables(tables, labels, progress)
    found = extracted(features, tables, labels, [document.name for document in documents], progress)
    for file in progress([out], "write", 1):
        write_extract(found, features, file)
    rows, columns = found.links.features.shape
    typer.echo(f"{rows} links of {found.links.n_items} mentions, {columns} features, written to {out}")


def _feature_set(name: str, window: int | None, min_count: int = 1) -> FeatureSet:
    from corefpipe.features import FeatureSet

    return FeatureSet(name, min_count=min_count, window=window)


def _fitted_set(name: str, window: int | None, like: Path) -> FeatureSet:
    """The fitted feature set of an extracted file, which must be the named set with this window."""
    from corefpipe.features import load_features

    known = load_features(like)
    if known.spec.text != _feature_set(name, window).spec.text:
        raise SettingError(f"its feature set is not '{name}'", cure="Extract both with the same set", file=str(like))
    if window not in (None, known.spec.candidates.window):
        raise SettingError(
            f"its window is {known.spec.candidates.window}, not {window}",
            cure="Leave out --mention-window",
            file=str(like),
        )
    return known
