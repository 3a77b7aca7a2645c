"""The entity typer: training, scoring, serialization."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example

import corefpipe.parsing.entity_typer
from corefpipe.parsing.entity_typer import put_entity_heads

TRAIN = [
    ("The old captain left Dover at dawn .", ["", "", "person", "", "place", "", "time", ""]),
    ("She gave the dog some water .", ["person", "", "", "animal", "", "substance", ""]),
]


def make_examples(nlp: Language) -> list[Example]:
    examples = []
    for text, types in TRAIN:
        words = text.split()
        reference = Doc(nlp.vocab, words=words)
        put_entity_heads(reference, types)
        examples.append(Example(Doc(nlp.vocab, words=words), reference))
    return examples


def types_of(doc: Doc) -> list[str]:
    return [token._.entity_type for token in doc]


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe_entity_typer", name="entity_typer")
    examples = make_examples(nlp)
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(40):
        nlp.update(examples, sgd=optimizer, drop=0.0)
    return nlp


def test_labels_hold_the_empty_one(nlp: Language) -> None:
    labels = nlp.get_pipe("entity_typer").labels
    assert labels == ("", "animal", "person", "place", "substance", "time")


def test_learns_two_sentences(nlp: Language) -> None:
    for text, types in TRAIN:
        assert types_of(nlp(text)) == types


def test_scores(nlp: Language) -> None:
    scores = nlp.evaluate(make_examples(nlp))
    assert scores["entity_type_f"] == 1.0
    assert scores["entity_head_f"] == 1.0
    assert scores["entity_type_per_type"]["animal"]["f"] == 1.0


def test_score_counts_wrong_types_and_merged_tokens() -> None:
    vocab = spacy.blank("en").vocab
    words = ["New", "-", "Yorkers", "left", "it"]
    reference = Doc(vocab, words=words, spaces=[False, False, True, True, False])
    put_entity_heads(reference, ["", "", "person", "", "object"])
    predicted = Doc(vocab, words=["New-Yorkers", "left", "it"])
    predicted[0]._.entity_type = "person"
    predicted[2]._.entity_type = "place"
    scores = corefpipe.parsing.entity_typer.score_entity_types([Example(predicted, reference)])
    assert scores["entity_type_f"] == 0.5
    assert scores["entity_head_f"] == 1.0


def test_missing_annotation_gives_no_gradient(nlp: Language) -> None:
    words = ["It", "rained", "."]
    example = Example(Doc(nlp.vocab, words=words), Doc(nlp.vocab, words=words))
    typer = nlp.get_pipe("entity_typer")
    scores, _ = typer.model.begin_update([example.predicted])
    loss, gradient = typer.get_loss([example], scores)
    assert loss == 0.0
    assert not gradient[0].any()


def test_names_are_no_types(nlp: Language) -> None:
    """`doc.ents` holds the names, of which the typer learns nothing; types survive a DocBin."""
    reference = Doc(nlp.vocab, words=["Ann", "left"], ents=["B-PERSON", "O"])
    put_entity_heads(reference, ["animal", ""])
    (restored,) = DocBin(docs=[reference]).get_docs(nlp.vocab)
    predicted = Doc(nlp.vocab, words=["Ann", "left"])
    predicted[0]._.entity_type = "animal"
    scores = corefpipe.parsing.entity_typer.score_entity_types([Example(predicted, restored)])
    assert list(scores["entity_type_per_type"]) == ["animal"]
    assert scores["entity_type_f"] == 1.0


def test_empty_doc_and_empty_batch(nlp: Language) -> None:
    assert types_of(nlp("")) == []
    assert list(nlp.pipe([])) == []
    assert [types_of(doc) for doc in nlp.pipe(["", TRAIN[1][0]])] == [[], TRAIN[1][1]]


def test_second_pass_overwrites(nlp: Language) -> None:
    doc = nlp.make_doc(TRAIN[0][0])
    doc[0]._.entity_type = "plant"
    assert types_of(nlp(doc)) == TRAIN[0][1]


def test_doc_round_trips(nlp: Language) -> None:
    doc = nlp(TRAIN[0][0])
    assert types_of(Doc(nlp.vocab).from_bytes(doc.to_bytes())) == TRAIN[0][1]
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (restored,) = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert types_of(restored) == TRAIN[0][1]


def test_pipeline_round_trips(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "model")
    loaded = spacy.load(tmp_path / "model")
    assert types_of(loaded(TRAIN[1][0])) == TRAIN[1][1]
    again = spacy.blank("en")
    again.add_pipe("corefpipe_entity_typer", name="entity_typer")
    again.from_bytes(nlp.to_bytes())
    assert types_of(again(TRAIN[1][0])) == TRAIN[1][1]


def test_two_processes(nlp: Language) -> None:
    docs = list(nlp.pipe([text for text, _ in TRAIN], n_process=2, batch_size=1))
    assert [types_of(doc) for doc in docs] == [types for _, types in TRAIN]
