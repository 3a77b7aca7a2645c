"""Teach a network what corefers (PyTorch): the encoder of a base pipeline, or one of its own, which may parse, too.

    python eval/base_pipeline/unpack.py en --out build/context/base_en
    python eval/context/teach.py --base build/context/base_en --work build/context --parts ontogum.free=1 web.75=1 \\
        soft=0.5 --dev ontogum.dev gap.dev --steps 12000 --out build/context/en.pt

Parts are files of examples (see `examples.py`), each with how often it is read in a pass. A checkpoint is written every
ten minutes; with `--go-on` training goes on from the one that is there. `--base` goes on parsing as it does, even if
the encoder begins as another one, `--start`. `--encoder` names the folder of a BERT with its word pieces
(model.safetensors, tokenizer.json), which is tuned for nothing else. `--begin` goes on from what is learned, with
other examples or rates; with `--base` an encoder that has not parsed learns it, from treebanks and from that network.
`--narrow` first takes away layers of such an encoder, and heads and units of the others.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from base_recipe import Network
from examples import PAIRS, TREES, Example, chunks, kept
from groups import by_words, drawn
from linking import Linker, Sizes
from shared import SharedLinker
from starts import (
    LEARNED,
    MINILM,
    narrow,
    new_tuned,
    over_base,
    parsing,
    read_learned,
    read_network,
    write_learned,
)
from torch import Tensor
from tuned import ENCODER_RATE, TunedLinker

from corefpipe import score
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.network.heads import REACH

MOST_WORDS = 1200
"""Of an example."""
RATE, DECAY, WARM = 1e-3, 0.01, 0.03
SAVED, SHOWN = 600, 20  # seconds, steps


def key_of(example: Example) -> Document:
    """The annotated mentions of an example."""
    mentions = [Mention(first, last + 1, str(example.chains[head])) for head, first, last in example.mentions.tolist()]
    return Document(example.name, words=["w"] * len(example), mentions=sort_mentions(mentions))


@torch.no_grad()
def response_of(linker: Linker, example: Example) -> Document:
    """What the network alone makes of an example: the best antecedent of each word, and the bounds of mentions."""
    group = linker.prepare([example]).to(linker.device)
    vectors = linker.read(group)
    scores, earlier = (one.cpu() for one in linker.best(vectors, group))
    best = scores.argmax(1)
    chain: dict[int, int] = {}
    for word, (place, value) in enumerate(zip(best.tolist(), scores.max(1).values.tolist(), strict=True)):
        if value > 0:
            ante = int(earlier[word, place])
            chain[word] = chain.setdefault(ante, len(chain))
    heads = sorted(chain)
    spans: dict[tuple[int, int], str] = {}
    if heads:
        found = linker.bounds(vectors, group, torch.tensor(heads, device=linker.device))
        begins, ends = (one.argmax(1).tolist() for one in found)
        for head, begin, end in zip(heads, begins, ends, strict=True):
            spans.setdefault((head + begin - REACH, head + end - REACH + 1), str(chain[head]))
    mentions = [Mention(*span, name) for span, name in spans.items()]
    return Document(example.name, words=["w"] * len(example), mentions=sort_mentions(mentions))


@torch.no_grad()
def measure(linker: Linker, examples: list[Example], none: bool = False) -> float:
    """CoNLL average without singletons, for pairs the share of anaphors with the right choice, for trees LAS; per cent.

    Of pairs, the best candidate is chosen where exactly one is right, and other anaphors are left out; with `none`, no
    candidate at all is a choice, too, where no score is above 0.
    """
    linker.eval()
    if examples[0].kind == TREES:
        assert isinstance(linker, SharedLinker)
        right = [linker.right(linker.prepare([one]).to(linker.device)) for one in examples]
        return 100 * sum(one["both"] for one in right) / sum(one["words"] for one in right)
    if examples[0].kind == PAIRS:
        right = total = 0
        for one in examples:
            group = linker.prepare([one]).to(linker.device)
            scores, gold, _ = linker.of_pairs(linker.read(group), group)
            best, chosen = scores.max(1)
            linked = gold.gather(1, chosen[:, None])[:, 0] > 0
            clear = gold.sum(1) == 1
            right += int((torch.where(best > 0, linked, ~clear) if none else linked & clear).sum())
            total += len(gold) if none else int(clear.sum())
        return 100 * right / total
    pairs = [(key_of(one), response_of(linker, one)) for one in examples]
    return 100 * score(*map(list, zip(*pairs, strict=True)), singletons="drop").conll


class Training:
    """Steps of AdamW with a cosine, which can be kept and gone on with.

    Args:
        linker: what learns.
        steps: how many there will be.
        rate: the highest rate of learning.
        seconds: how long it may take; the rates fall with the time then.
    """

    def __init__(self, linker: Linker, steps: int, rate: float = RATE, seconds: float = math.inf):
        self.linker, self.all_steps, self.seconds = linker, steps, seconds
        self.optimizer = torch.optim.AdamW(linker.groups(rate), weight_decay=DECAY, betas=(0.9, 0.98), fused=True)
        self._rates = [group["lr"] for group in self.optimizer.param_groups]
        self.steps, self._began = 0, time.monotonic()

    @property
    def done(self) -> float:
        """The share of the training that is done, 1 at its end."""
        return min(1.0, max(self.steps / self.all_steps, (time.monotonic() - self._began) / self.seconds))

    def step(self, examples: Sequence[Example]) -> Tensor:
        """Learn from examples of one kind; the loss."""
        done = self.done
        factor = min(1.0, done / WARM + 0.01) * (0.5 + 0.5 * math.cos(math.pi * done)) + 0.003
        for group, rate in zip(self.optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * factor
        self.linker.train()
        loss = self.linker.loss(self.linker.prepare(examples, training=True).to(self.linker.device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.linker.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        return loss.detach()

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


def learned_from(chosen: Sequence[str], work: Path) -> list[tuple[str, list[Example], float]]:
    """Name, examples and times of each part, given as NAME=TIMES; long examples are cut."""
    parts = []
    for part in chosen:
        name, _, times = part.partition("=")
        examples = [
            piece
            for one in kept(name, work)
            for piece in ([one] if one.kind == PAIRS else chunks(one, MOST_WORDS))
            if len(piece.mentions) or piece.kind in (PAIRS, TREES)
        ]
        parts.append((name, examples, float(times)))
    return parts


def new_linker(args: argparse.Namespace) -> Linker:
    """What learns, before it has (see `main` for the arguments)."""
    before = Network.read(args.base) if args.base else None
    sizes = Sizes(**{name: getattr(args, name) for name in asdict(Sizes())})
    if args.begin and args.begin.suffix == LEARNED:
        assert before is not None  # see `main`
        linker = read_learned(args.begin, args.encoder, before, args.encoder_rate)
    elif args.begin:
        linker = read_network(args.begin, before, args.encoder_rate)
        if before is not None and isinstance(linker, TunedLinker):
            linker = parsing(linker, before)
    elif args.encoder:
        linker = new_tuned(sizes, args.encoder, args.encoder_rate, args.tuned)
    else:
        linker = SharedLinker(sizes, Network.read(args.start or args.base), args.encoder_rate, before)
    if isinstance(linker, TunedLinker):
        linker = narrow(linker, *args.narrow) if args.narrow else linker
        linker = over_base(linker, args.embeddings) if args.embeddings else linker
    return linker.to(args.device)


def teach(
    training: Training,
    parts: list[tuple[str, list[Example], float]],
    dev: dict[str, list[Example]],
    args: argparse.Namespace,
) -> None:
    """Take the steps that are left, and write checkpoints (see `main` for the arguments)."""
    losses: dict[str, list[Tensor]] = defaultdict(list)
    start = saved = time.time()
    measured = int(training.done * args.measures)
    random.seed(args.seed + training.steps)
    for name, examples in by_words(drawn(parts, random.Random(args.seed + training.steps)), args.words):
        if training.done >= 1:
            break
        losses[name].append(training.step(examples))
        if training.steps % SHOWN == 0:
            means = {name: round(float(torch.stack(values).mean()), 3) for name, values in losses.items()}
            print(f"step {training.steps}, {time.time() - start:.0f} s:", means, flush=True)
            losses.clear()
            if isinstance(training.linker, SharedLinker):
                print("held:", training.linker.held_since(), flush=True)
        if time.time() - saved > SAVED:
            saved = time.time()
            training.write(args.out)
        if int(training.done * args.measures) > measured:
            measured += 1
            training.write(args.out)
            scores = {
                name: round(measure(training.linker, examples, name.startswith("nouns")), 2)
                for name, examples in dev.items()
            }
            print(f"dev, step {training.steps}:", scores, flush=True)
    training.write(args.out)
    if args.learned:
        write_learned(training.linker, args.learned)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, required=True, help="folder of examples")
    parser.add_argument("--parts", nargs="+", required=True, help="NAME=TIMES")
    parser.add_argument("--dev", nargs="*", default=[], help="names of parts")
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="that the steps may take")
    parser.add_argument("--words", type=int, default=1, help="of the examples of a step, at least one")
    parser.add_argument("--device", default="cpu", help='"cuda" for a GPU')
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
    parser.add_argument("--tuned", type=Path, help="file of what that encoder has learned already (safetensors)")
    parser.add_argument(
        "--begin", type=Path, help="checkpoint, or file of `--learned`, of the network as which it begins"
    )
    parser.add_argument("--learned", type=Path, help="file for what was learned beside the base model, in 8 bits")
    parser.add_argument("--narrow", type=int, nargs=3, metavar=("LAYERS", "HEADS", "UNITS"), help="of the encoder")
    parser.add_argument("--embeddings", help="the base pipeline whose embeddings the encoder takes over")
    parser.add_argument("--encoder-rate", type=float, default=ENCODER_RATE)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--out", type=Path, required=True, help="file of the checkpoint")
    args = parser.parse_args()
    if bool(args.base) + bool(args.encoder) != 1 and not args.begin:
        parser.error("give --base or --encoder, or --begin")
    if args.learned and not args.base:
        parser.error("--learned is of an encoder that parses: give --base")
    if args.begin and args.begin.suffix == LEARNED and not (args.base and args.encoder):
        parser.error(f"what {args.begin} has learned is read over --encoder, with --base to learn its parse from")
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(args.seed)
    parts = learned_from(args.parts, args.work)
    dev = {name: kept(name, args.work) for name in args.dev}
    linker = new_linker(args)
    print({name: len(examples) for name, examples, _ in parts}, sum(p.numel() for p in linker.parameters()), flush=True)
    training = Training(linker, args.steps, args.rate, args.seconds)
    if args.go_on and args.out.is_file():
        training.go_on(args.out)
    teach(training, parts, dev, args)


if __name__ == "__main__":
    main()
