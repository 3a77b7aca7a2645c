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
_RARE, _SELDOMER = 10, 3  # times that the most frequent name may be as frequent as a full one, as another one
_FULLER = 2  # times that a full form of the most frequent name occurs, at least
_PARTICLE = 3  # letters of a word within a name that has no capital, such as "de", at most
_SELDOM = 200  # mentions per name of a chain, from which its names are errors
_RARER = 300  # times that the most frequent name may be as frequent as a full form of it


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
    """Index of the mention that names a chain best: the most frequent full form of its name, else `main_mention`.

    It is "Alice", not "Oh, you foolish Alice"; a full form of the most frequent name may be rarer: "Elizabeth Bennet"
    for "Elizabeth". Of names that are as long the most frequent one counts.

    Args:
        mentions: what the mentions of the chain call it, in text order; at least one.
    """
    counts = Counter(mention.text for mention in mentions if mention.kind == NAME)
    if len(mentions) > _SELDOM * counts.total() > 0:
        return _first_of_most_frequent(mentions)
    full = full_name(counts)
    if full:
        return next(number for number, one in enumerate(mentions) if (one.kind, one.text) == (NAME, full))
    most, forms = max(counts.values(), default=0), _forms(counts)
    usual = {text for text, count in counts.items() if count * (_RARE if _is_full(text) else _SELDOMER) >= most}
    usual = usual & forms.keys() or usual
    kept = [number for number, one in enumerate(mentions) if one.kind != NAME or one.text in usual]
    best = kept[main_mention((mentions[number].kind, mentions[number].length) for number in kept)]
    alike = [number for number in kept if mentions[number][:2] == mentions[best][:2] and mentions[best].kind == NAME]
    return max(alike, key=lambda number: counts[mentions[number].text], default=best)


def _first_of_most_frequent(mentions: Sequence[Named]) -> int:
    """Index of the first of the mentions with the most frequent words: "I" of a narrator without a name."""
    texts = [mention.text for mention in mentions]
    return texts.index(Counter(texts).most_common(1)[0][0])


def full_name(counts: Counter[str]) -> str:
    """The most frequent full form of a name: first name and surname, or title and surname; "" if there is none.

    "Mrs. Musgrove" is better than "Mrs. Charles Musgrove", if it is more frequent. For a first name, or a surname
    without a title, it is the most frequent form that contains it: "Elizabeth Bennet", whether called "Miss" or not;
    "Colonel Sapt" for "Sapt".
    """
    forms = _forms(counts)
    name = max(forms, key=forms.__getitem__, default="")
    if not name or (_is_full(name) and forms[name] >= _FULLER):
        return name
    least, words = max(_FULLER, forms[name] / _RARER), set(_core(name))
    longer = [text for text, count in forms.items() if count >= least and _is_full(text) and words <= set(text.split())]
    untitled = Counter[tuple[str, ...]]()
    for text in longer:
        untitled[_core(text)] += forms[text] if len(_core(text)) > 1 else 0
    core, count = max(untitled.items(), key=lambda item: item[1], default=((), 0))
    if count:
        return min((text for text in longer if _core(text) == core), key=lambda text: (len(text.split()), -forms[text]))
    return max(longer, key=forms.__getitem__, default="")


def _forms(counts: Counter[str]) -> dict[str, int]:
    """The texts that are nothing but a name: not "poor Lydia", "Lydia stoutly" or "My dear Emma"."""
    return {text: count for text, count in counts.items() if _is_form(text) and _begins_lower(text) not in counts}


def _is_form(text: str) -> bool:
    """Whether all words but particles have a capital."""
    words = text.split()
    return (
        len(words) <= _SHORT_NAME
        and words[-1][:1].isupper()
        and all(word[:1].isupper() or (len(word) <= _PARTICLE and word.isalpha()) for word in words)
    )


def _core(text: str) -> tuple[str, ...]:
    """The words of a name without titles and articles before it."""
    from corefpipe.lexicon import load_lexicon  # scoring and clustering need no words

    words = text.split()
    before = load_lexicon().titles | load_lexicon().determiners.keys()
    while len(words) > 1 and words[0].lower() in before:
        words = words[1:]
    return tuple(words)


def _is_full(text: str) -> bool:
    """Whether a form of a name has a first name and a surname, or a title and a surname."""
    from corefpipe.lexicon import load_lexicon  # scoring and clustering need no words

    lexicon, words, core = load_lexicon(), text.lower().split(), _core(text)
    if len(core) > 1:
        return True
    title = words[-2] if len(words) > 1 else ""
    if title not in lexicon.titles or words[-1] in lexicon.titles:
        return False
    return words[-1] not in lexicon.first_names or lexicon.title_class.get(title) in lexicon.married_titles


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
