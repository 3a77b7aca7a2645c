"""Learn which people of a book's cast are one, and measure it on novels whose names are listed by hand.

    OMP_NUM_THREADS=1 python eval/novels/people.py --corpora ../shared/corpora --work build/people \\
        --out corefpipe/quotations

`people/` says of the forms of names of 85 novels, lower-cased, which are one person's; "several" are forms that several
people share, "none" are not people's, "unsure" were not decided. Each novel is parsed once (half a minute, in all
40 minutes); its pairs are kept in the folder `--work`. Writes people.json beside this file: of the
pairs of each novel, with weights learned on the others, how many are one person by probability, and those united.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from corefpipe.casts.sections import telling_of
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.quotations.aliases import Pairs, probability, united
from corefpipe.quotations.log_linear import Example, LogLinear
from corefpipe.resolver.loading import load_resolver

HERE = Path(__file__).resolve().parent
LISTS = HERE / "people"
LIMITS = (0.5, 0.6, 0.7, 0.8, 0.9)
L2 = 2.0
"""Penalty on weights; of 1, 2 and 3."""
MOST = 0.8
"""Share of a person's names that must be one listed person's."""
Pair = tuple[int, int]


class Novel(NamedTuple):
    """The pairs of people of a novel that may be one.

    Attributes:
        features: of each pair.
        is_one: whether it is one person; not for pairs of whom it is unknown.
    """

    features: Mapping[Pair, list[str]]
    is_one: Mapping[Pair, bool]

    def examples(self) -> Iterator[Example]:
        """The pairs of whom it is known, each as the choice of one person or two."""
        for pair, is_one in self.is_one.items():
            yield [self.features[pair], []], [is_one, not is_one]


def novel_of(listed: Path, corpora: Path, work: Path) -> Novel:
    """The pairs of a novel's cast with what its list says of them."""
    kept = work / f"{listed.stem}.pkl"
    if not kept.exists():
        kept.write_bytes(pickle.dumps(_pairs(corpora / "novels" / f"{listed.stem}.txt")))
    found = pickle.loads(kept.read_bytes())
    people = [_listed(json.loads(listed.read_text(encoding="utf-8")), forms) for forms in found["people"]]
    named = {pair: (people[pair[0]], people[pair[1]]) for pair in found["features"]}
    known = {pair: own for pair, own in named.items() if None not in own and own != (-1, -1)}
    return Novel(found["features"], {pair: one == other for pair, (one, other) in known.items()})


def _pairs(path: Path) -> dict[str, object]:
    """The forms of the names of a cast's people with their counts, and the features of pairs."""
    resolver = load_resolver("en")
    text = path.read_text(encoding="utf-8")
    ((doc, _),) = annotate([Document(path.stem, text=text)], load_base(resolver.base))
    table = resolver.table(doc)
    cast = telling_of(table).cast
    people = [{" ".join((*form.titles, *form.words)): n for form, n in one.forms.items()} for one in cast.people]
    return {"people": people, "features": Pairs(table, cast).features()}


def _listed(lists: dict, forms: Mapping[str, int]) -> int | None:
    """The number of the listed person whose forms these are; -1 for no person, None if unknown or several."""
    of = {form: number for number, group in enumerate(lists["people"]) for form in group}
    of |= dict.fromkeys(lists["none"], -1) | {form: None for key in ("several", "unsure") for form in lists[key]}
    counts = Counter[int | None]()
    for form, count in forms.items():
        if form in of:
            counts[of[form]] += count
    best, count = counts.most_common(1)[0] if counts else (None, 0)
    return best if counts and count >= MOST * counts.total() else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="folder for en.aliases.json")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    novels = {one.stem: novel_of(one, options.corpora, options.work) for one in sorted(LISTS.glob("*.json"))}
    figures = {"novels": len(novels), **measured(novels)}
    (HERE / "people.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))
    if options.out:
        learned(novels.values()).to_disk(options.out / "en.aliases.json")


def learned(novels: Iterable[Novel]) -> LogLinear:
    """The model of these novels."""
    return LogLinear.learn([example for one in novels for example in one.examples()], L2)


def measured(novels: Mapping[str, Novel]) -> dict[str, object]:
    """Leave one novel out: pairs that are one, and of these found by probability; pairs that are united, and right."""
    counts = Counter[str]()
    for name, own in novels.items():
        model = learned(one for other, one in novels.items() if other != name)
        found = {pair: probability(model, features) for pair, features in own.features.items()}
        counts["pairs"] += len(own.is_one)
        counts["one"] += sum(own.is_one.values())
        for limit in LIMITS:
            over = [is_one for pair, is_one in own.is_one.items() if found[pair] >= limit]
            counts[f"over {limit}"] += len(over)
            counts[f"right over {limit}"] += sum(over)
        for one, other in united(found).items():
            is_one = own.is_one.get((other, one))
            counts["united"] += is_one is not None
            counts["united, right"] += bool(is_one)
    return dict(counts)


if __name__ == "__main__":
    main()
