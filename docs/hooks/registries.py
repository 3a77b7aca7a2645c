"""Pages of features, constraints, decoders and metrics, written from the registries when the site is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from corefpipe.clustering.registry import (
    BLOCKINGS,
    COMPARATORS,
    DECODERS,
    FAMILIES,
    LEARNERS,
    PARTITIONERS,
    WORD_CLUSTERERS,
    Entry,
)
from corefpipe.features import ATTRIBUTES, PAIR_FEATURES, Spec, packaged_sets
from corefpipe.features.engine.describe import show_set
from corefpipe.formats import FORMATS
from corefpipe.formats.losses import CONTENTS
from corefpipe.resolver.constraints.registry import CONSTRAINTS
from corefpipe.scoring import METRICS


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for name, content in PAGES.items():
        files.append(File.generated(config, f"lists/{name}.md", content="\n".join(content())))
    return files


def _features() -> Iterator[str]:
    yield from ("# Features", "")
    yield "A feature is a function with a name. *Attributes* describe one mention, the other kinds a pair of mentions."
    yield "[Feature sets](sets.md) combine them. `corefpipe features list` prints the same list."
    for title, registry in (("Attributes", ATTRIBUTES), ("Features of pairs", PAIR_FEATURES)):
        rows = (
            (f"`{name}`", one.kind if registry is PAIR_FEATURES else "", _first(one.doc))
            for name, one in registry.items()
        )
        yield from ("", f"## {title} ({len(registry)})", "")
        yield from _table(("name", "kind", "meaning"), rows)


def _sets() -> Iterator[str]:
    yield from ("# Feature sets", "")
    yield "`corefpipe train --features NAME` trains with one of these, or with [your own file](../guides/research.md)."
    for name in packaged_sets():
        yield from ("", f"## {name}", "", "```text", show_set(Spec.load(name)), "```")


def _constraints() -> Iterator[str]:
    yield from ("# Constraints", "")
    yield "Constraints override the scores. `constraints=[]` turns them off, a list of names keeps only those."
    yield "How often each decides, and how often it is wrong: [evaluation](repo:eval/constraints/README.md)."
    for title, certain in (("Hold by default", True), ("Evidence that a model weighs (the feature `rule`)", False)):
        yield from ("", f"## {title}", "")
        rows = ((f"`{name}`", one.summary) for name, one in CONSTRAINTS.items() if one.is_certain == certain)
        yield from _table(("name", "meaning"), rows)


def _clustering() -> Iterator[str]:
    yield from ("# Decoders and learners", "")
    yield "A learner learns weights of links, a decoder makes clusters of scored links; they are chosen independently."
    yield "[How coreference works](../how.md) has pictures of the decoders."
    for title, registry in CLUSTERING.items():
        with_decoder = registry is LEARNERS
        yield from ("", f"## {title} ({len(registry)})", "")
        rows = (
            (f"`{name}`", f"`{one.kind.__name__}`", one.summary, *([f"`{one.decoder}`"] if with_decoder else []))
            for name, one in registry.items()
        )
        yield from _table(("name", "class", "meaning", *(["its decoder"] if with_decoder else [])), rows)


CLUSTERING: dict[str, Mapping[str, Entry]] = {
    "Decoders": DECODERS,
    "Learners": LEARNERS,
    "Partitioners": PARTITIONERS,
    "Comparators of fields": COMPARATORS,
    "Blocking rules": BLOCKINGS,
    "Families of distributions": FAMILIES,
    "Word clusterers": WORD_CLUSTERERS,
}


def _metrics() -> Iterator[str]:
    yield from ("# Metrics", "", "`corefpipe score --metrics NAME` takes these names. [Decisions](../scoring.md).", "")
    rows = ((f"`{name}`", one.title, ", ".join(one.names), _first(one.source)) for name, one in METRICS.items())
    yield from _table(("name", "title", "numbers", "what is counted"), rows)


def _losses() -> Iterator[str]:
    formats = [one for one in FORMATS.values() if one.writes]
    yield from ("# What each format can store", "")
    yield "“·”: the content is lost. `corefpipe convert` reports it when it happens. [Formats](../formats.md)."
    yield ""
    rows = ((what, *("yes" if what in one.holds else "·" for one in formats)) for what in CONTENTS)
    yield from _table(("content", *(f"`{one.name}`" for one in formats)), rows)


def _table(titles: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    titles = list(titles)
    yield from (_row(titles), _row("---" for _ in titles))
    yield from map(_row, rows)


def _row(cells: Iterable[Any]) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def _first(doc: str) -> str:
    """The first paragraph as one line."""
    return " ".join(doc.partition("\n\n")[0].split())


PAGES = {
    "features": _features,
    "sets": _sets,
    "constraints": _constraints,
    "clustering": _clustering,
    "metrics": _metrics,
    "losses": _losses,
}
