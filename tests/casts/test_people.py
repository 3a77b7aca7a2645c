"""The people of a document by the forms of their names."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.casts.forms import Form
from corefpipe.casts.people import people_of
from corefpipe.casts.person import Person
from corefpipe.lexicon import load_lexicon

ENGLISH = load_lexicon("en")


def form(name: str) -> Form:
    return Form.of(ENGLISH, tuple(name.lower().split()))


def people(
    counts: dict[str, int] | list[str],
    genders: dict[str, str] | None = None,
    beside: dict[tuple[str, str], int] | None = None,
) -> set[frozenset[str]]:
    """The names of each person; a list counts each name five times."""
    numbers = counts if isinstance(counts, dict) else dict.fromkeys(counts, 5)
    names = {form(name): name for name in numbers}
    found = people_of(
        ENGLISH,
        {form(name): count for name, count in numbers.items()},
        {form(name): gender for name, gender in (genders or {}).items()},
        {tuple(sorted(map(form, pair))): count for pair, count in (beside or {}).items()},
    )
    return {frozenset(names[one] for one in person.forms) for person in found}


def groups(*several: str) -> set[frozenset[str]]:
    return {frozenset(one.split(", ")) for one in several}


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("Fitzwilliam Darcy, Mr. Darcy, Darcy", ["Fitzwilliam Darcy, Mr. Darcy, Darcy"]),
        ("Elizabeth Bennet, Elizabeth, Lizzy, Eliza", ["Elizabeth Bennet, Elizabeth, Lizzy, Eliza"]),
        ("Elizabeth Bennet, E. Bennet", ["Elizabeth Bennet, E. Bennet"]),
        ("Elizabeth Bennet, Jane Bennet", ["Elizabeth Bennet", "Jane Bennet"]),
        ("Mr. Bennet, Mrs. Bennet", ["Mr. Bennet", "Mrs. Bennet"]),
        ("Mr. Bennet, Mrs. Bennet, Miss Bennet", ["Mr. Bennet", "Mrs. Bennet", "Miss Bennet"]),
        ("Mr. Bennet, Mrs. Bennet, Bennet", ["Mr. Bennet, Bennet", "Mrs. Bennet"]),
        ("Tom Bell, Ann Bell, Bell", ["Tom Bell, Bell", "Ann Bell"]),
        ("Tom Bell, Jack Bell, Bell", ["Tom Bell", "Jack Bell"]),
        ("Tom Bell, Tom Hill, Tom", ["Tom Bell", "Tom Hill"]),
        ("Jane Bell, Elizabeth Bell, Miss Bell", ["Jane Bell", "Elizabeth Bell", "Miss Bell"]),
        ("Jane Bell, Tom Bell, Miss Bell", ["Jane Bell, Miss Bell", "Tom Bell"]),
        ("Miss Elizabeth, Elizabeth Bennet", ["Miss Elizabeth, Elizabeth Bennet"]),
        ("Sir William, William Lucas, Lady Lucas", ["Sir William, William Lucas", "Lady Lucas"]),
        ("Charlotte Lucas, Charlotte, Lady Lucas", ["Charlotte Lucas, Charlotte", "Lady Lucas"]),
        ("Amy March, Amy, Mrs. March", ["Amy March, Amy", "Mrs. March"]),
        ("Colonel Bell, Mrs. Bell", ["Colonel Bell", "Mrs. Bell"]),
        ("Mr. Bell, Doctor Bell", ["Mr. Bell, Doctor Bell"]),
        ("Ann, Tom", ["Ann", "Tom"]),
        ("Miss de Bourgh, Anne de Bourgh", ["Miss de Bourgh, Anne de Bourgh"]),
        ("Pemberley", ["Pemberley"]),
    ],
)
def test_which_names_are_one_persons(names, wanted):
    assert people(names.split(", ")) == groups(*wanted)


def test_a_rare_namesake_does_not_make_a_name_ambiguous():
    wanted = groups("Tom Bell, Tom", "Tom Hill")
    assert people({"Tom Bell": 30, "Tom Hill": 2, "Tom": 40}) == wanted
    assert people({"Tom Bell": 5, "Tom Hill": 2, "Tom": 4}) == groups("Tom Bell", "Tom Hill")


def test_a_frequent_short_name_is_somebody_of_their_own():
    """Who is nearly always called "Oliver" is not split by rare longer names."""
    found = people({"Oliver Twist": 20, "Oliver Bell": 3, "Oliver": 800})
    assert frozenset({"Oliver Twist", "Oliver"}) in found


def test_names_that_a_parser_glued_together():
    """A form that occurs once is no name if its words are names of two people."""
    assert people({"Beth": 50, "Frank": 40, "Beth Frank": 1}) == groups("Beth", "Frank")
    assert people({"Beth": 50, "Beth Frank": 1}) == groups("Beth, Beth Frank")
    assert people({"Beth": 50, "Beth Frank": 4}) == groups("Beth, Beth Frank")


def test_other_evidence_of_gender():
    """A name that shows no gender has that of its pronouns."""
    names = {"Netherby Bell": 5, "Mr. Bell": 5}
    assert people(names, {"Netherby Bell": "male"}) == groups("Netherby Bell, Mr. Bell")
    assert people(names, {"Netherby Bell": "female"}) == groups("Netherby Bell", "Mr. Bell")


def test_what_people_are_is_a_title():
    assert people(["Gabriel Oak", "Farmer Oak", "Oak"]) == groups("Gabriel Oak, Farmer Oak, Oak")


def test_a_mistress_is_no_wife():
    wanted = groups("Mary, Mary Lennox, Mistress Mary, Miss Mary")
    assert people({"Mary": 600, "Mary Lennox": 13, "Mistress Mary": 50, "Miss Mary": 19}) == wanted


def test_a_woman_marries():
    """Mina Murray becomes Mina Harker: one first name, and the second surname is a man's."""
    names = {
        "Miss Mina Murray": 3,
        "Mina Murray": 4,
        "Mina Harker": 5,
        "Mr. Harker": 9,
        "Jonathan Harker": 9,
        "Mina": 40,
    }
    mina = next(one for one in people(names) if "Mina" in one)
    assert mina == {"Miss Mina Murray", "Mina Murray", "Mina Harker", "Mina"}
    assert people({"Mina Murray": 4, "Mina Hill": 5}) == groups("Mina Murray", "Mina Hill")


