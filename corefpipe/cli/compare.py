"""`corefpipe compare`: test whether one of two responses is better than the other."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import policies
from corefpipe.cli.inputs import check_paths, warn_of
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.outputs import check_file, errors_of
from corefpipe.exceptions import SettingError, printable
from corefpipe.scoring.compare import compare_documents
from corefpipe.scoring.groups import metrics_named
from corefpipe.scoring.significance import Resampling
from corefpipe.utils.paths import as_path


@with_option_groups
def compare(
    key: Annotated[Path, typer.Argument(parser=as_path, help="The gold annotation: a file or folder.")],
    response_a: Annotated[Path, typer.Argument(parser=as_path, help="The first response: a file or folder.")],
    response_b: Annotated[Path, typer.Argument(parser=as_path, help="The second response. Differences are B - A.")],
    *,
    metrics: policies.MetricNames = "coreference",
    samples: Annotated[
        int, typer.Option(help="Number of bootstrap samples, and of random swaps for the randomisation test.")
    ] = 10_000,
    confidence: Annotated[
        float, typer.Option(help="Confidence of the intervals. P-values below 1 minus this are significant.")
    ] = 0.95,
    seed: Annotated[int, typer.Option(help="Seed of random numbers; the same seed gives the same results.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON with unrounded numbers.")] = False,
    plot: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation
        typer.Option(metavar="FILE", help="Also plot scores and intervals, .png or .svg. Needs matplotlib."),
    ] = None,
    options: policies.PolicyOptionsWithZeros,
) -> None:
    """Test whether one of two responses is better.

    \b
    Examples:
      corefpipe compare key.conll old.conll new.conll
      corefpipe compare gold/ old/ new/ --metrics conll --repeats first
      corefpipe compare key.conllu a.conllu b.conllu --profile corefud --json
      corefpipe compare key.conll a.conll b.conll --samples 100000 --confidence 0.99
      corefpipe compare gold/ old/ new/ --repeats first --plot intervals.svg

    For the F1 (or value) of each metric it prints both responses, their difference, bootstrap confidence intervals over
    documents, and p-values of paired approximate randomisation and of Wilcoxon's signed-rank test over documents, raw
    and with Holm's correction for the number of metrics. If one metric decides, name it: --metrics conll compares only
    four numbers.

    At least two documents are needed. With fewer than ten, the tests can hardly find a difference.
    """
    _check_plot(plot)
    sources = [key, response_a, response_b]
    check_paths(sources)
    check_file(plot, sources)
    resampling = Resampling(samples, confidence, seed)
    policy = options.policy()
    chosen = metrics_named(metrics)
    left, a, b = (policies.documents_to_score(path, policy) for path in sources)
    found = compare_documents(left, a, b, chosen, policy, resampling)
    warn_of(found.notes)
    if as_json:
        files = {"key": str(key), "response_a": str(response_a), "response_b": str(response_b)}
        print(json.dumps(files | found.to_dict(), indent=2))
    else:
        print(f"A: {printable(str(response_a))}\nB: {printable(str(response_b))}\n{found}")
    if plot is not None:
        from corefpipe.report.comparison_plot import write_comparison_plot

        with errors_of(plot):
            write_comparison_plot(found, plot, (f"A: {response_a.name}", f"B: {response_b.name}"))


def _check_plot(plot: Path | None) -> None:
    """Raise an error, before anything is read, if the plot cannot be written."""
    if plot is None:
        return
    from corefpipe.report.comparison_plot import FORMATS

    if plot.suffix.lower()[1:] not in FORMATS:
        raise SettingError(f"a plot cannot be written to {plot}", cure="Name a file that ends in .png or .svg")
    if find_spec("matplotlib") is None:
        raise SettingError("a plot needs matplotlib", cure="Install it: pip install 'corefpipe[plots]'")
