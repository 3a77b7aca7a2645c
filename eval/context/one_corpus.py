"""Train on one corpus, let a network read, and measure: GUM with singletons, OntoGUM, LitBank.

    python eval/context/one_corpus.py --network ALL --twin FREE --corpora ../shared/corpora --work build/context

Default settings; words, sentences and speakers given, our parse; development parts. How far to trust the network is
learned with a model of the documents of GUM or OntoGUM that it has learned from, on the other ones. This trust is given
to a model of all documents, and that of GUM to a model of LitBank, of whose training part the networks have seen all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from parts import Annotated, documents, kept_context, parsed

from corefpipe import score, train
from corefpipe.network.context import Context
from corefpipe.resolver.context_weights import MARGINS, Margins
from corefpipe.resolver.evaluate import Evaluation, evaluate
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource
from corefpipe.resolver.trust import Trust
from corpora import gum_files, today

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "coreference"))
from schemes import EXACT, WAYS, conll

Part = Callable[[str], list[Annotated]]


def report(what: str, found: Evaluation, ways: int) -> None:
    """Print the scores by way to count, and those of mentions, singletons among them."""
    mentions = score(found.keys, found.responses, repeats="first").to_dict()["mentions"]
    shown = ", ".join(f"{100 * mentions[name]:.1f}" for name in ("recall", "precision", "f1"))
    print(f"{what}: {conll(found, ways)}, mentions {shown}", flush=True)


@dataclass(frozen=True)
class Measured:
    """What is measured with a network and its twin.

    Attributes:
        part: reads a part of a corpus by its name, "gum/train".
        network: reads for the models that are measured.
        twin: reads where the trust is learned.
        seen: the names of the documents of GUM and OntoGUM that the twin has learned from.
    """

    part: Part
    network: Context
    twin: Context
    seen: frozenset[str]

    def trained(self, corpus: str, mentions: MentionSource) -> Resolver:
        """A model of a corpus without a network."""
        return train(self.part(f"{corpus}/train"), mentions=mentions).resolver

    def trust(self, corpus: str, mentions: MentionSource, ways: int, margins: Margins | None = None) -> Trust:
        """How far to trust the twin, learned by a model of the documents that it has learned from; this is measured.

        Args:
            corpus: GUM or OntoGUM.
            mentions: cluster the gold mentions, or detected ones.
            ways: of the ways to count apply.
            margins: see `Trust.learn`.
        """
        every = self.part(f"{corpus}/train")
        known = [one for one in every if one[1].name in self.seen]
        resolver = train(known, mentions=mentions).resolver
        others = [one for one in every if one[1].name not in self.seen]
        found = Trust.learn(resolver, self.twin, others, mentions, margins)
        resolver.features.use_context(self.network)
        dev = evaluate(resolver, self.part(f"{corpus}/dev"), mentions)
        report(f"{corpus}, {mentions} mentions, {len(known)} documents and the network", dev, ways)
        return found

    def measure(self, corpus: str, mentions: MentionSource, trust: Trust, ways: int) -> None:
        """Measure a model of a whole corpus, without the network and with it."""
        resolver, dev = self.trained(corpus, mentions), self.part(f"{corpus}/dev")
        report(f"{corpus}, {mentions} mentions", evaluate(resolver, dev, mentions), ways)
        trust.give(resolver, self.network)
        report(f"{corpus}, {mentions} mentions, and the network", evaluate(resolver, dev, mentions), ways)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--network", type=Path, required=True, help="folder of the network")
    parser.add_argument("--twin", type=Path, help="folder of the network to learn with, instead of the other one")
    parser.add_argument("--base", default="en", help="base pipeline")
    parser.add_argument("--share", type=int, default=100, help="percent of the free documents that it learned from")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    args = parser.parse_args()

    def part(name: str) -> list[Annotated]:
        return parsed(name.replace("/", "."), partial(documents, args.corpora / name), args.base, args.work)

    seen = today.shares([path.stem for path in gum_files(args.corpora)], args.share)
    read = kept_context(args.network, args.work, args.base)
    twin = kept_context(args.twin, args.work, args.base) if args.twin else read
    measured = Measured(part, read, twin, frozenset(seen))
    measured.measure("gum", "predicted", measured.trust("gum", "predicted", len(WAYS)), len(WAYS))
    # LitBank has fewer mentions: the margins of GUM's would link too many.
    measured.measure("litbank", "predicted", measured.trust("gum", "predicted", len(WAYS), MARGINS["gold"]), EXACT)
    measured.measure("litbank", "gold", measured.trust("gum", "gold", len(WAYS)), EXACT)
    measured.measure("ontogum", "gold", measured.trust("ontogum", "gold", EXACT), EXACT)


if __name__ == "__main__":
    main()
