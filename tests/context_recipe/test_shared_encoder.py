"""Networks over the encoder of a base pipeline: what PyTorch teaches is what NumPy computes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.packages import EN_ACCURATE
from helpers.small_networks import N
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from corefpipe.network.heads import Heads, Place
from corefpipe.network.layers import Layers
from corefpipe.parsing.encoder.labels import UNKNOWN
from corefpipe.parsing.encoder.vectors import give_vectors
from corefpipe.parsing.pipelines import load_base

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors", reason="safetensors, of the extra recipe, is not installed")


def place_of(example):
    return Place(np.arange(len(example)), example.sentences, example.speakers)


@pytest.mark.parametrize(("name", "same"), [("en", 1.0), ("en_accurate", 0.97)])  # onnxruntime rounds to 8 bits
def test_the_encoder_reads_and_parses_as_its_pipeline(networks, example, name, same):
    from linking import Sizes
    from shared import SharedLinker

    network = networks[name]
    linker = SharedLinker(Sizes(window=network.window), network).eval()
    nlp = load_base("en" if name == "en" else str(EN_ACCURATE / "base"))
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
