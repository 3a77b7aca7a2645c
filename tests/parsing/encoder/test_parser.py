"""Windows, sentences and trees, with a network whose answers depend on the words alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.lexicon import load_lexicon
from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import BREAK, SPACE, TASKS, names_of_tags
from corefpipe.parsing.encoder.parser import EncoderParser, Scored
from corefpipe.parsing.encoder.windows import MOST_PIECES, Run, batches, cut_window

WORDS = ["a", "b", "c", "d", "."]
PIECES = WordPieces(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])
NAME_TAGS = ["B-LOC", "I-LOC", "O"]
STOP = PIECES(".")[0]


class ByWords:
    """After a full stop a sentence starts; each word depends on the one before, the first word is the root."""

    pieces, window = 2048, 128

    def __init__(self):
        self.pieces = 0

    def score(self, batch):
        rows, words = batch["first"].shape
        self.pieces += batch["pieces"].size
        assert batch["pieces"].size <= 2048
        piece = np.take_along_axis(batch["pieces"], batch["first"], axis=1)
        labels = dict.fromkeys(TASKS, piece)
        before = np.pad(piece, ((0, 0), (1, 0)))[:, :-1]
        labels["name"] = np.zeros((rows, words, len(NAME_TAGS)))
        labels["start"] = np.where(before == STOP, 1.0, -1.0)
        arcs = np.zeros((rows, words, words), dtype=np.float32)
        arcs[:, np.arange(1, words), np.arange(words - 1)] = 5.0
        ends = piece[:, :, None].astype(np.float32)
        return Scored(labels, arcs, ends, ends, ends)

    def relations(self, dependents, heads):
        return (100 * dependents + heads)[:, 0].astype(int)


def run_of(text, starts=None):
    words = text.split()
    return Run(words, [SPACE] * len(words), np.array(starts or [0] * len(words), dtype=int))


def parse(*runs):
    return EncoderParser(ByWords(), PIECES, NAME_TAGS, load_lexicon())(runs)


def test_sentences_and_heads():
    (parsed,) = parse(run_of("a b . c d"))
    assert parsed.starts.tolist() == [True, False, False, True, False]
    assert parsed.heads.tolist() == [0, 0, 1, 3, 3]
    numbers = [PIECES(word)[0] for word in "a b . c d".split()]
    assert parsed.labels["tag"].tolist() == numbers
    assert parsed.labels["dep"].tolist()[1:3] == [100 * numbers[1] + numbers[0], 100 * numbers[2] + numbers[1]]


def test_parts_of_a_long_text_are_put_together():
    """Parts that begin after a blank line are read side by side."""
    text = "a b c . " * 400
    known = run_of(text, [1, 0, 0, 0] * 400)
    known.gaps[::4] = [BREAK] * 400
    (parsed,), (plain,) = parse(known), parse(run_of(text))
    assert parsed.heads.tolist() == plain.heads.tolist()
    assert parsed.starts.tolist() == plain.starts.tolist()
    assert all(parsed.labels[task].tolist() == plain.labels[task].tolist() for task in plain.labels)
    assert parsed.vectors.shape == (1600, 1)


def test_known_starts_are_kept():
    (parsed,) = parse(run_of("a b . c d", [1, 1, 0, -1, 0]))
    assert parsed.starts.tolist() == [True, True, False, False, False]
    assert parsed.heads.tolist() == [0, 1, 1, 2, 3]


def test_no_words():
    assert parse() == []
    (parsed,) = parse(run_of(""))
    assert len(parsed.heads) == 0


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=700), min_size=1, max_size=3))
def test_law_windows_do_not_show(texts):
    """Sentences up to the longest window are found whole, wherever windows begin and end."""
    for words, parsed in zip(texts, parse(*(run_of(" ".join(words)) for words in texts)), strict=True):
        starts = [i for i, word in enumerate(words) if i == 0 or words[i - 1] == "."]
        longest = max(np.diff([*starts, len(words)]))
        if longest <= MOST_PIECES - 2:
            assert np.flatnonzero(parsed.starts).tolist() == starts
            assert parsed.heads.tolist() == [i if i in starts else i - 1 for i in range(len(words))]
        assert parsed.labels["tag"].tolist() == [PIECES(word)[0] for word in words]


def test_no_window_is_longer_than_the_longest():
    network = ByWords()
    network.window = 384
    longest = []
    score = network.score
    network.score = lambda batch: longest.append(batch["pieces"].shape[1]) or score(batch)
    EncoderParser(network, PIECES, NAME_TAGS, load_lexicon())([run_of("a " * 2000)])
    assert max(longest) == MOST_PIECES


@pytest.mark.parametrize("unit", ["a ", "a b . ", ". "])
def test_the_work_is_linear(unit):
    def work(n):
        network = ByWords()
        EncoderParser(network, PIECES, NAME_TAGS, load_lexicon())([run_of(unit * n)])
        return network.pieces

    assert work(4000) < 5 * work(1000)


def test_a_window_ends_where_a_sentence_is_known_to_start():
    run = run_of("a " * 300, [1 if i % 100 == 0 else -1 for i in range(300)])
    window = cut_window(0, run, 0, 128, PIECES)
    assert (window.end, window.ends_here) == (100, True)
    assert len(window.pieces) == 102
    assert (len(window.first), len(window.look)) == (101, 102)
    (numbers, batch) = next(batches([window, cut_window(0, run, 290, 128, PIECES)], 2048))
    assert numbers == [0, 1]
    assert batch["pieces"].shape == (2, 102)
    assert batch["pieces"][1, 12:].tolist() == [0] * 90


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ("O B-LOC I-LOC O", [(1, 3, "LOC")]),
        ("I-LOC I-LOC", [(0, 2, "LOC")]),
        ("B-LOC B-LOC I-ORG", [(0, 1, "LOC"), (1, 2, "LOC"), (2, 3, "ORG")]),
        ("O", []),
    ],
)
def test_names_of_tags(tags, names):
    assert names_of_tags(tags.split()) == names
