"""Text of a score: a table in percent, or the output of the official scorer v8.01."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefpipe.scoring.registry import METRICS, prf

_RULE = "-" * 74


def display_table(totals: Mapping[str, np.ndarray], conll: float | None) -> list[str]:
    """Lines of a table: recall, precision and F1 of each metric in percent, or its value.

    Args:
        totals: metric -> counts over all documents.
        conll: the CoNLL average; None to leave it out.
    """
    rows = table_rows(totals, conll)
    width = max([10, *(len(METRICS[name].title) + 1 for name in totals)])
    return [f"{title:{width}}{recall:>8}{precision:>11}{f1:>8}" for title, recall, precision, f1 in rows]


def table_rows(
    totals: Mapping[str, np.ndarray], conll: float | None, cut: bool = False
) -> list[tuple[str, str, str, str]]:
    """Cells of a table, the heads first: metric, recall, precision and F1 in percent; a single value is in the last.

    Args:
        totals, conll: see `display_table`.
        cut: truncate percentages, as the official scorer does.
    """
    rows = [("", "recall", "precision", "F1")]
    for name, counts in totals.items():
        title, numbers = METRICS[name].title, METRICS[name].scores(counts).tolist()
        if len(numbers) == 1:
            rows.append((title, "", "", f"{numbers[0]:.4f}"))
        else:
            recall, precision, f1 = (percent(number, cut) for number in numbers)
            rows.append((title, recall, precision, f1))
    if conll is not None:
        rows.append(("CoNLL", "", "", percent(conll, cut)))
    return rows


def display_official(totals: Mapping[str, np.ndarray], conll: float | None) -> list[str]:
    """Lines as `scorer.pl all KEY RESPONSE none` prints its totals, for scripts that parse them; then other metrics.

    Args:
        totals: metric -> counts over all documents.
        conll: the CoNLL average; None to leave it out.
    """
    found = []
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
            found.append(f"{METRICS[name].title}: {_number(METRICS[name].scores(counts).tolist()[0])}")
        found.append(_RULE)
    if "mentions" in totals and len(totals) == 1:
        found.append(f"Identification of Mentions: {_fractions(totals['mentions'])}")
    if conll is not None:
        found += ["", f"CoNLL average F1: {_cut(conll)}%"]
    return found[1:]


def percent(fraction: float, cut: bool = False) -> str:
    """Percent with two digits, rounded or, as the official scorer does, truncated."""
    return f"{int(fraction * 10000) / 100:.2f}" if cut else f"{100 * fraction:.2f}"


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
