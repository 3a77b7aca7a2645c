"""Features of pairs of mentions: array expressions over the rows of the mention table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from corefpipe.features.table import MentionTable


@dataclass(slots=True)
class Pairs:
    """Links of one document without the dummies: rows of antecedents and anaphors in the mention table.

    Attributes:
        table: the mentions.
        ante: (n_pairs,) row of the antecedent.
        ana: (n_pairs,) row of the anaphor; ascending.
        memo: whatever several features share, computed once.
    """

    table: MentionTable
    ante: np.ndarray
    ana: np.ndarray
    memo: dict[str, np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ante)

    def codes(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Codes of an attribute for (antecedents, anaphors)."""
        codes = self.table[name].codes
        return codes[self.ante], codes[self.ana]


Values = Callable[[Pairs], np.ndarray]
_LETTERS = re.compile(r"[\W_]+")


@dataclass(slots=True, frozen=True)
class PairFeature:
    """One pair feature.

    Attributes:
        name: its name.
        values: what the codes mean; "" is not emitted.
        compute: Pairs -> (n_pairs,) codes into `values`.
    """

    name: str
    values: tuple[str, ...]
    compute: Values


PAIR_FEATURES: dict[str, PairFeature] = {}


def categorical(*values: str) -> Callable[[Values], Values]:
    """Register a function from Pairs to codes into these values; "" is not emitted."""

    def register(function: Values) -> Values:
        PAIR_FEATURES[function.__name__] = PairFeature(function.__name__, values, function)
        return function

    return register


def boolean(function: Values) -> Values:
    """Register a function from Pairs to bools; only True is emitted."""
    return categorical("", "yes")(function)


_EDGES = (0, 1, 2, 3, 4, 6, 9, 14, 24, 49)
_DISTANCES = (*(f"≤{edge}" for edge in _EDGES), ">49")


@categorical(*_DISTANCES)
def sentence_distance(pairs: Pairs) -> np.ndarray:
    """Sentences between the two, in bins."""
    return np.searchsorted(_EDGES, _difference(pairs, _sentence(pairs.table)))


@categorical(*_DISTANCES)
def mention_distance(pairs: Pairs) -> np.ndarray:
    """Mentions between the two, in bins."""
    return np.searchsorted(_EDGES, pairs.ana - pairs.ante - 1)


@boolean
def exact_match(pairs: Pairs) -> np.ndarray:
    """The same words but for articles (Soon et al. 2001, STR_MATCH), pronouns by their word."""
    core, word = pairs.codes("core"), pairs.codes("head")
    silent = ~pairs.table["core"].known()
    pronouns = silent[pairs.ante] & silent[pairs.ana]
    return np.where(pronouns, word[0] == word[1], (core[0] == core[1]) & ~silent[pairs.ante])


@boolean
def head_match(pairs: Pairs) -> np.ndarray:
    """The same head lemma, neither a pronoun."""
    ante, ana = pairs.codes("lemma")
    return (ante == ana) & _nominal(pairs)


@categorical("", "equal", "ana in ante", "ante in ana", "overlap")
def words_relation(pairs: Pairs) -> np.ndarray:
    """How the sets of content words relate, neither a pronoun."""
    codes = np.zeros(len(pairs), dtype=np.int64)
    table = pairs.table
    rows = np.flatnonzero(_nominal(pairs))
    if len(rows):
        relation = table.once(_word_relations)
        ante, ana = pairs.codes("words")
        codes[rows] = relation(ante[rows], ana[rows])
    return codes


@boolean
def head_in_words(pairs: Pairs) -> np.ndarray:
    """The head of the anaphor is among the words of the antecedent, not as its head, or the reverse."""
    table = pairs.table
    rows = np.flatnonzero(_nominal(pairs))
    found = np.zeros(len(pairs), dtype=bool)
    if len(rows):
        ante, ana = pairs.ante[rows], pairs.ana[rows]
        lemma = table["lemma"].codes
        holds = table.once(_head_holds)
        words = table["words"].codes
        found[rows] = (lemma[ante] != lemma[ana]) & (holds(words[ante], lemma[ana]) | holds(words[ana], lemma[ante]))
    return found


