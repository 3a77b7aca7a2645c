"""Zeros, heads that are not annotated, mention overlap; equal to the figures of CorefUD's scorer (2024).

The expected values of `test_*_like_*` were computed with the algorithm of the official scorer (ufal/corefud-scorer,
match head, dependent zeros, first words as heads), those of the small cases stand in its `ZeroTestCases.README`.
"""

from __future__ import annotations

import pytest
from helpers.documents import parse

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.scoring import PRF, score, score_partitions

METRICS = ["muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "mention_overlap", "zero_anaphora"]


def sentence(*rows: str) -> str:
    """A sentence of rows `number form head:relation Entity`; the number of an empty node has a dot."""
    lines = []
    for row in rows:
        number, form, deps, entity = row.split()
        misc = "_" if entity == "-" else f"Entity={entity}"
        head, relation = deps.split("|")[0].split(":", 1)
        deps = "_" if deps == "_:_" else deps
        basic = ("_", "_") if "." in number else (head, relation)
        lines.append("\t".join((number, form, "_", "PRON" if "." in number else "X", "_", "_", *basic, deps, misc)))
    return "\n".join(lines) + "\n\n"


def document(*sentences: str) -> Document:
    text = "# newdoc id = d\n# global.Entity = eid-etype-head\n" + "".join(sentences)
    (found,) = parse("conllu", text)
    return found


# Petr saw Jana; (he) greeted (her); (she) laughed when (he) left.
CZECH = document(
    sentence("1 Petr 2:nsubj (e1-p-1)", "2 viděl 0:root -", "3 svou 4:det (e2-p-2(e1-p-1)", "4 sestru 2:obj e2)"),
    sentence("0.1 on 1:nsubj (e1-p-1)", "1 pozdravil 0:root -", "1.1 ona 1:obj (e2-p-1)", "2 hned 1:advmod -"),
    sentence(
        "0.1 ona 1:nsubj (e2-p-1)",
        "1 smála 0:root -",
        "2 se 1:expl -",
        "3 když 4:mark -",
        "3.1 on 4:nsubj|5:nsubj (e1-p-1)",
        "4 odešel 1:advcl (e3-x-1)",
        "5 domů 4:advmod (e4-x-1)",
    ),
    sentence("1 To 2:nsubj (e3-x-1)", "2 bylo 0:root -", "3 dům 2:obj (e4-x-1)"),
)
CZECH_RESPONSE = document(
    sentence("1 Petr 2:nsubj (a-p-1)", "2 viděl 0:root -", "3 svou 4:det (b-p-1)", "4 sestru 2:obj (c-p-1)"),
    # Other places for both zeros.
    sentence("1 pozdravil 0:root -", "2 hned 1:advmod -", "2.1 on 1:nsubj (a-p-1)", "2.2 ona 1:obj (b-p-1)"),
    sentence(
        "1 smála 0:root -",
        "1.1 ona 1:nsubj (a-p-1)",
        "2 se 1:expl -",
        "3 když 4:mark -",
        "4 odešel 1:advcl (d-x-1)",
        "4.1 on 4:nsubj (b-p-1)",
        "5 domů 4:advmod (e-x-1)",
    ),
    sentence("1 To 2:nsubj (d-x-1)", "2 bylo 0:root -", "3 dům 2:obj (d-x-1)"),
)

# (She) says that María sings; (she) sings well and (they) hear her.
SPANISH = document(
    sentence(
        "0.1 _ 1:nsubj (e1-p-1)",
        "1 Dice 0:root -",
        "2 que 4:mark -",
        "3 María 4:nsubj (e2-p-1)",
        "4 canta 1:ccomp (e5-x-1)",
    ),
    sentence("1 La 2:det (e1-p-2", "2 madre 3:nsubj e1)", "3 sonríe 0:root -", "3.1 _ 4:nsubj (e2-p-1)", "4 y 3:cc -"),
    sentence(
        "0.1 _ 1:nsubj (e2-p-1)", "1 Canta 0:root (e5-x-1)", "1.1 _ 3:nsubj (e6-p-1)", "2 y 3:cc -", "3 oyen 1:c -"
    ),
    sentence("0.1 _ 1:nsubj (e6-p-1)", "1 Aplauden 0:root -", "2 a 4:case (e2-p-3", "3 la 4:det -", "4 niña 1:obj e2)"),
)
SPANISH_RESPONSE = document(
    sentence(
        "1 Dice 0:root -",
        "1.1 _ 1:nsubj (a-p-1)",
        "2 que 4:mark -",
        "3 María 4:nsubj (a-p-1)",
        "4 canta 1:ccomp -",
    ),
    sentence("1 La 2:det -", "2 madre 3:nsubj (b-p-1)", "3 sonríe 0:root -", "3.1 _ 4:obj (a-p-1)", "4 y 3:cc -"),
    sentence("1 Canta 0:root -", "1.1 _ 1:nsubj (b-p-1)", "2 y 3:cc -", "3 oyen 1:c -", "3.1 _ 2:nsubj (b-p-1)"),
    sentence("0.1 _ 1:nsubj (c-p-1)", "1 Aplauden 0:root -", "2 a 4:case -", "3 la 4:det (a-p-2", "4 niña 1:obj a)"),
)


def test_a_key_with_zeros_against_itself():
    for key in (CZECH, SPANISH, CZECH_RESPONSE, SPANISH_RESPONSE):
        found = score(key, key, profile="corefud", metrics=METRICS)
        assert [found[metric] for metric in METRICS] == [PRF(1, 1, 1)] * len(METRICS)


def values(found) -> dict[str, tuple[float, float]]:
    return {metric: (found[metric].recall, found[metric].precision) for metric in METRICS}


CZECH_DEPENDENT = {
    "muc": (3 / 7, 1 / 2),
    "b_cubed": (31 / 66, 5 / 9),
    "ceaf_m": (5 / 11, 5 / 9),
    "ceaf_e": (179 / 420, 179 / 315),
    "blanc": (17 / 44, 31 / 54),
    "lea": (10 / 33, 1 / 3),
    "mention_overlap": (5 / 12, 5 / 9),
    "zero_anaphora": (1 / 2, 1 / 2),
}
CZECH_LINEAR = {
    "muc": (1 / 7, 1 / 6),
    "b_cubed": (3 / 11, 7 / 27),
    "ceaf_m": (3 / 11, 1 / 3),
    "ceaf_e": (19 / 70, 38 / 105),
    "blanc": (5 / 44, 1 / 6),
    "lea": (2 / 11, 1 / 9),
    "mention_overlap": (5 / 12, 5 / 9),
    "zero_anaphora": (0, 0),
}
SPANISH_DEPENDENT = {
    "muc": (1 / 3, 2 / 5),
    "b_cubed": (7 / 20, 19 / 42),
    "ceaf_m": (2 / 5, 4 / 7),
    "ceaf_e": (23 / 80, 23 / 40),
    "blanc": (2 / 9, 1 / 3),
    "lea": (1 / 5, 2 / 7),
    "mention_overlap": (6 / 13, 3 / 4),
    "zero_anaphora": (1 / 3, 1 / 3),
}
SPANISH_LINEAR = SPANISH_DEPENDENT | {"b_cubed": (13 / 40, 5 / 12), "blanc": (1 / 4, 5 / 12)}


@pytest.mark.parametrize(
    ("key", "response", "zeros", "expected"),
    [
        (CZECH, CZECH_RESPONSE, "dependent", CZECH_DEPENDENT),
        (CZECH, CZECH_RESPONSE, "linear", CZECH_LINEAR),
        (SPANISH, SPANISH_RESPONSE, "dependent", SPANISH_DEPENDENT),
        (SPANISH, SPANISH_RESPONSE, "linear", SPANISH_LINEAR),
    ],
    ids=["Czech", "Czech linear", "Spanish", "Spanish linear"],
)
def test_equal_to_the_official_scorer(key, response, zeros, expected):
    found = score(key, response, profile="corefud", heads="first", zeros=zeros, metrics=METRICS)
    assert values(found) == {metric: tuple(map(pytest.approx, pair)) for metric, pair in expected.items()}


def case(*zeros: str) -> Document:
    """The text of the cases ZF and ZG: {a c …} {b e …}, with these zeros as `number deps entity`."""
    rows = {float(n): f"{n} w 0:_ -" for n in range(1, 21)}
    rows |= {1: "1 w 0:_ (e1-x-1", 2: "2 w 0:_ e1)", 4: "4 w 0:_ (e2-x-1", 7: "7 w 0:_ e2)"}
    rows |= {12: "12 w 0:_ (e1-x-1)", 19: "19 w 0:_ (e2-x-1)"}
    for zero in zeros:
        number, deps, entity = zero.split()
        rows[float(number)] = f"{number} _ {deps} ({entity}-x-1)"
    return document(sentence(*(rows[n] for n in sorted(rows))))


ZF = case("15.1 15:nsubj e1")
ZG = case("15.1 13:a|14:b|15:c e1")
OFFICIAL_CASES = [
    (ZF, ["15.1 15:nsubj e1"], (1, 1), (1, 1), (1, 1)),
    (ZF, ["17.1 15:nsubj e1"], (1, 1), (2 / 3, 2 / 3), (1, 1)),
    (ZF, ["17.1 15:dep e1"], (1, 1), (2 / 3, 2 / 3), (1, 1)),
    (ZF, ["15.1 15:dep e1", "17.1 15:nsubj e2"], (2 / 3, 1 / 2), (1, 3 / 4), (11 / 15, 1 / 2)),
    (ZG, ["15.1 15:c e1"], (1, 1), (1, 1), (1, 1)),
    (ZG, ["15.2 13:a|15:x e1", "15.1 13:a|18:x e2"], (1, 3 / 4), None, (1, 13 / 18)),
    (ZG, ["15.2 13:a e1", "15.1 13:x|14:y|15:z e2"], (1, 3 / 4), None, (1, 13 / 18)),
]


@pytest.mark.parametrize(("key", "zeros", "muc", "muc_linear", "b_cubed"), OFFICIAL_CASES)
def test_cases_of_the_official_scorer(key, zeros, muc, muc_linear, b_cubed):
    """Recall and precision as in `ZeroTestCases.README`."""
    response = case(*zeros)
    found = score(key, response, profile="corefud", singletons="keep")
    assert (found["muc"].recall, found["muc"].precision) == pytest.approx(muc)
    assert (found["b_cubed"].recall, found["b_cubed"].precision) == pytest.approx(b_cubed)
    if muc_linear is not None:
        linear = score(key, response, profile="corefud", singletons="keep", zeros="linear")["muc"]
        assert (linear.recall, linear.precision) == pytest.approx(muc_linear)


def test_a_response_may_have_other_empty_nodes_and_one_may_have_none():
    plain = document(sentence("1 a 0:root (e1-x-1)", "2 b 1:dep (e1-x-1)"))
    rich = document(sentence("0.1 z 1:dep (e1-x-1)", "1 a 0:root (e1-x-1)", "2 b 1:dep (e1-x-1)"))
    found = score(rich, plain, profile="corefud", metrics=["mentions", "muc"])
    assert (found["mentions"].recall, found["mentions"].precision) == (2 / 3, 1)
    assert (found["muc"].recall, found["muc"].precision) == (1 / 2, 1)


def test_the_zero_at_the_place_of_another_one():
    """Two zeros that trade places are aligned by their parents; the official scorer loses one of them in recall."""
    key = document(
        sentence("0.1 z 1:nsubj (e1-x-1)", "1 a 0:root (e1-x-1)", "1.1 z 1:obj (e2-x-1)", "2 b 1:x (e2-x-1)")
    )
    other = document(
        sentence("1 a 0:root (e1-x-1)", "1.1 z 1:nsubj (e1-x-1)", "2 b 1:x (e2-x-1)", "2.1 z 1:obj (e2-x-1)")
    )
    assert score(key, other, profile="corefud")["muc"] == PRF(1, 1, 1)


def test_zeros_without_dependencies_match_by_place():
    key = document(sentence("0.1 z _:_ (e1-x-1)", "1 a 0:root (e1-x-1)"))
    assert score(key, key, profile="corefud")["muc"] == PRF(1, 1, 1)


def test_zeros_that_do_not_count_are_said():
    found = score(CZECH, CZECH_RESPONSE, metrics="muc")
    assert any("4 zeros of the key and 4 zeros of the response" in note for note in found.notes)
    assert "|zeros:ignore|" in found.signature
    counted = score(CZECH, CZECH_RESPONSE, metrics="muc", zeros="dependent")
    assert counted.notes == ()
    assert "|zeros:dependent|" in counted.signature


def test_zeros_are_pronouns():
    rows = score(SPANISH, SPANISH, profile="corefud", metrics="mentions").by("mention-type")
    assert rows["pronoun"].counts["mentions"].sum(axis=0)[1] == 5
    assert sum(row.counts["mentions"].sum(axis=0)[1] for row in rows.values()) == 10


@pytest.mark.parametrize("metric", ["mention_overlap", "zero_anaphora"])
def test_clusterings_have_no_words(metric):
    with pytest.raises(AnnotationError, match="needs mentions with words"):
        score_partitions([[0, 1]], [[0, 1]], metrics=metric)


def without_heads(tree: bool = True) -> Document:
    """A mention of two words, the second of which is its head by the tree, and a pronoun."""
    heads = ("2:det", "3:nsubj", "0:root", "3:obj") if tree else ("_:_",) * 4
    rows = zip((1, 2, 3, 4), ("the", "dog", "bites", "itself"), heads, ("(e1", "e1)", "-", "(e1)"), strict=True)
    return document(sentence(*(" ".join(map(str, row)) for row in rows)))


def test_where_heads_come_from_is_said():
    key = without_heads()
    response = document(
        sentence("1 the 2:det -", "2 dog 3:nsubj (a-x-1)", "3 bites 0:root -", "4 itself 3:obj (a-x-1)")
    )
    by_tree = score(key, response, profile="corefud")
    assert by_tree["muc"] == PRF(1, 1, 1)
    assert "|heads:tree|" in by_tree.signature
    assert any("1 mention of the key" in note and "dependency tree" in note for note in by_tree.notes)
    by_first = score(key, response, profile="corefud", heads="first")
    assert by_first["muc"] == PRF(0, 0, 0)
    assert "|heads:first|" in by_first.signature
    assert any("the first word" in note for note in by_first.notes)
    # Nothing to say, and no setting, where heads do not matter.
    exact = score(key, response, singletons="keep")
    assert exact.notes == ()
    assert "heads:" not in exact.signature


def test_without_heads_and_tree():
    key = without_heads(tree=False)
    with pytest.raises(AnnotationError, match="--heads first"):
        score(key, key, profile="corefud")
    assert score(key, key, profile="corefud", heads="first")["muc"] == PRF(1, 1, 1)
