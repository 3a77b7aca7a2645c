"""The short texts with decisions, how a mention stands for an expression, and the report of eval/sentences."""

from __future__ import annotations

import json
import sys
from itertools import product
from types import SimpleNamespace

import pytest
from helpers import ROOT
from spacy.tokens import Doc
from spacy.vocab import Vocab

SCRIPTS = ROOT / "eval" / "sentences"
FILES = sorted((ROOT / "tests" / "sentences").glob("*/*.toml"))


@pytest.fixture(scope="module")
def suite():
    """The modules of eval/sentences."""
    sys.path.insert(0, str(SCRIPTS))
    try:
        import cases
        import matching
        import measure

        return SimpleNamespace(cases=cases, matching=matching, measure=measure)
    finally:
        sys.path.remove(str(SCRIPTS))


def place(expression):
    return expression.start, expression.end


def entities(decisions):
    """Sets of expressions that must corefer, also through others."""
    groups = []
    for decision in decisions:
        pair = {place(decision.first), place(decision.second)}
        groups = [group for group in groups if not group & pair] + [pair.union(*(g for g in groups if g & pair))]
    return groups


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_cases_are_well_formed(suite, path):
    assert path.read_text(encoding="utf-8").startswith("# "), "a file begins with what it is about"
    cases = suite.cases.read(path)
    assert len(cases) >= 6
    for case in cases:
        assert case.text == case.text.strip(), case.text
        assert 1 <= len(case.decisions) <= 5, case.text
        pairs = [d for d in case.decisions if d.kind != "single"]
        places = [frozenset({place(d.first), place(d.second)}) for d in pairs]
        assert all(len(pair) == 2 for pair in places), case.text
        assert len(set(places)) == len(places), case.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_decisions_do_not_contradict_each_other(suite, path):
    for case in suite.cases.read(path):
        groups = entities([d for d in case.decisions if d.kind == "same"])
        for decision in case.decisions:
            if decision.kind == "apart":
                pair = {place(decision.first), place(decision.second)}
                assert not any(pair <= group for group in groups), case.text
            elif decision.kind == "single":
                assert not any(place(decision.first) in group for group in groups), case.text


def test_halves_have_the_same_phenomena_and_no_text_in_common(suite):
    halves = {half: suite.cases.read_half(half) for half in suite.cases.HALVES}
    first, second = halves.values()
    assert list(first) == list(second)
    for half in halves.values():
        assert sum(map(len, half.values())) >= 200
    for phenomenon in first:
        assert len(first[phenomenon]) + len(second[phenomenon]) >= 12, phenomenon
        assert abs(len(first[phenomenon]) - len(second[phenomenon])) <= 2, phenomenon
    texts = [
        " ".join(case.text.lower().split()) for half in halves.values() for cases in half.values() for case in cases
    ]
    assert len(set(texts)) == len(texts)


def test_expressions_are_found_by_their_words(suite):
    text = "Ann Lee met Ann.\nHer\ndog saw Anna's dog, Ann's and the dog."
    find = suite.cases.find
    assert [find(text, words).start for words in ("Ann", "Ann#2", "Ann#3", "dog#2")] == [0, 12, 41, 36]
    assert text[slice(*place(find(text, "Her dog")))] == "Her\ndog"
    for missing in ("an", "Ann#4", "Bob", "Ann#0"):
        with pytest.raises(suite.cases.CaseError, match="occurs"):
            find(text, missing)


def test_an_error_names_file_and_text(suite, tmp_path):
    path = tmp_path / "a.toml"
    for wrong in ('same = [["Ann", "him"]]', 'separate = [["Ann", "her"]]'):
        path.write_text(f'[[case]]\ntext = "Ann saw her."\n{wrong}\n', encoding="utf-8")
        with pytest.raises(suite.cases.CaseError, match=r"a\.toml: .* in 'Ann saw her\.'"):
            suite.cases.read(path)


WORDS = "Ann , a doctor , and Bob met the boy 's mother . She saw him .".split()
HEADS = [7, 3, 3, 0, 6, 6, 0, 7, 9, 11, 9, 7, 7, 14, 14, 14, 14]
DEPS = "nsubj punct det appos punct cc conj ROOT det nmod case obj punct nsubj ROOT obj punct".split()
DOC = Doc(Vocab(), words=WORDS, heads=HEADS, deps=DEPS)


