"""Learn which people of a book's cast are one, and measure it on novels whose names are listed by hand.

    OMP_NUM_THREADS=1 python eval/novels/people.py --corpora ../shared/corpora --work build/people \\
        --out corefpipe/quotations

`people/` says of the forms of names of 85 novels, lower-cased, which are one person's; "several" are forms that several
people share, "none" are not people's, "unsure" were not decided. Each novel is parsed once (half a minute, in all
40 minutes); its pairs are kept in the folder `--work`. Writes people.json beside this file: of the
pairs of each novel, with weights learned on the others, how many are one person by probability, and those united; and
B-cubed of the casts, over the listed names, before people are united and after.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from corefpipe.casts.forms import Form
from corefpipe.casts.sections import telling_of
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.quotations.aliases import Pairs, probability, united
from corefpipe.quotations.log_linear import Example, LogLinear
from corefpipe.resolver.loading import load_resolver
from corefpipe.scoring import score_partitions

HERE = Path(__file__).resolve().parent
LISTS = HERE / "people"
LIMITS = (0.5, 0.6, 0.7, 0.8, 0.9)
L2 = 2.0
"""Penalty on weights; of 1, 2 and 3."""
MOST = 0.8
"""Share of a person's names that must be one listed person's."""
Pair = tuple[int, int]


class Novel(NamedTuple):
    """The people of a novel's cast, and which pairs of them may be one.

    Attributes:
        features: of each pair.
        is_one: whether it is one person; not for pairs of whom it is unknown.
        listed: (n_names,) number of the listed person of each name that has one.
        people: (n_names,) number of the person of the cast; names that are nobody's have numbers below 0 by their form.
    """

    features: Mapping[Pair, list[str]]
    is_one: Mapping[Pair, bool]
    listed: np.ndarray
    people: np.ndarray

    def examples(self) -> Iterator[Example]:
        """The pairs of whom it is known, each as the choice of one person or two."""
        for pair, is_one in self.is_one.items():
            yield [self.features[pair], []], [is_one, not is_one]


def novel_of(listed: Path, corpora: Path, work: Path) -> Novel:
    """The pairs of a novel's cast with what its list says of them."""
    kept = work / f"{listed.stem}.pkl"
    if not kept.exists():
        kept.write_bytes(pickle.dumps(_pairs(corpora / "novels" / f"{listed.stem}.txt")))
    found, of = pickle.loads(kept.read_bytes()), _persons(json.loads(listed.read_text(encoding="utf-8")))
    people = [_listed(of, forms) for forms in found["people"]]
    named = {pair: (people[pair[0]], people[pair[1]]) for pair in found["features"]}
    known = {pair: own for pair, own in named.items() if None not in own and own != (-1, -1)}
    is_one = {pair: one == other for pair, (one, other) in known.items()}
    return Novel(found["features"], is_one, *_names(of, found["people"], found["forms"]))


def _pairs(path: Path) -> dict[str, object]:
    """The forms of all names with their counts, those of each person of the cast, and the features of pairs."""
    resolver = load_resolver("en")
    text = path.read_text(encoding="utf-8")
    ((doc, _),) = annotate([Document(path.stem, text=text)], load_base(resolver.base))
    table = resolver.table(doc)
    cast = telling_of(table).cast
    people = [{_text(form): count for form, count in one.forms.items()} for one in cast.people]
    forms = Counter(map(_text, cast.forms.values()))
    return {"forms": forms, "people": people, "features": Pairs(table, cast).features()}


def _text(form: Form) -> str:
    return " ".join((*form.titles, *form.words))


def _persons(lists: dict) -> dict[str, int | None]:
    """Form -> number of its listed person; -1 for no person, None if unknown or several."""
    of: dict[str, int | None] = {form: number for number, group in enumerate(lists["people"]) for form in group}
    return of | dict.fromkeys(lists["none"], -1) | {form: None for key in ("several", "unsure") for form in lists[key]}


def _names(
    of: Mapping[str, int | None], people: Iterable[Mapping[str, int]], counts: Mapping[str, int]
) -> tuple[np.ndarray, np.ndarray]:
    """(n_names,) the listed person and the person of the cast of each name that has a listed person."""
    own = {form: number for number, forms in enumerate(people) for form in forms}
    named = [form for form in counts if of.get(form) not in (None, -1)]
    numbers = [[of[form] for form in named], [own.get(form, -1 - place) for place, form in enumerate(named)]]
    listed, found = np.repeat(np.array(numbers, dtype=np.int64), [counts[form] for form in named], axis=1)
    return listed, found


def _listed(of: Mapping[str, int | None], forms: Mapping[str, int]) -> int | None:
    """The number of the listed person whose forms these are; -1 for no person, None if unknown or several."""
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
    """Leave one novel out: pairs that are one, and of these found by probability; people that are united, and right."""
    counts, after = Counter[str](), []
    for name, own in novels.items():
        model = learned(one for other, one in novels.items() if other != name)
        found = {pair: probability(model, features) for pair, features in own.features.items()}
        counts["pairs"] += len(own.is_one)
        counts["one"] += sum(own.is_one.values())
        for limit in LIMITS:
            over = [is_one for pair, is_one in own.is_one.items() if found[pair] >= limit]
            counts[f"over {limit}"] += len(over)
            counts[f"right over {limit}"] += sum(over)
        same = united(found)
        after.append(np.array([same.get(person, person) for person in own.people.tolist()]))
        for one, other in same.items():
            is_one = own.is_one.get((other, one))
            counts["united"] += is_one is not None
            counts["united, right"] += bool(is_one)
    before = [own.people for own in novels.values()]
    return dict(counts) | {"casts": _b_cubed(novels, before), "casts, united": _b_cubed(novels, after)}


def _b_cubed(novels: Mapping[str, Novel], people: list[np.ndarray]) -> dict[str, float]:
    """Precision and recall of the people of all novels' names, in percent."""
    found = score_partitions([own.listed for own in novels.values()], people, metrics=["b_cubed"]).to_dict()["b_cubed"]
    return {part: round(100 * found[part], 2) for part in ("precision", "recall")}


if __name__ == "__main__":
    main()
