"""Scores as text: a table, what the official scorer prints, rows, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from corefpipe.scoring.registry import METRICS, prf
from corefpipe.scoring.result import PRF, Score, Value

_RULE = "-" * 74


def display(score: Score) -> str:
    """A score as its policy wants it displayed, and the signature."""
    table = _official(score) if score.policy.display == "official" else _table(score)
    return "\n".join([*table, score.signature])


def display_rows(rows: Mapping[str, Score], total: Score) -> str:
    """One line a row: F1 of each metric in percent (or its value), and the CoNLL average; last the total."""
    names = list(next(iter(rows.values()), total).counts)
    with_conll = total.has_conll
    width = max(map(len, [*rows, "all"]))
    titles = [METRICS[name].title for name in names] + ["CoNLL"] * with_conll
    lines = [" ".join([" " * width, *(f"{title:>9}" for title in titles)])]
    for row, score in [*rows.items(), ("all", total)]:
        cells = [_headline(score, name) for name in names]
        if with_conll:
            cells.append(percent(score.conll, score.policy.display == "official"))
        lines.append(
            " ".join([f"{row:{width}}", *(f"{c:>{max(9, len(t))}}" for c, t in zip(cells, titles, strict=True))])
        )
    return "\n".join([*lines, total.signature])


def to_csv(rows: Mapping[str, Score]) -> str:
    """Rows as CSV, numbers unrounded: row, metric, recall, precision, f1, value (of metrics of one number)."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["row", "metric", "recall", "precision", "f1", "value"])
    for row, score in rows.items():
        for name in score.counts:
            found = score[name]
            if isinstance(found, PRF):
                writer.writerow([row, name, found.recall, found.precision, found.f1, ""])
            else:
                writer.writerow([row, name, "", "", "", found.value])
        if score.has_conll:
            writer.writerow([row, "conll", "", "", score.conll, ""])
    return stream.getvalue()


def to_dicts(rows: Mapping[str, Score]) -> dict[str, Any]:
    """Row -> `Score.to_dict`, without the signature."""
    found = {row: score.to_dict() for row, score in rows.items()}
    for numbers in found.values():
        del numbers["signature"]
    return found


def percent(fraction: float, cut: bool = False) -> str:
    """Percent with two digits, rounded or cut off."""
    return f"{int(fraction * 10000) / 100:.2f}" if cut else f"{100 * fraction:.2f}"


def _headline(score: Score, name: str) -> str:
    found = score[name]
    if isinstance(found, Value):
        return f"{found.value:.4f}"
    return percent(found.f1, score.policy.display == "official")


def _table(score: Score) -> list[str]:
    width = max([10, *(len(METRICS[name].title) + 1 for name in score.counts)])
    lines = [f"{'':{width}}{'recall':>8}{'precision':>11}{'F1':>8}"]
    for name in score.counts:
        found = score[name]
        title = f"{METRICS[name].title:{width}}"
        if isinstance(found, PRF):
            lines.append(f"{title}{percent(found.recall):>8}{percent(found.precision):>11}{percent(found.f1):>8}")
        else:
            lines.append(f"{title}{found.value:27.4f}")
    if score.has_conll:
        lines.append(f"{'CoNLL':{width}}{percent(score.conll):>27}")
    return lines


def _official(score: Score) -> list[str]:
    """The totals of `scorer.pl all KEY RESPONSE none`, for the scripts that read them; other metrics after them."""
    found = []
    totals = {name: counts.sum(axis=0) for name, counts in score.counts.items()}
    for name, counts in totals.items():
        if name == "mentions":
            continue
        found += ["", f"METRIC {_OFFICIAL.get(name, name)}:", "", "====== TOTALS ======="]
        if "mentions" in totals:
            found += [f"Identification of Mentions: {_fractions(totals['mentions'])}", _RULE]
        if name == "blanc":
            recall, precision, f1 = METRICS[name].scores(counts).tolist()
            found += ["", "Coreference:", f"Coreference links: {_fractions(counts[:4])}", _RULE]
            found += [f"Non-coreference links: {_fractions(counts[4:])}", _RULE]
            found.append(
                f"BLANC: Recall: ({_number(recall)} / 1) {_cut(recall)}%\t"
                f"Precision: ({_number(precision)} / 1) {_cut(precision)}%\tF1: {_cut(f1)}%"
            )
        elif len(counts) == 4:
            found.append(f"Coreference: {_fractions(counts)}")
        else:
            found.append(f"{METRICS[name].title}: {_number(score[name].value)}")
        found.append(_RULE)
    if "mentions" in totals and len(totals) == 1:
        found.append(f"Identification of Mentions: {_fractions(totals['mentions'])}")
    if score.has_conll:
        found += ["", f"CoNLL average F1: {_cut(score.conll)}%"]
    return found[1:]


_OFFICIAL = {"b_cubed": "bcub", "ceaf_m": "ceafm", "ceaf_e": "ceafe"}


def _fractions(counts: np.ndarray) -> str:
    recall, precision, f1 = prf(counts).tolist()
    r, of_r, p, of_p = map(_number, counts.tolist())
    return f"Recall: ({r} / {of_r}) {_cut(recall)}%\tPrecision: ({p} / {of_p}) {_cut(precision)}%\tF1: {_cut(f1)}%"


def _cut(fraction: float) -> str:
    return _number(int(fraction * 10000) / 100)


def _number(value: float) -> str:
    """As Perl prints a number."""
    return f"{value:.15g}"
