"""`corefpipe features`: what features there are, what a set holds, and the matrix of one over documents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli.inputs import ParseSource, progress, read_documents
from corefpipe.errors import AnnotationError, SettingError, choose

app = typer.Typer(
    name="features",
    help="The features of links between mentions: list them, show a set of them, extract them from documents.",
    epilog="`corefpipe features COMMAND --help` shows an example of each command.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
_KINDS = ("attribute", "boolean", "categorical", "numeric")
_SET = "A packaged feature set, or a .toml file."


@app.command("list")
def list_(
    kind: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(metavar="|".join(_KINDS), help="Only those of one kind. [default: all]"),
    ] = None,
) -> None:
    """List all features with what they mean, where they come from and the sets that use them; and all sets.

    \b
    Examples:
      corefpipe features list
      corefpipe features list --kind numeric
    """
    if kind is not None:
        choose("kind", kind, _KINDS)
    from corefpipe.features.engine.describe import list_features

    typer.echo(list_features(_KINDS if kind is None else [kind]))


@app.command()
def show(name: Annotated[str, typer.Argument(metavar="SET", help=_SET)]) -> None:
    """Show a feature set: its source, its candidates, its features by group, where it deviates from its paper.

    \b
    Examples:
      corefpipe features show soon2001
      corefpipe features show mine.toml
    """
    from corefpipe.features import Spec
    from corefpipe.features.engine.describe import show_set

    typer.echo(show_set(Spec.load(name)))


@app.command()
def extract(
    name: Annotated[str, typer.Argument(metavar="SET", help=_SET)],
    paths: Annotated[list[Path], typer.Argument(metavar="DOCS...", help="Annotated documents: files or folders.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The .npz file to write.")],
    parse: Annotated[
        ParseSource, typer.Option(help="Parse the words, or take tags and trees as the files (CoNLL-U) give them.")
    ] = ParseSource.PREDICTED,
    window: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=0, help="Mentions before an anaphor that are candidates. [default: as the set says]"),
    ] = None,
    min_count: Annotated[int, typer.Option(min=1, help="Leave out features seen on fewer links.")] = 1,
    like: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Make the columns of this file, extracted before from other documents."),
    ] = None,
    base: Annotated[str, typer.Option(help="The pipeline that parses: en, a folder, or a spaCy package.")] = "en",
) -> None:
    """Write the features of the candidate links between gold mentions to a file, for programs of your own.

    The file holds arrays, nothing pickled. scipy reads the matrix, one row a link; numpy reads names of columns and
    documents, and of each link its document, anaphor, antecedent (-1 starts a chain) and whether it is right.

    \b
    Examples:
      corefpipe features extract soon2001 gum/train -o train.npz --min-count 5
      corefpipe features extract soon2001 gum/dev -o dev.npz --like train.npz
      python -c "import scipy.sparse; print(scipy.sparse.load_npz('train.npz').shape)"
      python -c "import numpy as np; print(np.load('train.npz')['link_coreferent'].mean())"
      python -c "import corefpipe.features as f; print(*f.load_extract('train.npz').names, sep='\\n')"
    """
    if out.is_dir() or out.suffix != ".npz":
        raise SettingError("not the name of an .npz file", cure="Name one, such as features.npz", file=str(out))
    from corefpipe.features import FeatureSet, gold_tables, load_features
    from corefpipe.features.engine.extract import extract as extracted
    from corefpipe.features.engine.extract import write_extract
    from corefpipe.parsing.annotate import DocumentParser

    features = FeatureSet(name, min_count=min_count, window=window)
    if like is not None:
        known = load_features(like)
        if known.spec.text != features.spec.text:
            raise SettingError(
                f"its feature set is not '{name}'", cure="Extract both with the same set", file=str(like)
            )
        if window not in (None, known.spec.candidates.window):
            raise SettingError(
                f"its window is {known.spec.candidates.window}, not {window}", cure="Leave --window out", file=str(like)
            )
        features = known
    documents = list(read_documents(paths))
    if not any(document.mentions for document in documents):
        raise AnnotationError(
            f"no mentions in {', '.join(map(str, paths))}", cure="Features are those of annotated mentions"
        )
    parsed = DocumentParser(base, parse.value, progress)
    tables, labels = gold_tables(parsed(documents, "documents"))
    if like is None:
        features.fit_tables(tables, labels)
    found = extracted(features, tables, labels, [document.name for document in documents])
    write_extract(found, features, out)
    rows, columns = found.links.features.shape
    typer.echo(f"{rows} links of {found.links.n_items} mentions, {columns} features, written to {out}")
