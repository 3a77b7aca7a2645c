"""Marks of a network on raw text, which smaller networks learn from (eval/context/mark.py)."""

import numpy as np
import pytest
from helpers.scripts import importable

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors", reason="safetensors, of the extra recipe, is not installed")

N, WIDTH, HIDDEN = 60, 16, 8


@pytest.fixture
def modules():
    with importable("context"):
        import linking
        import mark
        import pack_taught

        yield linking, mark, pack_taught


def test_marks_are_the_probabilities_of_antecedents(modules):
    from examples import SOFT, Example, marked
    from groups import group_of

    from corefpipe.network.context import Reading
    from corefpipe.network.heads import Heads, Place

    linking, mark, pack_taught = modules
    torch.manual_seed(3)
    linker = linking.Linker(linking.Sizes(width=WIDTH, hidden=HIDDEN, antecedents=mark.ANTECEDENTS)).eval()
    for weight in linker.parameters():
        weight.data *= 3
    vectors = np.random.default_rng(3).normal(size=(N, WIDTH)).astype(np.float16)
    sentences, none = np.arange(N) // 10, np.zeros(N, dtype=np.int64)
    place = Place(np.arange(N), sentences, none)
    marks = mark.marks_of(Reading(Heads(pack_taught.head_arrays(linker)), vectors, place))

    raw = Example("a", SOFT, ["w"] * N, none, sentences, none, none, none, np.zeros((0, 3), dtype=np.int64))
    with torch.no_grad():
        scores, earlier = linker.best(torch.from_numpy(vectors.astype(np.float32)), group_of([raw]))
    odds = torch.cat([torch.zeros(N, 1), scores], 1).softmax(1)[:, 1:].numpy()
    wanted = {(i, int(j)): p for i in range(N) for j, p in zip(earlier[i], odds[i], strict=True)}
    found = {tuple(pair): int(share) / mark.STEPS for pair, share in zip(marks.links.tolist(), marks.odds, strict=True)}
    assert len(found) > N
    assert all(share == pytest.approx(wanted[pair], abs=0.02) for pair, share in found.items())
    missing = {pair for pair, share in wanted.items() if share > 0.25} - set(found)
    assert not missing

    arrays = mark.as_arrays(["b", "a"], [mark.Marks(*(part[:0] for part in marks)), marks])
    (again,) = marked([raw], arrays)
    assert again.soft.tolist() == marks.links.tolist()
    assert len(marks.bounds)
    head, first, last = marks.bounds.T
    assert (first <= head).all()
    assert (head <= last).all()
    assert (sentences[first] == sentences[last]).all()


@pytest.mark.parametrize("words", [0, 1])
def test_a_text_without_two_words_has_no_marks(modules, words):
    from corefpipe.network.context import Reading
    from corefpipe.network.heads import Heads, Place

    linking, mark, pack_taught = modules
    heads = Heads(pack_taught.head_arrays(linking.Linker(linking.Sizes(width=WIDTH, hidden=HIDDEN))))
    place = Place(np.arange(words), np.zeros(words, dtype=np.int64), np.zeros(words, dtype=np.int64))
    marks = mark.marks_of(Reading(heads, np.zeros((words, WIDTH), dtype=np.float16), place))
    assert [len(part) for part in marks] == [0, 0, 0]
