"""What names a chain: the mention that says most, and the part of it that is the name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

NAME = "name"
"""The kind of a mention that is a name."""
PHRASE = "phrase"
"""The kind of a mention that is another noun phrase."""
OTHER = "other"
"""The kind of any other mention, such as a pronoun or verb."""

_SHORT_NAME = 5  # words; a longer name contains more than the name
_RARE = 10  # times that the most frequent name of a chain is as frequent as a rare one
_FULLER = 2  # times that a longer form of the most frequent name occurs, at least
_PARTICLE = 3  # letters of a word within a name that has no capital, such as "de", at most
_SELDOM = 200  # mentions per name of a chain, from which its names are errors
_RARER = 300  # times that the most frequent name may be as frequent as a longer form of it


class Named(NamedTuple):
    """What a mention calls its entity.

    Attributes:
        kind: `NAME`, `PHRASE` or `OTHER`.
        length: number of words that name the entity.
        text: these words.
    """

    kind: str
    length: int
    text: str


def main_of(mentions: Sequence[Named]) -> int:
    """Index of the mention that names a chain best (`main_mention`), but no name that is rare among its names.

    It is "Alice", not "Oh, you foolish Alice"; a longer form of the most frequent name may be rarer: "Elizabeth
    Bennet" for "Elizabeth". Of names that are as long the most frequent one counts.

    Args:
        mentions: what the mentions of the chain call it, in text order; at least one.
    """
    counts = Counter(mention.text for mention in mentions if mention.kind == NAME)
    if len(mentions) > _SELDOM * counts.total() > 0:
        return _first_of_most_frequent(mentions)
    most = max(counts.values(), default=0)
    fuller = fuller_name(counts)
    if fuller:
        return next(number for number, one in enumerate(mentions) if (one.kind, one.text) == (NAME, fuller))
    kept = [number for number, one in enumerate(mentions) if one.kind != NAME or _RARE * counts[one.text] >= most]
    best = kept[main_mention((mentions[number].kind, mentions[number].length) for number in kept)]
    alike = [number for number in kept if mentions[number][:2] == mentions[best][:2] and mentions[best].kind == NAME]
    return max(alike, key=lambda number: counts[mentions[number].text], default=best)


def _first_of_most_frequent(mentions: Sequence[Named]) -> int:
    """Index of the first of the mentions with the most frequent words: "I" of a narrator without a name."""
    texts = [mention.text for mention in mentions]
    return texts.index(Counter(texts).most_common(1)[0][0])


def fuller_name(counts: Counter[str]) -> str:
    """The longest form of the most frequent name that has its words and others; "" if there is none.

    "Elizabeth Bennet" is better than "Miss Elizabeth Bennet", if both occur, and the more frequent one of "Mina Murray"
    and "Mina Harker".
    """
    if not counts:
        return ""
    (name, most), *_ = counts.most_common(1)
    least = max(_FULLER, most / _RARER)
    longer = [
        text
        for text, count in counts.items()
        if count >= least and _is_fuller(text.split(), name.split()) and _begins_lower(text) not in counts
    ]
    best = max(longer, key=lambda text: (len(text.split()), counts[text]), default="")
    shorter = [text for text in longer if best.endswith(f" {text}") and len(text.split()) > 1]
    found = min(shorter, key=len, default=best)
    alike = [text for text in longer if text.split()[0] == found.split()[0] and len(text.split()) == len(found.split())]
    return max(alike, key=counts.__getitem__, default=found)


def _is_fuller(words: list[str], name: list[str]) -> bool:
    """Whether words are a longer form of a name: not "poor Lydia", "Lydia stoutly" or "My dear Emma"."""
    if not set(name) < set(words) or len(words) > _SHORT_NAME:
        return False
    others = [word for word in words if word not in name]
    ends = [word for word in others if word in (words[0], words[-1])]
    return all(word[:1].isupper() for word in ends) and all(
        len(word) <= _PARTICLE or word[:1].isupper() for word in others
    )


def _begins_lower(text: str) -> str:
    """The text in the middle of a sentence, if it is no name: "poor Emma" for "Poor Emma"."""
    return text[:1].lower() + text[1:]


def type_of(types: Iterable[str]) -> str:
    """The entity type of a chain: the most frequent one of its mentions, the first of several; "" if there is none.

    In GUM dev it is that of 80 % of the chains, the type of the names of 79 %, and that of each mention 69 %.
    """
    counts = Counter(filter(None, types))
    return max(counts, key=counts.__getitem__, default="")


def named(words: Sequence[str], pos: Sequence[str], head: int) -> tuple[str, int]:
    """(`NAME`, `PHRASE` or `OTHER`, number of words at its start that name the entity) of a mention.

    Args:
        words, pos, head: see `naming_length`.
    """
    return naming_kind(pos[head]), naming_length(words, pos, head)


def guessed_pos(words: Sequence[str]) -> list[str]:
    """Parts of speech of the words of a mention in a text without any: pronouns by the English list, names by case."""
    from corefpipe.lexicon import load_lexicon  # scoring and clustering need no words

    lexicon = load_lexicon()
    found = []
    for word in words:
        lower = word.lower()
        if not any(map(str.isalnum, word)):
            found.append("PUNCT")
        elif lower in lexicon.possessive_marks:
            found.append("PART")
        elif lower in lexicon.pronouns:
            found.append("PRON")
        else:
            found.append("PROPN" if word[0].isupper() and lower not in lexicon.determiners else "NOUN")
    return found


def naming_kind(pos: str) -> str:
    """`NAME`, `PHRASE` or `OTHER`, by the head's universal or Penn Treebank part of speech; `PHRASE` if unknown.

    >>> from corefpipe.document import naming_kind
    >>> naming_kind("PROPN"), naming_kind("PRON")
    ('name', 'other')
    """
    if pos in ("PROPN", "NNP", "NNPS"):
        return NAME
    return OTHER if pos in ("PRON", "DET", "VERB", "AUX") or pos.startswith(("PRP", "W", "DT", "V")) else PHRASE


_LONG = 6  # words of a noun phrase from which on it is cut before its first preposition
_CLAUSE = ("VERB", "AUX", "SCONJ", "MD", "WDT", "WP", "WP$", "WRB")
_LOOSE = ("ADP", "IN", "TO", "CCONJ", "CC", "DET", "DT", "PART", "POS", "SCONJ", "PRON", "ADV", "RB", "PUNCT")


def naming_length(words: Sequence[str], pos: Sequence[str], head: int) -> int:
    """Number of words at the start of a mention that name its entity: a name or a short noun phrase.

    "Holmes, shaking his head" is cut before the comma, "the man who came" before "who", "Ann's" before the "'s".

    >>> from corefpipe.document import naming_length
    >>> naming_length(["Ann", "Lee", ",", "who", "slept"], ["PROPN", "PROPN", "PUNCT", "PRON", "VERB"], 0)
    2

    Args:
        words: the words of the mention.
        pos: their universal or Penn Treebank parts of speech; "" if unknown.
        head: index of the head among them.
    """
    end = next((place for place in range(head + 1, len(words)) if _ends_name(words, pos, place)), len(words))
    if end > _LONG:
        end = next((place for place in range(head + 1, end) if pos[place] in ("ADP", "IN")), end)
    cut = end < len(words)
    while end > head + 1 and (_is_mark(words[end - 1], pos[end - 1]) or (cut and pos[end - 1] in _LOOSE)):
        end -= 1
    return end


def _is_mark(word: str, tag: str) -> bool:
    """Whether a word at the end of a name does not belong to it: "'s", punctuation."""
    return tag in ("PART", "POS") or not any(map(str.isalnum, word))


def _ends_name(words: Sequence[str], pos: Sequence[str], place: int) -> bool:
    """Whether what comes after the name, or the noun phrase, begins at a place after the head."""
    if _is_clause(pos[place]):
        return True
    if pos[place] != "PUNCT" and any(map(str.isalnum, words[place])):
        return False
    if words[place] in ("-", "–", "'", "’", "&"):  # parts of a name
        return False
    rest = pos[place + 1 :]
    listed = words[place] == "," and any(tag in ("CCONJ", "CC") for tag in rest)
    return not listed or any(map(_is_clause, rest))


def _is_clause(tag: str) -> bool:
    return tag in _CLAUSE or tag.startswith("VB")


def main_mention(mentions: Iterable[tuple[str, int]]) -> int:
    """Index of the mention that names a chain best.

    It is the longest name of at most five words, the first if several are as long; else the first noun phrase, which
    may be a longer name; else the first mention.

    >>> from corefpipe.document import NAME, OTHER, main_mention
    >>> main_mention([(OTHER, 1), (NAME, 2), (OTHER, 1)])
    1

    Args:
        mentions: (`NAME`, `PHRASE` or `OTHER`, number of words that name the entity) of each mention of the chain, in
            text order; at least one.
    """

    def rank(mention: tuple[str, int]) -> tuple[int, int]:
        kind, length = mention
        if kind == NAME and length <= _SHORT_NAME:
            return 0, -length
        return (2, 0) if kind == OTHER else (1, 0)

    ranks = [rank(mention) for mention in mentions]
    return ranks.index(min(ranks))
