"""What a document says of its chains."""

from __future__ import annotations

from helpers.collections import marked

from corefpipe.entities.profiles import profiles_of
from corefpipe.entities.records import MOST_WORDS, Entity, Profile
from corefpipe.formats import read

TEXT = "[1:Mr. Lee] met [2:Ann Moore] in [3:Oslo] . [1:He] liked [2:her] . [2:The singer] smiled ."


def test_names_phrases_pronouns_and_neighbours():
    (lee, one), (ann, two), (oslo, three) = profiles_of(marked("x", TEXT))
    assert (lee.document, lee.chain, lee.mentions, lee.first, lee.last) == ("x", "1", 2, 0, 8)
    assert (one.names, one.pronouns, one.genders) == ({"Mr. Lee": 1}, {"he": 1}, {"male": 2})
    assert (two.names, two.phrases, two.pronouns) == ({"Ann Moore": 1}, {"The singer": 1}, {"her": 1})
    assert one.near == {"Ann Moore": 2, "Oslo": 1}
    assert two.near == {"Mr. Lee": 2, "Oslo": 1}
    assert (ann.mentions, oslo.mentions, three.near) == (3, 1, {"Ann Moore": 1, "Mr. Lee": 1})
    assert one.words == {"liked": 1, "moore": 1, "oslo": 1}
    assert one.topics == two.topics
    assert one.actions == {}  # without a parse


def test_actions_and_lemmas_by_the_parse(samples):
    (document,) = read(samples / "ferry.conllu")
    found = {profile.best_name(): profile for _, profile in profiles_of(document)}
    assert any(profile.actions.get("agent") for profile in found.values())
    assert all(word == word.lower() for profile in found.values() for word in profile.words)
    assert sum(profile.mentions for profile in found.values()) <= len(document.mentions)


def test_a_long_sentence_has_pieces():
    text = "[1:Ann Moore] " + "walked " * 300 + "[2:Bo Lee] ."
    (_, ann), (_, bo) = profiles_of(marked("x", text))
    assert ann.near == bo.near == {}


def test_profiles_join_in_any_order():
    profiles = [profile for _, profile in profiles_of(marked("x", TEXT))]
    whole = Profile.joined(profiles)
    assert whole == Profile.joined(profiles[::-1])
    assert list(whole.names) == ["Ann Moore", "Mr. Lee", "Oslo"]
    assert whole.mentions == 6
    assert Profile.joined(profiles[:1]) is profiles[0]
    many = Profile.joined([Profile(words={f"w{n}{m}": 1 for n in range(90)}) for m in range(2)])
    assert len(many.words) == MOST_WORDS


def test_names_of_profiles():
    assert Profile(names={"Obama": 5, "Barack Obama": 2}, phrases={"the president": 9}).best_name() == "Barack Obama"
    assert Profile(phrases={"the president": 2, "a man": 1}, pronouns={"he": 3}).best_name() == "the president"
    assert Profile(pronouns={"he": 3}).best_name() == "he"
    assert Entity("e1", "the president", Profile(phrases={"The President": 2, "a man": 1}), ()).aliases == {"a man": 1}