def _agreement(name: str) -> None:
    def compute(pairs: Pairs) -> np.ndarray:
        ante, ana = pairs.codes(name)
        known = pairs.table[name].known()
        return np.where(known[pairs.ante] & known[pairs.ana], np.where(ante == ana, 1, 2), 0)

    compute.__name__ = f"{name}_match"
    compute.__doc__ = f"Whether the two have the same {name.replace('_', ' ')}, where both are known."
    categorical("unknown", "same", "other")(compute)


for _name in ("number", "gender", "animacy", "person", "entity_type", "role", "governor"):
    _agreement(_name)


@categorical("", "same", "other")
def speaker_match(pairs: Pairs) -> np.ndarray:
    """Whether one speaker says both, where both are known."""
    codes = pairs.table.once(_speakers)
    known = codes >= 0
    same = codes[pairs.ante] == codes[pairs.ana]
    return np.where(known[pairs.ante] & known[pairs.ana], np.where(same, 1, 2), 0)


@boolean
def names_speaker(pairs: Pairs) -> np.ndarray:
    """One mention is a name within the label of the other one's speaker."""
    hits, which = pairs.table.once(_named_speakers)
    return hits[pairs.ante, which[pairs.ana]] | hits[pairs.ana, which[pairs.ante]]


@categorical("both out", "ana in", "ante in", "same", "next", "second next", "other")
def quote_relation(pairs: Pairs) -> np.ndarray:
    """Which of the two stand in quotations, and how many quotations lie between."""
    number = np.array(pairs.table.quotes.number, dtype=np.int32)[pairs.table.spans.head]
    ante, ana = number[pairs.ante], number[pairs.ana]
    between = np.minimum(np.abs(ana - ante), 3)
    return np.where((ante < 0) & (ana < 0), 0, np.where(ante < 0, 1, np.where(ana < 0, 2, 3 + between)))


@categorical("", "ante speaks", "ana speaks", "same speaker", "other speaker")
def quote_speaker(pairs: Pairs) -> np.ndarray:
    """Whether one mention is the named speaker of the other's quotation, or both quotations have one speaker."""
    head = pairs.table.spans.head
    speaker, word = pairs.table.once(_quote_speakers)
    ante, ana = speaker[pairs.ante], speaker[pairs.ana]
    both = (ante >= 0) & (ana >= 0)
    codes = np.where(both, np.where(word[ante] == word[ana], 3, 4), 0)
    codes[(ante >= 0) & (ante == head[pairs.ana])] = 2
    codes[(ana >= 0) & (ana == head[pairs.ante])] = 1
    return codes


@categorical("", "ana in ante", "ante in ana")
def embedding(pairs: Pairs) -> np.ndarray:
    """Whether one mention lies within the other (i within i)."""
    start, end = pairs.table.spans.start, pairs.table.spans.end
    inside = (start[pairs.ana] >= start[pairs.ante]) & (end[pairs.ana] <= end[pairs.ante])
    return np.where(inside, 1, np.where((start[pairs.ana] == start[pairs.ante]) & ~inside, 2, 0))


@categorical("", "apposition", "predicate", "same governor", "conjuncts", "governs")
def syntax(pairs: Pairs) -> np.ndarray:
    """The construction that joins the two heads directly."""
    spans = pairs.table.spans
    above, deps, predicate = pairs.table.once(_constructions)
    ante, ana = spans.head[pairs.ante], spans.head[pairs.ana]
    codes = np.zeros(len(pairs), dtype=np.int64)
    same = (above[ante] == above[ana]) & (above[ante] != ante) & (above[ana] != ana)
    codes[same] = 3
    down = (above[ana] == ante) & (ana != ante)
    up = (above[ante] == ana) & (ana != ante)
    codes[down | up] = 5
    codes[down & (deps[ana] == 4)] = 4
    codes[down & (deps[ana] == 1)] = 1
    codes[up & predicate[ana] & (deps[ante] == 2)] = 2
    codes[down & predicate[ante] & (deps[ana] == 2)] = 2
    codes[same & (deps[ante] == 2) & (deps[ana] == 3)] = 2
    return codes


