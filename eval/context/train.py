"""Let a network read for a trained resolver, learn how far to trust it, and measure the result.

    python eval/context/train.py en_research --network build/all --corpora ../shared/corpora \\
        --work build/context --unseen web.train --out build/en_large

Parts to learn from, which the network must not have seen: "web.train", "written.train" (of raw text), "ontogum.dev"
and so on, every other document of one, "ontogum.dev.0" and "ontogum.dev.1", or what a resolver with a share of today's
English has not learned from, "web.train.not75". "ontogum.train.free" are the documents that may be used freely (a share
of which may be left out, too: "ontogum.train.free.not75"), "ontogum.train.other" the other ones; a network that learned
from the free ones alone, `--twin`, has not seen these: with it the weights are learned, and `--network` then reads. Of
`--partial` parts ("short_texts") the annotated mentions alone are learned from. Parts to measure have the same names.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from parts import Annotated, kept_context, parsed

from corefpipe.network.files import load_context
from corefpipe.parsing.encoder.vectors import with_base
from corefpipe.parsing.installed import BASE
from corefpipe.parsing.pipelines import find_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.loading import load_resolver
from corefpipe.utils.progress import progress
from corpora import gum_files, parts_of, today, with_layer

METRICS = ("muc", "b_cubed", "ceaf_e", "mentions")


@dataclass(frozen=True)
class Parts:
    """Parsed documents by the name of their part.

    Attributes:
        corpora: folder of the corpora.
        base: name of the pipeline that parses.
        work: folder that is kept.
    """

    corpora: Path
    base: str
    work: Path

    def __getitem__(self, name: str) -> list[Annotated]:
        plain, _, some = name.rpartition(".")
        if some.isdigit():
            return self[plain][int(some) :: 2]
        if some.startswith("not"):
            return self._outside_share(plain, int(some.removeprefix("not")))
        if name == "ontogum.train.other":
            free = {path.stem for path in gum_files(self.corpora, free=True)}
            return [one for one in self["ontogum.train"] if one[1].name not in free]
        if name == "ontogum.train.free":
            other = {one[1].name for one in self["ontogum.train.other"]}
            return [one for one in self["ontogum.train"] if one[1].name not in other]
        readers = parts_of(self.corpora)
        if plain == "web":
            ewt = parsed(f"ewt.{some}", readers[f"ewt.{some}"], self.base, self.work)
            return list(with_layer(ewt, self.corpora, some))
        if plain == "written":
            keys = today.written(some)
            docs = parsed(name, lambda: map(today.raw_text, keys), self.base, self.work)
            return [(doc, today.on_tokens(doc, key)) for (doc, _), key in zip(docs, keys, strict=True)]
        return parsed(name, readers[name], self.base, self.work)

    def _outside_share(self, name: str, share: int) -> list[Annotated]:
        """The documents of a part that the shares of `eval/resolver/train.py` leave out."""
        every = {"web.train": lambda: today.web(self.corpora), "written.train": today.written}
        names = [one.name for one in (every[name]() if name in every else (key for _, key in self[name]))]
        learned = set(today.shares(names, share))
        return [one for one in self[name] if one[1].name not in learned]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a packaged model or a folder")
    parser.add_argument("--network", type=Path, required=True, help="folder of the network")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    parser.add_argument("--unseen", nargs="+", default=["web.train"], help="parts to learn from")
    parser.add_argument("--partial", nargs="*", default=[], help="parts of which some mentions are annotated")
    parser.add_argument("--twin", type=Path, help="folder of the network to learn with, instead of the other one")
    parser.add_argument("--measure", nargs="*", default=["ontogum.dev", "web.dev"], help="parts to measure")
    parser.add_argument("--calibrate", default="ontogum.dev", help="part to calibrate probabilities on")
    parser.add_argument("--given", default="litbank.dev", help="part to calibrate those of given mentions on")
    parser.add_argument("--licence", default="")
    parser.add_argument("--out", type=Path, help="folder for the model")
    args = parser.parse_args()
    resolver = load_resolver(args.model)
    parts = Parts(args.corpora, resolver.base, args.work)
    kept = kept_context(args.network, args.work, resolver.base)
    unseen, partial = ([one for name in names for one in parts[name]] for names in (args.unseen, args.partial))
    learned_with = kept_context(args.twin, args.work, resolver.base) if args.twin else kept
    resolver.add_context(learned_with, unseen, partial=partial, watch=progress)
    resolver.features.use_context(kept)
    for name in args.measure:
        found = evaluate(resolver, parts[name])
        table = found.score.to_dict()
        scores = ", ".join(f"{metric} {100 * table[metric]['f1']:.1f}" for metric in METRICS)
        print(f"{name}: CoNLL {100 * found.score.conll:.2f}, {scores}", flush=True)
        if name == args.calibrate:
            reliability = found.reliability()
            resolver.calibrations = {**resolver.calibrations, "predicted": found.calibration()}
            resolver.meta |= {"dev_conll": round(found.score.conll, 6)}
            if reliability is not None:
                resolver.meta |= {"dev_calibration_error": round(reliability.error, 6)}
                print(f"{name}: calibration error {reliability.error:.4f}")
    if args.given:
        given = evaluate(resolver, parts[args.given], "gold")
        resolver.calibrations = {**resolver.calibrations, "given": given.calibration()}
    if args.out:
        resolver.features.use_context(with_base(load_context(args.network), resolver.base))
        resolver.meta |= {"context": kept.name, "context_learned_on": [*args.unseen, *args.partial]}
        if args.licence:
            resolver.meta |= {"licence": args.licence}
        base = find_base(resolver.base)
        if base is not None and base.resolve() == (args.out / BASE).resolve():  # that of en_accurate, in its own folder
            resolver.base, resolver.own_base = str(args.out / BASE), resolver.language
        resolver.to_disk(args.out, overwrite=True)


if __name__ == "__main__":
    main()
