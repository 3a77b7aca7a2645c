"""Two rule-based resolvers, whose decisions are features of Ng & Cardie 2002 (Table 3, other).

The paper names a pronoun resolver and a resolver by rules, without details. Both run once per document, look back a
bounded distance, and work on phrases: mentions with the same head are readings of one phrase.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.ng_cardie.phrases import Phrase, namesakes, phrases_of
from corefpipe.features.published.ng_cardie.structure import OBJECT, SUBJECT, Structure, structure
from corefpipe.features.published.soon.alias import acronyms

_SOURCE = "Ng & Cardie 2002, Table 3, other"
# Weights of salience (Lappin & Leass 1994), halved with each sentence.
_ROLES = {"subject": 80.0, "object": 50.0, "indirect": 40.0, "oblique": 40.0}
_RECENT, _HEAD_NOUN, _NOT_ADVERBIAL, _PARALLEL = 100.0, 80.0, 50.0, 35.0
_SENTENCES = 3  # largest distance of an antecedent
_PHRASES = 50  # most phrases before a pronoun that are compared
_SAME_HEAD = 10  # most phrases with the same head that are compared


@boolean(source=_SOURCE)
def cardie_pro_resolve(pairs: MentionPairs) -> np.ndarray:
    """PRO_RESOLVE: the anaphor is a third-person pronoun that a pronoun resolver links to the antecedent.

    It chooses the most salient phrase in this and the three preceding sentences (Lappin & Leass 1994) that agrees in
    number, gender and animacy and is allowed by binding theory; for a reflexive the subject of its clause.
    """
    phrase, picked, _ = pairs.table.once(_resolved)
    return picked[phrase[pairs.ana]] == phrase[pairs.ante]


@boolean(source=_SOURCE)
def cardie_rule_resolve(pairs: MentionPairs) -> np.ndarray:
    """RULE_RESOLVE: a resolver by rules puts both into one chain.

    Its rules, the most reliable first: the same name, or its acronym; apposition, predicate noun; the same head without
    content words that are new to the chain; the pronoun resolver.
    """
    phrase, _, chain = pairs.table.once(_resolved)
    return chain[phrase[pairs.ante]] == chain[phrase[pairs.ana]]


def _resolved(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n_mentions,) phrase of each mention; (n_phrases,) antecedent of each pronoun, or -1; (n_phrases,) chain."""
    phrases, of_mention = phrases_of(table)
    tree = table.once(structure)
    picked = _resolve_pronouns(phrases, tree)
    chains = _Chains(phrases)
    for one, other in _sure_links(table, phrases, tree):
        chains.join(one, other)
    for one, other in _same_heads(phrases, tree, chains):
        chains.join(one, other)
    for number, antecedent in enumerate(picked):
        if antecedent >= 0:
            chains.join(antecedent, number)
    return of_mention, np.array(picked, dtype=np.int64), np.array([*map(chains.find, range(len(phrases)))], np.int64)


def _resolve_pronouns(phrases: list[Phrase], tree: Structure) -> list[int]:
    """The antecedent of each third-person pronoun, -1 for other phrases."""
    at_head = {phrase.head: number for number, phrase in enumerate(phrases)}
    picked = []
    for number, (phrase, namesake) in enumerate(zip(phrases, namesakes(phrases), strict=True)):
        found = -1
        if phrase.pronoun:
            subject = at_head.get(int(tree.binder[phrase.head]), -1) if phrase.reflexive else -1
            found = subject if 0 <= subject < number else _most_salient(phrases, number, tree)
        picked.append(found)
        if found >= 0:
            phrase.entity = phrases[found].entity
        elif namesake >= 0:
            phrase.entity = phrases[namesake].entity
        phrase.entity.learn(phrase.traits)
        _make_salient(phrase, tree)
    return picked


def _make_salient(phrase: Phrase, tree: Structure) -> None:
    weights = {"recent": _RECENT}
    if phrase.role in _ROLES:
        weights[phrase.role] = _ROLES[phrase.role]
    if phrase.role != "oblique":
        weights["not adverbial"] = _NOT_ADVERBIAL
    if tree.top[phrase.head] == phrase.head:
        weights["head noun"] = _HEAD_NOUN
    phrase.entity.factors.update((factor, (weight, phrase.sentence)) for factor, weight in weights.items())