_SYNTAX = {"appos": 1, "nsubj": 2, "attr": 3, "conj": 4}


@categorical("≤0", "≤1", "≤2", "≤4", "≤9", ">9")
def compatible_between(pairs: Pairs) -> np.ndarray:
    """Candidates between the two that agree with the anaphor in number, gender, animacy (Bengtson & Roth 2008)."""
    clash = np.zeros(len(pairs), dtype=bool)
    for name in ("number", "gender", "animacy"):
        ante, ana = pairs.codes(name)
        known = pairs.table[name].known()
        clash |= known[pairs.ante] & known[pairs.ana] & (ante != ana)
    return np.searchsorted([0, 1, 2, 4, 9], _count_after(pairs, ~clash))


@categorical("≤0", "≤1", "≤2", "≤4", "≤9", ">9")
def subjects_between(pairs: Pairs) -> np.ndarray:
    """Candidate subjects between the two."""
    return np.searchsorted([0, 1, 2, 4, 9], _count_after(pairs, pairs.table["role"].is_("subject")[pairs.ante]))


@boolean
def acronym(pairs: Pairs) -> np.ndarray:
    """One is a name in capitals that the initials of the other give."""
    short, long = pairs.table.once(_initials)
    return (short[pairs.ante] == long[pairs.ana]) | (short[pairs.ana] == long[pairs.ante])


def _difference(pairs: Pairs, values: np.ndarray) -> np.ndarray:
    return values[pairs.ana] - values[pairs.ante]


def _sentence(table: MentionTable) -> np.ndarray:
    return np.array(table.parse.sentences, dtype=np.int32)[table.spans.start]


def _nominal(pairs: Pairs) -> np.ndarray:
    if "nominal" not in pairs.memo:
        nominal = ~table_pronouns(pairs.table)
        pairs.memo["nominal"] = nominal[pairs.ante] & nominal[pairs.ana]
    return pairs.memo["nominal"]


def table_pronouns(table: MentionTable) -> np.ndarray:
    """(n_mentions,) bool: the pronouns."""
    return table["kind"].is_("pronoun")


def _count_after(pairs: Pairs, flag: np.ndarray) -> np.ndarray:
    """How many of the same anaphor's candidates to the right of each have the flag."""
    running = np.cumsum(flag)
    last = np.searchsorted(pairs.ana, pairs.ana, side="right") - 1
    return running[last] - running


def _speakers(table: MentionTable) -> np.ndarray:
    """(n_mentions,) number of the speaker, -1 where there is none."""
    numbers: dict[str, int] = {"": -1}
    speakers = [table.parse.speakers[head] for head in table.spans.head.tolist()]
    return np.array([numbers.setdefault(name, len(numbers)) for name in speakers], dtype=np.int32)


def _named_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions, n_labels) whether the mention is a name within the label; (n_mentions,) label of its speaker."""
    parse = table.parse
    # Corpora write "Nora Bell", "NoraBell" and "Nora_Bell".
    speakers = [_LETTERS.sub("", parse.speakers[head].lower()) for head in table.spans.head.tolist()]
    labels = {label: i for i, label in enumerate(dict.fromkeys(speakers))}
    hits = np.zeros((len(table), len(labels)), dtype=bool)
    if set(labels) - {""}:
        for row, (kind, (start, end, _)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
            name = _LETTERS.sub("", "".join(parse.lower[start:end]))
            if kind == "name" and len(name) > 2:
                hits[row] = [name in label for label in labels]
    return hits, np.array([labels[label] for label in speakers], dtype=np.int32)


def _quote_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) token that heads the named speaker of the mention's quotation, or -1; (n_tokens + 1,) its word."""
    quotes, head = table.quotes, table.spans.head
    number = np.array(quotes.number, dtype=np.int64)[head]
    said = np.array([*quotes.speaker, -1], dtype=np.int64)  # [-1] for what is in no quotation
    lower = table.parse.lower
    words = {word: i for i, word in enumerate(dict.fromkeys(lower))}
    return said[number], np.array([*(words[word] for word in lower), -1], dtype=np.int64)


