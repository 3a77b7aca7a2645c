"""What does a network make superfluous? Leave out constraints, the mention selector or features.

    python eval/context/ablate.py constraints --model build/en/resolver --under build/en/under \\
        --network build/en/network --corpora ../shared/corpora --work build/context

The network stays the same. Constraints are left out of `--model`, whose weights stay. For the selector and
for features, the weights of context are learned anew over `--under`, the resolver without a network, on documents that
neither has seen (`--unseen`; see `train.py`). Prints one row of a Markdown table for each thing left out; `--only`
leaves out some of them, `--together genders,times` several at once, `--together all` all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from parts import Annotated, kept_context
from spacy.language import Language
from spacy.tokens import Doc
from train import Parts

from corefpipe.features import MentionClassifier, gold_labels
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES
from corefpipe.features.engine.vocabulary import Vocabulary
from corefpipe.network.context import Context
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.overrides import Overrides
from corefpipe.resolver.resolving import resolve_docs
from corefpipe.resolver.selection import MentionSelector
from corefpipe.scoring import score
from corefpipe.tuning.parts import columns_of_groups

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "sentences"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "everyday"))
import cases
import matching
from measure import HERE as EVERYDAY
from measure import chain_at, read_texts

MEASURED = ("ontogum.dev", "web.dev", "written.dev")
GIVEN = "litbank.dev"
"""A part of which the mentions are given, since it annotates only some kinds of them."""
UNSEEN = ("ontogum.train.free.not75", "web.train.not75", "written.train.not75")


Judge = Callable[[Doc], bool]
"""Whether a decision on a resolved text is right."""
LeftOut = Callable[[Vocabulary], np.ndarray]
"""Vocabulary -> (n_columns,) bool, which of its columns are left out."""


@dataclass(frozen=True)
class Measured:
    """What a resolver finds.

    Attributes:
        conll: CoNLL average of each part, in per cent.
        texts: number of right decisions on everyday texts, and on both halves of the short texts.
        chosen: (n_mentions,) int64, the antecedent of each mention of all parts, -1 for none.
        right: (n_mentions,) bool, whether it is in the mention's true chain; without one, whether the chain starts.
    """

    conll: list[float]
    texts: list[int]
    chosen: np.ndarray
    right: np.ndarray


@dataclass(frozen=True)
class Measure:
    """Measures resolvers on parsed documents and parsed texts.

    Attributes:
        parts: the documents of each part; of the last one the mentions are given.
        texts: of each set of texts, Docs with the decisions on them.
    """

    parts: list[list[Annotated]]
    texts: list[list[tuple[Doc, list[Judge]]]]

    def __call__(self, resolver: Resolver) -> Measured:
        """The scores of a resolver."""
        conll, chosen, right = [], [], []
        for annotated in self.parts:
            keys, responses = [], []
            for one in resolve_docs(annotated, resolver, "gold" if annotated is self.parts[-1] else "predicted"):
                keys.append(one.source)
                responses.append(one.document())
                antecedent = one.resolution.decoding.antecedent.astype(np.int64)
                chosen.append(antecedent)
                right.append(_right(antecedent, gold_labels(one.resolution.spans, one.source)))
            conll.append(100 * score(keys, responses, repeats="official").conll)
        texts = [_judged(resolver, docs) for docs in self.texts]
        return Measured(conll, texts, np.concatenate(chosen), np.concatenate(right))


def _judged(resolver: Resolver, texts: Sequence[tuple[Doc, list[Judge]]]) -> int:
    """Number of right decisions."""
    found = resolver.resolve_all([(doc, None) for doc, _ in texts])
    for (doc, _), resolution in zip(texts, found, strict=True):
        resolver.write(doc, resolution)
    return sum(judge(doc) for doc, judges in texts for judge in judges)


def read_decisions(nlp: Language) -> list[list[tuple[Doc, list[Judge]]]]:
    """The everyday texts, and both halves of the short texts, parsed, with the decisions on them."""

    def everyday(decision: Any) -> Judge:
        return lambda doc: _are_same(doc, decision.anaphor, decision.antecedent) == decision.same

    def short(decision: cases.Decision) -> Judge:
        return lambda doc: matching.is_right(decision, doc, doc._.coref.chains)

    texts = [[(text, list(map(everyday, made))) for text, made in read_texts(EVERYDAY / "texts.jsonl").values()]]
    for half in cases.HALVES:
        several = (case for some in cases.read_half(half).values() for case in some)
        texts.append([(case.text, list(map(short, case.decisions))) for case in several])
    return [list(nlp.pipe(some, as_tuples=True)) for some in texts]


def _are_same(doc: Doc, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two stretches of characters are in one chain."""
    chain = chain_at(doc, one)
    return chain is not None and chain == chain_at(doc, other)


