"""The encoder as a component: the packaged pipelines, of which NumPy runs one, and onnxruntime the other."""

from __future__ import annotations

import builtins
import pickle
import re
import shutil

import pytest
import spacy
from helpers.packages import EN_ACCURATE
from spacy.tokens import Doc
from spacy.training import Example

from corefpipe.exceptions import ModelError
from corefpipe.parsing.encoder.component import run_of
from corefpipe.parsing.encoder.labels import BREAK, JOINED, SPACE, UNKNOWN
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import PACKAGED, find_base, load_base
from corefpipe.parsing.unseen import unseen_tokens

ACCURATE = str(EN_ACCURATE / "base")
TEXT = "Mary Bell lives in Paris. She didn't like\nthe old house there, so she sold it.\n\nAcme Corp. bought it"


@pytest.fixture(scope="module", params=["en", ACCURATE], ids=["en", "en_accurate"])
def nlp(request):
    return load_base(request.param)


def columns(doc):
    return [(t.text, t.tag_, t.pos_, str(t.morph), t.lemma_, t.dep_, t.head.i, t.is_sent_start) for t in doc]


def test_a_text_is_annotated(nlp):
    doc = nlp(TEXT)
    assert [" ".join(sentence.text.split())[:12] for sentence in doc.sents] == [
        "Mary Bell li",
        "She didn't l",
        "Acme Corp. b",
    ]
    of = {token.text: token for token in doc}
    assert [of[word].tag_ for word in ("lives", "She", "n't", "old", "sold")] == ["VBZ", "PRP", "RB", "JJ", "VBD"]
    assert [of[word].lemma_ for word in ("lives", "didn't"[:3], "sold")] == ["live", "do", "sell"]
    assert (of["Mary"].head.text, of["lives"].dep_, of["house"].dep_) == ("lives", "ROOT", "obj")
    assert of["She"].morph.get("Gender") == ["Fem"]
    assert [(name.text, name.label_) for name in doc.ents][:2] == [("Mary Bell", "PERSON"), ("Paris", "LOC")]
    assert (of["Mary"]._.entity_type, of["Paris"]._.entity_type, of["house"]._.entity_type) == (
        "person",
        "place",
        "place",
    )


def test_white_space_depends_on_the_word_before(nlp):
    doc = nlp(TEXT)
    spaces = [token for token in doc if token.is_space]
    assert [(token.tag_, token.pos_, token.dep_, token.head.i) for token in spaces] == [
        ("_SP", "SPACE", "dep", token.i - 1) for token in spaces
    ]
    (first,) = (token for token in nlp("\n Mary sang.") if token.is_space)
    assert first.head.text == "Mary"


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a", "?!", "\n\na\n\n"])
def test_short_texts(nlp, text):
    doc = nlp(text)
    assert doc.text == text
    assert len(Parse.from_doc(doc)) == sum(not token.is_space for token in doc)


def test_long_texts(nlp):
    for text in ["word " * 3000, '"' * 1500, "x" * 5000, "a\n\n" * 500]:
        doc = nlp(text)
        assert doc.has_annotation("DEP")
        assert all(token.head.sent == token.sent for token in doc[:50])


@pytest.mark.parametrize("text", ["her " * 350, "her " * 700, "to him she " * 120, "( " * 340, "a\n" * 340])
def test_heads_are_in_the_sentence_of_their_word(nlp, text):
    # Trees in which many arcs cross: spaCy derives wrong sentences from them.
    for doc in (nlp(text), next(iter(nlp.pipe(["\n" + text])))):
        assert all(token.head.sent == token.sent for token in doc)
        parse = Parse.from_doc(doc)
        assert [parse.sentences[head] for head in parse.heads] == parse.sentences


def test_given_sentences_are_kept(nlp):
    words = "Mary saw her . She left".split()
    doc = nlp(Doc(nlp.vocab, words, sent_starts=[True, False, False, False, False, False]))
    assert len(list(doc.sents)) == 1
    doc = nlp(Doc(nlp.vocab, words, sent_starts=[True, False, True, False, True, False]))
    assert [sentence.text for sentence in doc.sents] == ["Mary saw", "her .", "She left"]


def test_batches_change_nothing(nlp):
    texts = [TEXT, "A short one.", *TEXT.split("\n")] * 3
    assert [columns(doc) for doc in nlp.pipe(texts)] == [columns(nlp(text)) for text in texts]


def test_errors_go_to_the_handler(monkeypatch):
    nlp = load_base("en")
    encoder = nlp.get_pipe("encoder")
    annotate = encoder._annotate

    def fails(docs):
        if any(doc.text == "bad" for doc in docs):
            raise ValueError("bad luck")
        annotate(docs)

    monkeypatch.setattr(encoder, "_annotate", fails)
    with pytest.raises(ValueError, match="bad luck"):
        list(nlp.pipe(["good", "bad"]))
    caught = []
    encoder.set_error_handler(lambda name, pipe, docs, error: caught.append((name, docs[0].text, str(error))))
    try:
        assert [doc.text for doc in nlp.pipe(["good", "bad", "better"])] == ["good", "better"]
    finally:
        del encoder.error_handler
    assert caught == [(encoder.name, "bad", "bad luck")]


