"""Results of scoring: totals, rows, text, JSON, CSV."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

import corefpipe
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.scoring import COREFERENCE, PRF, Value, score, score_partitions
from corefpipe.scoring.display import percent
from corefpipe.scoring.rows import display_rows, to_csv

SIGNATURE = (
    "|match:exact|singletons:keep|repeats:error|documents:error|words:check|zeros:ignore|v:" + corefpipe.__version__
)


@pytest.fixture
def found(doc):
    key = [doc({"a": [0, 1, 2]}, "x"), doc({"a": [0, 1]}, "y")]
    response = [doc({"a": [0, 1]}, "x"), doc({"a": [0, 1]}, "y")]
    key[0].genre, key[1].genre = "news", ""
    return score(key, response)


def test_totals_and_counts(found):
    assert found.counts["muc"].tolist() == [[1, 2, 1, 1], [1, 1, 1, 1]]
    assert found["muc"] == PRF(*map(pytest.approx, (2 / 3, 1 / 1, 4 / 5)))
    assert found.document("x")["muc"].recall == 1 / 2
    assert found.conll == pytest.approx(np.mean([found[m].f1 for m in ("muc", "b_cubed", "ceaf_e")]))


def test_the_signature_names_every_setting(found, doc):
    assert found.signature == "mentions+muc+b3+ceafm+ceafe+blanc+lea" + SIGNATURE
    other = score(doc({}), doc({}), metrics=["lea"], profile="corefud", words="ignore", documents="missing-as-empty")
    assert other.signature.startswith(
        "lea|match:head|singletons:drop|repeats:error|documents:missing-as-empty|words:ignore|"
        "zeros:dependent|heads:tree|v:"
    )


def test_to_dict_has_fractions_and_counts(found):
    values = json.loads(json.dumps(found.to_dict()))
    assert list(values) == ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "signature"]
    assert values["muc"] == {
        "recall": pytest.approx(2 / 3),
        "precision": 1,
        "f1": pytest.approx(4 / 5),
        "counts": [2, 3, 2, 2],
    }
    assert values["conll"] == found.conll
    assert len(values["blanc"]["counts"]) == 8


def test_as_a_table(found):
    lines = str(found).splitlines()
    assert lines[0].split() == ["recall", "precision", "F1"]
    assert lines[2] == "MUC          66.67     100.00   80.00"
    assert lines[-2].split() == ["CoNLL", percent(found.conll)]
    assert lines[-1] == found.signature


def test_as_the_official_scorer_prints_it(doc):
    key, response = doc({"a": [0, 1, 2], "b": [3, 4]}), doc({"a": [0, 1], "b": [2, 3, 4]})
    text = str(score(key, response, profile="official"))
    blocks = text.split("METRIC ")
    assert [block.partition(":")[0] for block in blocks[1:]] == ["muc", "bcub", "ceafm", "ceafe", "blanc", "lea"]
    assert blocks[1].splitlines()[2:7] == [
        "====== TOTALS =======",
        "Identification of Mentions: Recall: (5 / 5) 100%\tPrecision: (5 / 5) 100%\tF1: 100%",
        "-" * 74,
        # 2/3 is truncated, not rounded.
        "Coreference: Recall: (2 / 3) 66.66%\tPrecision: (2 / 3) 66.66%\tF1: 66.66%",
        "-" * 74,
    ]
    assert "BLANC: Recall: (0.5" in blocks[5]
    assert "Non-coreference links: Recall: (4 / 6) 66.66%\tPrecision: (4 / 6) 66.66%" in blocks[5]
    assert text.splitlines()[-1].startswith("mentions+muc")
    assert "repeats:official|documents:missing-as-empty|words:ignore" in text


def test_some_metrics_only(doc):
    key = doc({"a": [0, 1]})
    found = score(key, key, metrics=["b_cubed", "mentions", "b_cubed"])
    assert list(found.counts) == ["b_cubed", "mentions"]
    assert found.signature.startswith("b3+mentions|")
    assert "CoNLL" not in str(found)
    assert "conll" not in found.to_dict()
    assert list(score(key, key, metrics="conll").counts) == ["muc", "b_cubed", "ceaf_e"]
    assert score(key, key, metrics="vi")["vi"] == Value(0)


def test_rows_by_document_and_genre(found):
    rows = found.by("document")
    assert list(rows) == ["x", "y"]
    assert [row["muc"].recall for row in rows.values()] == [1 / 2, 1]
    genres = found.by("genre")
    assert {name: row.documents for name, row in genres.items()} == {"news": ("x",), "(none)": ("y",)}
    lines = display_rows(rows, found).splitlines()
    assert lines[0].split()[:2] == ["mentions", "MUC"]
    assert [line.split()[0] for line in lines[1:10:3]] == ["x", "y", "all"]
    assert lines[6].split() == ["F1", *["100.00"] * 8]
    with pytest.raises(SettingError, match="unknown rows 'sentence'"):
        found.by("sentence")


def test_rows_as_csv(found):
    rows = list(csv.DictReader(io.StringIO(to_csv({**found.by("document"), "all": found}))))
    assert len(rows) == 3 * 8
    muc = next(row for row in rows if (row["row"], row["metric"]) == ("all", "muc"))
    assert float(muc["f1"]) == found["muc"].f1
    values = to_csv({"all": score_partitions([np.array([0, 0])], [np.array([0, 1])], metrics="edit_distance")})
    assert values.splitlines() == ["row,metric,recall,precision,f1,value", "all,edit_distance,,,,1.0"]


def _tagged() -> tuple[Document, Document]:
    words = "Ann saw the old man ; he saw her".split()
    tags = ["NNP", "VBD", "DT", "JJ", "NN", ":", "PRP", "VBD", "PRP"]
    key = [Mention(0, 1, "a"), Mention(2, 5, "b"), Mention(6, 7, "b"), Mention(8, 9, "a")]
    response = [Mention(0, 1, "a"), Mention(2, 5, "a"), Mention(6, 7, "a")]
    return Document("d", words=words, mentions=key, tags=tags), Document("d", words=words, mentions=response)


def test_rows_by_mention_type():
    found = score(*_tagged()).by("mention-type")
    assert list(found) == ["pronoun", "name", "nominal"]
    assert {kind: row.counts["mentions"].tolist() for kind, row in found.items()} == {
        "pronoun": [[1, 2, 1, 1]],
        "name": [[1, 1, 1, 1]],
        "nominal": [[1, 1, 1, 1]],
    }
    # "her" is not found; "he" shares chain b with "the old man", in a response chain of three that includes Ann.
    assert found["pronoun"].counts["b_cubed"].tolist() == [pytest.approx([2 / 2, 2, 2 / 3, 1])]
    assert found["name"].counts["b_cubed"].tolist() == [pytest.approx([1 / 2, 1, 1 / 3, 1])]


def test_a_determiner_alone_is_a_pronoun():
    words, tags = "This is new and this plan is not".split(), "DT VBZ JJ CC DT NN VBZ RB".split()
    document = Document("d", words=words, mentions=[Mention(0, 1, "a"), Mention(4, 6, "a")], tags=tags)
    rows = score(document, document).by("mention-type")
    assert {kind: row.counts["mentions"].tolist()[0][1] for kind, row in rows.items()} == {
        "pronoun": 1,
        "name": 0,
        "nominal": 1,
    }


def test_rows_by_mention_type_add_up_on_real_text(corpora):
    folder = corpora / "ontogum" / "dev"
    scores = score(folder, folder, repeats="first")
    # A response that merges some chains and loses some mentions.
    response = list(corefpipe.read(folder, repeats="first"))
    for document in response:
        document.mentions = document.mentions[::3] + document.mentions[1::3]
        for mention in document.mentions:
            mention.entity = str(int(mention.entity) // 2)
    scores = score(folder, response, repeats="first")
    rows = scores.by("mention-type")
    for metric in COREFERENCE:
        total = sum(row.counts[metric] for row in rows.values())
        assert total == pytest.approx(scores.counts[metric]), metric
    assert all(row["mentions"].recall > 0.5 for row in rows.values())


def test_rows_by_mention_type_need_parts_of_speech(doc):
    found = score(doc({"a": [0, 1]}), doc({"a": [0, 1]}))
    with pytest.raises(AnnotationError, match="the types of its mentions are unknown"):
        found.by("mention-type")


def test_partitions_name_their_documents():
    found = score_partitions([np.array([0, 0]), np.array([1])], [np.array([5, 5]), np.array([0])], documents="xy")
    assert found.documents == ("x", "y")
    assert found.counts["muc"].tolist() == [[1, 1, 1, 1], [0, 0, 0, 0]]
    assert score_partitions([], []).to_dict()["conll"] == 0


def test_partitions_must_fit():
    with pytest.raises(ValueError, match="the key has 3 labels, the response 2"):
        score_partitions([np.zeros(3, int)], [np.zeros(2, int)])
    with pytest.raises(ValueError, match="labels of 1 documents, the response of 0"):
        score_partitions([np.zeros(3, int)], [])
    with pytest.raises(ValueError, match="2 names of 1 documents"):
        score_partitions([np.zeros(3, int)], [np.zeros(3, int)], documents="xy")


def test_metrics_that_have_no_mention_types():
    with pytest.raises(SettingError, match=r"no rows per mention type: vi cannot .*\. Choose metrics among .*muc"):
        score(_tagged()[0], _tagged()[0], metrics="vi").by("mention-type")
