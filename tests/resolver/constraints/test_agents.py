"""Who acts on what: two pronouns after a sentence of people and things."""

import pytest

from corefpipe.resolver.constraints.agents import of_people_and_things
from corefpipe.resolver.tables import detected_table, joint_table


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Anna and Ben adopted two cats. They feed them.", {("two cats", "They"), ("Anna and Ben", "them")}),
        ("The farmers sold the cows. They had fed them.", {("the cows", "They"), ("The farmers", "them")}),
        ("My parents bought two chairs. They put them there.", {("two chairs", "They"), ("My parents", "them")}),
        ("Anna and Ben adopted two cats. They sleep.", set()),
        ("The teachers met the parents. They told them a story.", set()),
        ("The cats saw the mice. They chased them.", set()),
        ("Anna and Ben adopted two cats. It rained. They feed them.", set()),
        ("Anna adopted two cats. They feed them.", set()),
    ],
)
def test_people_do_something_with_things(base, text, apart):
    table = detected_table(base(text))
    words = [" ".join(table.parse.words[start:end]) for start, end, _ in table.triples()]
    assert {(words[one], words[other]) for one, other in of_people_and_things(table)} == apart


def test_a_document_does_not_reach_into_the_next(base):
    docs = [base("Anna and Ben adopted two cats."), base("They feed them.")]
    assert not list(of_people_and_things(joint_table(docs)))
