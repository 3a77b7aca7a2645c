"""`corefpipe tune`: a grid of settings, trained on some documents and scored on others."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import training
from corefpipe.cli.inputs import Mentions, ParseSource, progress
from corefpipe.cli.settings import (
    DecoderName,
    LearnerName,
    Settings,
    options_of,
    read_grid,
    read_passes,
    read_settings,
)
from corefpipe.errors import CorefpipeError, FormatError, SettingError

if TYPE_CHECKING:
    from corefpipe.resolver.training import TrainingSettings
    from corefpipe.tuning import Measure, Plan, Prepared, Trial


def tune(
    paths: training.TrainPaths,
    dev: Annotated[list[Path], typer.Option(help="Annotated documents to score on; can be given again.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the results.")] = Path("tuning"),
    learner: LearnerName = "l3m",
    decoder: DecoderName = None,
    grid: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation
        typer.Option(
            metavar="NAME=VALUE,VALUE...",
            help="Values to try of a setting of learner or decoder. Of several --grid all combinations are tried.",
        ),
    ] = None,
    passes: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="N|N..M|N,N...", help="Passes to try. One training of an online learner serves for all."),
    ] = None,
    settings: Settings = None,
    metric: Annotated[
        str, typer.Option(metavar="NAME", help="What is best: conll, or a metric of `corefpipe score`.")
    ] = "conll",
    processes: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, help="How many train at once; they share the features. [default: one a core]"),
    ] = None,
    mentions: training.MentionsOption = Mentions.PREDICTED,
    parse: training.ParseOption = ParseSource.PREDICTED,
    partial: training.PartialPaths = None,
    base: training.Base = "en",
    features: training.Features = "default",
    min_count: training.MinCount = 5,
) -> None:
    """Try settings: train with all combinations of some values, and score each on other documents.

    DIR gets results.jsonl, with a line for each combination as soon as it is known; best.json; tuning.png, a plot; and
    cache, the features, which may be deleted. After a kill the same command goes on where it was; with more values it
    tries those that are new.

    \b
    Examples:
      corefpipe tune litbank/train --dev litbank/dev --mentions gold --grid gamma=0,0.2,0.4,0.6,0.8,1 --passes 1..10
      corefpipe tune ontogum/train --dev ontogum/dev --grid l2=0,0.001,0.002 --grid false_start=1,2.5 -o costs
      corefpipe tune gum/train --dev gum/dev --learner binary --decoder best-link --grid threshold=-0.5,0,0.5
    """
    from corefpipe.tuning import CACHE, RESULTS, Results, measure_named, run

    training.check_folder(out)
    plan = _plan(learner, decoder, grid or [], passes, settings or [], mentions)
    measure = measure_named(metric)
    if measure.same_items and mentions is Mentions.PREDICTED:
        raise SettingError(
            f"{measure.title} compares clusterings of the same mentions", cure="Take --mentions gold, or another metric"
        )
    from corefpipe.resolver.training import TrainingSettings

    how = TrainingSettings(mentions.value, parse.value, base, None, features, min_count, plan.learner, plan.decoder)
    how.check()
    corpora = Corpora(paths, dev, partial or [], how)
    source = corpora.signature()
    results = Results(out / RESULTS, {"learner": plan.learner, "decoder": plan.decoder, **source})
    if results.missing(plan, measure).trainings:
        prepared = _prepared(out / CACHE, corpora, source)
        try:
            run(plan, prepared, results, measure, processes, verbose=sys.stderr.isatty())
        except KeyboardInterrupt:
            print(f"What is done stands in {results.path}: the same command goes on from there", file=sys.stderr)
            raise
    _report(plan, results.of(plan), measure, corpora, out)


@dataclass(frozen=True, slots=True)
class Corpora:
    """What is learned from and scored on, and how."""

    train: Sequence[Path]
    dev: Sequence[Path]
    partial: Sequence[Path]
    settings: TrainingSettings

    def signature(self) -> dict[str, Any]:
        """What tells results on these documents from others: contents, not paths."""
        from corefpipe.utils.digests import digest_of_files

        parts = {name: digest_of_files(getattr(self, name)) for name in ("train", "dev", "partial")}
        return {**parts, **self.settings.signature()}


def _plan(
    learner: str, decoder: str | None, grid: list[str], passes: str | None, settings: list[str], mentions: Mentions
) -> Plan:
    from corefpipe.resolver.settings import default_settings
    from corefpipe.tuning import Plan

    fixed, varied = read_settings(settings), read_grid(grid)
    if passes is not None:
        varied["passes"] = [*varied.get("passes", []), *read_passes(passes)]
    defaults = default_settings(learner, mentions.value)
    fixed = {name: value for name, value in defaults.items() if name not in varied} | fixed
    return Plan.of(learner, decoder, varied, settings=fixed)


def _prepared(cache: Path, corpora: Corpora, source: dict[str, Any]) -> Prepared:
    """The arrays of an earlier start if they are of the same documents, else new ones."""
    from corefpipe.parsing.annotate import DocumentParser
    from corefpipe.tuning import Prepared, prepare

    try:
        found = Prepared.load(cache)
    except FormatError:  # there are none, or a kill cut them short
        found = None
    if found is not None and found.source == source:
        return found
    how = corpora.settings
    features, *_ = how.check()
    parse = DocumentParser(how.base, how.parse, progress)

    names = ("train", "dev", "partial")
    train, dev, partial = (parse(training.read_all(getattr(corpora, name), name), name) for name in names)
    return prepare(train, dev, features, how.mentions, partial, source).save(cache)


def _report(plan: Plan, trials: list[Trial], measure: Measure, corpora: Corpora, out: Path) -> None:
    """What was found: failures, the best on standard output and in best.json, the plot."""
    from corefpipe.formats.files import atomic_writer
    from corefpipe.tuning import RESULTS, ranked
    from corefpipe.tuning.plot import write_tuning_plot
    from corefpipe.tuning.table import tuning_table

    failed = [trial for trial in trials if trial.error]
    for why, count in Counter(trial.error for trial in failed).items():
        print(f"Failed, {count} of {len(trials)}: {why}", file=sys.stderr)
    best = next(iter(ranked(trials, measure)), None)
    if best is None:
        raise CorefpipeError("every setting failed", cure="Try others", file=str(out / RESULTS))
    print(tuning_table(trials, measure))
    command = _command(plan, best, corpora)
    print(f"The best:\n  {shlex.join(command)}")
    found = {
        "metric": measure.name,
        "learner": plan.learner,
        "decoder": plan.decoder,
        "settings": best.settings,
        "scores": best.scores,
        "command": command,
    }
    with atomic_writer(out / "best.json") as stream:
        json.dump(found, stream, indent=1, ensure_ascii=False)
        stream.write("\n")
    plot = out / "tuning.png"
    try:
        plotted = write_tuning_plot(trials, measure, plot)
    except ModuleNotFoundError:
        print("No plot without matplotlib: pip install 'corefpipe[plots]', and then the same command", file=sys.stderr)
        plotted = False
    print(f"Results in {out / RESULTS}" + (f", plot in {plot}" if plotted else ""))


def _command(plan: Plan, trial: Trial, corpora: Corpora) -> list[str]:
    """The command line that trains with the settings of a trial."""
    from corefpipe.clustering.registry import DECODERS, LEARNERS
    from corefpipe.resolver.settings import default_settings, own_settings

    tuned = own_settings(LEARNERS[plan.learner]) | default_settings(plan.learner, corpora.settings.mentions)
    as_is = own_settings(DECODERS[plan.decoder])
    ours = trial.learner if trial.passes is None else {**trial.learner, "passes": trial.passes}
    given = {name: value for name, value in trial.decoder.items() if value != as_is[name]}
    given |= {name: value for name, value in ours.items() if value != tuned[name] or name in given}
    names = ["--learner", plan.learner, "--decoder", plan.decoder]
    options = training.options_of_training(corpora.train, corpora.dev, corpora.partial, corpora.settings)
    return ["corefpipe", "train", *options, *names, *options_of(given), "-o", "my-model"]
