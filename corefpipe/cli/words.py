"""`corefpipe words`: classes of words by their contexts in texts."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer
from typer.core import TyperCommand

from corefpipe.cli import options
from corefpipe.cli.inputs import documents_of, warn_of_empty
from corefpipe.cli.options import STDIN
from corefpipe.cli.outputs import check_file, errors_of, target_of
from corefpipe.cli.settings import read_settings
from corefpipe.exceptions import SettingError, printable
from corefpipe.utils.progress import progress, say

if TYPE_CHECKING:
    from corefpipe.clustering.words import WordClusterer
    from corefpipe.document import Document

Method = Annotated[str, typer.Option(metavar="NAME", help="The method; see the list below.")]
Classes = Annotated[
    Optional[int],  # noqa: UP045  typer reads the annotation
    typer.Option(min=1, metavar="K", help="Number of classes. [default: the method's own, 500 for brown]"),
]
Out = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "-o", "--out", metavar="FILE", help="Table of classes to write, .tsv; - is standard output, the default."
    ),
]
Paths = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--paths",
        metavar="FILE",
        help="Also write the classes in the usual format of Brown clusters: path, word and count on each line, without "
        "a header. For methods with a tree.",
    ),
]
Plot = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="Also draw the tree of classes, .png. Needs matplotlib."),
]
MinCount = Annotated[int, typer.Option(min=1, help="Leave out words that occur less often than this.")]
MaxWords = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(min=1, metavar="N", help="Cluster the N most frequent words only. [default: all]"),
]
Contexts = Annotated[
    int,
    typer.Option(min=1, metavar="N", help="Use the N most frequent words as contexts; not for brown."),
]
Tokens = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(min=1, metavar="N", help="Stop reading after N words; for annealing, at the end of that text."),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of random numbers, for methods that use them.")]
Settings = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A setting of the method. Can be repeated. An unknown NAME prints the names of all settings.",
    ),
]
Base = Annotated[str, typer.Option(help="The pipeline that parses, for annealing: en, a folder, or a spaCy package.")]


class MethodCommand(TyperCommand):
    """A command whose help ends with a list of all methods."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write one line per method; their registry is imported only here."""
        from corefpipe.clustering.registry import WORD_CLUSTERERS

        name = max(map(len, WORD_CLUSTERERS))
        with formatter.section("Methods"):
            for method, entry in WORD_CLUSTERERS.items():
                formatter.write(f"  {method:{name}}  {entry.summary}\n")


def words(
    paths: options.InputPaths = None,
    method: Method = "brown",
    classes: Classes = None,
    out: Out = None,
    paths_out: Paths = None,
    plot: Plot = None,
    min_count: MinCount = 5,
    max_words: MaxWords = None,
    contexts: Contexts = 1000,
    tokens: Tokens = None,
    seed: Seed = 0,
    settings: Settings = None,
    source: options.SourceFormat = None,
    base: Base = "en",
) -> None:
    """Cluster words by the contexts in which they occur in texts.

    \b
    Examples:
      corefpipe words novels/ --classes 500 -o classes.tsv
      corefpipe words novels/ --tokens 5000000 --min-count 3 --classes 500 -o classes.tsv --paths paths.txt
      corefpipe words novels/ --method svd --classes 100 --set n_components=50 -o classes.tsv
      corefpipe words novels/ --method annealing --tokens 500000 --classes 20 -o nouns.tsv

    Texts are split into words by a simple rule, and lowercased; documents with words keep theirs. The table has one
    line per word: its class, its frequency, its path in the tree of classes (brown, annealing), and its probability in
    the class (soft methods). The contexts are the neighbouring words for brown; for annealing the verbs whose object
    a noun is, for which the texts are parsed; for the other methods two words before and after.
    """
    given = read_settings(settings or [], n_clusters=classes)
    clusterer = _clusterer(method, given, seed)
    out = target_of(out)
    targets = {"-o": out, "--paths": paths_out, "--plot": plot}
    _check_targets(targets, paths or [STDIN], clusterer, method)
    documents = progress(warn_of_empty(documents_of(paths or [], None, source)), "reading")
    if clusterer.takes == "verbs":
        found, frequency, counts = _objects(documents, base, min_count, max_words, contexts, tokens)
    else:
        reach = 1 if clusterer.takes == "bigrams" else 2
        found, frequency, counts = _counted(documents, reach, min_count, max_words, contexts, tokens)
    if clusterer.n_clusters > len(found):
        raise SettingError(
            f"{clusterer.n_clusters} classes of a vocabulary of {len(found)} words",
            cure=f"Give --classes of {len(found)} or fewer, more text, or a lower --min-count",
        )
    clusterer.fit(counts)
    _write(clusterer, found, frequency, out, paths_out, plot)


