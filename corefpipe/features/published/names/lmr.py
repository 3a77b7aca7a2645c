"""Features of LMR (Li, Morie & Roth 2004; Li & Roth 2005, Table 1): which tokens of two names are related, and where.

Each token of a name is aligned to at most one token of the other name, the most reliable relations first. The
structural features record the places of the tokens that have a relation.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.comparing.token_matches import Tokens, align, match_tokens
from corefpipe.exceptions import require_one_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean, categorical
from corefpipe.features.published.names.token_relations import RELATIONS, Token, TokenRelations
from corefpipe.lexicon import Lexicon

_SOURCE = "Li, Morie & Roth 2004; Li & Roth 2005, Table 1"
UNMATCHED = "unmatched"
COLUMNS = (*RELATIONS, UNMATCHED)
# Places of tokens in a name; the code of a set of places is their sum.
_FIRST, _MIDDLE, _LAST, _WHOLE = 1, 2, 4, 8
_PLACES = ("none", "first", "middle", "first+middle", "last", "first+last", "middle+last", "first+middle+last", "whole")
PLACES = tuple(
    "" if not one | other else f"{_PLACES[one]} ~ {_PLACES[other]}" for one in range(9) for other in range(9)
)

_EDGES = ',;:!?()[]{}<>"“”„«»`*'


@boolean(source=_SOURCE)
def token_relation(pairs: MentionPairs, relation: str = "equality") -> np.ndarray:
    """A token of one name has this relation to a token of the other: honorific equal, nickname, initial …"""
    return _relations(pairs, relation) > 0


@categorical(*PLACES, source=_SOURCE)
def token_places(pairs: MentionPairs, relation: str = "equality") -> np.ndarray:
    """Places of the tokens that have this relation, or have none ("unmatched"): first, middle, last, whole."""
    return _relations(pairs, relation)


def _relations(pairs: MentionPairs, relation: str) -> np.ndarray:
    """(n_pairs,) codes into `PLACES` of the tokens that have a relation."""
    require_one_of("relation of tokens", relation, COLUMNS)
    lexicon = pairs.table.lexicon
    every = pairs.once("lmr", lambda: pairs.by_value("as_written", lambda a, b: name_relations(a, b, lexicon)))
    return every[:, COLUMNS.index(relation)]


def name_relations(ones: Sequence[str], others: Sequence[str], lexicon: Lexicon) -> np.ndarray:
    """The places of the tokens with each relation, for pairs of names.

    Args:
        ones: the first name of each pair.
        others: the second name of each pair.
        lexicon: titles, nicknames, symbols.

    Returns:
        (n_pairs, 14) int64 codes into `PLACES`, a column for each of `COLUMNS`; 0 if no tokens have the relation.
    """
    names = list(dict.fromkeys([*ones, *others]))
    number = {name: i for i, name in enumerate(names)}
    one, other = (
        np.array([number[n] for n in ones], dtype=np.int64),
        np.array([number[n] for n in others], dtype=np.int64),
    )
    tokens = Tokens.of([name_tokens(name, lexicon) for name in names])
    known = TokenRelations(tokens.kinds, lexicon)
    matches = align(match_tokens(tokens, one, other, known.between), len(one))
    return len(_PLACES) * _places(matches.pair, matches.one, matches.value, tokens.size[one]) + _places(
        matches.pair, matches.other, matches.value, tokens.size[other]
    )


def name_tokens(name: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a name without punctuation, and which of them are honorifics.

    A title is an honorific if more of the name follows without a comma, as in "King Charles" but not in "King, Martin";
    except "Don" and "Earl", which are first names as well.
    """
    words = name.replace(",", " , ").split()
    tokens: list[Token] = []
    for word, following in zip(words, [*words[1:], ","], strict=False):
        bare = word.strip(_EDGES)
        if any(map(str.isalnum, bare)) or bare in lexicon.symbols:
            lower = bare.lower()
            title = lower in lexicon.titles and lower not in lexicon.first_names and following != ","
            tokens.append((bare, title))
    return tokens


def _places(pair: np.ndarray, at: np.ndarray, relation: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(n_pairs, 14) places in one name of the tokens that have each relation, or none."""
    place = np.where(at == 0, _FIRST, np.where(at == size[pair] - 1, _LAST, _MIDDLE))
    place[size[pair] == 1] = _WHOLE
    found = np.zeros((len(size), len(COLUMNS)), dtype=np.int64)
    np.bitwise_or.at(found, (pair, relation - 1), place)
    # A place with more tokens than related ones has unmatched tokens.
    for number, there in (
        (_FIRST, size > 1),
        (_LAST, size > 1),
        (_WHOLE, size == 1),
        (_MIDDLE, np.maximum(size - 2, 0)),
    ):
        matched = np.bincount(pair[place == number], minlength=len(size))
        found[:, -1] += number * (matched < there)
    return found
