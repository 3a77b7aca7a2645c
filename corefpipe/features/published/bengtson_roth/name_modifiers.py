"""Name modifiers: whether two mentions can corefer, judging by their modifying names (Bengtson & Roth 2008, section 3).

A small classifier of the names alone: "the American president" and "the Russian leader", "Tom Sawyer" and "Sid Sawyer".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from corefpipe.features.attributes.extents import short_extents
from corefpipe.features.engine.learned import learned, model_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.lexicon import Lexicon
from corefpipe.utils.arrays import as_weights

_SOURCE = "Bengtson & Roth 2008, section 3, modifier names"
_NAME = "name_modifiers"
_WINDOW = 50  # largest distance of training pairs, in mentions
_SPLIT = "\t"  # between the modifiers and the head that they modify
# With so few columns, accuracy is the same on unseen documents.
_C = 1.0
RELATIONS = (
    "same head",
    "equal",
    "subset",
    "overlap",
    "disjoint",
    "initial",
    "nickname",
    "place and demonym",
    "one is titles only",
    "same title",
    "exclusive titles",
    "same gender",
    "other gender",
)
_COLUMNS = 1 + len(RELATIONS) + len(RELATIONS) * (len(RELATIONS) - 1) // 2


@attribute(source=_SOURCE)
def name_modifiers(table: MentionTable) -> list[str]:
    """The proper names before the last word of a name or before a noun, and that word; "" without such names."""
    parse, demonyms = table.parse, table.lexicon.demonyms
    found = []
    for kind, (start, _, _), (_, end) in zip(table.values("kind"), table.spans, table.once(short_extents), strict=True):
        names = [
            parse.lower[i]
            for i in range(start, end - 1)
            if parse.pos[i] == "PROPN" or (parse.pos[i] == "ADJ" and parse.lower[i] in demonyms)
        ]
        found.append(" ".join(names) + _SPLIT + parse.lower[end - 1] if names and kind in ("name", "nominal") else "")
    return found


@categorical("", "match", "mismatch", source=_SOURCE, learned=_NAME)
def name_modifiers_match(pairs: MentionPairs) -> np.ndarray:
    """Whether two mentions that are both modified by names can corefer, by a classifier of the names."""
    model = model_of(pairs.table, _NAME)
    ante, ana, inverse = pairs.distinct("name_modifiers")
    column = pairs.table["name_modifiers"]
    found = np.zeros(len(ante), dtype=np.int64)
    known = np.array([bool(name) for name in column.names], dtype=bool)
    both = np.flatnonzero(known[ante] & known[ana])
    names = [(column.names[i], column.names[j]) for i, j in zip(ante[both].tolist(), ana[both].tolist(), strict=True)]
    found[both] = np.where(model.scores(names, pairs.table.lexicon) > 0, 1, 2)
    return found[inverse]


@learned(_NAME)
class NameModifiers:
    """A logistic regression over relations of two names and their pairwise conjunctions.

    Args:
        c: inverse strength of the L2 penalty.

    Attributes:
        weights: (n_columns,) float32: of the constant, of each relation, of each pair of relations.
    """

    def __init__(self, c: float = _C):
        self.c = c
        self.weights = np.zeros(_COLUMNS, dtype=np.float32)

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> NameModifiers:
        """Train on pairs of nearby mentions that are both modified by names."""
        from sklearn.linear_model import LogisticRegression

        examples, truth = [], []
        for table, label in zip(tables, labels, strict=True):
            names, same = _examples(table, label)
            examples.append(_columns(names, table.lexicon))
            truth.append(same)
        right = np.concatenate([np.zeros(0, dtype=bool), *truth])
        if right.any() and not right.all():
            model = LogisticRegression(C=self.c, solver="liblinear", fit_intercept=False)
            weights = model.fit(np.concatenate(examples), right).coef_[0]
            self.weights = weights.astype(np.float16).astype(np.float32)
        return self

    def scores(self, names: Sequence[tuple[str, str]], lexicon: Lexicon) -> np.ndarray:
        """(n,) log odds that two mentions with these modifiers and heads corefer."""
        return _columns(names, lexicon) @ self.weights

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What a file holds of it."""
        return {"weights": self.weights.astype(np.float16)}

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take over what a file holds; ValueError where that does not fit."""
        weights = as_weights(arrays["weights"], "weights")
        if weights.shape != (_COLUMNS,):
            raise ValueError(f"{weights.shape} weights for {_COLUMNS} columns")
        self.weights = weights


def relations(one: str, other: str, lexicon: Lexicon) -> list[bool]:
    """Which of RELATIONS hold between two values of the attribute `name_modifiers`."""
    (names, _, head), (others, _, other_head) = one.partition(_SPLIT), other.partition(_SPLIT)
    a, b = names.split(), others.split()
    first, second = set(a), set(b)
    titles = [[word for word in words if word in lexicon.titles] for words in (a, b)]
    genders = [{_gender(word, lexicon) for word in words} - {""} for words in (first, second)]
    rest = [(x, y) for x in first - second for y in second - first]
    return [
        head == other_head,
        a == b,
        a != b and (first <= second or second <= first),
        bool(first & second) and not (first <= second or second <= first),
        not first & second,
        any(_is_initial(x, y) or _is_initial(y, x) for x, y in rest),
        any(lexicon.are_nicknames(x, y) for x, y in rest),
        any(_same_place(x, y, lexicon) for x, y in rest),
        (len(titles[0]) == len(a)) != (len(titles[1]) == len(b)),
        any(lexicon.title_class[x] == lexicon.title_class[y] for x in titles[0] for y in titles[1]),
        any(lexicon.titles_exclude(x, y) for x in titles[0] for y in titles[1]),
        bool(genders[0] & genders[1]),
        bool(genders[0] and genders[1]) and not genders[0] & genders[1],
    ]


def _columns(names: Sequence[tuple[str, str]], lexicon: Lexicon) -> np.ndarray:
    """(n, n_columns) float32 features of pairs of names."""
    held = np.array([relations(*pair, lexicon) for pair in names], dtype=np.float32).reshape(-1, len(RELATIONS))
    conjoined = [held[:, i] * held[:, j] for i, j in combinations(range(len(RELATIONS)), 2)]
    return np.column_stack([np.ones(len(held), dtype=np.float32), held, *conjoined])


def _examples(table: MentionTable, label: np.ndarray) -> tuple[list[tuple[str, str]], np.ndarray]:
    """Names of pairs of mentions, and (n,) bool: whether they corefer."""
    values = table.values("name_modifiers")
    rows = [row for row, value in enumerate(values) if value]
    pairs = [(ante, ana) for at, ana in enumerate(rows) for ante in rows[bisect_left(rows, ana - _WINDOW) : at]]
    same = np.array([label[ante] == label[ana] for ante, ana in pairs], dtype=bool)
    return [(values[ante], values[ana]) for ante, ana in pairs], same


def _gender(word: str, lexicon: Lexicon) -> str:
    if word in lexicon.male_titles or word in lexicon.male_names:
        return "male"
    return "female" if word in lexicon.female_titles or word in lexicon.female_names else ""


def _is_initial(short: str, long: str) -> bool:
    return len(short.rstrip(".")) == 1 and len(long) > 2 and long.startswith(short[0])


def _same_place(one: str, other: str, lexicon: Lexicon) -> bool:
    return other in lexicon.demonyms.get(one, ()) or one in lexicon.demonyms.get(other, ())
