"""A new language needs data but no code: German from a treebank of our own, with and without given trees."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from helpers import ROOT
from helpers.terminal import terminal
from spacy.language import Language

import corefpipe
from corefpipe.chains.docs import PARSE_COLUMNS
from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, CorefpipeError, ModelError
from corefpipe.formats import read, write
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.base_training import train_base
from corefpipe.resolver.model import Resolver
from corefpipe.scoring import score

pytestmark = pytest.mark.slow

GERMAN = ROOT / "corpora" / "german"
TRAIN, DEV = GERMAN / "train", GERMAN / "dev"
FILES = sorted(GERMAN.glob("*/*.conllu"))
TEXT = "Die alte Frau hatte einen Hund. Er schlief im Garten. Am Abend rief sie ihn."
STEPS = 100  # enough to find mentions in the predicted trees

Python = Callable[..., "subprocess.CompletedProcess[str]"]


def chains_of(document: Document) -> list[list[tuple[int, int]]]:
    return [[mention.span for mention in chain] for chain in document.chains().values()]


def train(python: Python, out: Path, *options: str) -> str:
    done = python("-m", "corefpipe", "train", str(TRAIN), "--dev", str(DEV), "-o", str(out), *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def on_trees(python: Python, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model trained on the given trees of the files."""
    out = tmp_path_factory.mktemp("german") / "trees"
    train(python, out, "--base", "blank:de", "--parse", "given")
    return out