def test_a_fault_of_a_batch_goes_to_the_handler(monkeypatch):
    nlp = load_base("en")
    encoder = nlp.get_pipe("encoder")
    annotate = encoder._annotate

    def fails(docs):
        if len(docs) > 1:
            raise ValueError("a fault of ours")
        annotate(docs)

    monkeypatch.setattr(encoder, "_annotate", fails)
    with pytest.raises(ValueError, match="a fault of ours"):
        list(nlp.pipe(["good", "better"]))


def test_inline_tags_do_not_disturb_the_parse(nlp):
    with nlp.select_pipes(enable="encoder"):
        plain = nlp("Mary Hill lost her keys. She found them.")
        tagged = nlp("Mary Hill lost <b>her</b> keys. <i>She</i> found them.")
    words = [token for token in tagged if "<" not in token.text]
    for attribute in ("text", "tag_", "pos_", "dep_"):
        assert [getattr(token, attribute) for token in words] == [getattr(token, attribute) for token in plain]
    assert [token.head.text for token in words] == [token.head.text for token in plain]
    assert {token.pos_ for token in tagged if "<" in token.text} == {"SYM"}


def test_it_survives_bytes_and_pickle(nlp):
    other = spacy.blank("en")
    other.add_pipe("corefpipe_encoder", name="encoder").from_bytes(nlp.get_pipe("encoder").to_bytes())
    again = pickle.loads(pickle.dumps(nlp.get_pipe("encoder")))
    with nlp.select_pipes(enable="encoder"):
        expected = columns(nlp(TEXT))
    assert columns(other(TEXT)) == columns(again(nlp.make_doc(TEXT))) == expected


def test_the_folder_it_was_read_from_may_go_unless_it_is_the_package(tmp_path):
    source = PACKAGED / "en" / "base" / "encoder"
    expected = {file.name: file.read_bytes() for file in source.iterdir()}
    shutil.copytree(source, tmp_path / "copy")
    component = spacy.blank("en").add_pipe("corefpipe_encoder")
    for folder in (tmp_path / "copy", source):
        component.from_disk(folder)
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        component.to_disk(tmp_path / "written")
        assert {file.name: file.read_bytes() for file in (tmp_path / "written").iterdir()} == expected
        shutil.rmtree(tmp_path / "written")


def test_without_files_it_says_so():
    empty = spacy.blank("en")
    empty.add_pipe("corefpipe_encoder")
    with pytest.raises(ModelError, match="no network"):
        empty("Mary")
    pickle.loads(pickle.dumps(empty.get_pipe("corefpipe_encoder")))


@pytest.mark.parametrize(("base", "network"), [("en", "network.npz"), (ACCURATE, "relations.onnx")])
def test_missing_and_damaged_files(tmp_path, base, network):
    for file in (find_base(base) / "encoder").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    component = spacy.blank("en").add_pipe("corefpipe_encoder")
    (tmp_path / network).write_bytes(b"nothing")
    with pytest.raises(ModelError, match="cannot be read"):
        component.from_disk(tmp_path)
    for file in (network, "labels.json"):
        (tmp_path / file).unlink()
        with pytest.raises(ModelError, match=rf"{re.escape(file)}.* missing"):
            component.from_disk(tmp_path)


def test_without_onnxruntime_the_error_says_how_to_install_it(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("onnxruntime"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelError, match=r"pip install 'corefpipe\[encoder\]'"):
        load_base(ACCURATE)


def test_scores(nlp):
    reference = nlp("Mary Bell lives in Paris.")
    scores = nlp.evaluate([Example(nlp.make_doc(reference.text), reference)])
    assert (scores["tag_acc"], scores["dep_las"], scores["ents_f"], scores["sents_f"]) == (1, 1, 1, 1)


def test_gaps():
    vocab = spacy.blank("en").vocab
    doc = Doc(
        vocab, ["Do", "n't", "go", "\n", "now", "\n\n", "Ok"], spaces=[False, True, False, False, False, False, False]
    )
    words, run = run_of(doc, unseen_tokens(doc))
    assert words.tolist() == [0, 1, 2, 4, 6]
    assert run.gaps == [SPACE, JOINED, SPACE, BREAK, BREAK]
    assert run.starts.tolist() == [1, 0, 0, 0, 1]  # a sentence starts after a blank line
    doc = Doc(vocab, ["Do", "n't"])
    _, unspaced = run_of(doc, unseen_tokens(doc))
    assert unspaced.gaps == [UNKNOWN, UNKNOWN]
