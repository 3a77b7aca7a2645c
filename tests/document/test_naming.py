"""What names a chain: the fuller form of its most frequent name."""

from __future__ import annotations

import pytest

from corefpipe.document.naming import NAME, Named, main_of


def best(counts: dict[str, int]) -> str:
    """The name of a chain whose mentions are these names, in this order."""
    mentions = [Named(NAME, len(text.split()), text) for text, count in counts.items() for _ in range(count)]
    return mentions[main_of(mentions)].text


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ({"Lizzy": 73, "Elizabeth": 607, "Miss Elizabeth Bennet": 5, "Elizabeth Bennet": 3}, "Elizabeth Bennet"),
        ({"Elizabeth": 607, "Elizabeth Bennet": 1}, "Elizabeth"),  # once is an error
        ({"Mr. Darcy": 233, "Darcy": 92, "Mr. Fitzwilliam Darcy": 1}, "Mr. Darcy"),
        ({"Lady Catherine": 98, "Lady Catherine de Bourgh": 13}, "Lady Catherine de Bourgh"),
        ({"Lydia": 118, "poor Lydia": 4, "Lydia stoutly": 2}, "Lydia"),
        ({"Emma": 803, "My dear Emma": 5, "Emma Woodhouse": 3}, "Emma Woodhouse"),
        ({"Mr. Woodhouse": 132, "Poor Mr. Woodhouse": 2, "poor Mr. Woodhouse": 3}, "Mr. Woodhouse"),
        ({"Lizzy": 9, "Elizabeth": 10}, "Elizabeth"),
        ({"Mina": 106, "Madam Mina": 66, "Mina Murray": 9, "Miss Mina Murray": 2, "Mina Harker": 26}, "Mina Harker"),
    ],
)
def test_the_name_of_a_chain(counts, wanted):
    assert best(counts) == wanted


def test_without_names():
    assert main_of([Named("other", 1, "she"), Named("phrase", 2, "the girl")]) == 1


def test_few_names_among_many_mentions_are_errors():
    """The chain of a narrator without a name has one wrong name: it is no name of hers."""
    narrator = [Named(NAME, 3, "poor Mr. Swales"), *[Named("other", 1, "I")] * 300, Named("phrase", 2, "my friend")]
    assert narrator[main_of(narrator)].text == "I"
    assert narrator[:100][main_of(narrator[:100])].text == "poor Mr. Swales"
