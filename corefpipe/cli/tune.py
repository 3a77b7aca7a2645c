"""`corefpipe tune`: train with a grid of settings, and score each on other documents."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import options, training
from corefpipe.cli.inputs import check_paths
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.settings import read_grid
from corefpipe.exceptions import CorefpipeError
from corefpipe.utils.progress import progress

if TYPE_CHECKING:
    from corefpipe.tuning import Corpora, Measure, Plan, Trial

Out = Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the results.")]
Grid = Annotated[
    Optional[list[str]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="NAME=VALUE,VALUE...|N..M",
        help="A setting of learner or decoder, and the values to try, or whole numbers from N to M; or documents, and "
        "numbers of training documents, for a learning curve. Can be repeated: all combinations are tried.",
    ),
]
PassesToTry = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="N|N..M|N,N...",
        help="Numbers of passes to try. Online learners are trained only once for all of them.",
    ),
]
Ablate = Annotated[
    bool, typer.Option("--ablate", help="Try the feature set whole, and without each of its groups of features.")
]
Metric = Annotated[
    str, typer.Option(metavar="NAME", help="What to compare settings by: conll, or a metric of `corefpipe score`.")
]
Processes = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(min=1, help="Number of trainings to run at once; they share the features. [default: one per core]"),
]
Base = Annotated[
    str,
    typer.Option(
        help="The pipeline that parses: en, a folder, or a spaCy package. "
        "blank:LANGUAGE does not parse; use it with "
        "--parse given."
    ),
]


@with_option_groups
def tune(
    paths: options.AnnotatedPaths,
    *,
    dev: training.DevPaths,
    out: Out = Path("tuning"),
    chosen: training.TrainingOptions,
    grid: Grid = None,
    passes: PassesToTry = None,
    ablate: Ablate = False,
    metric: Metric = "conll",
    processes: Processes = None,
    base: Base = "en",
) -> None:
    """Train with many settings, and compare their scores.

    \b
    Examples:
      corefpipe tune litbank/train --dev litbank/dev --mentions gold --grid gamma=0,0.2,0.4,0.6,0.8,1 --passes 1..10
      corefpipe tune ontogum/train --dev ontogum/dev --grid l2=0,0.001,0.002 --grid false_start=1,2.5 -o costs
      corefpipe tune gum/train --dev gum/dev --learner binary --decoder best-link --grid threshold=-0.5,0,0.5
      corefpipe tune ontogum/train --dev ontogum/dev --grid documents=10,20,40,80,160 -o curve
      corefpipe tune ontogum/train --dev ontogum/dev --ablate --grid seed=0,1,2 -o ablation
      corefpipe tune ontogum/train --dev ontogum/dev --context network --unseen web.conllu --grid l2=0,0.001,0.002

    The folder DIR gets results.jsonl with one line per combination, written as soon as it is scored; best.json;
    tuning.png, a plot; and cache/, the features, which you may delete. If the command is interrupted, run it again to
    continue. With more values, only the new combinations are tried.

    A learning curve learns everything, mentions and features too, from the first so many documents in an order drawn
    at random, always the same. An ablation leaves the mentions as they are. Differences of a few tenths may be chance:
    with several seeds the plot shows their means.

    With --unseen each combination first learns all other weights without the network, then how far to trust it, as
    train does.
    """
    from corefpipe.tuning import Corpora, measure_named
    from corefpipe.tuning.folder import check_folder

    check_folder(out)
    partial, unseen = chosen.partial or [], chosen.unseen or []
    given = [*paths, *dev, *partial, *unseen]
    chosen.refuse_inputs(out, given, base)
    plan = _plan(chosen, base, read_grid(grid or [], passes), ablate)
    measure = measure_named(metric)
    check_paths(given)
    how = replace(chosen.training_settings(base), decoder=plan.decoder)
    corpora = Corpora(paths, dev, partial, how, unseen)
    training.warn_of_overlap([*paths, *partial, *unseen], dev)
    trials = _run(out, corpora, plan, measure, processes)
    _report(plan, trials, measure, corpora, out)


def _plan(chosen: training.TrainingOptions, base: str, values: dict[str, list[Any]], ablate: bool) -> Plan:
    """The plan, with checks of all settings before documents are read.

    Raises:
        SettingError: an unknown name or value, or settings that do not fit.
    """
    from corefpipe.resolver.training import check_unseen
    from corefpipe.tuning import Plan, group_names, parts_of
    from corefpipe.tuning.parts import DOCUMENTS

    how = chosen.training_settings(base)
    features, *_ = how.check()
    check_unseen(how, chosen.unseen or [])
    sizes = values.get(DOCUMENTS, ())
    return Plan.of(
        chosen.learner,
        chosen.decoder,
        {name: tried for name, tried in values.items() if name != DOCUMENTS},
        settings=chosen.parameters(),
        mentions=how.mentions,
        data=parts_of(sizes, group_names(features.spec) if ablate else ()),
    )


def _run(out: Path, corpora: Corpora, plan: Plan, measure: Measure, processes: int | None) -> list[Trial]:
    """The trials; if the run is interrupted, tell how to continue."""
    from corefpipe.tuning import tune_files
    from corefpipe.tuning.folder import RESULTS

    try:
        return tune_files(
            out,
            corpora,
            plan,
            measure,
            read=training.read_all,
            watch=progress,
            processes=processes,
            verbose=sys.stderr.isatty(),
        )
    except KeyboardInterrupt:
        print(f"Finished results are in {out / RESULTS}. Run the same command again to continue", file=sys.stderr)
        raise


def _report(plan: Plan, trials: list[Trial], measure: Measure, corpora: Corpora, out: Path) -> None:
    """Print errors and the best trials, and write best.json and the plot."""
    from corefpipe.tuning import PLOT, RESULTS, ranked
    from corefpipe.tuning.table import tuning_table

    failed = [trial for trial in trials if trial.error]
    for why, count in Counter(trial.error for trial in failed).items():
        print(f"Failed, {count} of {len(trials)}: {why}", file=sys.stderr)
    best = next(iter(ranked(trials, measure)), None)
    if best is None:
        raise CorefpipeError("every combination of settings failed", cure="Try others", file=str(out / RESULTS))
    parts = any(trial.data for trial in trials)
    print(tuning_table(trials, measure, most=len(trials) if parts else 10))
    if not parts:  # a model learns from all documents, with all features
        _print_best(plan, best, measure, corpora, out)
    plot = _plotted(trials, measure, out / PLOT)
    print(f"Results in {out / RESULTS}" + (f", plot in {plot}" if plot else ""))


def _print_best(plan: Plan, best: Trial, measure: Measure, corpora: Corpora, out: Path) -> None:
    """Print the command that trains with the best settings, and write best.json."""
    from corefpipe.tuning import BEST, settings_of, write_best

    command = training.train_command(
        corpora.train, corpora.dev, corpora.partial, corpora.unseen, settings_of(best, corpora.settings), "my-model"
    )
    print(f"The best:\n  {shlex.join(command)}")
    write_best(out / BEST, plan, best, measure, command)


def _plotted(trials: list[Trial], measure: Measure, path: Path) -> Path | None:
    """Write the plot; None if there is nothing to plot, or nothing to plot with."""
    from corefpipe.tuning.plot import write_tuning_plot

    try:
        return path if write_tuning_plot(trials, measure, path) else None
    except ModuleNotFoundError:
        print(
            "No plot, because matplotlib is missing: pip install matplotlib, then run the same command again",
            file=sys.stderr,
        )
        return None
