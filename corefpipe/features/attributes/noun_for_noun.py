"""Nominal anaphors with other nouns as antecedents: "a parrot … the bird", "France and Spain … the two countries"."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.ages import is_age
from corefpipe.constructions.determiners import is_definite_determiner
from corefpipe.constructions.phrases import ends_at_head, only_describes
from corefpipe.constructions.predicatives import nouns_of_subjects
from corefpipe.features.attributes.ranks import RANKS, ranks
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.clauses import case_of

_WAYS = ("said", "members", "synonym", "kind", "kind of a rare sense", "described kind", "somebody")
_SENSES, _MOST_SENSES = 2, 6  # of a noun, the most frequent ones
_KIND = _WAYS.index("kind") + 1
_TWO = 2  # of "both"
_GENERAL = _WAYS.index("somebody") + 1


@categorical("", *_WAYS)
@joinable
def noun_for_noun(pairs: MentionPairs) -> np.ndarray:
    """The relation of a definite noun to an antecedent with another head: predicate, coordination, synonym, hypernym.

    "said": the noun is a predicate of the antecedent, "The Nile is a river … the river"; "members": the antecedent is a
    coordination of as many conjuncts, "France and Spain … the two countries", "Ann and Bob … the couple"; "synonym":
    "a car … the automobile"; "kind": the noun is a hypernym of the antecedent's, "a parrot … the bird"; "kind of a rare
    sense": a hypernym of a rarer sense, "a van … the vehicle"; "described kind": a hypernym with modifiers, "the poor
    bird"; "somebody": a general noun for a person, "the woodcutter … the man".
    """
    return pairs.once("noun for noun", lambda: _codes(pairs))


@categorical(*RANKS)
@joinable
def noun_for_noun_rank(pairs: MentionPairs) -> np.ndarray:
    """Rank by distance among the antecedents with the same `noun_for_noun`, in this sentence and the three before."""
    return ranks(pairs, noun_for_noun(pairs))


def _codes(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) codes of `noun_for_noun`."""
    table = pairs.table
    definite, described, counted = table.once(_anaphors)
    said, members, noun, names = table.once(_antecedents)
    codes = np.zeros(len(pairs), dtype=np.int64)
    rows = np.flatnonzero(definite.take(pairs.ana))
    apart = table.spans.end.take(pairs.ante[rows]) <= table.spans.start.take(pairs.ana[rows])
    rows = rows[apart]
    ante, ana = pairs.ante[rows], pairs.ana[rows]
    lemma, number = table["lemma"].codes, table["number"].codes
    related = _related(table, names, noun.take(ante), lemma.take(ana))
    classified = (noun != lemma).take(ante)  # "species" may be one or several
    related[(number.take(ante) != number.take(ana)) & ~classified] = 0
    related[described.take(ana) & (related >= _KIND) & (related < _GENERAL)] = _WAYS.index("described kind") + 1
    joins = (counted.take(ana) > 1) & (counted.take(ana) == members.take(ante))
    ways = (said.take(ante) == lemma.take(ana), joins)
    codes[rows] = np.select(ways, (_WAYS.index("said") + 1, _WAYS.index("members") + 1), related)
    return codes


def _related(table: MentionTable, names: list[str], ante: np.ndarray, ana: np.ndarray) -> np.ndarray:
    """(n,) code of "synonym" where two lemmas mean the same, of "kind" where the second is a hypernym, else 0.

    Args:
        table: the mentions.
        names: lemmas.
        ante, ana: (n,) positions in them, -1 for none.
    """
    wordnet = table.wordnet
    found = np.zeros(len(ante), dtype=np.int64)
    rows = np.flatnonzero((ante >= 0) & (ante != ana))
    # Few pairs of nouns differ.
    keys, inverse = np.unique(ante[rows].astype(np.int64) * len(names) + ana[rows], return_inverse=True)
    nouns = [[names[i] for i in side.tolist()] for side in np.divmod(keys, max(len(names), 1))]
    one, other = map(wordnet.ids, nouns)
    usual, rare = wordnet.kinship(one, other, _SENSES), wordnet.kinship(one, other, _MOST_SENSES)
    lexicon, is_person = table.lexicon, wordnet.supersense(one) == "person"
    general = is_person & np.array(
        [_is_general_person_noun(lexicon, *pair) for pair in zip(*nouns, strict=True)], dtype=bool
    )
    ways = [usual & 1 > 0, usual & 2 > 0, general, rare & 2 > 0]
    found[rows] = np.select(ways, (_KIND - 1, _KIND, _GENERAL, _KIND + 1), 0)[inverse]
    return found


def _is_general_person_noun(lexicon: Lexicon, one: str, other: str) -> bool:
    """Whether a general noun for people fits a more specific one: "man" for "woodcutter", "girl" for "daughter".

    "The 34-year-old" fits all.
    """
    if other in lexicon.age_adjectives:
        return True
    adults, young, children = lexicon.adult_nouns, lexicon.young_nouns, lexicon.child_nouns
    is_general = one in adults or one in young
    if other in lexicon.story_roles:
        return is_general or one in children
    if is_general:
        return False
    if lexicon.gender_of_noun(one) not in ("", lexicon.gender_of_noun(other)):
        return False
    return other in young if one in children else other in adults


def _anaphors(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n,) whether it is a definite noun without restrictive modifiers; whether it has other modifiers; its
    cardinality, 2 for "the two countries", 0 if unknown.
    """
    parse, lexicon = table.parse, table.lexicon
    definite, described = np.zeros((2, len(table)), dtype=bool)
    counted = np.zeros(len(table), dtype=np.int64)
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "nominal" or head == start or not ends_at_head(parse, head, end):
            continue
        first = parse.lower[start]
        if is_definite_determiner(parse, start):
            count = lexicon.cardinals.get(parse.lower[start + 1], 0) if head == start + 2 else 0
            of_age = is_age(parse, head)
            definite[row] = of_age or count > 0 or head == start + 1 or only_describes(parse, start, head)
            described[row] = count == 0 and head > start + 1 and not of_age
            counted[row] = count or lexicon.group_sizes.get(parse.lower[head], 0)
        elif first in lexicon.both_words and head == start + 1:
            definite[row], counted[row] = True, _TWO
    return definite, described, counted


def _antecedents(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]:
    """(n,) its nominal predicate; its number of conjuncts, 0 for none; the lemma of a noun or name, "frog" for "a
    species of frog"; and the list of lemmas. Predicate and lemma are positions in that list, -1 for none.
    """
    parse, lemma = table.parse, table["lemma"]
    position = {name: code for code, name in enumerate(lemma.names)}
    said, members = np.full(len(table), -1), np.zeros(len(table), dtype=np.int64)
    noun = np.where(table["kind"].is_("nominal", "name"), lemma.codes, -1)
    predicate, inner = table.of_parse(nouns_of_subjects), list[int]()
    for row, (kind, (_, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind == "coordination":
            members[row] = 1 + sum(parse.deps[child] == "conj" for child in parse.children[head])
        elif head in predicate:
            said[row] = position.get(parse.lemmas[predicate[head]], -1)
        if kind == "nominal" and parse.lemmas[head] in table.lexicon.classifiers:
            after = parse.children_between(head, head + 1, end)
            of = [child for child in after if case_of(parse, child) in table.lexicon.genitives]
            if of:
                noun[row] = position.setdefault(parse.lemmas[of[0]], len(position))
                inner.append(of[0])
    noun[np.isin(table.spans.head, inner)] = -1
    return said, members, noun, list(position)
