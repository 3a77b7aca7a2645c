"""Errors of a response: links as MUC counts them, mentions, steps to the key, costs that add up."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.exceptions import SettingError
from corefpipe.report.errors import error_analysis
from corefpipe.report.errors.groups import GROUPINGS
from corefpipe.report.errors.links import PRECISION, RECALL, Antecedents
from corefpipe.report.errors.packing import document_data
from corefpipe.report.errors.result import CLASSES
from corefpipe.report.pages.columns import packed
from corefpipe.scoring import score

WORDS = "Ann Lee met Bob . She liked the man . It rained . Lee left , and he stayed .".split()
TAGS = "NNP NNP VBD NNP . PRP VBD DT NN . PRP VBD . NNP VBD , CC PRP VBD .".split()


def document(**chains: list[tuple[int, int]]) -> Document:
    """A text of four sentences, with heads of mentions that are their last words."""
    mentions = [Mention(*span, entity, head=span[1] - 1) for entity, spans in chains.items() for span in spans]
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    return Document("d", 0, WORDS, [0, 5, 10, 13], mentions, tags=TAGS, genre="story")


KEY = document(a=[(0, 2), (5, 6), (13, 14)], b=[(3, 4), (7, 9), (17, 18)], c=[(2, 3), (6, 7)])
RESPONSE = document(x=[(1, 2), (5, 6), (17, 18)], y=[(3, 4), (7, 9)], z=[(10, 11), (16, 17)])


def test_links():
    found = error_analysis(KEY, RESPONSE)
    links = [(error.side, error.antecedent.span, error.anaphor.span, error.kinds) for error in found.links]
    assert links == [
        (RECALL, (0, 2), (5, 6), ("pronoun", "name")),
        (RECALL, (0, 2), (13, 14), ("name", "name")),
        (RECALL, (2, 3), (6, 7), ("nominal", "nominal")),
        (RECALL, (7, 9), (17, 18), ("pronoun", "nominal")),
        (PRECISION, (1, 2), (5, 6), ("pronoun", "name")),
        (PRECISION, (5, 6), (17, 18), ("pronoun", "pronoun")),
        (PRECISION, (10, 11), (16, 17), ("nominal", "pronoun")),
    ]
    assert found.n_links == (5, 4)
    assert [error.distance for error in found.links] == [1, 3, 1, 2, 1, 2, 1]
    assert [error.same_head for error in found.links[:3]] == [False, True, False]
    assert found.grouped("kinds")["pronoun to name"] == {RECALL: (1, 1), PRECISION: (1, 1)}
    assert found.grouped("form")["“she”"] == {RECALL: (1, 1), PRECISION: (1, 1)}
    assert found.grouped("genre") == {"story": {RECALL: (4, 5), PRECISION: (3, 4)}}
    assert found.grouped("found")["both mentions are there"] == {RECALL: (1, 2), PRECISION: (1, 2)}
    assert list(found.grouped("distance")) == ["1 sentence", "2 to 3 sentences"]
    assert sum(share.errors for share in found.grouped("head")["same head"].values()) == 1
    with pytest.raises(SettingError, match=r"unknown by 'colour'\. Valid are kinds, form, distance"):
        found.grouped("colour")
    with pytest.raises(SettingError, match=r"unknown view 'chains'\. Valid are links, mentions, entities"):
        found.grouped("kinds", "chains")


def test_the_response_tells_its_antecedents():
    """Its own antecedents are taken where they are known, by rule elsewhere; the key's always by rule."""
    words, tags = (
        "Ann saw Bob . He and she left . Bob ran .".split(),
        "NNP VBD NNP . PRP CC PRP VBD . NNP VBD .".split(),
    )

    def side(*mentions: tuple[int, str, int | None]) -> Document:
        found = [Mention(i, i + 1, e, antecedent=None if a is None else (a, a + 1)) for i, e, a in mentions]
        return Document("d", 0, words, [0, 4, 9], found, tags=tags)

    key = side((0, "a", None), (2, "b", None), (4, "b", 2), (6, "a", 4), (9, "a", 0))
    response = side((0, "x", None), (2, "x", None), (4, "x", 0), (6, "x", 4), (9, "x", 6))
    found = error_analysis(key, response)
    assert [(one.antecedent.start, one.anaphor.start, one.chosen) for one in found.links] == [(0, 2, False)]
    assert found.antecedents == Antecedents(chosen=3, rule=1, wrong=2, counted=0)
    assert found.totals("kinds")[PRECISION] == {
        "name to name": 1,
        "pronoun to name": 1,
        "pronoun to pronoun": 1,
        "name to pronoun": 1,
    }
    found = error_analysis(response, key)
    assert [(one.side, one.antecedent.start, one.anaphor.start, one.chosen) for one in found.links] == [
        (RECALL, 0, 2, False)
    ]

    response = side((0, "x", None), (2, "x", 0), (4, "x", 2), (6, "x", 2), (9, "x", 6))
    found = error_analysis(key, response)
    assert found.antecedents == Antecedents(chosen=4, rule=0, wrong=2, counted=1)
    assert [one.chosen for one in found.links] == [True]
    terms = "1 of the wrong links + 1 where the chain had a right antecedent"
    assert ("wrong antecedents", terms, "2") in found.sums()
    assert "  antecedents of the response: as it chose them\n" in str(found)
    plain = found.to_dict()
    assert plain["antecedents"] == {"chosen": 4, "rule": 0, "wrong": 2, "counted": 1}
    assert plain["links"][0]["chosen"] is True
    assert "Antecedents of the response: as it chose them." in found.to_html()


