"""Tests of the measure of whole novels, on a short text of our own with chains that are set by hand."""

from __future__ import annotations

import pytest
from helpers.scripts import importable

from corefpipe.document import Document, Mention, Quotation

TEXT = """'Where is my hat, Ann?' said Mr. Bold.

'I have not seen it,' replied Ann, 'and you may ask
Mr. and Mrs. Bold.'

_Ann_ left; the boys' dog followed Ann's friend.
"""


@pytest.fixture(autouse=True)
def _scripts():
    with importable("novels"):
        yield


def cast():
    from cast import Cast, Character

    ann = Character("Ann", "female", ("Ann",), ())
    bold = Character("Mr. Bold", "male", ("Mr. Bold",), ())
    return Cast("", "'", (ann, bold, Character("Mrs. Bold", "female", ("Mrs. Bold",), ())), ())


def names():
    from cast import flat

    return cast().names(flat(TEXT))


def document(*mentions: tuple[str, int, str]) -> Document:
    """The text with mentions: (words, how many of these words come before them, entity)."""
    words = TEXT.replace("'", " ' ").replace(",", " , ").replace(".", " .").replace("Mr .", "Mr.").split()
    words = " ".join(words).replace("Mrs .", "Mrs.").replace("_", " _ ").replace("?", " ?").split()
    offsets, place = [], 0
    for word in words:
        place = TEXT.index(word, place)
        offsets.append(place)
        place += len(word)
    found = []
    for text, number, entity in mentions:
        length = len(text.split())
        starts = [k for k in range(len(words)) if " ".join(words[k : k + length]) == text]
        found.append(Mention(starts[number], starts[number] + length, entity))
    flat_tree = list(range(len(words)))
    return Document(
        "t", words=words, offsets=offsets, text=TEXT, mentions=found, heads=flat_tree, deps=[""] * len(words)
    )


def test_names_are_the_longest_forms_and_no_couples():
    assert [(TEXT[one.start : one.end], one.character) for one in names()] == [
        ("Ann", 0),
        ("Mr. Bold", 1),
        ("Ann", 0),
        ("Ann", 0),
        ("Ann", 0),
    ]


def test_single_marks_are_no_apostrophes():
    from spoken import quotations

    parts = [TEXT[start:end] for one in quotations(TEXT, "'") for start, end in one.quotations]
    assert parts == ["Where is my hat, Ann?", "I have not seen it,", "and you may ask\nMr. and Mrs. Bold."]


@pytest.mark.parametrize(("opening", "closing"), ['""', "“”"])
def test_the_end_of_a_paragraph_closes_a_quotation(opening, closing):
    from spoken import quotations

    text = f"{opening}One.\n\n{opening}Two,{closing} he said.\n"
    assert [text[a:b] for one in quotations(text, opening) for a, b in one.quotations] == ["One.", "Two,"]


def test_cues_name_the_speaker_and_the_addressee():
    from cast import flat
    from spoken import addressed, quotations, speeches

    paragraphs = quotations(TEXT, "'")
    found = speeches(flat(TEXT), paragraphs, names())
    assert [(one.speaker, one.addressee, len(one.parts)) for one in found] == [(1, -1, 1), (0, -1, 2)]
    assert [character for *_, character in addressed(flat(TEXT), paragraphs, names())] == [0]


def test_an_addressee_after_to():
    from cast import flat
    from spoken import quotations, speeches

    text = "'Go,' said she to Ann.\n\n'No,' said Ann to Mr. Bold's dog.\n\n'No,' said Ann's dog.\n"
    found = speeches(flat(text), quotations(text, "'"), cast().names(text))
    assert [(one.speaker, one.addressee) for one in found] == [(-1, 0), (0, -1)]


