"""Tune on annotated files: parse them once into cached arrays, then run the trials that the results lack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.document import Document
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.tuning.folder import CACHE, RESULTS, check_folder
from corefpipe.tuning.measures import Measure
from corefpipe.tuning.parts import DOCUMENTS, some_of, too_many
from corefpipe.tuning.plan import Plan
from corefpipe.tuning.prepared import Prepared, folder_of_part, prepare
from corefpipe.tuning.results import Results, Trial
from corefpipe.tuning.run import run
from corefpipe.utils.digests import digest_of_files

if TYPE_CHECKING:  # spaCy is slow to import
    from corefpipe.features import FeatureSet
    from corefpipe.network.context import Context
    from corefpipe.parsing.annotate import DocumentParser, Watch
    from corefpipe.resolver.learning import Annotated
    from corefpipe.resolver.training import TrainingSettings

Read = Callable[[Sequence[Path], str], list[Document]]
"""Reads the documents of files and folders: (paths, "train", "dev", "partial" or "unseen") -> documents."""

_PARTS = ("train", "dev", "partial", "unseen")


@dataclass(frozen=True, slots=True)
class Corpora:
    """Annotated files, and how their documents become features.

    Attributes:
        train: files and folders to learn from.
        dev: files and folders to score on.
        partial: further training files, of corpora that annotate only some kinds of mentions.
        settings: how mentions, parses and features are made; its parameters are not used.
        unseen: files of documents that the network of `settings` has not learned from: each trial learns on these how
            far to trust it, after all other weights. Without any its weights are learned with all others.
    """

    train: Sequence[Path]
    dev: Sequence[Path]
    partial: Sequence[Path]
    settings: TrainingSettings
    unseen: Sequence[Path] = ()

    def signature(self) -> dict[str, Any]:
        """Identifies the documents by their contents, not their paths, and the settings that features depend on."""
        parts = {name: digest_of_files(getattr(self, name)) for name in _PARTS}
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
        SettingError: a wrong setting; a measure that cannot compare predicted mentions; unseen documents without a
            network; results of other files, or of another network.
        ModelError: a network, or a base pipeline, that is missing or damaged.
    """
    from corefpipe.resolver.training import check_unseen

    if measure.same_items and corpora.settings.mentions == "predicted":
        raise SettingError(
            f"{measure.title} compares clusterings of the same mentions",
            cure="Choose another metric",
            settings={"mentions": "gold"},
        )
    check_unseen(corpora.settings, corpora.unseen)
    check_folder(folder)
    features, *_ = corpora.settings.check()
    source = corpora.signature()
    results = Results(folder / RESULTS, {"learner": plan.learner, "decoder": plan.decoder, **source})
    left = results.missing(plan, measure).trainings
    if left:
        sizes = sorted({training.data[DOCUMENTS] for training in left if DOCUMENTS in training.data})
        parsed = _Parsed(corpora, read, watch, keep=bool(sizes))
        prepared = _cached(folder / CACHE, source) or parsed.prepared(features, source, folder / CACHE)
        for size in sizes:
            _prepare_part(prepared, size, parsed, folder / CACHE)
        run(plan, prepared, results, measure, processes, verbose)
    return results.of(plan)


def _prepare_part(prepared: Prepared, size: int, parsed: _Parsed, folder: Path) -> None:
    """Prepare some of the training documents, as if there were no others, unless that has been done."""
    there_are = prepared.documents or 0
    if size > there_are:
        raise too_many(size, there_are)
    source = {**prepared.source, DOCUMENTS: size}
    place = folder_of_part(folder, size)
    if size < there_are and _cached(place, source) is None:
        features, *_ = parsed.corpora.settings.check()
        parsed.prepared(features, source, place, size)


def _cached(folder: Path, source: dict[str, Any]) -> Prepared | None:
    try:
        found = Prepared.load(folder)
    except FormatError:  # there are none, or a killed run left them incomplete
        return None
    return found if found.source == source else None


class _Parsed:
    """The documents of corpora, parsed when they are needed.

    Args:
        corpora: the files.
        read: reads them.
        watch: shows progress.
        keep: keep the parses, and what the network reads, for further use; else each is forgotten after it was used.
    """

    def __init__(self, corpora: Corpora, read: Read, watch: Watch, keep: bool):
        self.corpora, self._read, self._watch, self._keep = corpora, read, watch, keep
        self._kept: dict[str, list[Annotated]] = {}
        self._parser: DocumentParser | None = None
        self._network: Context | None = None

    def prepared(
        self, features: FeatureSet, source: dict[str, Any], folder: Path, documents: int | None = None
    ) -> Prepared:
        """The arrays of all training documents, or of so many, saved in a folder."""
        train, dev, partial, unseen = map(self._parts, _PARTS)
        if documents is not None:
            train = some_of(list(train), documents)
        if self._keep and features.context is not None:
            self._network = self._network or _reading_once(features.context)
            features.use_context(self._network)
        mentions = self.corpora.settings.mentions
        return prepare(train, dev, features, mentions, partial, source, watch=self._watch, unseen=unseen).save(folder)

    def _parts(self, name: str) -> Iterable[Annotated]:
        if name in self._kept:
            return self._kept[name]
        from corefpipe.parsing.annotate import DocumentParser
        from corefpipe.resolver.training_checks import check_language

        if self._parser is None:
            settings = self.corpora.settings
            self._parser = DocumentParser(settings.base, settings.parse, self._watch)
        documents = self._read(getattr(self.corpora, name), name)
        check_language(self.corpora.settings.base, name, documents)
        parsed = self._parser(documents, name)
        if not self._keep:
            return parsed
        self._kept[name] = list(parsed)
        return self._kept[name]


def _reading_once(network: Context) -> Context:
    """The network, which reads a text of several parts of the data once."""
    from corefpipe.network.kept_vectors import KeptVectors

    return replace(network, reader=KeptVectors(network.reader))
