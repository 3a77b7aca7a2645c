"""Characters, speech, actions, talks and meetings of a story, a play and an interview."""

from __future__ import annotations

import pytest

from corefpipe import resolve
from corefpipe.books import Book, Character
from corefpipe.books.actions import ROLES
from corefpipe.document import Document, Mention, Quotation
from corefpipe.entities.table import EntityFacts
from corefpipe.exceptions import AnnotationError

DIARY = """I went to the market with my brother. He bought me a hat, and I thanked him. I like my brother.

“Where is your hat?” he asked. I told him that I had lost it, and he laughed at me. My heart was heavy.
"""
INTERVIEW = """Interviewer: When did you come to Leeds, Mrs. Bell?

Mrs. Bell: I came here in 1960. My husband worked in a mill.

Interviewer: Did you like it?

Mrs. Bell: I loved it. I met my best friend there.
"""


def one(book, name):
    return next(one for one in book.characters if name in (one.name, *one.names))


def test_characters_of_a_story(story):
    peter = one(story, "Peter")
    assert peter.names["Peter"] == 8
    assert peter.gender == "male"
    assert peter.genders["male"] > 5
    assert set(peter.pronouns) >= {"he", "him", "his"}
    assert (peter.first.chapter, peter.last.chapter) == (1, 3)
    assert story.document.words[peter.last.start] in ("he", "Peter")
    assert not peter.is_narrator
    assert not peter.is_group
    assert [one.mentions for one in story.characters] == sorted(
        (one.mentions for one in story.characters), reverse=True
    )


def test_chapters_and_paragraphs(story):
    assert [(part.number, part.title) for part in story.parts] == [
        (1, "CHAPTER I. THE HOUSE ON THE HILL"),
        (2, "CHAPTER II. THE GARDENER"),
        (3, "CHAPTER III. LUCY"),
    ]
    last = story.quotations[-1].place
    assert story.words.text[last.start_char : last.end_char].startswith("Do not tell")
    assert last.chapter == 3
    assert last.paragraph == 18  # blank lines separate paragraphs, headings included


def test_speech(story):
    told = {one.text: (one.speaker, one.mention, one.words) for one in story.quotations}
    assert told["You took the lamp,"] == ("Peter", "Peter", 4)
    assert told["I found it under the roses,"][1] == "Mr. Dunn"
    peter = one(story, "Peter")
    mine = [one for one in story.quotations if one.entity == peter.entity]
    assert peter.words == sum(one.words for one in mine)
    assert peter.quotations == len({one.turn for one in mine})
    assert peter.share == pytest.approx(peter.words / sum(one.words for one in story.quotations), abs=1e-4)


def test_actions(story):
    peter = one(story, "Peter").entity
    counts = story.actions.counts()[peter]
    assert set(counts["agent"]) >= {"answer", "come", "help", "thank", "run", "laugh", "kiss"}  # run: after "and"
    assert set(counts["patient"]) >= {"call", "send", "believe"}
    assert set(counts["modifier"]) >= {"clever", "lazy"}
    assert {"room", "clothes"} <= set(counts["possession"])
    dunn = one(story, "Mr. Dunn").entity
    assert {"old", "tired"} <= set(story.actions.counts()[dunn]["modifier"])
    for action in story.actions:
        assert story.document.words[action.place.start] == action.word


def test_talks_and_meetings(story):
    peter, dunn = one(story, "Peter").entity, one(story, "Mr. Dunn").entity
    talk = next(talk for talk in story.talks if (talk.entity, talk.addressee_entity) == (dunn, peter))
    assert talk.answers == 1
    assert talk.first.chapter == 2
    meeting = next(each for each in story.meetings if {each.entity, each.other} == {peter, dunn})
    assert meeting.chapters == (2,)
    assert meeting.scenes >= 1


def test_a_play(play):
    assert [one.speaker.lower() for one in play.quotations] == [
        "mara",
        "tom",
        "mara",
        "mrs. bell",
        "tom",
        "mrs. bell",
        "tom",
        "mara",
    ]
    assert all(one.labelled and one.probability == 1 for one in play.quotations)
    mara = one(play, "MARA")
    assert mara.quotations == 3
    assert not any(one.is_narrator for one in play.characters)  # the I of "SCENE I" is none
    assert {each.chapters for each in play.meetings if mara.entity in (each.entity, each.other)} >= {(1,), (1, 2)}
    assert any(talk.entity == mara.entity and talk.answers == 2 for talk in play.talks)


