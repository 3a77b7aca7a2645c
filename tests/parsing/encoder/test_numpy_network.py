"""The network in NumPy against its equations, word by word, with random weights."""

from __future__ import annotations

import io
from weakref import ref

import numpy as np
import pytest

from corefpipe.exceptions import ModelError
from corefpipe.network.transformer import SCALE
from corefpipe.parsing.encoder.labels import LOOKS, TASKS
from corefpipe.parsing.encoder.numpy_network import NumpyNetwork, embeddings_of

WIDTH, OF_HEAD, UNITS, ARC, REL, SHARED, PIECES, PLACES, LAYERS, RELATIONS = 12, 3, 10, 5, 4, 6, 20, 9, 2, 7
LABELS = {task: 3 + number for number, task in enumerate(TASKS)} | {"start": 2}


def random_arrays(seed: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)

    def new(*shape):
        return rng.normal(0, 0.5, shape).astype(np.float32)

    found = {"of_head": np.array(OF_HEAD), "layers": np.array(LAYERS)}
    found |= {"words": new(PIECES, WIDTH), "places": new(PLACES, WIDTH), "looks": new(LOOKS, WIDTH)}
    found |= {"norm": new(WIDTH), "norm/b": new(WIDTH)}
    for layer in range(LAYERS):
        sizes = {"qkv": (WIDTH, 3 * 2 * OF_HEAD), "out": (2 * OF_HEAD, WIDTH), "inner": (WIDTH, UNITS)}
        for name, shape in (sizes | {"outer": (UNITS, WIDTH)}).items():
            found |= {f"layer{layer}/{name}": new(*shape), f"layer{layer}/{name}/b": new(shape[1])}
        for name in ("norm1", "norm2"):
            found |= {f"layer{layer}/{name}": new(WIDTH), f"layer{layer}/{name}/b": new(WIDTH)}
    over = {"shared": (2 * WIDTH, SHARED)} | {task: (SHARED, n) for task, n in LABELS.items()}
    over |= {f"{kind}_{side}": (2 * WIDTH, n) for kind, n in (("arc", ARC), ("rel", REL)) for side in ("dep", "head")}
    for name, shape in over.items():
        found |= {name: new(*shape), f"{name}/b": new(shape[1])}
    found |= {"arc": new(ARC, ARC), "arc/b": new(ARC), "rel": new(REL, RELATIONS, REL)}
    return found | {"rel_one": new(2 * REL, RELATIONS), "rel/b": new(RELATIONS)}


