"""The recipe of the packaged base pipeline: what it reads of corpora, and the training documents that it makes."""

from __future__ import annotations

import json
import random
import runpy
import string
import sys
from dataclasses import asdict, replace
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT
from spacy.training import Example
from spacy.util import get_lang_class

from corefpipe.network.pieces import WordPieces

RECIPE = ROOT / "eval" / "base_pipeline"
NLP = get_lang_class("en")()

GUM = """# newdoc id = a
# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity
# newpar
# text = Mr. Bell met the Americans at Long Lake.
1\tMr.\tMr.\tPROPN\tNNP\tNumber=Sing\t2\tcompound\t_\tEntity=(1-person-new-nnnnn-cf1-1-coref
2\tBell\tBell\tPROPN\tNNP\tNumber=Sing\t3\tnsubj\t_\tEntity=1)
3\tmet\tmeet\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
4\tthe\tthe\tDET\tDT\t_\t5\tdet\t_\tEntity=(2-person-new-nnnnn-cf1-2-coref
5\tAmericans\tAmerican\tPROPN\tNNPS\tNumber=Plur\t3\tobj\t_\tEntity=2)
6\tat\tat\tADP\tIN\t_\t8\tcase\t_\t_
7\tLong\tLong\tPROPN\tNNP\tNumber=Sing\t8\tcompound\t_\tEntity=(3-place-new-nnnnn-cf1-1-sgl
8\tLake\tLake\tPROPN\tNNP\tNumber=Sing\t3\tobl\t_\tEntity=3)|SpaceAfter=No
9\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


@pytest.fixture(scope="module")
def recipe():
    """The modules of the recipe."""
    sys.path.insert(0, str(RECIPE))
    try:
        import convert
        import examples
        import gum
        import names
        import teacher_examples
        import teacher_windows
        import treebanks

        modules = (convert, examples, gum, names, teacher_examples, teacher_windows, treebanks)
        return SimpleNamespace(**{module.__name__: module for module in modules})
    finally:
        sys.path.remove(str(RECIPE))


def sentences(recipe, tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(GUM, encoding="utf-8")
    (document,) = recipe.gum.read_documents(path)
    return document


def test_names_in_gum(recipe, tmp_path):
    """Proper nouns of persons, organizations and places; no titles and no peoples."""
    (sentence,) = sentences(recipe, tmp_path)
    assert sentence.names == [(1, 2, "PERSON"), (6, 8, "LOC")]
    assert [word.entity_type for word in sentence.words] == ["", "person", "", "", "person", "", "", "place", ""]
    assert sentence.typed


def test_a_treebank_without_entities(recipe, tmp_path):
    path = tmp_path / "b.conllu"
    bare = "".join(line for line in GUM.splitlines(keepends=True) if "global" not in line)
    path.write_text(bare + bare.replace("id = a", "id = b"), encoding="utf-8")
    documents = recipe.gum.read_documents(path)
    assert [len(document) for document in documents] == [1, 1]
    assert documents[0][0].names is None
    assert not documents[0][0].typed


@pytest.mark.parametrize(
    "text",
    [
        "Ann I-PER\nBell I-PER\nleft O\nRome I-LOC\n\nIt O\n",
        "Ann\tB-person\nBell\tI-person\nleft\tO\nRome\tB-location\n\t\nIt\tO\n",
        "# newdoc id = d\n1\tAnn\tB-PER\t-\t-\n2\tBell\tI-PER\t-\t-\n3\tleft\tO\t-\t-\n4\tRome\tB-LOC\t-\t-\n\n"
        "1\tIt\tO\t-\t-\n",
    ],
)
def test_corpora_of_names(recipe, tmp_path, text):
    path = tmp_path / "names"
    path.write_text("-DOCSTART- O\n\n" + text, encoding="utf-8")
    first, second = recipe.names.read_names(path)
    assert (first.words, first.names) == (["Ann", "Bell", "left", "Rome"], [(0, 2, "PERSON"), (3, 4, "LOC")])
    assert (second.words, second.names) == (["It"], [])


@pytest.mark.parametrize("layout", ["plain", "paragraphs", "lines", "wrapped", "double"])
@pytest.mark.parametrize("gold_tokens", [True, False])
def test_training_documents_keep_names_and_types(recipe, tmp_path, layout, gold_tokens):
    document = sentences(recipe, tmp_path) * 2
    doc = recipe.convert.to_doc(NLP.vocab, document, gold_tokens=gold_tokens, layout=layout, rng=random.Random(1))
    assert [(" ".join(entity.text.split()), entity.label_) for entity in doc.ents] == [
        ("Bell", "PERSON"),
        ("Long Lake", "LOC"),
    ] * 2
    assert [span.text for span in doc.spans["entity_heads"]] == ["Bell", "Americans", "Lake"] * 2
    example = Example(NLP.make_doc(doc.text), doc)
    assert "U-PERSON" in example.get_aligned_ner()


def test_names_are_unknown_where_nothing_is_annotated(recipe, tmp_path):
    (sentence,) = sentences(recipe, tmp_path)
    sentence.names, sentence.typed = None, False
    doc = recipe.convert.to_doc(NLP.vocab, [sentence], gold_tokens=True)
    assert "entity_heads" not in doc.spans
    assert set(Example(NLP.make_doc(doc.text), doc).get_aligned_ner()) == {None}


def test_what_the_teacher_annotated_is_read_back(recipe, tmp_path):
    document = sentences(recipe, tmp_path)
    path = tmp_path / "silver.jsonl"
    path.write_text(json.dumps([asdict(sentence) for sentence in document]) + "\n", encoding="utf-8")
    assert recipe.gum.read_silver(path) == [[replace(sentence, silver=True) for sentence in document]]


PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    *"abcdefghijklmnopqrstuvwxyz.",
    *(f"##{c}" for c in string.ascii_lowercase),
]


def example(recipe, sentences, gaps=None):
    labels = recipe.teacher_examples.labels_of(sentences * recipe.teacher_examples.LEAST)
    return recipe.teacher_examples.example_of(sentences, WordPieces(PIECES), labels, gaps)


def test_what_is_told_of_words(recipe, tmp_path):
    """All of an annotated sentence; of raw text and of part of a sentence only where it starts."""
    (sentence,) = sentences(recipe, tmp_path)
    raw, part = replace(sentence, silver=True), replace(sentence, trees=False, names=None, typed=False, whole=False)
    found = example(recipe, [sentence, raw, part])
    n = len(sentence.words)
    assert list(found.gold["head"]) == [-1, 2, 3, 0, 5, 3, 8, 8, 3, 3] + [-1] * 2 * n
    assert list(found.gold["start"]) == [-1, -1] + [0] * (n - 1) + ([1] + [0] * (n - 1)) * 2
    assert list(found.taught) == [0] + [1] * 2 * n + [0] * n
    for task in ("tag", "morph", "type", "name", "dep"):
        assert all(number >= 0 for number in found.gold[task][1 : n + 1])
        assert set(found.gold[task][n + 1 :]) == {-1}


def test_examples_are_read_back(recipe, tmp_path):
    (sentence,) = sentences(recipe, tmp_path)
    written = [example(recipe, [sentence]), example(recipe, [sentence, sentence], list(range(4)) * 4 + [1, 1])]
    recipe.examples.write_examples(tmp_path / "gold.npz", written)
    found = recipe.examples.read_examples(tmp_path / "gold.npz")
    shapes = recipe.examples.Shapes()
    for old, new in zip(shapes.batches(written), shapes.batches(found), strict=True):
        assert old.keys() == new.keys()
        assert all(np.array_equal(old[name], new[name]) for name in old)
        assert new["pieces"].shape[1] in recipe.examples.LENGTHS


def test_new_names_stand_where_the_old_ones_stood(recipe, tmp_path):
    (sentence,) = sentences(recipe, tmp_path)
    sentence.names[1] = (7, 8, "LOC")
    renamed = recipe.convert.NewNames(random.Random(3))(sentence)
    old, new = ([word.form for word in one.words] for one in (sentence, renamed))
    assert [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b] == [1, 7]
    assert new[1].istitle()
    assert renamed.names == sentence.names


def word(recipe, form, xpos, feats, lemma=None):
    return recipe.gum.Word(form, lemma or form, "X", xpos, feats, 0, "dep", True)


@pytest.mark.parametrize(
    ("form", "xpos", "feats", "settled"),
    [
        ("you", "PRP", "Case=Nom|Number=Sing|Person=2|PronType=Prs", "Case=Nom|Person=2|PronType=Prs"),
        ("go", "VB", "Mood=Imp|Person=2|VerbForm=Fin", "Mood=Imp|VerbForm=Fin"),
        ("there", "EX", "PronType=Dem", "_"),
        ("really", "RB", "Degree=Pos", "_"),
        ("more", "RBR", "Degree=Cmp", "Degree=Cmp"),
        ("first", "RB", "Degree=Pos|NumType=Ord", "NumType=Ord"),
        ("old", "JJ", "Degree=Pos", "Degree=Pos"),
        ("All", "DT", "PronType=Ind", "PronType=Tot"),
        ("this", "DT", "Number=Sing|PronType=Dem", "Number=Sing|PronType=Dem"),
        ("dog", "NN", "_", "_"),
    ],
)
def test_the_treebanks_are_annotated_alike(recipe, form, xpos, feats, settled):
    one = word(recipe, form, xpos, feats)
    recipe.gum.settle(one)
    assert one.feats == settled


@pytest.mark.parametrize(
    ("lemma", "xpos", "settled"),
    [("people", "NNS", "person"), ("--", ":", "-"), ("“", "``", '"'), ("People", "NNP", "People")],
)
def test_lemmas_are_alike(recipe, lemma, xpos, settled):
    one = word(recipe, "x", xpos, "_", lemma)
    recipe.gum.settle(one)
    assert one.lemma == settled


@pytest.mark.parametrize(
    ("name", "source", "free"),
    [
        ("GUM_news_a", "", True),
        ("GUM_speech_a", "# meta::sourceURL = https://www.congress.gov/117/crec/x.pdf\n", True),
        ("GUM_speech_b", "# meta::sourceURL = https://example.com/www.congress.gov\n", False),
        ("GUM_fiction_a", "# meta::sourceURL = https://creativecommons.org.example.com/\n", False),
        ("GUM_vlog_a", "", False),
    ],
)
def test_which_documents_are_free(recipe, tmp_path, name, source, free):
    path = tmp_path / f"{name}.conllu"
    path.write_text(source + GUM, encoding="utf-8")
    assert recipe.treebanks.is_free(path) is free


def test_only_free_documents_are_learned_from(recipe, tmp_path):
    for name in ("gum/train/GUM_news_a", "gum/train/GUM_vlog_a", "ewt/train/email"):
        (tmp_path / f"{name}.conllu").parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.conllu").write_text(GUM, encoding="utf-8")
    assert [path.stem for path in recipe.treebanks.treebank_files(tmp_path)] == ["GUM_news_a", "email"]
    assert len(recipe.treebanks.treebank_files(tmp_path, free=False)) == 3
    with pytest.raises(FileNotFoundError, match="dev"):
        recipe.treebanks.treebank_files(tmp_path, "dev")


@pytest.mark.parametrize("seed", range(5))
def test_windows_of_the_teacher_cover_a_document(recipe, tmp_path, seed):
    document = sentences(recipe, tmp_path) * 40
    rng = random.Random(seed)
    windows = list(
        recipe.teacher_windows.training_windows([document], lambda form: (1,) * len(form), lambda one: one, rng)
    )
    whole = [sentence for window, _ in windows for sentence in window if sentence.trees]
    assert len(whole) == len(document)
    for window, gaps in windows:
        words = [one for sentence in window for one in sentence.words]
        assert gaps is None or len(gaps) == len(words)
        # Part of the next sentence is context: nothing is told of it.
        assert all(sentence.trees for sentence in window[:-1])
        assert sum(len(one.form) for one in words) <= 128 or len(window) == 1


def test_every_step_of_the_recipe_needs_steps_and_scripts_that_exist():
    recipe = runpy.run_path(str(ROOT / "eval" / "recipe.py"))
    steps = recipe["steps"](ROOT / "corpora", ROOT / "work")
    names = [step.name for step in steps]
    assert len(set(names)) == len(names)
    for step in steps:
        assert set(step.needs) <= set(names)
        assert (ROOT / step.command[0]).is_file()


@pytest.mark.slow
def test_a_step_that_fails_ends_the_recipe(tmp_path):
    recipe = runpy.run_path(str(ROOT / "eval" / "recipe.py"))
    step = recipe["Step"]
    good, bad = ["-c", "print('made')"], ["-c", "raise SystemExit(3)"]
    todo = [step("a", good), step("b", bad, ("a",)), step("c", good, ("b",))]
    with pytest.raises(SystemExit, match="b failed"):
        recipe["run"](todo, tmp_path)
    assert (tmp_path / "a.log").read_text() == "made\n"
    assert list(json.loads((tmp_path / "times.json").read_text())) == ["a"]
    todo = [step("a", bad), step("b", good, ("a",)), step("c", good, ("b",))]
    assert list(recipe["run"](todo, tmp_path)) == ["a", "b", "c"]


@pytest.mark.slow
def test_a_step_beside_which_none_can_run_has_all_cores(tmp_path):
    recipe = runpy.run_path(str(ROOT / "eval" / "recipe.py"))
    step, code = recipe["Step"], "import os; print(os.environ.get('OMP_NUM_THREADS'))"
    recipe["run"]([step("a", ["-c", code]), step("b", ["-c", code]), step("c", ["-c", code], ("a", "b"))], tmp_path)
    assert [(tmp_path / f"{name}.log").read_text().strip() for name in "abc"] == ["1", "1", "None"]


def test_paragraphs_of_an_encyclopedia(tmp_path):
    sys.path.insert(0, str(RECIPE))
    try:
        from raw_text import encyclopedia_paragraphs
    finally:
        sys.path.remove(str(RECIPE))
    path = tmp_path / "gap.tsv"
    path.write_text('ID\tText\tPronoun\n1\tAda "Bell" left.\ther\n2\tAda "Bell" left.\tshe\n3\tTom came.\this\n')
    assert list(encyclopedia_paragraphs(path)) == ['Ada "Bell" left.', "Tom came."]
