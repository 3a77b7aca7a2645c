"""Tables of what decides on links: calibration, constraints, features; and of errors."""

from __future__ import annotations

import json
from statistics import fmean

from figure_tables.models import CARD
from figure_tables.registry import EVAL, Rows, figure, readme, result

from corefpipe.report.errors.tables import FULL_TITLES

CALIBRATED = {"model": "uncalibrated", "held out": "held out", "packaged": "packaged"}


@figure("calibration", CARD, readme("calibration"))
def calibration() -> Rows:
    """Data, then calibration errors of links and starts: uncalibrated, held out, packaged."""
    whats = ("links", "starts")
    yield (
        "expected calibration error",
        *(title if n else f"{what}: {title}" for what in whats for n, title in enumerate(CALIBRATED.values())),
    )
    for data, one in result("calibration", "result.json").items():
        if data != "threshold":
            yield data, *(f"{one[way][what]['error']:.3f}" for what in whats for way in CALIBRATED)


@figure("probabilities", readme("calibration"))
def probabilities() -> Rows:
    """`min_probability`, then precision, recall and F of MUC and of the average."""
    names = [f"{metric} {number}" for metric in ("muc", "conll") for number in ("precision", "recall", "f1")]
    yield "min_probability", "MUC P", "R", "F", "CoNLL P", "R", "F"
    for least, row in result("calibration", "min_probability.json").items():
        yield least, *(f"{row[name]:.1f}" for name in names)


@figure("constraints", readme("constraints"))
def constraints() -> Rows:
    """Constraint, then for each part how often it decides, and percent wrong."""
    found = result("constraints", "result.json")
    yield "decisions; wrong", *found
    for name in next(iter(found.values())):
        yield f"`{name}`", *(f"{one[name]['fires']:,}; {one[name]['wrong']:.1f} %" for one in found.values())


@figure("without a constraint", readme("constraints"))
def without_a_constraint() -> Rows:
    """Constraint, then what each part has with all, and how it changes without this one."""
    found = result("constraints", "ablation.json")
    yield "without", *found["all"]
    yield "nothing", *(f"{value:.2f}" for value in found["all"].values())
    for name, row in found["alone"].items():
        yield f"`{name}`", *(f"{row[part] - value:+.2f}" for part, value in found["all"].items())


@figure("without several constraints", readme("constraints"))
def without_several_constraints() -> Rows:
    """Constraint that goes next, then how each part has changed from what it has with all."""
    found = result("constraints", "ablation.json")
    yield "and without", *found["all"]
    for row in found["cumulative"]:
        yield f"`{row['without']}`", *(f"{row[part] - value:+.2f}" for part, value in found["all"].items())


@figure("speakers", readme("quotations"))
def speakers() -> Rows:
    """How often speakers are right (see `_voices`)."""
    return _voices("speakers")


@figure("addressees", readme("quotations"))
def addressees() -> Rows:
    """How often addressees are right (see `_voices`), and quotations to nobody in the text, and how many have one."""
    header, *rows = _voices("addressees")
    yield *header, "to nobody", "given"
    for row, one in zip(rows, result("quotations", "result.json")["addressees"].values(), strict=True):
        yield *row, f"{one['nobody']:,}", f"{one['nobody given']:,}"


def _voices(kind: str) -> Rows:
    """Documents, then quotations, how many voices are right, given, right of these, expected, and certain."""
    yield "documents", "quotations", "right", "given", "right of these", "expected", "certain", "right of these"

    def share(part: int, whole: int) -> str:
        return f"{part:,}, {100 * part / whole:.1f} %"

    for documents, one in result("quotations", "result.json")[kind].items():
        given, certain = one["given"], one["certain"]
        yield (
            documents,
            f"{one['all']:,}",
            share(one["right"], one["all"]),
            share(given, one["all"]),
            share(one["given and right"], given),
            f"{100 * one['expected'] / given:.1f} %",
            share(certain, one["all"]),
            share(one["certain and right"], certain),
        )


@figure("errors", readme("errors"))
def errors() -> Rows:
    """Class of errors, then how many of A, of B, of both and of only one; costs of A and of B."""
    found = result("errors", "result.json")["ontogum/dev"]
    both = [found[name] for name in ("en", "en_research")]
    yield "class", "A", "B", "both", "only A", "only B", "costs A, in turn", "costs B, in turn"
    for error, split in found["both"]["splits"].items():
        costs = [one["costs in turn"].get(error) for one in both]
        numbers = (f"{number:,}" for number in (*(one["counts"][error] for one in both), *split))
        yield FULL_TITLES[error], *numbers, *("" if cost is None else f"{cost:.2f}" for cost in costs)


@figure("antecedents", readme("errors"))
def antecedents() -> Rows:
    """Group of wrong links, then wrong of all and percent, by chosen antecedents and by rule."""
    found = result("errors", "result.json")["ontogum/dev"]["en"]["antecedents"]["wrong links"]

    def cell(wrong: int, whole: int) -> str:
        return f"{wrong} of {whole:,}" + (f", {100 * wrong / whole:.1f} %" if whole else "")

    yield "wrong links", "antecedents as the model chose them", "by rule"
    for groups in found.values():
        for group, both in groups.items():
            yield group, *(cell(*one) for one in both)


@figure("left out", readme("features"))
def left_out() -> Rows:
    """Group left out, CoNLL, change of it, with each seed, and of the other metrics."""
    lines = (EVAL / "features" / "ablation_groups.jsonl").read_text(encoding="utf-8").splitlines()
    scores: dict[str, dict[int, dict[str, float]]] = {}
    for trial in map(json.loads, lines[1:]):
        scores.setdefault(trial["data"]["without"], {})[trial["learner"]["seed"]] = trial["scores"]
    whole = scores.pop("nothing")

    def change(group: dict[int, dict[str, float]], metric: str, *seeds: int) -> float:
        return 100 * fmean(group[seed][metric] - whole[seed][metric] for seed in seeds)

    def conll(group: dict[int, dict[str, float]]) -> str:
        return f"{100 * fmean(run['conll'] for run in group.values()):.2f}"

    yield "without", "CoNLL", "change", "with each seed", "MUC", "B-cubed", "CEAF-e"
    yield "nothing", conll(whole), "", "", "", "", ""
    for name, group in sorted(scores.items(), key=lambda one: change(one[1], "conll", *whole)):
        each = ", ".join(f"{change(group, 'conll', seed):+.2f}" for seed in sorted(whole))
        changes = [f"{change(group, metric, *whole):+.2f}" for metric in ("conll", "muc", "b_cubed", "ceaf_e")]
        yield name, conll(group), changes[0], each, *changes[1:]
