"""Networks with an encoder of their own, which is trained with them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.small_networks import MPNET_PIECES, PIECES, WIDTH, bert_weights, layer_of_width, mpnet_weights

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors", reason="safetensors, of the extra recipe, is not installed")


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


def test_mpnet_reads_as_its_onnx_file_and_learns(example, monkeypatch):
    import export
    import pack_taught
    from linking import Sizes
    from mpnet import Mpnet
    from teach import Training
    from tuned import TunedLinker

    from corefpipe.network.files import NetworkSettings, context_of, network_files
    from corefpipe.network.text import Text

    torch.manual_seed(1)
    weights = mpnet_weights()
    linker = TunedLinker(Sizes(width=64, hidden=10, window=40), weights, MPNET_PIECES).eval()
    assert isinstance(linker.encoder, Mpnet)
    monkeypatch.setattr(export, "HEADS", 1)
    settings = NetworkSettings("tiny", 40, begin="<s>", end="</s>")
    files = network_files(settings, exact_model(export, linker), pack_taught.head_arrays(linker), MPNET_PIECES)
    read = context_of(files, "tiny").reader(Text(example.words, example.sentences.tolist()))
    with torch.no_grad():
        np.testing.assert_allclose(read, linker.read(linker.prepare([example])).numpy(), atol=0.02)
    losses = [training.step([example]) for training in [Training(linker, 30, rate=3e-3)] for _ in range(30)]
    assert losses[-1] < losses[0]


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