def test_somebody_usually_called_otherwise():
    """Nobody is usually both "Mr. Lennox" and "Captain Lennox"."""
    known = {"Mr. Henry Lennox": 5, "Mr. Lennox": 40, "Captain Lennox": 30}
    assert people(known) == groups("Mr. Henry Lennox, Mr. Lennox", "Captain Lennox")
    assert people({"Mr. Smollett": 40, "Captain Smollett": 30}) == groups("Mr. Smollett, Captain Smollett")
    assert people({"Mr. Lennox": 40, "Captain Lennox": 2}) == groups("Mr. Lennox, Captain Lennox")


def test_brothers_stand_beside_each_other():
    """Mr. John Knightley is another one than Mr. Knightley; Mr. Franklin Blake is not."""
    known = {"Mr. John Knightley": 29, "John Knightley": 14, "Mr. Knightley": 290}
    brothers = {("Mr. Knightley", "Mr. John Knightley"): 1}
    assert people(known, beside=brothers) == groups("Mr. John Knightley, John Knightley", "Mr. Knightley")
    assert people({"Mr. Franklin Blake": 76, "Franklin Blake": 21, "Mr. Blake": 167}) == groups(
        "Mr. Franklin Blake, Franklin Blake, Mr. Blake"
    )


def test_an_initial_is_not_enough_for_a_first_name():
    assert people({"A. Carter": 1, "Mr. Carter": 90, "Albert": 61}) == groups("A. Carter, Mr. Carter", "Albert")


def test_a_rare_first_name_is_not_enough_for_a_form_of_it():
    known = {"Molly Ivors": 1, "Molly": 2, "Miss Ivors": 24, "Maria": 42}
    assert people(known) == groups("Molly Ivors, Molly, Miss Ivors", "Maria")
    assert people({"Sarah Pocock": 10, "Sally": 18}) == groups("Sarah Pocock, Sally")