def to_bytes(arrays: dict[str, np.ndarray]) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def with_scales(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same file with the word pieces in 8 bits, so that they are exact."""
    words = np.round(arrays["words"] * 50).astype(np.int8)
    return arrays | {"words": words, f"words{SCALE}": np.full(PIECES, 1 / 50, dtype=np.float32)}


def norm(row, weights, bias):
    return (row - row.mean()) / np.sqrt(row.var() + 1e-12) * weights + bias


def gelu(values):
    return 0.5 * values * (1 + np.tanh(np.sqrt(2 / np.pi) * (values + 0.044715 * values**3)))


def slowly(w: dict[str, np.ndarray], pieces, looks, first, last):
    """(hidden words, scores of arcs, vectors of dependents and heads, labels) of one window, piece by piece."""
    w = {name: np.asarray(array, dtype=np.float64) for name, array in w.items()}
    words = w["words"] / 50
    hidden = [
        norm(words[piece] + w["places"][i] + w["looks"][look], w["norm"], w["norm/b"])
        for i, (piece, look) in enumerate(zip(pieces, looks, strict=True))
    ]
    for layer in range(LAYERS):
        own = {name.partition("/")[2]: a for name, a in w.items() if name.startswith(f"layer{layer}/")}
        parts = [np.split(row @ own["qkv"] + own["qkv/b"], 3) for row in hidden]
        after = []
        for i, row in enumerate(hidden):
            mixed = []
            for head in range(2):
                at = slice(head * OF_HEAD, (head + 1) * OF_HEAD)
                share = np.exp([parts[i][0][at] @ key[at] for _, key, _ in parts])
                mixed += sum(
                    s * value[at] for s, (_, _, value) in zip(share / share.sum(), parts, strict=True)
                ).tolist()
            one = norm(row + mixed @ own["out"] + own["out/b"], own["norm1"], own["norm1/b"])
            inner = gelu(one @ own["inner"] + own["inner/b"])
            after.append(norm(one + inner @ own["outer"] + own["outer/b"], own["norm2"], own["norm2/b"]))
        hidden = after
    of_words = [np.concatenate([hidden[a], hidden[b]]) for a, b in zip(first, last, strict=True)]

    def layer(name):
        return [gelu(row @ w[name] + w[f"{name}/b"]) for row in of_words]

    dep, head = layer("arc_dep"), layer("arc_head")
    arcs = [[d @ w["arc"] @ h + h @ w["arc/b"] for h in head] for d in dep]
    labels = {task: [row @ w[task] + w[f"{task}/b"] for row in layer("shared")] for task in TASKS}
    return arcs, layer("rel_dep"), layer("rel_head"), labels


WINDOWS = [
    ([2, 5, 6, 7, 3], [0, 1, 2, 3, 0], [0, 1, 3], [0, 2, 3]),
    ([2, 9, 3], [0, 4, 0], [0, 1], [0, 1]),
    ([2, 4, 4, 8, 11, 12, 3], [0, 5, 6, 7, 8, 9, 0], [0, 1, 2, 3, 5], [0, 1, 2, 4, 5]),
]


def batch_of(windows):
    names = ("pieces", "look", "first", "last")
    found = {}
    for number, name in enumerate(names):
        rows = [window[number] for window in windows]
        found[name] = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        for row, values in zip(found[name], rows, strict=True):
            row[: len(values)] = values
    return found


@pytest.mark.parametrize("seed", range(3))
def test_by_the_equations(seed):
    arrays = with_scales(random_arrays(seed))
    network = NumpyNetwork(to_bytes(arrays))
    scored = network.score(batch_of(WINDOWS))
    for row, window in enumerate(WINDOWS):
        arcs, dependents, heads, labels = slowly(arrays, *window)
        assert np.allclose(scored.arcs[row], arcs, atol=1e-3)
        assert np.allclose(scored.dependents[row], dependents, atol=1e-4)
        assert np.allclose(scored.heads[row], heads, atol=1e-4)
        for task in TASKS:
            found, expected = scored.labels[task][row], np.array(labels[task])
            if task == "name":
                assert np.allclose(found, expected, atol=1e-4)
            elif task == "start":
                assert np.allclose(found, expected[:, 1] - expected[:, 0], atol=1e-4)
            else:
                assert found.tolist() == expected.argmax(axis=1).tolist()


def test_relations():
    arrays = with_scales(random_arrays(5))
    rng = np.random.default_rng(1)
    dependents, heads = rng.normal(size=(2, 1100, REL)).astype(np.float32)
    both = np.einsum("na,arc,nc->nr", dependents, arrays["rel"], heads)
    expected = both + np.concatenate([dependents, heads], axis=1) @ arrays["rel_one"] + arrays["rel/b"]
    found = NumpyNetwork(to_bytes(arrays)).relations(dependents, heads)
    assert found.tolist() == expected.argmax(axis=1).tolist()


def test_a_window_does_not_depend_on_its_neighbours():
    network = NumpyNetwork(to_bytes(with_scales(random_arrays(7))))
    together, alone = network.score(batch_of(WINDOWS)), network.score(batch_of(WINDOWS[1:2]))
    assert np.allclose(together.arcs[1], alone.arcs[0], atol=1e-5)


def test_equal_embeddings_are_in_memory_once():
    data, other = (to_bytes(with_scales(random_arrays(seed))) for seed in (7, 8))
    found, network = embeddings_of(data), NumpyNetwork(data)
    again = embeddings_of(data)
    assert again is found
    assert network.score(batch_of(WINDOWS)).vectors
    assert embeddings_of(other) is not found
    kept = ref(found)
    del found, again, network
    assert kept() is None


@pytest.mark.parametrize("data", [b"", b"nothing", b"PK\x03\x04 cut off"])
def test_what_is_no_network(data):
    with pytest.raises(ModelError, match="cannot be read"):
        NumpyNetwork(data)


def test_missing_arrays_are_named():
    arrays = with_scales(random_arrays(1))
    del arrays["layer1/out/b"]
    with pytest.raises(ModelError, match="lacks the array 'layer1/out/b'"):
        NumpyNetwork(to_bytes(arrays))


def test_objects_are_not_unpickled():
    with pytest.raises(ModelError, match="cannot be read"):
        NumpyNetwork(to_bytes({"words": np.array([{"a": 1}], dtype=object)}))
