"""Other systems on the same documents: what they are given has the corpus's words, what they return is found."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from helpers.scripts import importable

from corefpipe import Document, Mention, read

WORDS = ["Ada", "Lee", "(", "a", "nurse", ")", "slept", ".", "She", "snored", "."]
BITS = ["(TOP(S(NP-SBJ(NP*", "*)", "(PRN*", "(NP*", "*)", "*))", "(VP*)", "*))", "*", "*", "*"]


@pytest.fixture(autouse=True)
def _scripts():
    with importable("peers"):
        yield


@pytest.fixture
def document():
    """Two sentences: one with constituents, one without."""
    return Document(
        "note",
        words=WORDS,
        sentence_starts=[0, 8],
        mentions=[Mention(0, 6, "e"), Mention(8, 9, "e")],
        text="Ada Lee (a nurse) slept. She snored.",
        offsets=[0, 4, 8, 9, 11, 16, 18, 23, 25, 29, 35],
        tags=["NNP", "NNP", "-LRB-", "DT", "NN", "-RRB-", "VBD", ".", "PRP", "VBD", "."],
        pos=["PROPN", "PROPN", "PUNCT", "DET", "NOUN", "PUNCT", "VERB", "PUNCT", "PRON", "VERB", "PUNCT"],
        lemmas=["Ada", "Lee", "(", "a", "nurse", ")", "sleep", ".", "she", "", "."],
        heads=[6, 0, 4, 4, 0, 4, 6, 6, 9, 9, 9],
        deps=["nsubj", "flat", "punct", "det", "appos", "punct", "root", "punct", "nsubj:pass", "root", "punct"],
        other={"parse": [*BITS[:8], "(TOP*", "*", "*)"], "ner": ["(PERSON*", "*)", *"*" * 9]},
    )


def test_trees_have_marked_heads_and_no_function_tags(document):
    from inputs import bracketed

    first, second = bracketed(document)
    assert first == (
        "(TOP (S=H (NP (NP=H (NNP Ada) (NNP=H Lee)) (PRN (-LRB- -LRB-) (NP=H (DT a) (NN=H nurse)) (-RRB- -RRB-)))"
        " (VP=H (VBD=H slept)) (. .)))"
    )
    assert second == "(TOP (FRAG=H (PRP She) (VBD=H snored) (. .)))"


def test_naf_has_words_names_and_older_relations(document):
    from inputs import naf

    root = naf(document).getroot()
    assert [word.text for word in root.iter("wf")] == WORDS
    assert root.find("terms/term[@id='t10']").get("lemma") == "snored"
    assert [target.get("id") for target in root.iterfind("entities/entity/references/span/target")] == ["t1", "t2"]
    relations = {(dep.get("from"), dep.get("to")): dep.get("rfunc") for dep in root.iter("dep")}
    assert relations["t10", "t9"] == "nsubjpass"
    assert ElementTree.tostring(root)


def test_no_input_has_the_key_but_that_to_train_on(document, tmp_path):
    from inputs import write_conll, write_conllu

    write_conllu([document], tmp_path)
    write_conll([document], tmp_path / "all.conll")
    write_conll([document], tmp_path / "train.conll", key=True)
    names = "note.conllu", "all.conll", "train.conll"
    assert [len(one.mentions) for name in names for one in read(tmp_path / name)] == [0, 0, 2]
    (columns,) = read(tmp_path / "all.conll")
    assert columns.other["parse"][0] == "(TOP(S(NP(NP*"
    assert columns.words[2] == "-LRB-"


def test_responses_in_words_and_in_characters(document, tmp_path):
    from runs import from_characters, from_words

    (tmp_path / "note.json").write_text(json.dumps([[[0, 6], [8, 9]]]))
    (found,) = from_words(tmp_path, [document])
    assert found == [Mention(0, 6, "0"), Mention(8, 9, "0")]
    (tmp_path / "note.json").write_text(json.dumps([[[0, 8], [25, 29]]]))
    (found,) = from_characters(tmp_path, [document])
    assert found == [Mention(0, 2, "0"), Mention(8, 9, "0")]


def test_a_system_without_its_python_says_so(tmp_path):
    from environments import Interpreters, MissingError, corefgraph

    with pytest.raises(MissingError, match=r"needs Python 2\.7"):
        corefgraph(tmp_path / "corefgraph", Interpreters())
