"""The tables, as Markdown, with p-values of paired two-tailed t-tests over the sets scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.stats import ttest_rel

Found = Mapping[str, Any]
"""What was measured on one data set."""

NOUNS = {"ontogum": "OntoGUM, coreferent mentions only", "gum": "GUM, all mentions"}
SHORT = {"ontogum, short": "OntoGUM, first 20 mentions"}
MARKS = (
    "† the final training did not converge within the iterations allowed; ‡ the C chosen is the highest or lowest of "
    "those tried (`cross-validation` in result.json)."
)
TEXTS = {"novels": "passages by book", "irc": "chat lines by thread"}


def shown(result: Mapping[str, Found]) -> str:
    """All tables of the data sets measured so far; above them, what the marks mean if there are any."""
    lines: list[str] = []
    for tables, names in ((NOUN_TABLES, NOUNS), (SHORT_TABLES, SHORT), (TEXT_TABLES, TEXTS)):
        for table in tables:
            for name, title in names.items():
                if name in result:
                    lines += [*table(title, result[name]), ""]
    marked = any(mark in line for mark in "†‡" for line in lines)
    return "\n".join([MARKS, "", *lines] if marked else lines)


def dots(result: Mapping[str, Found]) -> dict[str, dict[str, dict[str, tuple[float, float]]]]:
    """Data set -> clustering -> loss -> mean of the loss that it was optimised to, clustered by C_G, and its error."""
    panels = {}
    for name, title in (NOUNS | SHORT | TEXTS).items():
        if name in result:
            found = result[name]
            losses = {
                model: {
                    loss: values(found, model, loss, "C_G", loss)
                    for loss in ("Δ_P", "Δ_M")
                    if f"{model}, {loss}" in found["models"]
                }
                for model in ("C_G", "C_G without", "C_R", "C_R without", *kernels_of(found), "PCC")
            }
            losses["default"] = {loss: np.array(found["default"][loss]) for loss in losses["C_G"]}
            panels[title] = {
                model: {loss: (each.mean(), each.std(ddof=1) / np.sqrt(len(each))) for loss, each in row.items()}
                for model, row in losses.items()
                if row
            }
    return panels


def kernels_of(found: Found) -> list[str]:
    """The models with kernels: the quadratic ones, and the radial ones of the best γ in the cross-validation."""
    titles = [f"{model} quadratic" for model in ("C_G", "PCC") if f"{model} quadratic, Δ_P" in found["models"]]
    return titles + [best_radial(found, model) for model in ("C_G", "PCC") if radials(found, model)]


def radials(found: Found, model: str) -> list[str]:
    """The titles of a model's RBF kernels."""
    return [title.partition(",")[0] for title in found["models"] if title.startswith(f"{model} rbf ")]


def best_radial(found: Found, model: str) -> str:
    """The title of the RBF kernel whose γ is best in the cross-validation."""

    def loss(title: str) -> float:
        return min(found["models"][f"{title}, Δ_P"]["cross-validation"].values())

    return min(radials(found, model), key=loss)


def values(found: Found, model: str, trained: str, decoder: str, loss: str) -> np.ndarray:
    """(n_sets,) a loss of a model that was optimised to a loss."""
    return np.array(found["models"][f"{model}, {trained}"]["test"][decoder][loss])


def p_value(one: np.ndarray, other: np.ndarray) -> str:
    """The p of the paired t-test; bold below 0.05, as in the paper."""
    if np.array_equal(one, other):
        return "equal"
    p = float(ttest_rel(one, other).pvalue)
    text = f"{p:.3f}" if p >= 0.001 else "< 0.001"
    return f"**{text}**" if p < 0.05 else text