def _most_salient(phrases: list[Phrase], number: int, tree: Structure) -> int:
    pronoun, best, highest = phrases[number], -1, 0.0
    for at in range(number - 1, max(number - 1 - _PHRASES, -1), -1):
        phrase = phrases[at]
        if phrase.sentence < pronoun.sentence - _SENTENCES:
            break
        if phrase.pronoun != pronoun.pronoun and phrase.kind not in ("name", "nominal", "coordination"):
            continue
        if not phrase.entity.agrees(pronoun.traits) or _forbidden(phrase, pronoun, tree):
            continue
        salience = _PARALLEL * (phrase.role == pronoun.role)
        for weight, last in phrase.entity.factors.values():
            salience += weight * 0.5 ** (pronoun.sentence - last)
        if salience > highest:
            best, highest = at, salience
    return best


def _forbidden(phrase: Phrase, pronoun: Phrase, tree: Structure) -> bool:
    """Whether both are arguments of one verb, or parts of one noun phrase."""
    one, other = phrase.head, pronoun.head
    if phrase.sentence != pronoun.sentence:
        return False
    if tree.top[one] == tree.top[other]:
        return True
    beside = (
        tree.governor[one] == tree.governor[other]
        and tree.argument[one] in (SUBJECT, OBJECT)
        and tree.argument[other] == OBJECT
    )
    return not pronoun.reflexive and bool(beside or tree.binder[other] == one)


class _Chains:
    """Chains of phrases (union-find), and the content words of each chain."""

    def __init__(self, phrases: list[Phrase]):
        self._above = list(range(len(phrases)))
        self.words = [set(phrase.words) for phrase in phrases]

    def find(self, number: int) -> int:
        """The phrase that stands for the chain of phrase `number`."""
        while self._above[number] != number:
            self._above[number] = number = self._above[self._above[number]]
        return number

    def join(self, one: int, other: int) -> None:
        """Make one chain of the chains of two phrases."""
        one, other = self.find(one), self.find(other)
        if one != other:
            if len(self.words[one]) < len(self.words[other]):
                one, other = other, one
            self._above[other] = one
            self.words[one] |= self.words[other]


def _sure_links(table: MentionTable, phrases: list[Phrase], tree: Structure) -> Iterator[tuple[int, int]]:
    """Links of equal names, names and acronyms, appositions, subjects and predicate nouns."""
    short, long = table.once(acronyms)
    predicates = {int(tree.clause[noun]): noun for noun in np.flatnonzero(tree.clause >= 0).tolist()}
    letters: dict[int, int] = {}
    at_head = {phrase.head: number for number, phrase in enumerate(phrases)}
    for number, (phrase, namesake) in enumerate(zip(phrases, namesakes(phrases), strict=True)):
        if namesake >= 0:
            yield namesake, number
        for acronym in (int(short[phrase.row]), int(long[phrase.row])):
            if acronym >= 0:
                yield letters.setdefault(acronym, number), number
        above = int(tree.governor[phrase.head])
        if table.parse.deps[phrase.head] == "appos" and above in at_head:
            yield at_head[above], number
        if tree.argument[phrase.head] == SUBJECT:
            noun = predicates.get(above, -1)
            if noun in at_head:
                yield number, at_head[noun]


def _same_heads(phrases: list[Phrase], tree: Structure, chains: _Chains) -> Iterator[tuple[int, int]]:
    """Links of phrases with the same head, if the chain of the earlier one has all content words of the later one."""
    earlier: dict[str, list[int]] = defaultdict(list)
    for number, phrase in enumerate(phrases):
        if phrase.kind not in ("name", "nominal"):
            continue
        known = earlier[phrase.lemma]
        if not phrase.indefinite:
            for at in reversed(known[-_SAME_HEAD:]):
                other = phrases[at]
                inside = tree.top[other.head] == tree.top[phrase.head]
                if (
                    not inside
                    and phrase.entity.agrees(other.entity.traits)
                    and phrase.words <= chains.words[chains.find(at)]
                ):
                    yield at, number
                    break
        known.append(number)