def test_a_father_has_a_title():
    """The bare surname is the son's, who is not called "Mr."."""
    known = {"Dick Gale": 39, "Dick": 394, "Mr. Gale": 50, "Biff Gale": 1, "Gale": 828}
    family = {("Mr. Gale", "Dick"): 20}
    assert people(known, beside=family) == groups("Dick Gale, Dick, Gale", "Mr. Gale, Biff Gale")
    known |= {"Dick Gale": 3, "Dick": 4}  # who is seldom named
    assert not any({"Gale", "Dick"} <= one for one in people(known, beside=family))


def test_wives_are_told_apart_by_their_husbands():
    known = {"Mrs. Newland Archer": 12, "Mrs. Archer": 90}
    assert people(known) == groups("Mrs. Newland Archer", "Mrs. Archer")


def test_short_first_names():
    """A short form is a first name, even if it is none of its own."""
    assert people(["Nancy Bell", "Nancy", "Nance"]) == groups("Nancy Bell, Nancy, Nance")
    assert people(["Arthur Holmwood", "Art"]) == groups("Arthur Holmwood, Art")


def test_the_wife_of_a_man_known_by_his_first_name():
    """“Mrs. Joe” does not make "Joe" a surname."""
    found = people({"Joe": 600, "Joe Gargery": 5, "Mr. Gargery": 12, "Mrs. Joe": 60})
    assert found == groups("Joe, Joe Gargery, Mr. Gargery", "Mrs. Joe")


def test_a_lady_with_her_own_first_name():
    assert people({"Lady Catherine": 90, "Lady Catherine de Bourgh": 13}) == groups(
        "Lady Catherine, Lady Catherine de Bourgh"
    )


def test_names_after_a_marriage():
    """Mrs. Harker is Mina Murray, whose husband is Mr. Harker; "Amy Curtis March" did not marry Mr. March."""
    names = {
        "Miss Mina Murray": 3,
        "Mina Harker": 26,
        "Mrs. Harker": 60,
        "Madam Mina": 60,
        "Mina": 100,
        "Mr. Harker": 9,
    }
    assert people(names) == groups("Miss Mina Murray, Mina Harker, Mrs. Harker, Madam Mina, Mina", "Mr. Harker")
    names = {"Amy": 90, "Amy Curtis March": 1, "Amy Curtis": 1, "Amy March": 2, "Mr. March": 20, "Mrs. March": 100}
    assert groups("Mr. March", "Mrs. March") < people(names)


def test_titles_of_relatives():
    """What only nieces and nephews call somebody is rare; somebody often called so is another person."""
    assert people({"Mrs. Shaw": 53, "Aunt Shaw": 16}) == groups("Mrs. Shaw, Aunt Shaw")
    assert people({"Mr. Hale": 90, "Mrs. Hale": 90, "Aunt Hale": 4}) == groups("Mr. Hale", "Mrs. Hale, Aunt Hale")
    assert people({"Mrs. March": 117, "Aunt March": 71}) == groups("Mrs. March", "Aunt March")
    names = {"Margaret": 900, "Miss Hale": 130, "Margaret Hale": 4, "Aunt Margaret": 1, "Aunt Hale": 4}
    assert people(names) == groups("Margaret, Miss Hale, Margaret Hale, Aunt Margaret", "Aunt Hale")


def test_parents_are_not_their_children():
    """Where "Mr. Hale" and "Mrs. Hale" are usual, they are not those who are called by a bare first name."""
    names = {"Mr. Hale": 40, "Mrs. Hale": 40, "Frederick Hale": 5, "Frederick": 20, "Margaret Hale": 5, "Margaret": 90}
    assert people(names) == groups("Mr. Hale", "Mrs. Hale", "Frederick Hale, Frederick", "Margaret Hale, Margaret")


def test_what_is_known_of_a_person():
    counts = {form(name): 2 for name in ("Miss Elizabeth Bennet", "Lizzy", "Elizabeth Bennet")}
    (found,) = people_of(ENGLISH, counts, {})
    assert (found.firsts, found.lasts) == ({"elizabeth", "lizzy"}, {"bennet"})
    assert (found.gender, found.count, found.titles) == ("female", 6, {"miss": 2})
    assert found.forms == counts