def _clusterer(method: str, settings: dict[str, Any], seed: int) -> WordClusterer:
    from corefpipe.clustering.named import make_word_clusterer

    clusterer = make_word_clusterer(method, settings)
    ours = {"random_state": seed, "show_progress": None}
    names = clusterer.get_params(deep=False)
    clusterer.set_params(**{name: ours[name] for name in ours if name in names and name not in settings})
    return clusterer


def _check_targets(targets: dict[str, Path | None], sources: list[Path], clusterer: WordClusterer, method: str) -> None:
    """Raise an error if an output would replace a text or another output, or needs a tree where there is none."""
    seen: dict[Path, str] = {}
    for option, target in targets.items():
        if target is None:
            continue
        check_file(target, sources)
        if target.absolute() in seen:
            raise SettingError(
                f"{seen[target.absolute()]} and {option} name the same file", cure="Name two", file=str(target)
            )
        seen[target.absolute()] = option
        if option != "-o" and not clusterer.has_tree:
            raise SettingError(f"{method} makes no tree", cure=f"Leave {option} out, or use --method brown")


def _counted(
    documents: Iterable[Document], reach: int, min_count: int, max_words: int | None, contexts: int, tokens: int | None
) -> tuple[list[str], Any, Any]:
    """Words, their frequencies, and counts of bigrams (reach 1) or contexts."""
    from corefpipe.clustering.words import count_words, tokens_of

    texts = (
        [word.lower() for word in document.words] if document.words else tokens_of(document.text)
        for document in documents
    )
    found = count_words(texts, min_count=min_count, max_words=max_words, reach=reach, max_tokens=tokens)
    if reach == 1:
        return list(found.words), found.frequency, found.bigrams
    counts = found.contexts(contexts)
    kept = (counts.getnnz(axis=1) > 0).nonzero()[0]
    if len(kept) < len(found):
        say(f"Warning: {len(found) - len(kept)} words without any of the {contexts} contexts are left out")
    return [found.words[i] for i in kept.tolist()], found.frequency[kept], counts[kept]


def _objects(
    documents: Iterable[Document], base: str, min_count: int, max_words: int | None, verbs: int, tokens: int | None
) -> tuple[list[str], Any, Any]:
    """Nouns, their frequencies as objects, and counts of the verbs."""
    from corefpipe.parsing.annotate import annotate
    from corefpipe.parsing.pipelines import load_base
    from corefpipe.parsing.verb_objects import object_counts

    def parsed() -> Iterator[Any]:
        number = 0
        for doc, _ in annotate(documents, load_base(base)):
            yield doc
            number += len(doc)
            if tokens is not None and number >= tokens:
                return

    nouns, _, counts = object_counts(parsed(), min_count=min_count, max_words=max_words, max_verbs=verbs)
    return nouns, counts.sum(axis=1).A1, counts


def _write(
    clusterer: WordClusterer,
    found: list[str],
    frequency: Any,
    out: Path | None,
    paths_out: Path | None,
    plot: Path | None,
) -> None:
    from corefpipe.clustering.words.files import classes_of, write_classes, write_paths
    from corefpipe.formats.files import atomic_writer

    classes = classes_of(clusterer, found, frequency)
    if out is None:
        with errors_of(None):
            sys.stdout.writelines(write_classes(classes))
    for target, lines in ((out, write_classes(classes)), (paths_out, write_paths(classes))):
        if target is not None:
            with errors_of(target), atomic_writer(target) as stream:
                stream.writelines(lines)
    if plot is not None:
        from corefpipe.report.word_plots import write_class_plot

        with errors_of(plot):
            write_class_plot(clusterer, classes, plot)
    where = "" if out is None else f", written to {printable(str(out))}"
    say(f"{len(found)} words in {int(clusterer.labels_.max()) + 1} classes{where}")
