"""Plots of tuning results."""

from __future__ import annotations

import itertools
from zlib import crc32

import pytest

pytest.importorskip("matplotlib")

from matplotlib import image

from corefpipe.tuning import Trial, measure_named
from corefpipe.tuning.plot import write_tuning_plot

CONLL = measure_named("conll")


def trials(decoder=None, passes=(3,), **grid):
    """One trial per combination, with scores derived from a hash of its settings."""
    found = []
    for values in itertools.product(*grid.values()):
        for number in passes:
            settings = dict(zip(grid, values, strict=True))
            scores = dict.fromkeys(
                ("muc", "b_cubed", "ceaf_e", "conll", "vi"), crc32(f"{values} {number}".encode()) % 97 / 100
            )
            found.append(Trial(settings, number, decoder or {}, scores, 1.0))
    return found


@pytest.fixture
def drawn(figures, tmp_path):
    """Function that draws a plot and returns the lines of each panel by its label."""

    def draw(trials, measure=CONLL):
        assert write_tuning_plot(trials, measure, tmp_path / "plot.png")
        pixels = image.imread(tmp_path / "plot.png")
        assert pixels.std() > 0.05  # not blank
        panels = {}
        for axis in figures.pop().axes:
            lines = [line for line in axis.lines if not line.get_label().startswith("_")]
            panels[axis.get_xlabel()] = {
                line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in lines
            }
        return panels

    return draw


def test_gamma_and_passes(drawn):
    found = trials(gamma=[0.0, 0.5, 1.0], passes=(1, 2))
    panels = drawn(found)
    assert list(panels) == ["γ", "passes"]
    assert list(panels["γ"]) == ["passes = 1", "passes = 2"]
    assert list(panels["passes"]) == ["γ = 0", "γ = 0.5", "γ = 1"]
    scores = {(trial.learner["gamma"], trial.passes): 100 * trial.scores["conll"] for trial in found}
    assert panels["γ"]["passes = 2"] == ([0, 0.5, 1], [scores[gamma, 2] for gamma in (0, 0.5, 1)])
    assert panels["passes"]["γ = 0.5"] == ([1, 2], [scores[0.5, 1], scores[0.5, 2]])


def test_the_best_of_what_is_not_shown(drawn):
    found = trials(gamma=[0.0, 1.0], l2=[0.0, 0.1], passes=tuple(range(1, 11)))
    panels = drawn(found)
    assert list(panels["γ"]) == ["λ (l2) = 0", "λ (l2) = 0.1"]  # ten passes would be too many lines
    wanted = [
        max(100 * t.scores["conll"] for t in found if t.learner == {"gamma": gamma, "l2": 0.1}) for gamma in (0, 1)
    ]
    assert panels["γ"]["λ (l2) = 0.1"][1] == wanted


@pytest.mark.parametrize(
    ("found", "labels"),
    [
        (trials(gamma=[0.0, 1.0]), ["γ"]),
        (trials(gamma=[0.5], passes=(1, 2, 3)), ["passes"]),
        (trials(l2=[0.0, 1e-6, 1e-3, 1.0], rate=[0.1, 0.2]), ["λ (l2)", "rate"]),
        (trials(l2=[0.0, 1.0], rate=[0.1, 0.2], gamma=[0, 1]), ["γ", "λ (l2)"]),
        (trials(step=["sgd", "adagrad"], average=[True, False]), ["step", "average"]),
        (trials(l2=[0.0, 1.0], step=["sgd", "adagrad"]), ["λ (l2)"]),
        (trials(gamma=[x / 20 for x in range(21)], l2=[x / 10 for x in range(9)]), ["γ", "λ (l2)"]),
    ],
)
def test_whatever_varies(drawn, found, labels):
    panels = drawn(found)
    assert list(panels) == labels
    assert all(panels.values())


def test_less_is_better(drawn):
    found = trials(gamma=[0.0, 1.0], l2=[x / 10 for x in range(9)])
    panels = drawn(found, measure_named("vi"))
    wanted = [min(t.scores["vi"] for t in found if t.learner["gamma"] == gamma) for gamma in (0, 1)]
    assert panels["γ"]["best λ (l2)"][1] == wanted


def test_failures_are_left_out(drawn):
    found = trials(gamma=[0.0, 0.5, 1.0])
    found[1] = Trial(found[1].learner, 3, {}, error="no")
    (line,) = drawn(found)["γ"].values()
    assert line[0] == [0, 1]


def test_nothing_to_plot(tmp_path):
    for found in ([], trials(gamma=[1.0])):
        assert not write_tuning_plot(found, CONLL, tmp_path / "plot.png")
    assert list(tmp_path.iterdir()) == []


def test_the_same_bytes(tmp_path):
    found = trials(gamma=[0.0, 1.0], passes=(1, 2))
    write_tuning_plot(found, CONLL, tmp_path / "a.png")
    write_tuning_plot(found, CONLL, tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_learning_curve(drawn):
    found = [
        Trial({}, 3, {}, {"conll": score}, data={"documents": n}) for n, score in ((10, 0.4), (20, 0.5), (40, 0.55))
    ]
    (lines,) = drawn(found)["training documents"].values()
    assert lines == ([10, 20, 40], pytest.approx([40, 50, 55]))


def test_an_ablation(tmp_path, figures):
    scores = {"nothing": 0.6, "Words": 0.5, "Agreement": 0.61, "$\\bad$": 0.6}
    found = [
        Trial({"seed": seed}, 3, {}, {"conll": score + change}, data={"without": name})
        for name, score in scores.items()
        for seed, change in ((0, 0.12 if name == "Agreement" else 0.1), (1, -0.12 if name == "Agreement" else -0.1))
    ]
    assert write_tuning_plot(found, CONLL, tmp_path / "x.png")
    (axis,) = figures[0].axes
    assert [round(bar.get_width(), 6) for bar in axis.patches] == [1, 0, -10]
    assert [text.get_text() for text in axis.texts] == ["+1.00", "+0.00", "−10.00"]
    dots = [(round(x, 6), y) for x, y in axis.collections[0].get_offsets().tolist()]
    assert dots == [(3, 0), (-1, 0), (0, 1), (0, 1), (-10, 2), (-10, 2)]
    assert figures[0].get_suptitle() == "CoNLL with all features: 60.00, mean of 2 seeds; a dot per seed"
    assert [label.get_text() for label in axis.get_yticklabels()][::2] == ["Agreement", "Words"]
    assert image.imread(tmp_path / "x.png").shape[0] > 200
