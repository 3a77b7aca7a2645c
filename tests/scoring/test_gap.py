"""Scores on GAP, checked by hand."""

import pytest

from corefpipe.exceptions import AlignmentError, FormatError
from corefpipe.formats.gap.reader import HEADER, Answer, Row
from corefpipe.scoring.gap import Confusion, gap_score


def row(name, pronoun, a, b):
    return Row(Answer(name, a, b), f"{pronoun} A B", pronoun, ((0, 1), (1, 2), (2, 3)))


KEY = [
    row("1", "She", True, False),
    row("2", "her", False, True),
    row("3", "hers", False, False),
    row("4", "he", True, False),
    row("5", "His", True, True),
    row("6", "him", False, True),
]
ANSWERS = [
    Answer("6", True, False),
    Answer("5", True, True),
    Answer("4", True, False),
    Answer("3", True, False),
    Answer("2", False, False),
    Answer("1", True, False),
]


def test_counts():
    score = gap_score(KEY, ANSWERS)
    # true positives, false positives, false negatives, true negatives
    assert score.feminine == Confusion(1, 1, 1, 3)
    assert score.masculine == Confusion(3, 1, 1, 1)
    assert score.overall == Confusion(4, 2, 2, 4)
    assert (score["overall"].recall, score["overall"].precision) == pytest.approx((4 / 6, 4 / 6))
    assert (score["feminine"].f1, score["masculine"].f1) == pytest.approx((1 / 2, 3 / 4))
    assert score.bias == pytest.approx(2 / 3)
    found = score.to_dict()
    assert found["bias"] == score.bias
    assert found["masculine"]["counts"] == {
        "true_positives": 3,
        "false_positives": 1,
        "false_negatives": 1,
        "true_negatives": 1,
    }
    assert str(score).splitlines() == [
        "            recall  precision      F1",
        "overall      66.67      66.67   66.67",
        "masculine    75.00      75.00   75.00",
        "feminine     50.00      50.00   50.00",
        "bias F/M                       0.6667",
    ]


def test_nothing_found():
    score = gap_score(KEY, [Answer(row.answer.id, False, False) for row in KEY])
    assert (score["overall"].f1, score.bias) == (0, None)
    assert str(score).endswith("-")


def test_one_gender_only():
    score = gap_score(KEY[:3], ANSWERS[3:])
    assert (score.masculine, score["masculine"].f1, score.bias) == (Confusion(0, 0, 0, 0), 0, None)


@pytest.fixture
def files(tmp_path):
    key, predictions = tmp_path / "key.tsv", tmp_path / "predictions.tsv"
    lines = ["She sees A B.", "He sees A B."]
    rows = [
        (str(i), text, text.split()[0], "0", "A", str(text.index("A")), "TRUE", "B", str(text.index("B")), "False", "-")
        for i, text in enumerate(lines, 1)
    ]
    key.write_text("".join("\t".join(cells) + "\n" for cells in (HEADER, *rows)))
    return key, predictions


@pytest.mark.parametrize("header", ["", "ID\tA-coref\tB-coref\n"])
def test_files(files, header):
    key, predictions = files
    predictions.write_text(header + "2\ttrue\tFALSE\r\n\n1\tTRUE\tTRUE\n")
    assert gap_score(*files).overall == Confusion(2, 1, 0, 1)
    assert gap_score(str(key), str(predictions))["masculine"].f1 == 1


@pytest.mark.parametrize(
    ("content", "error", "line", "message"),
    [
        ("1\tTRUE\tFALSE\n", AlignmentError, None, "no prediction for 1 of 2 rows, the first of them 2"),
        ("1\tTRUE\tTRUE\n2\tTRUE\tTRUE\n3\tTRUE\tTRUE\n", AlignmentError, 3, "1 predictions for rows that the key"),
        ("1\tTRUE\tTRUE\n1\tTRUE\tTRUE\n2\tTRUE\tTRUE\n", FormatError, 2, "1 is used here a second time"),
        ("1\tTRUE\n", FormatError, 1, "2 columns, not three"),
        ("1\tTRUE\t\n", FormatError, 1, "B-coref is ''"),
        ("", FormatError, None, "the file is empty"),
    ],
)
def test_errors(files, content, error, line, message):
    files[1].write_text(content)
    with pytest.raises(error) as caught:
        gap_score(*files)
    assert (caught.value.file, caught.value.line) == (str(files[1]), line)
    assert message in caught.value.message


def test_a_pronoun_without_gender():
    with pytest.raises(FormatError, match=r"the pronoun .they. has no gender\. GAP has he, him, his, she, her, hers"):
        gap_score([row("1", "they", True, True)], [Answer("1", True, True)])


def test_imports_no_spacy(python):
    done = python("-c", "import corefpipe.scoring.gap, sys; print('spacy' in sys.modules)")
    assert done.stdout == "False\n", done.stderr
