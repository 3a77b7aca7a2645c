"""An encoder that learns to parse beside what corefers: MPNet, from treebanks and from a network that parses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.scripts import importable
from helpers.small_networks import MPNET_PIECES, N, mpnet_weights

from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.parser import Scored

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors", reason="safetensors, of the extra recipe, is not installed")


@pytest.fixture
def gold(networks, example):
    """Each word depends on the one before it; all have the same tag."""
    from examples import Gold

    labels = networks["en"].labels
    told = {task: [labels[task][-1]] * len(example) for task in (*TASKS, "dep")}
    starts = np.diff(example.sentences, prepend=-1) != 0
    return Gold(told, np.where(starts, np.arange(N), np.arange(N) - 1))


@pytest.fixture
def linker(networks):
    from linking import Sizes
    from starts import parsing
    from tuned import TunedLinker

    torch.manual_seed(1)
    tuned = TunedLinker(Sizes(width=64, hidden=10, window=100), mpnet_weights(3), MPNET_PIECES)
    found = parsing(tuned, networks["en"])
    assert torch.equal(found.state_dict()["query.weight"], tuned.state_dict()["query.weight"])
    with torch.no_grad():
        for name, weight in found.encoder.heads.items():  # what is 0 before it learns would tell nothing here
            weight.add_(0.05 * torch.randn_like(weight), alpha=1 + 4 * name.endswith("look"))
    return found.eval()


def test_it_learns_what_treebanks_say(linker, example, gold):
    from examples import TREES
    from teach import Training, measure

    one = replace(example, kind=TREES, gold=gold)
    before = measure(linker, [one])
    training = Training(linker, 60, rate=3e-3)
    losses = [float(training.step([one])) for _ in range(60)]
    assert losses[-1] < losses[0] / 2
    assert measure(linker, [one]) > before


def test_what_no_treebank_says_is_learned_from_a_network(linker, example):
    from teach import Training

    training = Training(linker, 40, rate=3e-3)
    divergences = []
    for _ in range(40):
        training.step([example])
        divergences.append(linker.held_since()["divergence"])
    assert divergences[-1] < 0.7 * divergences[0]


def test_heads_in_other_sentences_are_left_to_the_network(linker, example, gold):
    heads = gold.heads.copy()
    heads[3], heads[10] = 20, -1  # in the third sentence; unknown
    group = linker.prepare([replace(example, gold=replace(gold, heads=heads))])
    places = linker._places_of_heads(group).ravel()[group.reading["inside"]]
    assert places[[3, 10]].tolist() == [-1, -1]
    assert places[:3].tolist() == [0, 1, 2]  # the root, then each the one before it
    assert (places[11:16] == torch.arange(11, 16) % 8).all()


def test_what_it_has_learned_is_written_in_eight_bits(linker, networks, example, tmp_path):
    import json

    from safetensors.numpy import save_file
    from starts import read_learned, write_learned

    base, file = tmp_path / "base", tmp_path / "learned.safetensors"
    base.mkdir()
    save_file(mpnet_weights(3), base / "model.safetensors")
    vocabulary = {piece: number for number, piece in enumerate(MPNET_PIECES)}
    (base / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocabulary}}), encoding="utf-8")
    with torch.no_grad():
        for weight in linker.encoder.bert.tuned.values():
            weight.add_(0.1 * torch.randn_like(weight))
        before = linker.read(linker.prepare([example]), 0.0)
        write_learned(linker, file)
        again = read_learned(file, base, networks["en"]).eval()
        found = again.read(again.prepare([example]), 0.0)
    assert (before - found).norm() < 0.05 * before.norm()
    assert again.sizes == linker.sizes
    save_file(
        {"query.weight": np.zeros((10, 64), np.float16)},
        file,
        {"sizes": json.dumps(linker.sizes.__dict__), "labels": json.dumps(linker.labels)},
    )
    with pytest.raises(ValueError, match="does not fit the base model"):
        read_learned(file, base, networks["en"])


def test_a_part_of_what_treebanks_say(gold):
    part = gold.part(5, 12)
    assert part.labels["tag"] == gold.labels["tag"][5:12]
    assert part.heads.tolist() == [-1, 0, 1, 3, 3, 4, 5]


def test_sentences_are_known_by_their_words(example):
    from base_recipe import Sentence
    from gum import Word
    from trees import Trees, examples_of_trees

    def sentence(words):
        return Sentence([Word(w, w, "X", f"T{w}", "_", max(i - 1, 0), "dep", True) for i, w in enumerate(words)])

    known = sentence(example.words[8:16])
    found = Trees([[known, sentence(["other"])]]).gold(example)
    assert found.labels["tag"][7:9] == [None, f"T{example.words[8]}"]
    assert found.labels["start"][8:10] == ["start", "inside"]
    assert found.heads[7:11].tolist() == [-1, 8, 8, 9]
    assert Trees([[sentence(["other"])]]).gold(example) is None
    (alone,) = examples_of_trees([("a", [known, sentence(["other"])])])
    assert alone.words == [*example.words[8:16], "other"]
    assert alone.gold.heads.tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 8]


@pytest.mark.parametrize("rows", [False, True])
def test_it_parses_as_its_onnx_files(linker, example, rows):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("jax")
    from pack_taught import packed_network

    from corefpipe.parsing.encoder.onnx_network import OnnxNetwork

    network = packed_network(linker)
    group = linker.prepare([replace(example, sentences=np.zeros(N, dtype=np.int64))])
    reading = group.reading
    pieces = network.pieces
    numbers = {piece: i for i, piece in enumerate(pieces)}
    named = {"<s>": "[CLS]", "</s>": "[SEP]"}
    own = [numbers[named.get(piece, piece)] for piece in (MPNET_PIECES[i] for i in reading["pieces"][0].tolist())]
    batch = {"pieces": np.array([own]), "look": reading["looks"].numpy()}
    batch |= {end: np.append(0, reading[end].numpy())[None] for end in ("first", "last")}
    with importable("base_pipeline"):
        import export
        import rowwise
        from learning import Labels, Model

        model = Model(network.encoder, network.heads, Labels(network.labels), network.pieces, network.window)
        windows = export.by_rows(model, [batch]) if rows else export.windows_model(model, rowwise.Graph())
        relations = export.relations_model(model.heads)
    found = OnnxNetwork(windows.SerializeToString(), relations.SerializeToString()).score(batch)
    with torch.no_grad():
        vectors, hidden = linker._vectors(group, 0.0)
        scores = linker.encoder.scores(hidden, reading, reading["sentences"])
    assert isinstance(found, Scored)
    near = 0.2 if rows else 0.03  # embeddings are in 8 bits
    assert np.linalg.norm(found.vectors[0][1:] - vectors.numpy()) < near * np.linalg.norm(vectors.numpy())
    arcs = scores["head"][0].numpy()
    assert np.linalg.norm(found.arcs[0][1:] - arcs) < 2 * near * np.linalg.norm(arcs)
