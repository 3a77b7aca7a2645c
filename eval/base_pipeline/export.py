"""A model of the encoder as ONNX files for onnxruntime, with weights of 8 bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import onnx
import rowwise
from bert_arrays import OF_HEAD, WORDS, layers_of
from learning import Model
from mpnet_arrays import FIRST_PLACE, LONGEST, PARTS, RELATIVE, distance_classes, fixed_layers
from mpnet_arrays import OF_HEAD as OF_HEAD_OF_MPNET
from onnx import TensorProto, helper
from onnx_graph import OnnxGraph
from onnxruntime.quantization import QuantType, quantize_dynamic
from pack import write_words

from corefpipe.network.transformer import in_bytes
from corefpipe.parsing.encoder.files import RELATIONS, WINDOWS
from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.windows import Batch


class Graph(OnnxGraph):
    """A graph whose weights are stored in 8 bits afterwards, by onnxruntime."""

    def dense(self, values: str, matrix: np.ndarray, bias: np.ndarray) -> str:
        """`values @ matrix + bias`."""
        return self("Add", self("MatMul", values, matrix), bias)

    def row(self, table: np.ndarray, index: str) -> str:
        """Rows of a table; each is of 8 bits with a scale of its own, for onnxruntime would give all rows one."""
        rows, scale = in_bytes(table)
        whole = self("Cast", self("Gather", rows, index), to=TensorProto.FLOAT)
        return self("Mul", whole, self("Gather", scale[:, None], index))

    def gelu(self, values: str) -> str:
        """Approximate gelu, as the heads of the teacher have it."""
        return self("FastGelu", values, domain="com.microsoft")


EPSILON_OF_BERT, EPSILON_OF_MPNET = 1e-12, 1e-5
AnyGraph = Graph | rowwise.Graph


def windows_model(model: Model, graph: AnyGraph | None = None) -> onnx.ModelProto:
    """From word pieces to labels, scores of arcs, vectors of the ends of relations and of words (see `biaffine`).

    Args:
        model: the weights.
        graph: how dense layers are computed; None for in floats.
    """
    g, heads = graph or Graph(), model.heads
    encode = encoded_by_mpnet if RELATIVE in model.encoder else encoded
    hidden = encode(g, model.encoder, heads["look"])
    words = g("Concat", *(at(g, hidden, place) for place in ("first", "last")), axis=-1)

    def layer(name: str) -> str:
        return g.gelu(g.dense(words, heads[name], heads[f"{name}/b"]))

    shared = layer("shared")
    for task in TASKS:
        scores = g.dense(shared, heads[task], heads[f"{task}/b"])
        if task == "start":
            two = g("Split", scores, axis=-1)
            g.nodes[-1].output.append(f"{two}_start")
            g.named(task, g("Squeeze", g("Sub", f"{two}_start", two), np.array([-1])))
        elif task == "name":
            g.named(task, scores)
        else:
            g.named(task, g("ArgMax", scores, axis=-1, keepdims=0))
    of_dep, of_head = layer("arc_dep"), layer("arc_head")
    turned = g("Transpose", of_head, perm=[0, 2, 1])
    likely = g("Transpose", g("MatMul", of_head, heads["arc/b"][:, None]), perm=[0, 2, 1])
    g.named("arcs", g("Add", g("MatMul", g("MatMul", of_dep, heads["arc"]), turned), likely))
    g.named("words", words)
    g.named("dependents", layer("rel_dep"))
    g.named("heads", layer("rel_head"))
    columns = dict.fromkeys(("first", "last"), (TensorProto.INT64, ["windows", "words"]))
    columns |= dict.fromkeys(("pieces", "look"), (TensorProto.INT64, ["windows", "pieces"]))
    outputs = dict.fromkeys(TASKS, (TensorProto.INT64, None))
    outputs |= dict.fromkeys(("arcs", "dependents", "heads", "words", "start", "name"), (TensorProto.FLOAT, None))
    found = g.model(columns, outputs)
    helper.set_model_props(found, {"window": str(model.window)})
    return found


def encoded(g: AnyGraph, weights: dict[str, np.ndarray], looks: np.ndarray) -> str:
    """Vectors of word pieces (see `encoder.encode`)."""
    length = g("Slice", g("Shape", "pieces"), np.array([1]), np.array([2]))
    number = g("Range", np.array(0), g("Squeeze", length), np.array(1))
    place = g.row(weights["embeddings.position_embeddings.weight"], number)
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    words = g.row(weights["embeddings.word_embeddings.weight"], "pieces")
    hidden = g("Add", g("Add", words, g.row(looks, "look")), g("Add", place, kind))
    hidden = norm(g, weights, "embeddings.LayerNorm", hidden)
    for number in range(layers_of(weights)):
        name = f"encoder.layer.{number}"
        parts = [
            g.dense(
                hidden, weights[f"{name}.attention.self.{part}.weight"].T, weights[f"{name}.attention.self.{part}.bias"]
            )
            for part in ("query", "key", "value")
        ]
        heads = len(weights[f"{name}.attention.self.query.weight"]) // OF_HEAD
        # Each window is a batch of its own, without padding: attention with a mask takes twice as long.
        found = g("MultiHeadAttention", *parts, domain="com.microsoft", num_heads=heads)
        found = of(g, weights, f"{name}.attention.output.dense", found)
        hidden = norm(g, weights, f"{name}.attention.output.LayerNorm", g("Add", hidden, found))
        found = g("Gelu", of(g, weights, f"{name}.intermediate.dense", hidden), domain="com.microsoft")
        found = of(g, weights, f"{name}.output.dense", found)
        hidden = norm(g, weights, f"{name}.output.LayerNorm", g("Add", hidden, found))
    return hidden


def encoded_by_mpnet(g: AnyGraph, weights: dict[str, np.ndarray], looks: np.ndarray) -> str:
    """Vectors of word pieces by MPNet (see `eval/context/mpnet.py`), of one window."""
    length, first = g("Slice", g("Shape", "pieces"), np.array([1]), np.array([2])), np.array(FIRST_PLACE)
    number = g("Range", first, g("Add", g("Squeeze", length), first), np.array(1))
    place = g.row(weights["embeddings.position_embeddings.weight"], number)
    hidden = norm(g, weights, "embeddings.LayerNorm", g("Add", g.row(weights[WORDS], "pieces"), place))
    both = g("Concat", length, length, axis=0)
    classes = g("Slice", distance_classes(LONGEST), np.array([0, 0]), both, np.array([0, 1]))
    near = g("Unsqueeze", g("Gather", weights[RELATIVE].T, classes, axis=1), np.array([0]))
    layers = layers_of(weights)
    for number in range(layers):
        if number == fixed_layers(layers):
            hidden = g("Add", hidden, g.row(looks, "look"))
        name = f"encoder.layer.{number}"
        parts = [of(g, weights, f"{name}.attention.attn.{part}", hidden) for part in PARTS]
        heads = len(weights[f"{name}.attention.attn.q.weight"]) // OF_HEAD_OF_MPNET
        found = g("MultiHeadAttention", *parts, "", "", near, domain="com.microsoft", num_heads=heads)
        found = of(g, weights, f"{name}.attention.attn.o", found)
        hidden = norm(g, weights, f"{name}.attention.LayerNorm", g("Add", hidden, found))
        found = g("Gelu", of(g, weights, f"{name}.intermediate.dense", hidden), domain="com.microsoft")
        found = of(g, weights, f"{name}.output.dense", found)
        hidden = norm(g, weights, f"{name}.output.LayerNorm", g("Add", hidden, found))
    return hidden


def of(g: AnyGraph, weights: dict[str, np.ndarray], name: str, values: str) -> str:
    """A dense layer by the name of its weights."""
    return g.dense(values, weights[f"{name}.weight"].T, weights[f"{name}.bias"])


def norm(g: AnyGraph, weights: dict[str, np.ndarray], name: str, values: str) -> str:
    """Layer normalization by the name of its weights."""
    own = (weights[f"{name}.weight"], weights[f"{name}.bias"])
    epsilon = EPSILON_OF_MPNET if RELATIVE in weights else EPSILON_OF_BERT
    return g("LayerNormalization", values, *own, axis=-1, epsilon=epsilon)


def at(g: AnyGraph, hidden: str, places: str) -> str:
    """The vectors at places, of each window."""
    index = g("Unsqueeze", places, np.array([-1]))
    return g("GatherND", hidden, index, batch_dims=1)


def relations_model(heads: dict[str, np.ndarray]) -> onnx.ModelProto:
    """From the vectors of both ends of relations to the best relations (see `teacher.relations`)."""
    g = Graph()
    width, n, _ = heads["rel"].shape
    both = g("Reshape", g("MatMul", "dependents", heads["rel"].reshape(width, n * width)), np.array([-1, n, width]))
    scores = g("Squeeze", g("MatMul", both, g("Unsqueeze", "heads", np.array([-1]))), np.array([-1]))
    one = g.dense(g("Concat", "dependents", "heads", axis=-1), heads["rel_one"], heads["rel/b"])
    g.named("dep", g("ArgMax", g("Add", scores, one), axis=-1, keepdims=0))
    shape = (TensorProto.FLOAT, ["words", width])
    return g.model({"dependents": shape, "heads": shape}, {"dep": (TensorProto.INT64, None)})


def write_small(model: onnx.ModelProto, folder: Path, name: str) -> None:
    """Write a model with weights of 8 bits."""
    plain = folder / f"plain-{name}"
    onnx.save(model, plain)
    # Seven bits, because processors without VNNI add products of eight bits with saturation.
    quantize_dynamic(
        plain,
        folder / name,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
    plain.unlink()


def by_rows(model: Model, batches: Iterable[Batch]) -> onnx.ModelProto:
    """`windows_model` with integer products (see `rowwise.py`), measured on batches of windows."""
    shown = rowwise.Graph()
    plain = windows_model(model, shown)
    largest = rowwise.largest_inputs(plain, list(shown.inputs), batches)
    return windows_model(model, rowwise.Graph(largest))


def write_files(model: Model, out: Path, batches: Sequence[Batch] = ()) -> None:
    """Write the files of the component's network.

    Args:
        model: the weights.
        out: the folder.
        batches: windows of text, for a network with a scale per row (see `by_rows`); none for one with a scale for all.
    """
    out.mkdir(parents=True, exist_ok=True)
    if batches:
        onnx.save(by_rows(model, batches), out / WINDOWS)
    else:
        write_small(windows_model(model), out, WINDOWS)
    write_small(relations_model(model.heads), out, RELATIONS)
    write_words(model, out)