def test_a_name_in_apposition_is_in_the_chain_of_the_phrase():
    """In "her friend Ann" the head is the noun; in "the hat of Ann" the name is no mention."""
    from chains import Novel

    words = "Her friend Ann left the hat of Ann".split()
    deps = ["nmod:poss", "nsubj", "appos", "root", "det", "obj", "case", "nmod"]
    heads = [1, 3, 1, 3, 5, 3, 7, 5]
    offsets = [sum(len(word) + 1 for word in words[:place]) for place in range(len(words))]
    mentions = [Mention(0, 3, "a", head=1), Mention(4, 8, "h", head=5)]
    text = " ".join(words)
    told = Document("t", words=words, offsets=offsets, text=text, mentions=mentions, heads=heads, deps=deps)
    novel = Novel(told, cast())
    assert [novel.entity(name) for name in novel.names] == ["a", ""]


def test_figures_of_correct_chains():
    from chains import Novel
    from counted import counted

    chains = document(
        ("my", 0, "b"),
        ("Ann", 0, "a"),
        ("Mr. Bold", 0, "b"),
        ("I", 0, "a"),
        ("Ann", 1, "a"),
        ("you", 0, "b"),
        ("Ann", 2, "a"),
    )
    chains.quotations = [Quotation(1, 7, "b"), Quotation(13, 19, "a")]
    found = counted(Novel(chains, cast()))
    assert found["first persons"] == {
        "number": 2,
        "of several speakers": 0.0,
        "in nameless chains": 0.0,
        "in no chain": 0.0,
    }
    assert found["cues"]["speakers right"] == found["cues"]["I right"] == 100.0
    ann, bold, _ = found["characters"]
    assert (ann["in the largest chain"], ann["of that chain"], ann["mentions"]) == (75.0, 100.0, 4)
    assert (bold["in the largest chain"], bold["of that chain"]) == (100.0, 100.0)


def test_first_persons_of_two_speakers_in_one_chain():
    from chains import Novel
    from counted import first_persons

    chains = document(("my", 0, "x"), ("I", 0, "x"), ("Ann", 0, "a"))
    assert first_persons(Novel(chains, cast()))["of several speakers"] == 100.0


def test_casts_have_no_form_of_two_characters():
    from cast import Cast, novels

    for novel in novels():
        members = Cast.of(novel).characters
        forms = [form for one in members for form in one.forms]
        assert 8 <= len(members) <= 25, novel
        assert len(forms) == len(set(forms)), novel


def test_each_group_of_novels_has_a_mean():
    from measure import with_means

    figures = {
        novel: {
            "names": {"gender": gender},
            "first persons": {"number": 2, "in no chain": gender},
            "cues": {"speeches": 1},
        }
        for novel, gender in (("emma", 50.0), ("dracula", 90.0), ("treasure_island", 100.0))
    }
    rows = with_means(figures)
    assert list(rows) == ["dracula", "mean, developed on", "emma", "treasure_island", "mean, held out"]
    assert rows["mean, held out"]["names"] == {"gender": 75.0}
    assert rows["mean, held out"]["first persons"] == {"number": 4, "in no chain": 75.0}
    assert list(with_means({"emma": figures["emma"]})) == ["emma", "mean, held out"]


@pytest.mark.parametrize(
    ("chains", "right"),
    [
        ({(0, 1): 0, (2, 3): 0, (4, 5): 1, (6, 7): 1}, {2: True, 6: True}),  # each with the right name
        ({(0, 1): 0, (2, 3): 1, (4, 5): 1, (6, 7): 0}, {2: False, 6: False}),  # each with the wrong one
        ({(0, 1): 0, (2, 3): 0, (4, 5): 0, (6, 7): 0}, {2: False, 6: False}),  # one of three others is right
        ({(0, 1): 0, (2, 3): 0, (4, 5): 0}, {2: True, 6: False}),  # half of the others are right; in no chain
        ({(2, 3): 0, (7, 8): 0}, {2: False, 6: False}),  # with nothing that the key has
    ],
)
def test_pronouns_are_in_the_chain_of_the_right_person(chains, right):
    from pronouns import is_right

    words = "Ann said she saw Tom praise him here it".split()
    spans = [(0, 1, "ann"), (2, 3, "ann"), (4, 5, "tom"), (6, 7, "tom"), (8, 9, "alone")]
    key = Document("a", words=words, sentence_starts=[0], mentions=[Mention(*span) for span in spans])
    assert is_right(key, chains) == right
