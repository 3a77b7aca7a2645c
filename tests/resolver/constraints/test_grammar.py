"""What grammar forbids and demands, on parses of the packaged pipeline of sentences that are easy to parse."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.resolver.constraints.registry import CONSTRAINTS, constraints_of, deciding
from corefpipe.resolver.tables import given_table

CASES = [
    (name, *case)
    for name, cases in tomllib.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8")).items()
    for case in cases
]


def table_of(nlp, text, *mentions):
    doc = nlp(text)
    spans = []
    end = 0
    for words in mentions:
        pattern = re.compile(rf"\b{re.escape(words)}(?!\w)")
        # After the one before, or inside it.
        place = pattern.search(text, end) or pattern.search(text)
        end = place.end()
        found = doc.char_span(*place.span())
        spans.append((found.start, found.end))
    return given_table(doc, spans), spans


@pytest.mark.parametrize(("name", "text", "one", "other", "verdict"), CASES)
def test_a_constraint(base, name, text, one, other, verdict):
    table, spans = table_of(base, text, one, other)
    known = [(start, end) for start, end, _ in table.triples()]
    rows = [known.index(table.parse.in_words(*span)) for span in spans]
    assert deciding(table, [name], *rows) == ([] if verdict == "open" else [(name, verdict == "together")])


def test_there_are_cases_of_each_constraint():
    """But for `people`, which decides in books only: see test_people.py."""
    assert {name for name, *_ in CASES} == set(CONSTRAINTS) - {"people"}


@pytest.mark.parametrize(
    ("text", "subject", "forbidden"),
    [
        ("My sister is a painter; he is a cook.", "My sister", True),
        ("Kim is a painter; he is a cook.", "Kim", False),
        ("It was a painter; he was a cook.", "It", False),
    ],
)
def test_a_predicate_has_the_gender_of_its_subject(base, text, subject, forbidden):
    table, _ = table_of(base, text, subject, "a painter", "he")
    assert deciding(table, ["genders"], 1, 2) == ([("genders", False)] if forbidden else [])


def test_a_name_beside_a_full_name_is_no_first_name(base):
    table, _ = table_of(base, "Jim Grace and Ann slept. Grace sang. He left.", "Jim Grace", "Grace", "He")
    assert deciding(table, ["genders"], 1, 2) == []


def test_first_names_of_one_longer_name(base):
    text = "Ann slept. Mary sang. Mary Ann Bell left."
    table, _ = table_of(base, text, "Ann", "Mary", "Mary Ann Bell")
    assert deciding(table, ["single_names"], 0, 1) == []


@pytest.mark.parametrize(
    ("text", "names", "forbidden"),
    [
        ("Emma Bell left. Miss Taylor saw Emma.", ["Miss Taylor"], True),
        ("Emma Bell left. Ms Ruiz saw Emma.", ["Ms Ruiz"], True),
        ("Emma Bell left. Mrs. Taylor saw Emma.", ["Mrs. Taylor"], True),
        ("Emma Bell left. Lord Taylor saw Emma.", ["Lord Taylor"], False),  # the name of a place, perhaps
        ("Emma Bell left. Emma Hart came. Miss Ruiz saw Emma.", ["Emma Hart", "Miss Ruiz"], False),  # of two
        ("Emma Bell left. Miss Bell saw Emma.", ["Miss Bell"], False),
        ("Emma Bell left. Taylor sang. Miss Taylor saw Emma.", ["Taylor", "Miss Taylor"], False),  # a first name here
    ],
)
def test_a_first_name_has_the_surname_that_follows_it(base, text, names, forbidden):
    table, _ = table_of(base, text, "Emma Bell", *names, "Emma")
    assert deciding(table, ["single_names"], len(names), len(names) + 1) == (
        [("single_names", False)] if forbidden else []
    )


def test_more_names_than_people_have_are_not_compared(base):
    from corefpipe.resolver.constraints import names

    table, _ = table_of(base, "Ann slept. Mary sang.", "Ann", "Mary")
    assert deciding(table, ["single_names"], 0, 1) == [("single_names", False)]
    many = {row: f"name{row}" for row in range(names._MOST_NAMES + 1)}
    assert names._numbers_of_people(table.lexicon, many, []) == {}


def test_all_have_a_description():
    for name, one in CONSTRAINTS.items():
        assert one.name == name
        assert one.summary.endswith(".")


def test_no_constraints(base):
    table, _ = table_of(base, "The whole slept.", "The whole")
    assert constraints_of(table, tuple(CONSTRAINTS)) is None
    assert constraints_of(table, ()) is None


def chained(n, dep):
    """Nouns each of which depends on the one before, and a mention from each noun to the end."""
    doc = Doc(
        Vocab(),
        words=["man"] * n,
        pos=["NOUN"] * n,
        tags=["NN"] * n,
        lemmas=["man"] * n,
        heads=[0, *range(n - 1)],
        deps=["ROOT", *[dep] * (n - 1)],
    )
    return given_table(doc, [(i, n) for i in range(n)])


def coordinated(n):
    """A verb whose subject and object are n names each."""
    words = ["Ann"] * n + ["saw"] + ["her"] * n
    heads = [n, *[0] * (n - 1), n, n, *[n + 1] * (n - 1)]
    deps = ["nsubj", *["conj"] * (n - 1), "ROOT", "obj", *["conj"] * (n - 1)]
    pos = ["PROPN"] * n + ["VERB"] + ["PRON"] * n
    doc = Doc(Vocab(), words=words, pos=pos, tags=["NN"] * len(words), lemmas=words, heads=heads, deps=deps)
    return given_table(doc, [(i, i + 1) for i in range(len(words)) if i != n])


@pytest.mark.parametrize("table", [lambda n: chained(n, "nmod"), lambda n: chained(n, "conj"), coordinated])
@pytest.mark.parametrize("name", ["parts", "co_arguments", "commanding_pronouns"])
def test_what_nobody_writes_costs_no_more_than_its_length(table, name):
    def pairs(n):
        found = CONSTRAINTS[name].compute(table(n))
        return 0 if found is None else len(found.apart)

    assert pairs(600) <= max(2.5 * pairs(300), 200)
