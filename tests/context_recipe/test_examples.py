"""Parts and groups of examples: none reads another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.small_networks import N

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors", reason="safetensors, of the extra recipe, is not installed")


def test_parts_of_an_example(example):
    from examples import chunks

    parts = list(chunks(example, 17))
    assert sum(map(len, parts)) == N
    assert [len(part) for part in parts] == [16, 16, 8]  # whole sentences
    assert sum(len(part.mentions) for part in parts) == len(example.mentions)
    assert parts[1].chains.tolist() == example.chains[16:32].tolist()
    assert parts[0].sentences[0] == parts[1].sentences[0] == 0


def test_short_texts_do_not_read_each_other(reader, example):
    from examples import together

    pairs = np.array([[9, 2, 1], [9, 5, 0]])
    short = replace(example, pairs=pairs)
    other = replace(short, words=short.words[::-1])
    both = together([short, other])
    assert both.pairs.tolist() == [[9, 2, 1], [9, 5, 0], [49, 42, 1], [49, 45, 0]]
    with torch.no_grad():
        alone, beside = (reader.read(reader.prepare([one])) for one in (short, both))
    np.testing.assert_allclose(beside[:N], alone, atol=0.05)


@pytest.mark.parametrize("kind", ["reader", "tuned"])
def test_examples_that_are_read_together_do_not_see_each_other(kind, example, request):
    """The loss of a group is the mean of those of its examples, weighed by their mentions."""
    from examples import part_of

    linker = request.getfixturevalue(kind)
    parts = [part_of(example, 0, 16), part_of(example, 8, N), example]
    with torch.no_grad():
        groups = [linker.prepare([one]) for one in parts]
        vectors = [linker.read(group) for group in groups]
        alone = [float(linker.loss_of(of, group)) for of, group in zip(vectors, groups, strict=True)]
        both = linker.prepare(parts)
        np.testing.assert_allclose(linker.read(both), torch.cat(vectors), atol=1e-4)
        together = float(linker.loss_of(torch.cat(vectors), both))
    sizes = [int((one.chains > 0).sum()) for one in parts]
    assert together == pytest.approx(np.average(alone, weights=sizes), rel=1e-3)


def test_a_group_has_what_its_examples_have(tuned, example):
    from examples import PAIRS, SOFT
    from groups import group_of

    pairs = replace(example, kind=PAIRS, pairs=np.array([[9, 2, 1], [9, 5, 0]]))
    assert group_of([pairs, pairs]).pairs.tolist() == [[9, 2, 1], [9, 5, 0], [49, 42, 1], [49, 45, 0]]
    soft = replace(example, kind=SOFT, soft=np.array([[9, 2], [12, 5]]), odds=np.array([0.5, 1.0], dtype=np.float32))
    with torch.no_grad():
        alone, both = (tuned.prepare([soft] * times) for times in (1, 2))
        assert float(tuned.loss(both)) == pytest.approx(float(tuned.loss(alone)), rel=1e-4)
    group = group_of([example, example])
    assert group.mentions[5:].tolist() == (example.mentions + N).tolist()
    assert not set(group.chains[:N].tolist()) & set(group.chains[N:].tolist()) - {0}


def test_examples_of_one_kind_are_read_together(example):
    from examples import SOFT
    from groups import by_words

    soft = replace(example, kind=SOFT)
    stream = [("a", example), ("b", soft), ("a", example), ("c", example), ("b", soft)]
    assert [(name, len(several)) for name, several in by_words(stream, 2 * N)] == [("a", 2), ("b", 2)]
    assert [(name, len(several)) for name, several in by_words(stream, 1)] == [(name, 1) for name, _ in stream]
