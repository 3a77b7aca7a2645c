"""The recipe of networks over a base pipeline: what PyTorch teaches is what NumPy computes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from helpers import ROOT
from helpers.scripts import importable
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from corefpipe.network.heads import Heads, Place
from corefpipe.network.layers import Layers
from corefpipe.parsing.encoder.labels import SPACE, UNKNOWN
from corefpipe.parsing.encoder.vectors import give_vectors
from corefpipe.parsing.pipelines import load_base

torch = pytest.importorskip("torch")
TEXT = (
    "The nurse told Anna Bell that she was late . She said that the bus had not come , "
    "and her phone was dead . Mr. Smith laughed . He gave them some tea and a cake with cream ."
)
N = 40
assert len(TEXT.split()) == N


@pytest.fixture(scope="module", autouse=True)
def scripts():
    with importable("context"):
        yield


@pytest.fixture(scope="module")
def networks(tmp_path_factory, scripts):
    """The networks of the packaged base pipelines, as `unpack.py` writes them."""
    from shared import Network

    pytest.importorskip("jax")
    folder = tmp_path_factory.mktemp("networks")
    script = ROOT / "eval" / "base_pipeline" / "unpack.py"
    for name in ("en", "en_accurate"):
        subprocess.run([sys.executable, script, name, "--out", folder / name], check=True)
    return {name: Network.read(folder / name) for name in ("en", "en_accurate")}


@pytest.fixture
def reader(networks):
    from linking import Sizes
    from shared import SharedLinker

    torch.manual_seed(1)
    found = SharedLinker(Sizes(width=24, layers=2, heads=2, units=30, hidden=10, window=100), networks["en"])
    for name, weight in found.named_parameters():  # so that biases and norms matter
        if not name.startswith("encoder."):
            weight.data += 0.1 * torch.randn_like(weight)
    return found.eval()


@pytest.fixture
def example():
    import examples

    chains = np.zeros(N, dtype=np.int64)
    chains[[2, 9, 30]], chains[[5, 12]] = 1, 2
    mentions = np.array([[2, 1, 3], [5, 5, 5], [9, 8, 9], [12, 11, 13], [30, 30, 31]])
    speakers = np.array([0] * 10 + [1] * 15 + [2] * 15)
    return examples.Example(
        "one",
        examples.WHOLE,
        TEXT.split(),
        np.full(N, SPACE),
        np.arange(N) // 8,
        speakers,
        np.zeros(N, dtype=np.int64),
        chains,
        mentions,
    )


def place_of(example):
    return Place(np.arange(len(example)), example.sentences, example.speakers)


@pytest.mark.parametrize(("name", "same"), [("en", 1.0), ("en_accurate", 0.97)])  # onnxruntime rounds to 8 bits
def test_the_encoder_reads_and_parses_as_its_pipeline(networks, example, name, same):
    from linking import Sizes
    from shared import SharedLinker

    network = networks[name]
    linker = SharedLinker(Sizes(window=network.window), network).eval()
    nlp = load_base(name)
    encoder = give_vectors(nlp)
    starts = (np.diff(example.sentences, prepend=-1) != 0).tolist()
    doc = encoder(Doc(nlp.vocab, words=example.words, sent_starts=starts))
    group = linker.prepare([replace(example, gaps=np.full(N, UNKNOWN))])
    sentences = group.reading["sentences"]
    with torch.no_grad():
        hidden = linker.encoder.read(group.reading, 0.0)
        scores = linker.encoder.scores(hidden, group.reading, sentences)
    first, last = (hidden.reshape(-1, hidden.shape[-1])[group.reading[end]].numpy() for end in ("first", "last"))
    assert np.linalg.norm((first + last) / 2 - doc.tensor) < (0.01 if same == 1 else 0.15) * np.linalg.norm(doc.tensor)
    tags = [network.labels["tag"][label] for label in scores["tag"].argmax(1).tolist()]
    assert np.mean([tag == token.tag_ for tag, token in zip(tags, doc, strict=True)]) >= same
    best = scores["head"][:, :, 1:].masked_fill(sentences[:, None] == N, -1e9).argmax(2)
    heads = sentences.gather(1, best)[sentences < N].tolist()
    right = [head == token.head.i for head, token in zip(heads, doc, strict=True) if token.head is not token]
    assert np.mean(right) >= same - 0.03  # the pipeline takes the best tree


def test_what_is_parsed_is_held(networks, example):
    from linking import Sizes
    from shared import SharedLinker
    from teach import Training

    linker = SharedLinker(Sizes(window=100), networks["en"], encoder_rate=3e-4).eval()
    assert divergence(linker, example) < 1e-4
    torch.manual_seed(4)
    for name, weight in linker.encoder.named_parameters():
        if name.endswith("weight") and "LayerNorm" not in name:
            weight.data += 0.02 * torch.randn_like(weight)
    before = divergence(linker, example)
    assert before > 0.05
    training = Training(linker, 40)
    for _ in range(40):
        training.step([example])
    assert divergence(linker.eval(), example) < 0.5 * before


def divergence(linker, example):
    group = linker.prepare([example])
    with torch.no_grad():
        linker.hold(group, linker.encoder.read(group.reading, 0.0))
    return linker.held_since()["divergence"]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=60), st.lists(st.booleans(), min_size=60, max_size=60))
def test_law_every_word_has_its_vector_from_one_window(sizes, starts):
    from examples import WHOLE, Example
    from shared import windows_of

    n = len(sizes)
    sentences = np.cumsum(starts[:n])
    none = np.zeros(n, dtype=np.int64)
    text = Example("a", WHOLE, ["w"] * n, none, sentences, none, none, none, np.zeros((0, 3), dtype=np.int64))
    windows = list(windows_of(text, [(0,) * size for size in sizes], 20))
    assert [word for start, own, _ in windows for word in range(start, own)] == list(range(n))
    assert all(sum(sizes[start:end]) <= 20 for start, _, end in windows)
    for _, own, end in windows:
        assert own == end or sentences[own] != sentences[own - 1]


def test_a_shared_encoder_is_kept(reader, example, tmp_path):
    from shared import Network
    from starts import read_network
    from teach import Training

    training = Training(reader, 4)
    training.step([example])
    training.write(tmp_path / "a.pt")
    again = read_network(tmp_path / "a.pt")
    reader.eval()
    with torch.no_grad():
        assert torch.equal(again.read(again.prepare([example])), reader.read(reader.prepare([example])))
    reader.network().write(tmp_path / "network")
    read = Network.read(tmp_path / "network")
    assert read.window == 100
    assert all(np.array_equal(array, reader.network().heads[name]) for name, array in read.heads.items())


def test_layers_are_the_same(reader, example):
    import pack_taught
    from layers import windows_of_words

    vectors = np.random.default_rng(2).normal(size=(N, 384)).astype(np.float16)
    with torch.no_grad():
        taught = reader.layers(
            torch.from_numpy(vectors.astype(np.float32)), windows_of_words([example], 100), reader.fast(), 0.0
        ).numpy()
    computed = Layers(pack_taught.layer_arrays(reader))(vectors)
    assert np.linalg.norm(computed - taught) < 1e-3 * np.linalg.norm(taught)


def test_scores_are_the_same(reader, example):
    import pack_taught
    from groups import group_of

    vectors = np.random.default_rng(3).normal(size=(N, 24)).astype(np.float16)
    heads, own = Heads(pack_taught.head_arrays(reader)), torch.from_numpy(vectors.astype(np.float32))
    later, earlier = np.repeat([20, 35], 6), np.array([0, 3, 9, 12, 18, 19, 1, 8, 11, 20, 30, 34])
    found = heads.links(heads.words(vectors, place_of(example)), later, earlier)
    begin, end = heads.edges(vectors, example.sentences, np.array([5, 20]))
    with torch.no_grad():
        wanted = reader.links(own, torch.tensor([20, 35]), torch.from_numpy(earlier.reshape(2, 6)), group_of([example]))
        first, last = reader.bounds(own, group_of([example]), torch.tensor([5, 20]))
    np.testing.assert_allclose(found, wanted.numpy().ravel(), atol=0.02)
    for mine, theirs in ((begin, first), (end, last)):
        there = np.isfinite(mine)
        np.testing.assert_allclose(mine[there], theirs.log_softmax(1).numpy()[there], atol=0.01)


def test_right_antecedents_lower_the_loss(reader, example):
    from teach import Training

    training = Training(reader, 60, rate=3e-3)
    losses = [training.step([example]) for _ in range(60)]
    assert losses[-1] < 0.5 * losses[0]


def test_training_goes_on_from_a_checkpoint(networks, reader, example, tmp_path):
    from shared import SharedLinker
    from teach import Training

    training = Training(reader, 10)
    for _ in range(4):
        training.step([example])
    training.write(tmp_path / "a.pt")
    again = Training(SharedLinker(reader.sizes, networks["en"]), 10)
    again.go_on(tmp_path / "a.pt")
    assert again.steps == 4
    torch.manual_seed(5)
    first = training.step([example])
    torch.manual_seed(5)
    assert again.step([example]) == pytest.approx(first)


def test_a_teacher_that_is_sure_is_a_key(reader, example):
    import examples
    from groups import group_of

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
            full.masked_fill(~torch.cat([torch.ones(N, 1).bool(), there], 1), -1e9), earlier, there, group_of([soft])
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
        taught = tuned.read(tuned.prepare([example])).numpy()
    np.testing.assert_allclose(read, taught, atol=0.02)


def test_a_tuned_encoder_reads_over_the_embeddings_of_a_base(tuned, example):
    import pack_taught
    from base_recipe import WORDS, encoder_arrays

    from corefpipe.network.embedded import EmbeddedEncoder, EmbeddedReader, Embeddings
    from corefpipe.network.text import Text
    from corefpipe.network.transformer import in_bytes

    weights = tuned.encoder.weights()
    embeddings = Embeddings(*in_bytes(weights[WORDS]))
    pack_taught.check_embeddings(embeddings, PIECES, weights[WORDS], PIECES)
    with pytest.raises(ValueError, match="other word pieces"):
        pack_taught.check_embeddings(embeddings, PIECES[1:], weights[WORDS], PIECES)
    with pytest.raises(ValueError, match="other embeddings"):
        pack_taught.check_embeddings(embeddings, PIECES, weights[WORDS] * 1.1, PIECES)
    reader = EmbeddedReader(EmbeddedEncoder(encoder_arrays(weights)), "net", 40, base=lambda: (embeddings, PIECES))
    with torch.no_grad():
        taught = tuned.read(tuned.prepare([example])).numpy()
    np.testing.assert_allclose(reader(Text(example.words, example.sentences.tolist())), taught, atol=0.04)


def test_a_narrow_encoder_keeps_what_is_learned(tuned):
    from starts import narrow

    same = narrow(tuned, 2, 1, 40)
    assert all(torch.equal(value, same.state_dict()[name]) for name, value in tuned.state_dict().items())
    found = narrow(tuned, 1, 1, 30)
    own = "encoder.layer.0.intermediate.dense.weight"
    assert (found.encoder.layers, found.encoder.weights()[own].shape) == (1, (30, WIDTH))
    assert torch.equal(found.state_dict()["query.weight"], tuned.state_dict()["query.weight"])


def test_an_encoder_takes_over_the_embeddings_of_a_base():
    from base_recipe import WORDS
    from linking import Sizes
    from starts import over_base
    from tuned import TunedLinker

    wide = {name: array for name, array in bert_weights().items() if name.startswith("embeddings.")}
    wide = {name: np.resize(array, (*array.shape[:-1], 384)) for name, array in wide.items()}
    wide |= {f"encoder.layer.0.{name}": array for name, array in layer_of_width(384).items()}
    found = over_base(TunedLinker(Sizes(width=384, hidden=10, window=40), wide, PIECES), "en")
    assert found.encoder.weights()[WORDS].shape == (len(found.pieces), 384)
    assert found.pieces != PIECES


def layer_of_width(width):
    return {
        name.removeprefix("encoder.layer.0."): np.resize(array, [width if n == WIDTH else n for n in array.shape])
        for name, array in bert_weights(layers=1).items()
        if name.startswith("encoder.")
    }


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
    from starts import read_network
    from teach import Training

    before = tuned.encoder.weights()["encoder.layer.1.output.dense.weight"].copy()
    words = tuned.encoder.weights()["embeddings.word_embeddings.weight"].copy()
    training = Training(tuned, 30, rate=3e-3)
    losses = [training.step([example]) for _ in range(30)]
    assert losses[-1] < losses[0]
    after = tuned.encoder.weights()
    assert not np.array_equal(after["encoder.layer.1.output.dense.weight"], before)
    assert np.array_equal(after["embeddings.word_embeddings.weight"], words)
    training.write(tmp_path / "a.pt")
    again = read_network(tmp_path / "a.pt")
    tuned.eval()
    with torch.no_grad():
        assert torch.equal(again.read(again.prepare([example])), tuned.read(tuned.prepare([example])))