def test_a_narrator():
    book = Book.from_document(resolve(DIARY))
    narrator = next(one for one in book.characters if one.is_narrator)
    assert narrator.pronouns["i"] >= 4
    assert "hat" not in (one.name for one in book.characters)


def test_an_interview():
    book = Book.from_document(resolve(INTERVIEW))
    bell = one(book, "Mrs. Bell")
    assert bell.quotations == 2
    assert len(book.quotations) == 4


def test_header_and_licence_have_no_characters():
    header = "*** START OF THE PROJECT GUTENBERG EBOOK X ***"
    text = f"Mary Shaw edited it. She likes it.\n\n{header}\n\nAnn lost her keys. She found them.\n"
    book = Book.from_document(resolve(text))
    assert [one.name for one in book.characters] == ["Ann"]


def test_a_doc(packaged):
    book = Book.from_doc(packaged("Ann lost her keys. She found them."), title="Keys")
    assert book.title == "Keys"
    assert [one.name for one in book.characters] == ["Ann"]


def test_what_is_not_resolved(base):
    with pytest.raises(AnnotationError, match=r"no words\. Resolve its text first"):
        Book.from_document(Document("x", text="Ann sleeps."))
    with pytest.raises(AnnotationError, match="no component has resolved the Doc"):
        Book.from_doc(base("Ann sleeps."))


def test_labels_of_other_schemes_and_no_parse():
    words = "Ann was sold by Bo .".split()
    mentions = [Mention(0, 1, "a", 0, "PERSON"), Mention(4, 5, "b", 4, "PER"), Mention(0, 1, "a", 0, "PERSON")]
    document = Document(
        "x",
        words=words,
        sentence_starts=[0],
        mentions=mentions,
        pos=["PROPN", "AUX", "VERB", "ADP", "PROPN", "PUNCT"],
        heads=[2, 2, 2, 2, 3, 2],
        deps=["nsubjpass", "auxpass", "ROOT", "agent", "pobj", "punct"],
    )
    book = Book.from_document(document)
    assert [(one.role, one.word) for one in book.actions] == [("patient", "sold")]
    document.heads = document.deps = None
    assert len(Book.from_document(document).actions) == 0


@pytest.mark.parametrize(
    ("names", "pronoun", "found"),
    [
        ("Milton", "it", []),  # a place, whatever the parser says
        ("Milton", "he", ["Milton"]),
        ("Milton", "you", ["Milton"]),
        ("The baby", "it", ["The baby"]),
    ],
)
def test_names_that_are_it_are_of_no_characters(names, pronoun, found):
    words = [*names.split(), "grew", ";", pronoun, "was", "smoky", ";", "we", "saw", "it", "."]
    last = len(names.split()) - 1
    places = [words.index(pronoun), *([words.index("it", -2)] if pronoun != "he" else [])]
    mentions = [Mention(0, last + 1, "m", last, "person"), *(Mention(at, at + 1, "m", at) for at in places)]
    pos = ["PROPN" if word == "Milton" else "NOUN" if word == "baby" else "X" for word in words]
    document = Document("x", words=words, sentence_starts=[0], mentions=mentions, pos=pos)
    assert [one.name for one in Book.from_document(document).characters] == found


def test_a_speaker_outside_of_all_chains():
    words = "“ Go ! ” said a man .".split()
    document = Document("x", words=words, sentence_starts=[0], quotations=[Quotation(1, 3, "", (5, 7), 0.9)])
    (said,) = Book.from_document(document).quotations
    assert (said.entity, said.speaker, said.mention_start) == ("", "a man", 5)


def test_characters_have_the_columns_of_all_entities(story):
    shared = [column for column in EntityFacts._fields if column != "documents"]
    assert list(Character._fields[: len(shared)]) == shared
    most = story.characters[0]
    counts = story.actions.counts()[most.entity]
    assert {role: getattr(most, role) for role in ROLES} == counts
    assert any(counts.values())
    met = {
        one.other_name if one.entity == most.entity else one.name: one.scenes
        for one in story.meetings
        if most.entity in (one.entity, one.other)
    }
    assert most.near == met
    assert most.kind == "person"
