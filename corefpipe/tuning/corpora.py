"""Tune on annotated files: parse them once into cached arrays, then run the trials that the results lack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.document import Document
from corefpipe.errors import FormatError, SettingError
from corefpipe.tuning.folder import CACHE, RESULTS, check_folder
from corefpipe.tuning.measures import Measure
from corefpipe.tuning.plan import Plan
from corefpipe.tuning.prepared import Prepared, prepare
from corefpipe.tuning.results import Results, Trial
from corefpipe.tuning.run import run
from corefpipe.utils.digests import digest_of_files

if TYPE_CHECKING:  # spaCy is slow to import
    from corefpipe.features import FeatureSet
    from corefpipe.parsing.annotate import Watch
    from corefpipe.resolver.training import TrainingSettings

Read = Callable[[Sequence[Path], str], list[Document]]
"""Reads the documents of files and folders: (paths, "train", "dev" or "partial") -> documents."""


@dataclass(frozen=True, slots=True)
class Corpora:
    """Annotated files, and how their documents become features.

    Attributes:
        train: files and folders to learn from.
        dev: files and folders to score on.
        partial: further training files, of corpora that annotate only some kinds of mentions.
        settings: how mentions, parses and features are made; its parameters are not used.
    """

    train: Sequence[Path]
    dev: Sequence[Path]
    partial: Sequence[Path]
    settings: TrainingSettings

    def signature(self) -> dict[str, Any]:
        """Identifies the documents by their contents, not their paths, and the settings that features depend on."""
        parts = {name: digest_of_files(getattr(self, name)) for name in ("train", "dev", "partial")}
        return {**parts, **self.settings.signature()}


def tune_files(
    folder: Path,
    corpora: Corpora,
    plan: Plan,
    measure: Measure,
    *,
    read: Read,
    watch: Watch,
    processes: int | None = None,
    verbose: bool = False,
) -> list[Trial]:
    """Run the trials of a plan on annotated files. Continues from earlier results in the folder (see `tune`).

    Args:
        folder: folder for the results and the cached arrays.
        corpora: the files.
        plan: the settings to try.
        measure: what trials are compared by.
        read: reads the files; called only if the arrays are not cached.
        watch: shows the progress of parsing.
        processes, verbose: see `tune`.

    Returns:
        The trials in the order of the plan.

    Raises:
        SettingError: a wrong setting; a measure that cannot compare predicted mentions; results of other files.
    """
    if measure.same_items and corpora.settings.mentions == "predicted":
        raise SettingError(
            f"{measure.title} compares clusterings of the same mentions",
            cure="Choose another metric",
            settings={"mentions": "gold"},
        )
    check_folder(folder)
    features, *_ = corpora.settings.check()
    source = corpora.signature()
    results = Results(folder / RESULTS, {"learner": plan.learner, "decoder": plan.decoder, **source})
    if results.missing(plan, measure).trainings:
        prepared = _cached(folder / CACHE, source) or _prepared(corpora, features, source, read, watch, folder / CACHE)
        run(plan, prepared, results, measure, processes, verbose)
    return results.of(plan)


def _cached(folder: Path, source: dict[str, Any]) -> Prepared | None:
    try:
        found = Prepared.load(folder)
    except FormatError:  # there are none, or a killed run left them incomplete
        return None
    return found if found.source == source else None


def _prepared(
    corpora: Corpora, features: FeatureSet, source: dict[str, Any], read: Read, watch: Watch, folder: Path
) -> Prepared:
    from corefpipe.parsing.annotate import DocumentParser

    settings = corpora.settings
    parse = DocumentParser(settings.base, settings.parse, watch)
    names = ("train", "dev", "partial")
    train, dev, partial = (parse(read(getattr(corpora, name), name), name) for name in names)
    return prepare(train, dev, features, settings.mentions, partial, source, watch=watch).save(folder)