def test_antecedents_that_the_policies_leave_out():
    """A link to a mention that is not counted is taken by rule."""
    spans = [(0, 1), (0, 1), (2, 3), (4, 5), (6, 7)]
    mentions = [Mention(*span, entity) for span, entity in zip(spans, "yxxxx", strict=True)]
    mentions[2].antecedent, mentions[3].antecedent, mentions[4].antecedent = (0, 1), (2, 3), (0, 1)
    response = Document("d", 0, WORDS, [0, 5, 10, 13], mentions, tags=TAGS)
    found = error_analysis(document(), response, repeats="first", singletons="drop")
    assert found.antecedents == Antecedents(chosen=1, rule=1, wrong=1, counted=1)
    assert [(one.antecedent.span, one.chosen) for one in found.links] == [((2, 3), True), ((4, 5), False)]


def test_without_antecedents():
    found = error_analysis(KEY, RESPONSE)
    assert found.antecedents == Antecedents(chosen=0, rule=4, wrong=0, counted=0)
    assert "  antecedents of the response: by rule\n" in str(found)
    assert "wrong antecedents" not in {one.what for one in found.sums()}
    assert "Antecedents of the response: by rule." in found.to_html()
    assert str(Antecedents(1200, 30, 0, 0)) == "as it chose them; by rule for 30 of 1,230 links, where it tells none"


def test_mentions_and_steps():
    found = error_analysis(KEY, RESPONSE)
    mentions = [(e.error, e.key and e.key.span, e.response and e.response.span) for e in found.mentions]
    assert mentions == [
        ("boundary", (0, 2), (1, 2)),
        ("missing", (2, 3), None),
        ("missing", (6, 7), None),
        ("spurious", None, (10, 11)),
        ("missing", (13, 14), None),
        ("spurious", None, (16, 17)),
    ]
    assert found.grouped("boundary", "mentions") == {
        "shorter at the start": {"boundary": (1, None), "missing": (0, None), "spurious": (0, None)}
    }
    assert list(found.grouped("words", "mentions")) == ["without “ann …”"]
    steps = [
        (s.error, [m.span for m in s.mentions], s.nearest and (s.nearest.span, s.n_rest), s.kind)
        for s in found.entities
    ]
    assert steps == [
        ("span", [(1, 2), (0, 2)], None, "name"),
        ("conflated", [(17, 18)], ((5, 6), 2), "pronoun"),
        ("extra entity", [(10, 11), (16, 17)], None, "nominal"),
        ("divided", [(17, 18)], ((7, 9), 2), "pronoun"),
        ("missing mention", [(13, 14)], ((5, 6), 2), "name"),
        ("missing entity", [(2, 3), (6, 7)], None, "nominal"),
    ]
    assert {error for error, cost in found.costs.items() if cost.in_turn > 0} == {error for error, *_ in steps}
    assert list(found.grouped("size", "entities")) == ["1 mention", "2 mentions"]


