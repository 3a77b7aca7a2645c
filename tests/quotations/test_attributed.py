"""Quotations of resolved texts: spans, turns, speakers, and where there are none."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.quotations import INTERRUPTED, table_without_lemmas
from spacy.tokens import Doc

from corefpipe.quotations.attributed import Attributions, attributed
from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.voices import LEAST, Voices
from corefpipe.resolver.loading import load_resolver

TEXT = """“I shall not go,” said Ann to her brother, “unless you come too.”

“Then we stay,” Tom answered. He looked at her.

“Why?” she asked.
"""


@pytest.fixture(scope="module")
def resolver():
    return load_resolver("en")


@pytest.fixture(scope="module")
def doc(base) -> Doc:
    return base(TEXT)


def told(doc: Doc, resolution) -> list[tuple[str, int, str]]:
    spans = resolution.spans
    return [
        (doc[q.start : q.end].text, q.turn, doc[spans.start[q.row] : spans.end[q.row]].text if q.row >= 0 else "")
        for q in resolution.quotations
    ]


def test_a_dialogue(doc, resolver):
    resolution = resolver.resolve(doc)
    assert told(doc, resolution) == [
        ("I shall not go,", 0, "Ann"),
        ("unless you come too.", 0, "Ann"),
        ("Then we stay,", 1, "Tom"),
        ("Why?", 2, "she"),
    ]
    assert all(LEAST <= one.probability <= 1 for one in resolution.quotations)
    assert [doc[one.cue].text for one in resolution.quotations] == ["said", "said", "answered", "asked"]
    spans = resolution.quotation_spans(False)
    ann, tom = (spans[place].entity for place in (0, 2))
    assert [one.entity for one in spans] == [ann, ann, tom, ann]
    assert [one.addressee for one in spans] == [tom, tom, ann, tom]
    assert "" != ann != tom != ""


def test_an_addressee_is_written_as_a_speaker_is(doc, resolver):
    resolution = resolver.resolve(doc)
    first, *others = resolution.quotations
    found = [first._replace(addressee=others[1].row, addressee_probability=0.75)]
    found += [one._replace(addressee=-1, addressee_probability=0.0) for one in others]
    resolution.attributions._found[:] = found
    spans = resolution.quotation_spans(False)
    assert (spans[0].addressee, spans[0].addressee_mention) == (spans[2].entity, spans[2].mention)
    assert [one.addressee_probability for one in spans] == [0.75, None, None, None]
    assert doc[slice(*spans[1].cue)].text == "said"


def test_nobody_speaks_to_themselves_unless_the_text_says_so(doc, resolver):
    resolution = resolver.resolve(doc)
    first, _, third, last = resolution.quotations
    same = {"addressee": last.row, "addressee_probability": 0.75}  # "she" is Ann

    def addressee(**changed: object) -> tuple[str, float | None]:
        resolution.attributions._found[:] = [first._replace(**same | changed)]
        (span,) = resolution.quotation_spans(False)
        return span.addressee, span.addressee_probability

    ann, tom = (resolution.quotation_spans(False)[place].entity for place in (0, 2))
    assert addressee(others=((first.row, 0.4), (third.row, 0.3))) == (tom, 0.3)
    assert addressee(others=()) == ("", None)
    assert addressee(others=(), to_oneself=True) == (ann, 0.75)


def test_who_is_told_by_a_reflexive(base, resolver):
    doc = base("“I must go,” Ann said to herself. Tom had left her.\n\n“Go,” said Ann to Tom.")
    assert [one.to_oneself for one in resolver.resolve(doc).quotations] == [True, False]


@pytest.mark.parametrize(
    ("text", "speaker", "addressee"),
    [
        ("“We won,” Tom and Ann said. Ann smiled.", "Tom and Ann", ""),
        ("“Where is it?” he asked her sister.", "he", "her sister"),
        ("“Go home,” her sister said.", "her sister", "her"),
        ("“We are pleased,” said the minister. The mayor was absent.", "the minister", ""),
        ("“I will help you,” said Ann to Tom.", "Ann", "Tom"),
        ("“Come here, Ann,” said Tom.", "Tom", "Ann"),
    ],
)
def test_neither_possessors_nor_bystanders_nor_a_part_of_the_speakers(base, resolver, text, speaker, addressee):
    doc = base(text)
    resolution = resolver.resolve(doc)
    (found,) = resolution.quotations
    spans = resolution.spans
    people = [doc[spans.start[row] : spans.end[row]].text if row >= 0 else "" for row in (found.row, found.addressee)]
    assert people == [speaker, addressee]


def test_they_are_computed_once(doc, resolver):
    resolution = resolver.resolve(doc)
    assert resolution.quotations is resolution.quotations


def test_several_texts_together_have_what_each_has_alone(base, resolver):
    docs = list(base.pipe([TEXT, "It rained.", '"Go," said the old man to Ann.', TEXT]))
    several = resolver.resolve_all([(doc, None) for doc in docs])
    assert [one.quotations for one in several] == [resolver.resolve(doc).quotations for doc in docs]
    assert len(several[0].quotations) == 4
    assert several[1].quotations == []


@pytest.mark.parametrize(
    "text",
    ["", " ", "It rained.", "“", "“”", "“Go!” “Stay!”", "“It rained,” it said.", 'The sign said "Closed".', "” “ ” “"],
)
def test_texts_without_people(base, resolver, text):
    for quotation in resolver.resolve(base(text)).quotations:
        assert quotation.start < quotation.end
        assert (quotation.row, quotation.probability) == (-1, 0.0)


def test_a_speaker_who_is_mentioned_once_is_no_entity(base, resolver):
    doc = base('"Go," said the old man. It was cold.')
    (found,) = resolver.resolve(doc).quotation_spans(False)
    assert (found.entity, doc[slice(*found.mention)].text) == ("", "the old man")
    assert found.probability > LEAST


def test_labelled_speakers_and_other_languages(base, resolver):
    assert resolver.resolve(base('Ann: I said "Go".\nBo: I heard "No", said Ann.\n')).quotations == []
    doc = base('"Go," said Ann. "Stay," said Bo.')
    for token in doc[:4]:
        token._.speaker = "Cy"
    assert [doc[one.start : one.end].text for one in resolver.resolve(doc).quotations] == ["Stay,"]
    table = make_table(make_doc(INTERRUPTED), [(5, 6)])
    assert len(Attributions(table).quotations) == 2
    table = make_table(make_doc(INTERRUPTED), [(5, 6)])
    table.parse.language = "xx"
    assert Attributions(table).quotations == []


def test_a_parse_without_lemmas():
    table = table_without_lemmas()
    assert Attributions(table).quotations == []


def test_all_quotations_of_a_turn_have_its_voices():
    scene = Scene(make_table(make_doc(INTERRUPTED), [(5, 6), (11, 12)]))
    found = attributed(Voices(scene, {0: Attribution(1, 0, 0.75)}, {0: Attribution(0, 1, 0.5)}))
    assert [(one.start, one.end, one.turn) for one in found] == [(1, 3, 0), (8, 10, 0)]
    assert [one[3:] for one in found] == [(0, 0.75, 4, 1, 0.5, (), False)] * 2


def test_unknown_voices():
    found = attributed(Voices(Scene(make_table(make_doc(INTERRUPTED), [])), {}, {}))
    assert [one[3:] for one in found] == [(-1, 0.0, 4, -1, 0.0, (), False)] * 2


@pytest.mark.parametrize("between", ["It rained for hours, and the road was empty. " * 8, ""])
def test_what_is_before_another_document_does_not_count(base, resolver, between):
    """A document has the same quotations alone, after another one, and before another one."""
    docs = [base(text) for text in (TEXT, between + TEXT, "“Go!” he said.")]
    alone = [resolver.resolve(doc).quotations for doc in docs]
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        together = resolver.resolve_all([(docs[number], None) for number in order])
        assert [one.quotations for one in together] == [alone[number] for number in order]