@pytest.fixture(scope="module")
def on_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that was trained with a German base pipeline."""
    out = tmp_path_factory.mktemp("german") / "text"
    command = ("train", TRAIN, "--dev", DEV, "-o", out, "--base", "new:de", "--base-steps", STEPS)
    with terminal() as (stream, screen):
        done = subprocess.run(
            [sys.executable, "-m", "corefpipe", *map(str, command)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=stream,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 0, screen.text
    assert done.stdout.startswith("Base pipeline on the raw text of dev: tokens 100.00, XPOS ")
    steps = ("trees of train", "trees of dev", "initialize base", "LOSS PARSER", "Epoch 1", "score base", "pass 1/")
    assert [step for step in steps if step not in screen.text] == []
    return out


@pytest.fixture(scope="module")
def german(on_text: Path) -> Language:
    return corefpipe.load(on_text)


# The treebank


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_treebank_is_well_formed(path, tmp_path):
    (document,) = read(path)
    written = tmp_path / path.name
    write([document], written)
    assert written.read_bytes() == path.read_bytes()
    said = [sentence["text"] for sentence in document.sentence_metadata]
    for (start, end), text in zip(document.sentences(), said, strict=True):
        last = end - 1
        assert document.text[document.offsets[start] : document.offsets[last] + len(document.words[last])] == text
        heads = document.heads[start:end]
        assert sum(head == start + i for i, head in enumerate(heads)) == 1
        arcs = [tuple(sorted((start + i, head))) for i, head in enumerate(heads) if head != start + i]
        assert not [(one, other) for one in arcs for other in arcs if one[0] < other[0] < one[1] < other[1]]
    chains = document.chains()
    assert min(map(len, chains.values())) > 1
    assert all(len({mention.type for mention in chain}) == 1 and chain[0].type for chain in chains.values())
    for mention in document.mentions:
        outside = [i for i in range(*mention.span) if not mention.start <= document.heads[i] < mention.end]
        assert len(outside) <= 1
        assert mention.head in (outside or range(*mention.span))


def test_the_sizes_in_the_card():
    card = (GERMAN.parent / "cards" / "german.md").read_text(encoding="utf-8")
    for part in (TRAIN, DEV):
        documents = list(read(part))
        sizes = [
            len(documents),
            sum(len(document.sentences()) for document in documents),
            sum(map(len, documents)),
            sum(len(document.mentions) for document in documents),
            sum(len(document.chains()) for document in documents),
        ]
        assert f"| {part.name} | {' | '.join(f'{size:,}' for size in sizes)} | 0 |" in card


# Given trees


def test_a_model_of_given_trees_beats_the_same_head(on_trees, run, tmp_path):
    response = tmp_path / "response.conllu"
    settings = ("--parse", "given", "--model", on_trees, "-o", response)
    assert run("resolve", DEV, *settings)[0] == 0
    keys, responses = list(read(DEV)), list(read(response))
    found = score(keys, responses)
    assert found.conll == pytest.approx(Resolver.from_disk(on_trees).meta["dev_conll"], abs=1e-6)
    assert found["mentions"].f1 > 0.9
    # One chain more or less is two points here, and seeds differ by five.
    assert found.conll > score(keys, [same_head(key) for key in keys]).conll + 0.1
    assert found.conll > 0.65


def same_head(key: Document) -> Document:
    """The gold mentions, pronouns included, clustered by the lemma of the head."""
    mentions = [Mention(*mention.span, key.lemmas[mention.head].lower()) for mention in key.mentions]
    return Document(key.name, words=key.words, sentence_starts=key.sentence_starts, mentions=mentions)


def test_without_a_parser_raw_text_is_refused(on_trees, run):
    for function in (corefpipe.load, lambda model: corefpipe.resolve(TEXT, model)):
        with pytest.raises(ModelError, match=r"has no parser \(base 'blank:de'\)\. Add the component"):
            function(on_trees)
    code, _, err = run("train", TRAIN, "--dev", DEV, "--base", "blank:de", "-o", on_trees.parent / "x")
    assert code == 2
    assert err.startswith(
        "Error: 'blank:de' does not parse. Train a pipeline from the trees of the files with the base new"
    )
    assert "new:de, or use --parse given" in err


def test_a_language_without_word_lists(run, tmp_path):
    """German files read as Czech, which has no word lists: morphological features replace the lists."""
    settings = ("--base", "blank:cs", "--parse", "given", "-o", tmp_path / "model")
    code, _, err = run("train", TRAIN, "--dev", DEV, *settings)
    assert code == 0
    assert (
        err == "Warning: the text looks like German, but the model is for Czech: it finds few chains, or wrong ones\n"
    )
    assert Resolver.from_disk(tmp_path / "model").meta["dev_conll"] > 0.6


# Its own base pipeline


def test_raw_text_in_a_fresh_process(on_text, german, python):
    done = python("-m", "corefpipe", "resolve", "--text", TEXT, "--model", str(on_text), "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    here = corefpipe.resolve(TEXT, on_text)
    clusters = [[[start, end - 1] for start, end in chain] for chain in chains_of(here)]
    assert clusters
    assert json.loads(done.stdout)["clusters"] == clusters
    assert chains_of(from_doc(german(TEXT))) == chains_of(here)
    assert here.words[:3] == ["Die", "alte", "Frau"]


def test_the_model_may_move(on_text, german, tmp_path):
    shutil.copytree(on_text, tmp_path / "elsewhere")
    moved = corefpipe.load(tmp_path / "elsewhere")
    assert chains_of(from_doc(moved(TEXT))) == chains_of(from_doc(german(TEXT)))
    settings = (on_text / "resolver.toml").read_text(encoding="utf-8")
    assert 'base = "new:de"' in settings
    assert str(on_text) not in settings


def test_in_another_pipeline(on_text, german, tmp_path):
    nlp = spacy.load(on_text / "base")
    assert nlp.lang == "de"
    nlp.add_pipe("corefpipe", config={"model": str(on_text)})
    wanted = chains_of(from_doc(german(TEXT)))
    assert chains_of(from_doc(nlp(TEXT))) == wanted
    nlp.to_disk(tmp_path / "saved")
    assert chains_of(from_doc(spacy.load(tmp_path / "saved")(TEXT))) == wanted


def test_the_base_learns_the_trees(german):
    documents = list(read(DEV))
    docs = [doc for doc, _ in annotate(documents, german)]
    right = [
        (token.head.i == head, token.pos_ == pos)
        for doc, document in zip(docs, documents, strict=True)
        for token, head, pos in zip(doc, document.heads, document.pos, strict=True)
    ]
    heads, tags = (sum(column) / len(right) for column in zip(*right, strict=True))
    assert heads > 0.5  # always choosing the previous word: 0.2
    assert tags > 0.8
    assert {token._.entity_type for doc in docs for token in doc} > {"", "person"}


def test_a_multiword_token_is_one_token_of_raw_text(german):
    (doc,) = german.pipe(["Er geht zum Haus."])
    assert [token.text for token in doc] == ["Er", "geht", "zum", "Haus", "."]


def test_the_same_base_again(tmp_path):
    documents = list(read(TRAIN))[:2]
    for name in ("a", "b"):
        train_base("de", documents, documents, tmp_path / name, max_steps=3)
    files = [path.relative_to(tmp_path / "a") for path in sorted((tmp_path / "a").rglob("*")) if path.is_file()]
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes(), path
    assert str(tmp_path) not in (tmp_path / "a" / "config.cfg").read_text()


def test_only_what_the_documents_have_is_learned(tmp_path):
    documents = list(read(TRAIN))[:1]
    for document in documents:
        document.tags = document.lemmas = None
        document.mentions = []
    scores = train_base("xx", documents, documents, tmp_path, max_steps=1)
    assert spacy.load(tmp_path).pipe_names == ["tok2vec", "morphologizer", "parser"]
    assert set(scores) == {"token_acc", "pos_acc", "morph_acc", "dep_uas", "dep_las", "sents_f"}


def test_documents_without_trees(tmp_path):
    documents = list(read(TRAIN))[:1]
    documents[0].heads = None
    with pytest.raises(AnnotationError, match=r"document baeckerei: no heads\. A base pipeline is trained on trees"):
        train_base("de", documents, documents, tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--base", "new:qqq"], "Error: no language 'qqq': "),
        (["--base", "blank:qqq", "--parse", "given"], "Error: no language 'qqq': "),
        (
            ["--base-steps", "3"],
            "Error: the number of steps is only for a base pipeline that is trained first",
        ),
        (["--base", "new:de", "--base-steps", "0"], ""),
    ],
)
def test_errors_before_the_work(run, tmp_path, options, message):
    code, out, err = run("train", tmp_path / "none", "--dev", DEV, "-o", tmp_path / "model", *options)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert not (tmp_path / "model").exists()


def test_a_new_base_is_for_training_only(run, tmp_path):
    with pytest.raises(CorefpipeError, match="Only `corefpipe train` trains a new one"):
        pipelines.load_base("new:de")
    code, _, err = run("tune", TRAIN, "--dev", DEV, "--base", "new:de", "-o", tmp_path / "out")
    assert code == 2
    assert "Only `corefpipe train` trains a new one" in err


def test_a_failed_training_leaves_the_model(run, on_text, tmp_path):
    shutil.copytree(on_text, tmp_path / "model")
    before = {path: path.read_bytes() for path in (tmp_path / "model").rglob("*") if path.is_file()}
    plain = tmp_path / "plain.conll"
    write(list(read(DEV)), plain)
    code, _, err = run("train", plain, "--dev", DEV, "--base", "new:de", "-o", tmp_path / "model", "--overwrite")
    assert code == 2
    assert "no heads" in err or "no pos" in err
    assert before == {path: path.read_bytes() for path in (tmp_path / "model").rglob("*") if path.is_file()}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "plain.conll"]


def test_given_words_stay(on_text):
    nlp = corefpipe.load(on_text)
    documents = list(read(DEV))
    for (doc, document), again in zip(annotate(documents, nlp, PARSE_COLUMNS), documents, strict=True):
        assert [token.text for token in doc] == again.words == document.words
        assert [token.dep_ for token in doc if token.dep_ != "ROOT"] == [dep for dep in again.deps if dep != "root"]
