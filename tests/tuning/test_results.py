"""The results file: trials that survive a kill, ranking, settings that vary."""

from __future__ import annotations

import pytest

from corefpipe.exceptions import FormatError, SettingError
from corefpipe.tuning import RESULTS, Results, Trial, measure_named, ranked, varied
from corefpipe.tuning.results import over_seeds


def trial(number=0.5, **changes):
    return Trial({"l2": 0.0}, 3, {"gamma": number}, **{"scores": {"conll": number}, **changes})


def test_round_trip(tmp_path):
    path = tmp_path / "new" / RESULTS
    results = Results(path, {"learner": "l3m"})
    assert not path.exists()
    results.append([trial(), trial(0.1, scores={}, error="no", again=True)])
    results.append([trial(0.2)])
    again = Results(path, {"learner": "l3m"})
    assert again.trials == results.trials
    assert len(path.read_text().splitlines()) == 4


def test_a_truncated_line(tmp_path):
    path = tmp_path / RESULTS
    results = Results(path, {})
    results.append([trial(0.1), trial(0.2)])
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        found = Results(path, {})
        assert len(found.trials) == max(whole[:cut].count(b"\n") - 1, 0)
        found.append([trial(0.3)])
        wanted = lines[: max(whole[:cut].count(b"\n"), 1)]
        assert path.read_bytes().startswith(b"".join(wanted))
        assert len(Results(path, {}).trials) == len(wanted)


def test_another_header(tmp_path):
    Results(tmp_path / RESULTS, {"learner": "l3m", "train": "a"}).append([trial()])
    with pytest.raises(SettingError, match=r"results.jsonl: made with other settings or data: train, dev\. Use"):
        Results(tmp_path / RESULTS, {"learner": "l3m", "train": "b", "dev": "c"})


@pytest.mark.parametrize("line", ["{", "[]", "3", '{"scores": 1}', '"a"'])
def test_other_lines(tmp_path, line):
    path = tmp_path / RESULTS
    Results(path, {}).append([trial()])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(FormatError, match=r"results.jsonl:3: this line is not a result"):
        Results(path, {})
    path.write_text(line + "\n")
    with pytest.raises((FormatError, SettingError)):
        Results(path, {})


def test_ranked():
    trials = [trial(0.1), trial(0.3), trial(0.2), trial(0.4, scores={}, error="no")]
    assert [each.decoder["gamma"] for each in ranked(trials, measure_named("conll"))] == [0.3, 0.2, 0.1]
    trials = [trial(number, scores={"vi": number}) for number in (0.2, 0.1, 0.3)]
    assert [each.decoder["gamma"] for each in ranked(trials, measure_named("vi"))] == [0.1, 0.2, 0.3]


def test_over_seeds():
    trials = [
        Trial({"seed": seed, "l2": l2}, 1, {}, {"conll": score})
        for seed, l2, score in ((0, 0, 0.1), (1, 0, 0.3), (0, 1, 0.5))
    ]
    found = over_seeds([*trials, Trial({"seed": 2, "l2": 1}, 1, {}, error="no")])
    assert [(one.settings, one.scores["conll"]) for one in found] == [
        ({"l2": 0, "passes": 1}, pytest.approx(0.2)),
        ({"l2": 1, "passes": 1}, 0.5),
    ]


def test_varied():
    trials = [Trial({"l2": l2, "step": step}, 1, {"x": x}) for l2, step, x in ((1, "b", 0), (0.5, "a", 0), (1, "b", 0))]
    assert varied(trials) == {"l2": [0.5, 1], "step": ["b", "a"]}
