"""The classes Document and Mention."""

from __future__ import annotations

import pytest

from corefpipe.document import Document, Documents, Mention, Multiword, antecedent_indices, sort_mentions


def farm(**columns: object) -> Document:
    return Document(
        "farm",
        part=1,
        words=["Ann", "left", ".", "She", "ran"],
        sentence_starts=[0, 3],
        mentions=[Mention(0, 1, "b"), Mention(3, 4, "b"), Mention(4, 5, "a")],
        **columns,
    )


def test_names():
    assert (farm().key, str(farm()), len(farm())) == (("farm", 1), "farm; part 001", 5)
    assert str(Document("barn")) == "barn"


def test_sentences():
    assert farm().sentences() == [(0, 3), (3, 5)]
    assert [farm().sentence_of(word) for word in range(5)] == [0, 0, 0, 1, 1]
    assert Document("d", words=["a", "b"]).sentences() == [(0, 2)]  # unknown
    assert Document("d", words=["a", "b"]).sentence_of(1) == 0
    assert Document("d").sentences() == []


def test_chains_and_labels():
    assert {name: [m.span for m in chain] for name, chain in farm().chains().items()} == {
        "b": [(0, 1), (3, 4)],
        "a": [(4, 5)],
    }
    assert farm().labels().tolist() == [0, 0, 1]
    assert Document("d").labels().tolist() == []


@pytest.mark.parametrize("column", ["offsets", "spaces", "tags", "pos", "feats", "lemmas", "heads", "deps", "speakers"])
def test_columns_have_a_value_a_word(column):
    with pytest.raises(ValueError, match=f"document farm: column {column} has 1 values for 5 words"):
        farm(**{column: [0]})


def test_surface():
    whole = Mention(0, 5)
    assert farm().surface(whole) == "Ann left . She ran"
    assert farm(spaces=[True, False, True, True, False]).surface(whole) == "Ann left. She ran"
    assert farm(text="Ann  left.\nShe ran", offsets=[0, 5, 9, 11, 15]).surface(whole) == "Ann  left.\nShe ran"
    assert farm().surface(Mention(0, 5, fragments=((0, 1), (3, 5)))) == "Ann … She ran"
    assert farm(spaces=[True] * 5).surface(Mention(3, 4)) == "She"


def test_a_mention_without_words():
    zero = Mention(5, 5, "b", empty=(0,), empty_head=0)
    document = farm(empty_nodes=[(4, ["2.1"] + ["_"] * 9)], zeros=[zero])
    assert document.surface(zero) == farm(text="Ann left. She ran", offsets=[0, 4, 8, 10, 14]).surface(zero) == ""
    assert (len(document.labels()), len(document.chains()["b"])) == (3, 2)
    assert document != farm(empty_nodes=document.empty_nodes)


def test_multiwords():
    plain = Multiword(0, 2, "Annleft")
    assert (plain.feats, plain.misc) == ("", "")
    assert plain == Multiword(start=0, end=2, form="Annleft", feats="", misc="")


def test_text_order():
    mentions = [Mention(2, 3, "1"), Mention(0, 1, "2"), Mention(0, 2, "1"), Mention(0, 1, "1")]
    assert [(m.span, m.entity) for m in sort_mentions(mentions)] == [
        ((0, 2), "1"),
        ((0, 1), "1"),
        ((0, 1), "2"),
        ((2, 3), "1"),
    ]


def test_antecedents():
    """Only an earlier mention of the same entity counts as one; the order of the list does not matter."""
    left, inner, outer, other = (0, 1), (3, 4), (3, 5), (6, 7)

    def of(start: int, end: int, entity: str, antecedent: tuple[int, int] | None) -> Mention:
        return Mention(start, end, entity, antecedent=antecedent)

    first = Mention(*left, "a")
    assert first.antecedent is None
    assert antecedent_indices([first, of(*outer, "a", left), of(*inner, "a", outer)]) == [-1, 0, 1]
    assert antecedent_indices([of(*inner, "a", outer), first, of(*outer, "a", left)]) == [2, -1, 1]
    assert antecedent_indices([first, of(*outer, "a", inner), Mention(*inner, "a")]) == [-1, -1, -1]  # it comes later
    assert antecedent_indices([first, of(*other, "b", left), of(*inner, "a", inner)]) == [-1, -1, -1]
    assert antecedent_indices([of(*other, "a", left)]) == [-1]


def test_reprs_are_short():
    assert repr(farm()) == "<Document 'farm; part 001': 5 words, 3 mentions in 2 chains>"
    assert repr(Document("raw", part=2, text="Ann slept.")) == "<Document 'raw; part 002': 10 characters>"
    assert repr(Document("empty")) == "<Document 'empty': 0 words>"
    documents = Documents(iter([farm()]), "farm.conllu")
    assert repr(documents).startswith("<Documents of farm.conllu, each made when it is asked for")
    assert [document.name for document in documents] == ["farm"]
    assert list(documents) == []