def test_boundaries_share_a_word():
    """Where heads are not known, mentions in other sentences are not the same with other boundaries."""
    key = Document("d", 0, WORDS, [0, 5, 10, 13], [Mention(0, 3, "a"), Mention(13, 15, "a")])
    response = Document("d", 0, WORDS, [0, 5, 10, 13], [Mention(5, 7, "x"), Mention(10, 12, "x")])
    assert [error.error for error in error_analysis(key, response).mentions] == [
        "missing",
        "spurious",
        "spurious",
        "missing",
    ]


def test_heads_by_parts_of_speech():
    """Without heads, tags tell where they are: "the old man" is "man of letters", but no "letters"."""
    words = "The old man of letters slept . The man snored .".split()
    tags = "DT JJ NN IN NNS VBD . DT NN VBD .".split()

    def chain(*spans: tuple[int, int]) -> Document:
        return Document("d", 0, words, [0, 7], [Mention(*span, "a") for span in spans], tags=tags)

    found = error_analysis(chain((0, 3), (7, 9)), chain((2, 5), (7, 9)))
    assert [error.error for error in found.mentions] == ["boundary"]
    assert [error.same_head for error in found.links] == [True, True]
    headed = chain((2, 5), (7, 9))
    headed.mentions[0].head = 3  # annotated on one side only, by whatever rule
    assert [error.error for error in error_analysis(chain((0, 3), (7, 9)), headed).mentions] == ["boundary"]
    found = error_analysis(chain((0, 5), (7, 9)), chain((4, 5), (7, 9)))
    assert [error.error for error in found.mentions] == ["missing", "spurious"]


def test_the_response_tells_what_the_key_lacks():
    bare = Document("d", 0, WORDS, [0, 5, 10, 13], KEY.mentions)
    assert list(error_analysis(bare, RESPONSE).grouped("form")) == list(error_analysis(KEY, RESPONSE).grouped("form"))
    spans = [[(0, 2), (5, 6), (20, 22)]]
    found = error_analysis({"other": spans}, RESPONSE, words="ignore", documents="missing-as-empty")
    assert found.documents[0].words[:2] == ["1", "2"]
    found = error_analysis({"d": spans[0:1]}, RESPONSE)
    assert found.documents[0].words[-3:] == [".", "21", "22"]
    assert "[21 22]" in found.examples(5)


def test_without_heads_and_tags():
    """Edges tell that a boundary is wrong; the kinds of mentions are not known."""
    key, response = (
        Document("d", 0, WORDS, [], [Mention(m.start, m.end, m.entity) for m in side.mentions])
        for side in (KEY, RESPONSE)
    )
    found = error_analysis(key, response)
    assert [error.error for error in found.mentions].count("boundary") == 1
    assert list(found.grouped("kinds")) == ["mention to mention"]
    assert list(found.grouped("form")) == ["mention"]
    assert "not known" in found.grouped("head")