def test_somebody_of_one_name():
    found = Person.of_form(ENGLISH, form("Mrs. Bell"))
    assert (found.gender, found.titles, found.forms) == ("female", {"mrs": 1}, {})
    assert Person.of_form(ENGLISH, form("Netherby")).gender == ""


def test_nobody():
    assert people_of(ENGLISH, {}, {}) == []


NAMES = ["Tom Bell", "Ann Bell", "Mr. Bell", "Mrs. Bell", "Miss Bell", "Bell", "Ann", "Tom", "Captain Hill", "Hill"]
NAMES += ["Thomas Hill", "Miss Ann", "Aunt Hill", "Lady Hill", "A. Hill", "Annie", "Sir Tom"]
NAMES += ["Beth Frank", "Beth", "Frank"]
some_names = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 60), max_size=len(NAMES))


@given(some_names, st.randoms())
def test_law_the_order_of_forms_does_not_count(counts, random):
    order = random.sample(list(counts), len(counts))
    assert people({name: counts[name] for name in order}) == people(counts)


@given(some_names)
def test_law_a_form_is_of_one_person_at_most(counts):
    numbers = {form(name): count for name, count in counts.items()}
    found = people_of(ENGLISH, numbers, {})
    forms = [one for person in found for one in person.forms]
    assert len(set(forms)) == len(forms)
    assert all(person.forms[one] == numbers[one] for person in found for one in person.forms)


@given(some_names)
def test_law_nobody_is_man_and_woman(counts):
    men, women = {"Mr. Bell", "Tom Bell", "Sir Tom"}, {"Mrs. Bell", "Miss Bell", "Ann Bell", "Lady Hill"}
    assert not any(names & men and names & women for names in people(counts))


def invented(n: int) -> dict[Form, int]:
    """Three forms of each of n people, each with a surname of their own."""
    return {
        form: 3
        for number in range(n)
        for form in (
            Form((), ("ann", f"bell{number}")),
            Form(("mrs.",), (f"bell{number}",)),
            Form((), (f"bell{number}",)),
        )
    }


def test_the_time_is_that_of_a_book():
    """A novel has some hundred people, an archive some thousand."""

    def seconds(n: int) -> float:
        start = perf_counter()
        assert len(people_of(ENGLISH, invented(n), {})) == n
        return perf_counter() - start

    assert seconds(1000) < 3


def persuasion(beside: dict[tuple[str, str], int]) -> set[frozenset[str]]:
    """The people of a family, given the sentences that have two names."""
    names = {"Anne Elliot": 14, "Anne": 400, "Miss Anne": 13, "Elizabeth Elliot": 1, "Elizabeth": 80, "Miss Elliot": 40}
    counts = {form(name): count for name, count in names.items()}
    pairs = {tuple(sorted(map(form, pair))): count for pair, count in beside.items()}
    found = people_of(ENGLISH, counts, {}, pairs)
    return {frozenset(name for name in names if form(name) in person.forms) for person in found}


def test_names_that_stand_beside_each_other_are_two_peoples():
    anne, elizabeth = {"Anne Elliot", "Anne", "Miss Anne"}, {"Elizabeth Elliot", "Elizabeth"}
    assert persuasion({}) == {frozenset(anne | {"Miss Elliot"}), frozenset(elizabeth)}
    apart = persuasion({("Anne", "Miss Elliot"): 6})
    assert apart == {frozenset(anne), frozenset(elizabeth | {"Miss Elliot"})}


def test_two_sentences_may_have_two_names_of_one_person():
    assert persuasion({("Anne", "Miss Elliot"): 2}) == persuasion({})


def test_few_sentences_of_many_do_not_keep_names_apart():
    """One in twenty of the rarer name are as many as parser errors and long sentences make."""
    names = {form("Tom Bell"): 100, form("Tom"): 90}
    pair = tuple(sorted(names))
    assert len(people_of(ENGLISH, names, {}, {pair: 4})) == 1
    assert len(people_of(ENGLISH, names, {}, {pair: 5})) == 2