@pytest.mark.parametrize(
    ("words", "spans", "found"),
    [
        ("Ann", [(0, 4), (0, 1)], (0, 1)),  # the same characters come first
        ("boy", [(8, 10)], (8, 10)),  # with an article
        ("the boy", [(8, 11)], (8, 11)),  # with 's
        ("him", [(15, 17)], (15, 17)),  # with a full stop
        ("Ann", [(0, 4)], (0, 4)),  # the same head
        ("Ann", [(0, 7), (0, 4), (0, 5)], (0, 4)),  # of those the nearest in length
        ("Ann", [(0, 7)], None),  # a coordination is not its first member
        ("a doctor", [(0, 4)], None),  # other heads
        ("Bob", [(0, 7)], None),
        ("the boy", [(8, 12)], None),
        ("him", [(13, 16)], None),
    ],
)
def test_which_mention_stands_for_an_expression(suite, words, spans, found):
    expression = suite.cases.find(DOC.text, words)
    mention = suite.matching.mention_of(expression, DOC, [DOC[start:end] for start, end in spans])
    assert (mention and (mention.start, mention.end)) == found


def test_a_pronoun_does_not_stand_for_a_longer_expression(suite):
    doc = Doc(Vocab(), words=["You", "two", "left"], heads=[2, 0, 2], deps=["nsubj", "nummod", "ROOT"])
    for words, span in (("You two", doc[0:1]), ("You", doc[0:2])):
        assert suite.matching.mention_of(suite.cases.find(doc.text, words), doc, [span]) is None


def test_decisions_are_right_or_wrong(suite):
    case = {"text": DOC.text, "same": [["Ann", "She"]], "apart": [["Ann", "Bob"], ["She", "him"]], "single": ["him"]}
    decisions = list(suite.cases.decisions(case))

    def right(*chains):
        spans = [[DOC[start:end] for start, end in chain] for chain in chains]
        return [suite.matching.is_right(decision, DOC, spans) for decision in decisions]

    assert right() == [False, True, True, True]
    assert right([(0, 4), (13, 14)]) == [True, True, True, True]
    assert right([(0, 1), (6, 7)], [(13, 14), (15, 16)]) == [False, False, False, False]
    # A chain of one mention counts as none.
    assert right([(15, 16)], [(0, 1), (13, 14)], [(6, 7)]) == [True, True, True, True]


def test_only_the_open_half_is_shown(suite, capsys):
    assert suite.measure.arguments(["--show", "open"]).show == "open"
    with pytest.raises(SystemExit):
        suite.measure.arguments(["--show", "held_out"])
    assert "invalid choice" in capsys.readouterr().err


def test_the_report_has_only_numbers(suite):
    counts = [{"same": [1, 2], "apart": [3, 3]}, {"same": [0, 0], "apart": [1, 2]}]
    result = {half: {"a_b": one, "c": two} for half, (one, two) in zip(suite.cases.HALVES, [counts] * 2, strict=True)}
    rows = [line.strip("| ").split(" | ") for line in suite.measure.report(result).splitlines()]
    assert rows[2] == ["a b", *["4/5", "1/2", "3/3"] * 2]
    assert rows[4] == ["**all**", *["5/7", "1/2", "4/5"] * 2]


def test_the_committed_result_is_of_these_texts(suite):
    """Whoever changes a text runs the report again."""
    committed = json.loads((SCRIPTS / "result.json").read_text(encoding="utf-8"))
    for result in committed.values():
        for half in suite.cases.HALVES:
            counted = {
                name: suite.measure.count((None, d, True) for case in cases for d in case.decisions)
                for name, cases in suite.cases.read_half(half).items()
            }
            assert list(counted) == list(result[half])
            for name, counts in counted.items():
                assert [n for _, n in counts.values()] == [n for _, n in result[half][name].values()], name


def test_no_texts_of_the_halves_differ_only_in_one_word(suite):
    first, second = (
        [frozenset(case.text.lower().split()) for cases in suite.cases.read_half(half).values() for case in cases]
        for half in suite.cases.HALVES
    )
    for one, other in product(first, second):
        assert len(one) < 5 or len(one ^ other) > 2, (sorted(one), sorted(other))


@pytest.mark.slow
def test_a_floor_under_the_packaged_model(suite, packaged):
    """Shares of right decisions of the open half, a little below what the model has (see result.json)."""
    cases = [case for found in suite.cases.read_half("open").values() for case in found]
    counts = suite.measure.count(suite.measure.judged(packaged, cases))
    share = {kind: right / every for kind, (right, every) in counts.items()}
    assert share["same"] > 0.86
    assert share["apart"] > 0.92
