import numpy as np
import pytest

from corefpipe.lexicon.lists import lexicon_folder
from corefpipe.lexicon.sorted_words import SortedWords


def of(*words: str) -> SortedWords:
    return SortedWords(np.frombuffer("\n".join(words).encode(), dtype=np.uint8))


def test_each_word_has_its_place_as_its_number():
    words = of("cat", "cat's cradle", "dog")
    assert len(words) == 3
    assert [words.find(words[number]) for number in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("unknown", ["", "a", "ca", "cats", "zebra", "chat\ndog", "né", "\ud800"])
def test_unknown_words(unknown):
    assert of("cat", "cat's cradle", "dog").find(unknown) == -1
    assert of().find(unknown) == -1


@pytest.mark.parametrize("kind", ["nouns", "adjectives"])
def test_packaged_words_are_in_order(kind):
    with np.load(lexicon_folder("en") / "wordnet.npz") as arrays:
        words = arrays[kind].tobytes().decode().split("\n")
    assert words == sorted(set(words))