def grid(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with a title."""
    body = [f"| {' | '.join(row)} |" for row in rows]
    return [f"**{title}**", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|", *body]


def mean(each: np.ndarray, marks: str = "") -> str:
    """The mean of some losses."""
    return f"{each.mean():.2f}{marks}"


def marks_of(found: Found, model: str, trained: str) -> str:
    """The marks of a model: whether it did not converge, and whether its C is at an edge."""
    row = found["models"][f"{model}, {trained}"]
    tried = [float(C) for C in row["cross-validation"]]
    return ("" if row["converged"] else "†") + ("‡" if row["C"] in (min(tried), max(tried)) else "")


def table_1(name: str, found: Found) -> list[str]:
    """SVM-cluster, PCC and the default clustering on noun phrases."""
    rows = []
    for loss in ("Δ_M", "Δ_P"):
        ours, pcc = (values(found, model, loss, "C_G", loss) for model in ("C_G", "PCC"))
        default = np.array(found["default"][loss])
        p = [p_value(ours, pcc), p_value(ours, default)]
        marks = [*(marks_of(found, model, loss) for model in ("C_G", "PCC")), ""]
        rows.append([f"test with C_G, {loss}", *map(mean, (ours, pcc, default), marks), *p])
    return grid(f"Table 1, {name}", ["", "C_G", "PCC", "default", "p: C_G, PCC", "p: C_G, default"], rows)


def table_3(name: str, found: Found) -> list[str]:
    """Training and testing on different losses."""
    rows = []
    for loss in ("Δ_M", "Δ_P"):
        of_m, of_p = (values(found, "C_G", trained, "C_G", loss) for trained in ("Δ_M", "Δ_P"))
        default = np.array(found["default"][loss])
        marks = [*(marks_of(found, "C_G", trained) for trained in ("Δ_M", "Δ_P")), ""]
        rows.append([f"performance on {loss}", *map(mean, (of_m, of_p, default), marks), p_value(of_m, of_p)])
    head = ["", "optimised to Δ_M", "optimised to Δ_P", "default", "p: Δ_M, Δ_P"]
    return grid(f"Table 3, {name}", head, rows)


def table_4(name: str, found: Found) -> list[str]:
    """With and without the loss in the search."""
    rows = []
    for model, decoder, loss in (("C_G", "C_G", "Δ_M"), ("C_G", "C_G", "Δ_P"), ("C_R", "C*_R", "Δ_P")):
        titles = (model, f"{model} without")
        trained = [found["models"].get(f"{title}, {loss}") for title in titles]
        if all(trained):
            pair = [values(found, title, loss, decoder, loss) for title in titles]
            seconds = " / ".join(f"{each['seconds']:.1f}" for each in trained)
            marks = [marks_of(found, title, loss) for title in titles]
            rows.append([f"train {model}, test {decoder}, {loss}", *map(mean, pair, marks), p_value(*pair), seconds])
    return grid(f"Table 4, {name}", ["", "with loss", "without", "p", "training, CPU s"], rows)


def table_2(name: str, found: Found) -> list[str]:
    """SVM-cluster, PCC and the default clustering on texts."""
    rows = []
    for decoder in ("C_G", "C*_R"):
        each = [values(found, model, "Δ_P", decoder, "Δ_P") for model in ("C_G", "C_R", "PCC")]
        each.append(np.array(found["default"]["Δ_P"]))
        p = [p_value(each[a], each[b]) for a, b in ((0, 2), (1, 2), (0, 3))]
        marks = [*(marks_of(found, model, "Δ_P") for model in ("C_G", "C_R", "PCC")), ""]
        rows.append([f"test with {decoder}, Δ_P", *map(mean, each, marks), *p])
    head = ["", "C_G", "C_R", "PCC", "default", "p: C_G, PCC", "p: C_R, PCC", "p: C_G, default"]
    return grid(f"Table 2, {name}", head, rows)


def table_5(name: str, found: Found) -> list[str]:
    """Training by greedy and by relaxed search."""
    rows = []
    for decoder in ("C_G", "C*_R"):
        pair = [values(found, model, "Δ_P", decoder, "Δ_P") for model in ("C_G", "C_R")]
        marks = [marks_of(found, model, "Δ_P") for model in ("C_G", "C_R")]
        rows.append([f"test {decoder}", *map(mean, pair, marks), p_value(*pair)])
    return grid(f"Table 5, {name}", ["", "train C_G", "train C_R", "p"], rows)


def table_of_kernels(name: str, found: Found) -> list[str]:
    """The linear kernel, the quadratic one, and the RBF kernel of the γ that is best in the cross-validation."""
    rows = []
    for model in ("C_G", "PCC"):
        best = best_radial(found, model)
        titles = [title for title in (model, f"{model} quadratic", best) if f"{title}, Δ_P" in found["models"]]
        each = [values(found, title, "Δ_P", "C_G", "Δ_P") for title in titles]
        seconds = " / ".join(f"{found['models'][f'{title}, Δ_P']['seconds']:.1f}" for title in titles)
        means = [mean(one, marks_of(found, title, "Δ_P")) for one, title in zip(each, titles, strict=True)]
        cells = means if len(means) > 2 else [means[0], "", means[1]]
        rows.append([f"{model}, test C_G, Δ_P", *cells, best.split()[-1], p_value(each[0], each[-1]), seconds])
    head = ["", "linear", "quadratic", "RBF", "γ", "p: linear, RBF", "training, CPU s"]
    return grid(f"Kernels, {name}", head, rows)


def table_of_decoders(name: str, found: Found) -> list[str]:
    """Clustering unseen sets greedily and by the relaxed program, where both were measured."""
    if "C*_R" not in found["models"]["C_G, Δ_P"]["test"]:
        return []
    rows = []
    for model in ("C_G", "PCC"):
        pair = [values(found, model, "Δ_P", decoder, "Δ_P") for decoder in ("C_G", "C*_R")]
        marks = marks_of(found, model, "Δ_P")
        rows.append([f"train {model}, Δ_P", *(mean(one, marks) for one in pair), p_value(*pair)])
    return grid(f"Greedy and relaxed clusterings, {name}", ["", "test C_G", "test C*_R", "p"], rows)


def table_of_speed(name: str, found: Found) -> list[str]:
    """Greedy and relaxed search at the same C."""
    rows = []
    for one, other in zip(*(found["efficiency"][title] for title in ("C_G", "C_R")), strict=True):
        pairs = [(f"{row['seconds']:.1f}", str(row["rounds"]), f"{row['objective']:.4g}") for row in (one, other)]
        rows.append([f"{one['C']:g}", *(cell for pair in zip(*pairs, strict=True) for cell in pair)])
    head = ["C", *(f"{what}, {title}" for what in ("CPU s", "rounds", "objective") for title in ("C_G", "C_R"))]
    return grid(f"Training, {name}", head, rows)


NOUN_TABLES = (table_1, table_3, table_4, table_of_decoders)
SHORT_TABLES = (table_2, table_5, table_of_speed, table_of_kernels)
TEXT_TABLES = (table_2, table_4, table_5, table_of_speed, table_of_kernels)