def _constructions(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each token: its head, the code of its relation, whether it is a nominal predicate."""
    parse = table.parse
    relations = np.array([_SYNTAX.get(dep.split(":")[0], 0) for dep in parse.deps], dtype=np.int64)
    predicate = np.zeros(len(parse), dtype=bool)
    predicate[[parse.heads[i] for i, dep in enumerate(parse.deps) if dep == "cop"]] = True
    return np.array(parse.heads, dtype=np.int64), relations, predicate


def _initials(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) the acronym that a mention is, the acronym that its words give; numbers, below 0 for none."""
    words = table.parse.words
    numbers: dict[str, int] = {}
    short, long = [], []
    for start, end, _ in table.triples():
        word = words[start].replace(".", "")
        acronym = end - start == 1 and word.isupper() and len(word) > 1
        short.append(numbers.setdefault(word, len(numbers)) if acronym else -1)
    for start, end, _ in table.triples():
        initials = "".join(word[0] for word in words[start:end] if word[:1].isupper() and word.lower() != "the")
        long.append(numbers.get(initials, -2))
    return np.array(short, dtype=np.int32), np.array(long, dtype=np.int32)


def _word_relations(table: MentionTable) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """(codes of `words`, codes of `words`) -> codes of words_relation; exact, over the pairs that share a word."""
    sets = [name.split() for name in table["words"].names]
    matrix = _incidence(sets, {})
    shared = (matrix @ matrix.T).tocoo()
    sizes = np.array([len(words) for words in sets])
    a, b, n = shared.row, shared.col, shared.data
    in_ante, in_ana = n == sizes[b], n == sizes[a]
    relation = np.where(in_ante & in_ana, 1, np.where(in_ante, 2, np.where(in_ana, 3, 4)))
    keys = a.astype(np.int64) * len(sets) + b
    order = np.argsort(keys)
    keys, relation = keys[order], relation[order]

    def look_up(ante: np.ndarray, ana: np.ndarray) -> np.ndarray:
        wanted = ante.astype(np.int64) * len(sets) + ana
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        return np.where(keys[at] == wanted, relation[at], 0) if len(keys) else np.zeros(len(wanted), dtype=np.int64)

    return look_up


def _head_holds(table: MentionTable) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """(codes of `words`, codes of `lemma`) -> whether that lemma is among those words."""
    lemmas = {name: i for i, name in enumerate(table["lemma"].names)}
    size = max(len(lemmas), 1)
    keys = np.array(
        sorted(
            i * size + lemmas[word]
            for i, name in enumerate(table["words"].names)
            for word in name.split()
            if word in lemmas
        ),
        dtype=np.int64,
    )

    def look_up(words: np.ndarray, lemma: np.ndarray) -> np.ndarray:
        wanted = words.astype(np.int64) * size + lemma
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        return keys[at] == wanted if len(keys) else np.zeros(len(wanted), dtype=bool)

    return look_up


def _incidence(sets: list[list[str]], numbers: dict[str, int]) -> sparse.csr_matrix:
    columns = [numbers.setdefault(word, len(numbers)) for words in sets for word in words]
    rows = np.repeat(np.arange(len(sets)), [len(words) for words in sets])
    return sparse.csr_matrix((np.ones(len(columns), dtype=np.int32), (rows, columns)), shape=(len(sets), len(numbers)))