SPANS = st.tuples(st.integers(0, 14), st.integers(1, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
SIDES = st.dictionaries(SPANS, st.sampled_from("abcd"), min_size=1, max_size=12)


def mention_sides(truth):
    return (("mention", truth["mentions"], "recall"), ("mention", truth["mentions"], "precision"))


@given(SIDES, SIDES, st.data())
def test_errors_add_up(one, other, data):
    """Links are what MUC lacks, and the steps lead to the key, each by what it costs; with any antecedents."""
    key, response = (
        document(**{name: [span for span, own in side.items() if own == name] for name in "abcd"})
        for side in (one, other)
    )
    for mention in response.mentions:
        mention.antecedent = data.draw(st.none() | st.sampled_from(response.mentions).map(lambda other: other.span))
    found, truth = error_analysis(key, response), score(key, response)
    counts, muc = found.counts(), truth["muc"]
    for side, links, value in zip((RECALL, PRECISION), found.n_links, (muc.recall, muc.precision), strict=True):
        assert (1 - counts[side] / links if links else 0) == pytest.approx(value)
    for view, groupings in GROUPINGS.items():
        for error in CLASSES[view]:
            for by in groupings:
                shares = [group[error] for group in found.grouped(by, view).values()]
                if by not in ("boundary", "words") or error == "boundary":
                    assert sum(share.errors for share in shares) == counts[error]
                assert all(share.of is None or share.errors <= share.of for share in shares)
    assert found.conll == pytest.approx(100 * truth.conll)
    whole = 100 * score(key, key).conll
    assert sum(cost.in_turn for cost in found.costs.values()) == pytest.approx(whole - found.conll)
    values = {one.what: one.value for one in found.sums()}
    for name, score_of, side in (("MUC", muc, "recall"), ("MUC", muc, "precision"), *mention_sides(truth)):
        assert values[f"{name} {side}"] == f"{100 * getattr(score_of, side):.2f} %"
    antecedents = found.antecedents
    assert antecedents.chosen + antecedents.rule == found.n_links[1]
    assert antecedents.counted == sum(link.chosen for link in found.links) <= antecedents.wrong <= antecedents.chosen
    for one in found.sums():
        if one.what in ("wrong antecedents", "missing mentions", "spurious mentions"):
            assert sum(int(number) for number in re.findall(r"^\d+|(?<=\+ )\d+", one.terms)) == int(one.value)


def test_a_perfect_response():
    found = error_analysis(KEY, KEY)
    assert (found.conll, found.links, found.mentions, found.entities) == (100, (), (), ())
    assert set(found.counts().values()) == {0}


def test_text_and_json():
    found = error_analysis(KEY, RESPONSE)
    assert f"  {'missing entities':34}        1 " in str(found)
    assert "  MUC recall           (5 - 4 missing links) / 5 = 20.00 %" in str(found)
    assert "  pronoun to name                           1        1    100.0" in found.table(["kinds"])
    shown = found.examples(1)
    assert "missing links, name to name: 1" in shown
    assert "[Lee] left , and he stayed .  (not in the response)" in shown
    assert "[He] stayed" not in shown
    assert "conflated: parts to split off: 1" in shown
    assert "2  [She] liked the man .  (split off from this, of 2 mentions)" in shown
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["links"][0]["anaphor"] == [5, 6]
    assert plain["mentions"][1] == {
        "error": "missing",
        "document": 0,
        "key": [2, 3],
        "response": None,
        "kind": "nominal",
    }
    assert plain["costs"]["span"]["in_turn"] == found.costs["span"].in_turn


def test_the_page_has_no_underscores_of_emphasis():
    words = "😀 said _ Ann Lee _ to Bob . He left .".split()
    spaces = [at not in (2, 4, 7, 10) for at in range(len(words))]
    key = Document("d", 0, words, [0, 9], [Mention(2, 6, "a"), Mention(7, 8, "b"), Mention(9, 10, "b")], spaces=spaces)
    data = document_data(key, error_analysis(key, key).sides)
    assert data["sentences"][0].startswith("😀 said Ann Lee to Bob")
    assert data["key"]["names"][0] == "Ann Lee"
    # How many sentences after the one before, start (after that in the same sentence) and length, in UTF-16 units.
    assert data["key"]["place"] == packed([0, 8, 7, 0, 11, 3, 1, 0, 2])
