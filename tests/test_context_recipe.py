"""The recipe of networks over a base pipeline: what PyTorch teaches is what NumPy computes."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.scripts import importable

from corefpipe.network.heads import Heads, Place
from corefpipe.network.layers import Layers

torch = pytest.importorskip("torch")
N = 40


@pytest.fixture(scope="module", autouse=True)
def scripts():
    with importable("context"):
        yield


@pytest.fixture
def reader():
    from layers import LayersLinker
    from linking import Sizes

    torch.manual_seed(1)
    found = LayersLinker(Sizes(given=16, width=24, layers=2, heads=2, units=30, hidden=10, window=100))
    for weight in found.parameters():  # so that biases and norms matter
        weight.data += 0.1 * torch.randn_like(weight)
    return found.eval()


@pytest.fixture
def example():
    import examples

    random = np.random.default_rng(2)
    chains = np.zeros(N, dtype=np.int64)
    chains[[2, 9, 30]], chains[[5, 12]] = 1, 2
    mentions = np.array([[2, 1, 3], [5, 5, 5], [9, 8, 9], [12, 11, 13], [30, 30, 31]])
    speakers = np.array([0] * 10 + [1] * 15 + [2] * 15)
    return examples.Example(
        "one",
        examples.WHOLE,
        [f"w{i}" for i in range(N)],
        random.normal(size=(N, 16)).astype(np.float16),
        np.arange(N) // 8,
        speakers,
        np.zeros(N, dtype=np.int64),
        chains,
        mentions,
    )


def place_of(example):
    return Place(np.arange(len(example)), example.sentences, example.speakers)


def test_layers_are_the_same(reader, example):
    import pack_taught

    with torch.no_grad():
        taught = reader.read(example).numpy()  # products in bfloat16
    computed = Layers(pack_taught.layer_arrays(reader))(example.vectors)
    assert np.linalg.norm(computed - taught) < 0.02 * np.linalg.norm(taught)


def test_scores_are_the_same(reader, example):
    import pack_taught

    vectors = np.random.default_rng(3).normal(size=(N, 24)).astype(np.float16)
    heads, own = Heads(pack_taught.head_arrays(reader)), torch.from_numpy(vectors.astype(np.float32))
    later, earlier = np.repeat([20, 35], 6), np.array([0, 3, 9, 12, 18, 19, 1, 8, 11, 20, 30, 34])
    found = heads.links(heads.words(vectors, place_of(example)), later, earlier)
    begin, end = heads.edges(vectors, example.sentences, np.array([5, 20]))
    with torch.no_grad():
        wanted = reader.links(own, torch.tensor([20, 35]), torch.from_numpy(earlier.reshape(2, 6)), example)
        first, last = reader.bounds(own, example, torch.tensor([5, 20]))
    np.testing.assert_allclose(found, wanted.numpy().ravel(), atol=0.02)
    for mine, theirs in ((begin, first), (end, last)):
        there = np.isfinite(mine)
        np.testing.assert_allclose(mine[there], theirs.log_softmax(1).numpy()[there], atol=0.01)


def test_right_antecedents_lower_the_loss(reader, example):
    from teach import Training

    training = Training(reader, 60, rate=3e-3)
    losses = [training.step(example) for _ in range(60)]
    assert losses[-1] < 0.5 * losses[0]


def test_training_goes_on_from_a_checkpoint(reader, example, tmp_path):
    from teach import Training, read_network

    training = Training(reader, 10)
    for _ in range(4):
        training.step(example)
    training.write(tmp_path / "a.pt")
    again = Training(read_network(tmp_path / "a.pt"), 10)
    again.go_on(tmp_path / "a.pt")
    assert again.steps == 4
    torch.manual_seed(5)
    first = training.step(example)
    torch.manual_seed(5)
    assert again.step(example) == pytest.approx(first)


def test_a_teacher_that_is_sure_is_a_key(reader, example):
    import examples

    pairs = np.array([[9, 2], [30, 9], [12, 5]])
    soft = examples.Example(
        **{name: getattr(example, name) for name in example.__slots__}
        | {"kind": examples.SOFT, "soft": pairs, "odds": np.ones(3, dtype=np.float32)}
    )
    with torch.no_grad():
        full = torch.randn(N, 4)
        earlier = torch.tensor([[2, 9, 5]]).repeat(N, 1)
        there = earlier < torch.arange(N)[:, None]
        loss, size = reader._soft(
            full.masked_fill(~torch.cat([torch.ones(N, 1).bool(), there], 1), -1e9), earlier, there, soft
        )
    logs = full.masked_fill(~torch.cat([torch.ones(N, 1).bool(), there], 1), -1e9).log_softmax(1)
    column = {2: 1, 9: 2, 5: 3}
    wanted = -sum(float(logs[word, {9: column[2], 30: column[9], 12: column[5]}.get(word, 0)]) for word in range(N))
    assert float(loss) == pytest.approx(wanted, rel=1e-4)
    assert size == 3


def test_parts_of_an_example(example):
    from examples import chunks

    parts = list(chunks(example, 17))
    assert sum(map(len, parts)) == N
    assert [len(part) for part in parts] == [16, 16, 8]  # whole sentences
    assert sum(len(part.mentions) for part in parts) == len(example.mentions)
    assert parts[1].chains.tolist() == example.chains[16:32].tolist()
    assert parts[0].sentences[0] == parts[1].sentences[0] == 0


def test_short_texts_do_not_read_each_other(reader, example):
    from dataclasses import replace

    from examples import together

    pairs = np.array([[9, 2, 1], [9, 5, 0]])
    short = replace(example, pairs=pairs)
    other = replace(short, vectors=short.vectors[::-1].copy())
    both = together([short, other])
    assert both.pairs.tolist() == [[9, 2, 1], [9, 5, 0], [49, 42, 1], [49, 45, 0]]
    with torch.no_grad():
        alone, beside = reader.read(short), reader.read(both)
    np.testing.assert_allclose(beside[:N], alone, atol=0.05)


WIDTH, PIECES = 32, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "w", *(f"##{digit}" for digit in "0123456789")]


def bert_weights(layers=2, units=40):
    random = np.random.default_rng(6)
    shapes = {"embeddings.word_embeddings.weight": (len(PIECES), WIDTH)}
    shapes |= {"embeddings.position_embeddings.weight": (64, WIDTH)}
    shapes |= {"embeddings.token_type_embeddings.weight": (2, WIDTH)}
    dense = {"intermediate.dense": (units, WIDTH), "output.dense": (WIDTH, units)}
    dense |= {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    dense |= {"attention.output.dense": (WIDTH, WIDTH)}
    norms = ["embeddings"]
    for number in range(layers):
        own = f"encoder.layer.{number}"
        norms += [f"{own}.attention.output", f"{own}.output"]
        for name, shape in dense.items():
            shapes |= {f"{own}.{name}.weight": shape, f"{own}.{name}.bias": shape[:1]}
    found = {name: random.normal(size=shape).astype(np.float32) / 3 for name, shape in shapes.items()}
    for name in norms:
        found |= {f"{name}.LayerNorm.weight": np.ones(WIDTH, dtype=np.float32)}
        found |= {f"{name}.LayerNorm.bias": random.normal(size=WIDTH).astype(np.float32) / 9}
    return found


@pytest.fixture
def tuned():
    from linking import Sizes
    from tuned import TunedLinker

    torch.manual_seed(1)
    return TunedLinker(Sizes(width=WIDTH, hidden=10, window=40), bert_weights(), PIECES).eval()


def test_a_tuned_encoder_reads_as_its_onnx_file(tuned, example, monkeypatch):
    import export
    import pack_taught

    from corefpipe.network.files import NetworkSettings, context_of, network_files
    from corefpipe.network.text import Text

    monkeypatch.setattr(export, "HEADS", WIDTH // 32)
    model = exact_model(export, tuned)
    files = network_files(NetworkSettings("tiny", 40), model, pack_taught.head_arrays(tuned), PIECES)
    read = context_of(files, "tiny").reader(Text(example.words, example.sentences.tolist()))
    with torch.no_grad():
        taught = tuned.read(example).numpy()
    np.testing.assert_allclose(read, taught, atol=0.02)


def exact_model(export, tuned):
    """The encoder as ONNX with weights in 32 bits."""

    class Exact(export.Graph):
        def dense(self, values, matrix, bias):
            return self("Add", self("MatMul", values, np.ascontiguousarray(matrix.T)), bias)

        def row(self, table, index):
            return self("Gather", table, index)

    before, export.Graph = export.Graph, Exact
    try:
        return export.encoder_model(tuned.encoder.weights()).SerializeToString()
    finally:
        export.Graph = before


def test_a_tuned_encoder_learns_and_is_kept(tuned, example, tmp_path):
    from teach import Training, read_network

    before = tuned.encoder.weights()["encoder.layer.1.output.dense.weight"].copy()
    words = tuned.encoder.weights()["embeddings.word_embeddings.weight"].copy()
    training = Training(tuned, 30, rate=3e-3)
    losses = [training.step(example) for _ in range(30)]
    assert losses[-1] < losses[0]
    after = tuned.encoder.weights()
    assert not np.array_equal(after["encoder.layer.1.output.dense.weight"], before)
    assert np.array_equal(after["embeddings.word_embeddings.weight"], words)
    training.write(tmp_path / "a.pt")
    again = read_network(tmp_path / "a.pt")
    tuned.eval()
    with torch.no_grad():
        assert torch.equal(again.read(example), tuned.read(example))