def columns_of(resolver: Resolver) -> int:
    """Number of columns of links, starts and mentions."""
    return len(resolver.weights) + (len(resolver.selector.classifier.weights) if resolver.selector else 0)


def _right(antecedent: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """(n_mentions,) bool: whether an antecedent has the label of its mention; the first of a label has none."""
    first = np.zeros(len(labels), dtype=bool)
    first[np.unique(labels, return_index=True)[1]] = True
    return np.where(antecedent < 0, first, labels[np.maximum(antecedent, 0)] == labels)


def row(name: str, found: Measured, before: Measured, columns: int) -> str:
    """One row of the table: scores with their changes, and decisions on mentions that became right or wrong."""
    cells = [name, f"{columns:,}"]
    for value, old in zip(found.conll, before.conll, strict=True):
        cells.append(f"{value:.2f}" if found is before else f"{value - old:+.2f}")
    for count, old_count in zip(found.texts, before.texts, strict=True):
        cells.append(f"{count}" if found is before else f"{count - old_count:+d}")
    if len(found.chosen) == len(before.chosen):
        changed = found.chosen != before.chosen
        lost, won = (before.right & ~found.right).sum(), (found.right & ~before.right).sum()
        cells += [f"{changed.sum()}", f"{lost}", f"{won}"]
    else:  # other mentions
        cells += [""] * 3
    return f"| {' | '.join(cells)} |"


def relearned(resolver: Resolver, context: Context, unseen: Sequence[Annotated]) -> Resolver:
    """The resolver with the network, whose weights are learned; the given one stays as it is."""
    selector = resolver.selector and MentionSelector(copy(resolver.selector.classifier))
    found = replace(resolver, features=copy(resolver.features), selector=selector)
    found.add_context(context, unseen)
    return found


def without_columns(resolver: Resolver, left_out: LeftOut) -> Resolver:
    """The resolver without some columns of links, starts and mentions; nothing is learned anew.

    Args:
        resolver: the resolver; it stays as it is.
        left_out: vocabulary -> (n_columns,) bool.
    """
    found = replace(resolver, features=copy(resolver.features))
    found.use(np.where(left_out(resolver.features.fitted), 0, resolver.weights))
    if resolver.selector is not None:
        old = resolver.selector.classifier
        kept = np.flatnonzero(~left_out(old.vocabulary))
        classifier = MentionClassifier(old.templates, old.vocabulary.only(kept), old.weights[kept], old.intercept)
        found.selector = MentionSelector(classifier)
    return found


def columns_by_group(resolver: Resolver) -> dict[str, LeftOut]:
    """Group of features of links or starts -> which columns are left out; those of mentions stay."""
    fitted = resolver.features.fitted

    def columns(own: np.ndarray) -> LeftOut:
        return lambda vocabulary: own if vocabulary is fitted else np.zeros(len(vocabulary), dtype=bool)

    return {name: columns(own) for name, own in columns_of_groups(resolver.features).items()}


def columns_by_part(resolver: Resolver, key: Callable[[str], str]) -> dict[str, LeftOut]:
    """Key of an attribute or pair feature -> which columns are left out: those that have it as a part."""
    spec = resolver.features.spec
    parts = {part.attribute for template in (*spec.link, *spec.start, *spec.mention) for part in template.parts}

    def columns(name: str) -> LeftOut:
        def left_out(vocabulary: Vocabulary) -> np.ndarray:
            has = [name in {key(part.attribute) for part in template.parts} for template in vocabulary.templates]
            return np.array(has, dtype=bool)[vocabulary.template]

        return left_out

    return {name: columns(name) for name in sorted(set(map(key, parts)))}


def module_of(name: str) -> str:
    """The module that computes an attribute or pair feature."""
    registered = ATTRIBUTES[name] if name in ATTRIBUTES else PAIR_FEATURES[name]
    return registered.compute.__module__.removeprefix("corefpipe.features.")


@dataclass(frozen=True)
class Kind:
    """Things that can be left out.

    Attributes:
        names: their names.
        without: names of some -> the resolver without them.
    """

    names: list[str]
    without: Callable[[Sequence[str]], Resolver]


def constraints(resolver: Resolver) -> Kind:
    """Constraints; nothing is learned anew."""

    def without(names: Sequence[str]) -> Resolver:
        kept = [name for name in resolver.constraints if name not in names]
        return resolver.configured(Overrides(constraints=kept))

    return Kind(list(resolver.constraints), without)


def selector(under: Resolver, learn: Callable[[Resolver], Resolver]) -> Kind:
    """The features of the selector beside those of context, and the selector: the longest span of a head is left."""

    def without(names: Sequence[str]) -> Resolver:
        if "selector" in names:
            return learn(replace(under, selector=None))
        templates = under.features.spec.mention
        return learn(replace(under, selector=MentionSelector(MentionClassifier(templates))) if names else under)

    return Kind(["features", "selector"], without)


def features(under: Resolver, columns: Mapping[str, LeftOut], learn: Callable[[Resolver], Resolver]) -> Kind:
    """Features, whose columns are left out of the resolver without a network."""

    def without(names: Sequence[str]) -> Resolver:
        some = [columns[name] for name in names]
        return learn(without_columns(under, lambda of: np.any([one(of) for one in some], axis=0)) if some else under)

    return Kind(list(columns), without)


KINDS = ("constraints", "selector", "groups", "modules", "names")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=KINDS, help="what is left out, one by one")
    parser.add_argument("--model", type=Path, required=True, help="a resolver with the network")
    parser.add_argument("--under", type=Path, required=True, help="the resolver without it")
    parser.add_argument("--network", type=Path, required=True, help="folder of the network")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    parser.add_argument("--unseen", nargs="+", default=UNSEEN, help="parts to learn from")
    parser.add_argument("--only", nargs="*", help="of these alone")
    parser.add_argument("--together", nargs="*", default=[], help="these at once, such as genders,times, or all")
    args = parser.parse_args()
    model, under = load_resolver(args.model), load_resolver(args.under)
    parts = Parts(args.corpora, model.base, args.work)
    context = kept_context(args.network, args.work, model.base)
    model.features.use_context(context)
    measure = Measure([parts[name] for name in (*MEASURED, GIVEN)], read_decisions(load_parser(model, args.model)))

    def learn(resolver: Resolver) -> Resolver:
        return relearned(resolver, context, [one for name in args.unseen for one in parts[name]])

    kind = {
        "constraints": lambda: constraints(model),
        "selector": lambda: selector(under, learn),
        "groups": lambda: features(under, columns_by_group(under), learn),
        "modules": lambda: features(under, columns_by_part(under, module_of), learn),
        "names": lambda: features(under, columns_by_part(under, str), learn),
    }[args.what]()
    names = [*MEASURED, f"{GIVEN}, given", "everyday", "open", "held out", "other decisions", "lost", "won"]
    print(f"| without | columns | {' | '.join(names)} |")
    print("|---" * (2 + len(names)) + "|")
    resolver = kind.without([])
    before = measure(resolver)
    print(row("nothing", before, before, columns_of(resolver)), flush=True)
    alone = [[name] for name in kind.names if args.only is None or name in args.only]
    for names in (*alone, *(kind.names if some == "all" else some.split(",") for some in args.together)):
        resolver = kind.without(names)
        label = "all of them" if names == kind.names else " + ".join(names)
        print(row(label, measure(resolver), before, columns_of(resolver)), flush=True)


if __name__ == "__main__":
    main()
