"""Teach a network: a teacher, or a student that learns from teachers what the annotated corpora do not tell (JAX).

    python eval/base_pipeline/teach.py teacher --examples build/base_pipeline/examples --seed 1 \\
        --out build/base_pipeline/teacher1
    python eval/base_pipeline/teach.py en --examples build/base_pipeline/examples \\
        --teachers build/base_pipeline/teacher* --out build/base_pipeline/en

A student begins with layers of the first teacher, or as it. `prepare.py` writes the examples. A graphics processor is
faster with larger batches of fewer shapes: `--pieces 1536 --lengths 64 128 512 --faster 1.5`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import jax.numpy as jnp
from bert_arrays import WIDTH
from encoder import Product
from examples import LENGTHS, PIECES, Example, Shapes, read_examples
from learning import Model, Pass, Rates, quick_scores, train
from rounding import onnx_product, stored_product
from shrink import narrowed
from untrained import Sizes, new_heads


@dataclass(frozen=True)
class Network:
    """What a network begins with, and how it learns.

    Attributes:
        layers, heads, units: of the encoder.
        sizes: of what is over it.
        rates: of learning, for batches of `PIECES` pieces.
        passes: over the annotated corpora.
        fixed_words: whether the embeddings of word pieces stay as they are.
        product: as the finished network computes it.
        goes_on: whether it begins as the first teacher, all of it, and learns from all of them.
    """

    layers: int
    heads: int
    units: int
    sizes: Sizes
    rates: Rates
    passes: int
    fixed_words: bool = False
    product: Product = jnp.matmul
    goes_on: bool = False


NETWORKS = {
    "teacher": Network(6, 12, 1536, Sizes(), Rates(encoder=8e-5, heads=1e-3), passes=6),
    "en": Network(
        3, 6, 512, Sizes(arc=256, rel=64, shared=256), Rates(encoder=6e-4, heads=2e-3), 16, True, stored_product
    ),
    "en_accurate": Network(
        6, 12, 1536, Sizes(), Rates(encoder=4e-5, heads=3.5e-4), passes=2, product=onnx_product, goes_on=True
    ),
}


def beginning(model: Model, network: Network, seed: int) -> Model:
    """A network before it learns, of the encoder and the looks of a model."""
    heads = new_heads(model.labels.values, network.sizes, seed, WIDTH)
    heads |= {name: model.heads[name] for name in ("look",) if name in model.heads}
    return replace(model, encoder=narrowed(model.encoder, network.layers, network.heads, network.units), heads=heads)


def stored_passes(folder: Path, passes: int, silver: bool) -> list[Pass]:
    """What `prepare.py` wrote, one file after the other, from the beginning if there are fewer."""
    kinds = [sorted(folder.glob(f"{kind}*.npz")) for kind in (("gold", "silver") if silver else ("gold",))]

    def read(number: int) -> Sequence[Example]:
        return [one for files in kinds if files for one in read_examples(files[number % len(files)])]

    return [partial(read, number) for number in range(passes)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("--examples", type=Path, required=True, help="folder of what prepare.py wrote")
    parser.add_argument("--teachers", type=Path, nargs="*", default=[], help="folders of trained teachers")
    parser.add_argument("--go-on-with", type=Path, help="folder of a trained network of this kind that learns more")
    parser.add_argument("--passes", type=int, help="over the annotated corpora; default: as the network has it")
    parser.add_argument("--faster", type=float, default=1.0, help="factor of the rates, for larger batches")
    parser.add_argument("--pieces", type=int, default=PIECES, help="of a batch; default %(default)s")
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS, help="of the rows of a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for the network")
    args = parser.parse_args()
    network = NETWORKS[args.network]
    if network.goes_on and not args.teachers:
        parser.error(f"{args.network} begins as a teacher: --teachers is needed")
    teachers = [Model.read(folder) for folder in args.teachers]
    if args.go_on_with or network.goes_on:
        start = Model.read(args.go_on_with or args.teachers[0])
    else:
        start = beginning(teachers[0] if teachers else Model.read(args.examples / "start"), network, args.seed)
    shapes = Shapes(args.pieces, args.lengths)
    train(
        start,
        stored_passes(args.examples, args.passes or network.passes, silver=bool(teachers)),
        Rates(args.faster * network.rates.encoder, args.faster * network.rates.heads),
        args.seed,
        args.out,
        fixed_words=network.fixed_words,
        teachers=teachers,
        product=network.product,
        shapes=shapes,
    )
    trained = Model.read(args.out)
    scores = {path.stem: quick_scores(trained, read_examples(path), shapes) for path in args.examples.glob("dev-*.npz")}
    print(args.out.name, scores, flush=True)
    (args.out / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
