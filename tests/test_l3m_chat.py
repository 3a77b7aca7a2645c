"""The readers and features of `eval/l3m_chat`: posts, nicks and threads of chat logs, and pairs of posts."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT

from corefpipe.exceptions import CorefpipeError, FormatError

FOLDER = ROOT / "eval" / "l3m_chat"
MODULES = ("logs", "post_features", "sets", "experiment", "techniques", "tables", "table", "compared")
LINES = """=== zoe [n=zoe@host]  has joined #ubuntu
[23:58] <ann_> my wifi card is broken
[23:59] <bob> Ann_: which wifi card?
=== bob is now known as bob[away]
[00:01]  * ann_ looks at the card
[00:02] <zoe> zoe's kernel panics, bobcat
[00:02] -spammer:#ubuntu- buy this
[00:03] (carl/#ubuntu) zoe, bob[away]: the kernel of zoe_"""


@pytest.fixture(scope="module")
def chat():
    sys.path.insert(0, str(FOLDER))
    before = set(sys.modules)
    try:
        yield SimpleNamespace(**{name: __import__(name) for name in MODULES})
    finally:
        sys.path[:] = [path for path in sys.path if not path.startswith(str(ROOT / "eval"))]
        for name in MODULES:  # other scripts have modules of these names
            if name not in before:
                sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def parsed(chat):
    return chat.logs.parse_lines(LINES.split("\n"))


def test_posts_of_all_forms_in_order_and_past_midnight(parsed):
    posts, _ = parsed
    assert [(post.line, post.minute, post.nick) for post in posts] == [
        (1, 1438, "ann_"),
        (2, 1439, "bob"),
        (4, 1441, "ann_"),
        (5, 1442, "zoe"),
        (6, 1442, "spammer"),
        (7, 1443, "carl"),
    ]
    assert [post.text for post in posts[1:3]] == ["Ann_: which wifi card?", "looks at the card"]


def test_nicks_of_events_are_known(parsed):
    assert parsed[1] == {"zoe", "ann_", "bob", "bob[away]", "spammer", "carl"}


def test_clock_that_goes_back_an_hour_is_no_new_day(chat):
    posts, _ = chat.logs.parse_lines(["[02:59] <a> x", "[02:01] <b> y", "[03:05] <a> z"])
    assert [post.minute for post in posts] == [179, 179, 185]


def test_nicks_are_hidden_in_any_case_but_not_within_words(chat, parsed):
    posts, nicks = parsed
    hide = chat.logs.HiddenNicks(nicks)
    assert [" ".join(hide(post.text).split()) for post in posts[1:4:2]] == [
        ": which wifi card?",
        "'s kernel panics, bobcat",
    ]
    assert hide(posts[-1].text).split() == [",", ":", "the", "kernel", "of", "_"]
    assert chat.logs.HiddenNicks([])("any text") == "any text"


@pytest.mark.parametrize("line", ["[1:02] <a> x", "<a> x", ""])
def test_line_that_is_no_post(chat, line):
    with pytest.raises(FormatError, match="neither post nor event") as caught:
        chat.logs.parse_lines(["[01:02] <a> x", line], "a.txt")
    assert (caught.value.file, caught.value.line) == ("a.txt", 2)


@pytest.mark.parametrize("line", ["3 9 -", "3", "3 x -"])
def test_line_that_is_no_link(chat, line):
    with pytest.raises(FormatError, match=r"no reply link.*from 0 to 7"):
        chat.logs.parse_links(f"1 2 -\n{line}\n", 8)


def write_log(folder, name, n_posts, links):
    before = ["[10:00] <early> before the annotated part"] * 1000
    posts = [f"[10:01] <nick{number % 3}> post {number}" for number in range(n_posts)]
    (folder / f"{name}.ascii.txt").write_text("\n".join([*before, *posts]) + "\n")
    (folder / f"{name}.annotation.txt").write_text("".join(f"{one} {other} -\n" for one, other in links))


def test_threads_are_the_components_of_the_links_also_through_posts_before(chat, tmp_path):
    write_log(tmp_path, "2007-01-19.train-a", 5, [(990, 1000), (990, 1003), (1001, 1001), (1002, 1004)])
    (log,) = chat.logs.read_logs(tmp_path)
    labels = chat.sets.labels_of(log.annotated(), "topic")
    assert len(log.before()) == 1000
    assert [np.flatnonzero(labels == labels[i]).tolist() for i in range(3)] == [[0, 3], [1], [2, 4]]
    assert chat.sets.labels_of(log.annotated(), "author").tolist() == [0, 1, 2, 0, 1]


def test_one_log_per_day_and_too_few(chat, tmp_path):
    for name, size in (("2007-01-19.train-a", 6), ("2007-01-19.train-c", 6), ("2008-02-03.train-a", 6), ("2009-a", 3)):
        write_log(tmp_path, name, size, [])
    logs = chat.logs.read_logs(tmp_path)
    assert [log.name for log in chat.sets.chosen_logs(logs, 2, 6)] == ["2007-01-19.train-a", "2008-02-03.train-a"]
    with pytest.raises(CorefpipeError, match="only 2 days have logs with 6"):
        chat.sets.chosen_logs(logs, 3, 6)
    with pytest.raises(CorefpipeError, match="no logs"):
        chat.logs.read_logs(tmp_path / "none")


def test_folds_score_each_set_once(chat):
    found = list(chat.sets.folds(80))
    assert len(found) == 10
    assert sorted(number for _, inside in found for number in inside) == list(range(80))
    assert all(sorted(outside + inside) == list(range(80)) for outside, inside in found)
    assert all(len(outside) >= 2 * chat.sets.TUNING for outside, _ in found)


def test_features_of_pairs(chat):
    Post = chat.logs.Post
    counted = [Post(n, 0, "a", text) for n, text in enumerate(["the wifi card", "the kernel", "the end"])]
    posts = [Post(1000, 0, "a", "the wifi"), Post(1001, 6, "b", "!!"), Post(1002, 90, "c", "wifi unseen the")]
    features = chat.post_features.PostFeatures.of(counted, posts, min_posts=3)
    links = features.links([posts, posts[:1]]).check()
    names = np.array(features.names())
    assert links.antecedent.tolist() == [-1, -1, 0, -1, 0, 1, -1]
    assert links.features.shape == (7, len(names))
    rows = links.features.toarray()
    assert not rows[links.antecedent < 0].any()

    def of(row):
        return {name: pytest.approx(rows[row, at]) for at, name in enumerate(names.tolist()) if rows[row, at]}

    assert of(2) == {"pair": 1, "position bin 0": 1, "minutes bin 4": 1}
    # scikit-learn's smoothed IDF: log((1 + posts) / (1 + posts with the word)) + 1.
    wifi, the, unseen = np.log(4 / 2) + 1, np.log(4 / 4) + 1, np.log(4 / 1) + 1
    cosine = (wifi**2 + the**2) / np.sqrt(wifi**2 + the**2) / np.sqrt(wifi**2 + the**2 + unseen**2)
    assert of(4) == {
        "pair": 1,
        "position bin 1": 1,
        "minutes bin 8": 1,
        "cosine bin 5": 1,
        "common IDF bin 0": 1,
        "cosine": cosine,
        "common IDF": (wifi + the) / unseen,
        "common word 'the'": the / unseen,
    }


def test_exact_threads_leave_out_threads_of_one_post(chat):
    key, response = np.array([0, 0, 1, 2, 2, 3]), np.array([5, 5, 4, 3, 3, 3])
    assert chat.experiment.exact_threads(key, response) == [1, 2, 1, 2]


def test_rows_choose_among_trials(chat):
    found = {row.title: row for row in chat.techniques.rows()}
    paper = {"gamma": 0.0, "l2": 0.0, "threshold": 0.0, "passes": 1}
    taking = [title for title, row in found.items() if row.technique == "L³M" and row.takes(paper)]
    assert taking == [
        f"L³M ({gamma}); {start}, 1 pass" for gamma in ("γ = 0", "tuned γ") for start in ("start at 0", "tuned start")
    ]
    assert "Corr-Clustering; start at 0" in found
    assert "Corr-Clustering; tuned start" not in found


def test_p_values_of_tables_are_corrected_for_their_number(chat):
    # Holm 1979: the smallest of three times 3, the next one times 2, the largest as it is, none below one before it.
    assert chat.compared.with_holm([0.03, 0.01, 0.029]) == ["0.0580 (0.0300)", "0.0300 (0.0100)", "0.0580 (0.0290)"]
