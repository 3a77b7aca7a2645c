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
        ({"Mrs. Musgrove": 65, "Musgrove": 3, "Mrs. Charles Musgrove": 5}, "Mrs. Musgrove"),
        ({"Sapt": 237, "old Sapt": 20, "Colonel Sapt": 16, "Old Sapt": 9, "the Chancellor": 2}, "Colonel Sapt"),
        ({"Jo": 1300, "Miss Jo": 18, "Jo rashly": 5}, "Jo"),
        ({"Frederick": 154, "Fred": 18, "Master Frederick": 18}, "Frederick"),
        ({"Mr. Thornton": 371, "Thornton": 36, "John Thornton": 4, "Mr. Thornton of Milton": 2}, "Mr. Thornton"),
        ({"the Marshal": 16, "Marshal": 7, "Marshal Strakencz": 5, "Strakencz": 4}, "Marshal Strakencz"),
        ({"Rose": 11, "My dear Rose": 2, "pretty Rose": 1}, "Rose"),
        ({"Mary": 2, "Aunt Mary": 1}, "Aunt Mary"),
        ({"Merkel": 5, "Angela Merkel": 1}, "Angela Merkel"),
        ({"the Bank": 5, "the Bank of England": 2}, "the Bank of England"),
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
