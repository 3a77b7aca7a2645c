"""Names that taggers take for other words: for pronouns "the WHO" and "IT", for a noun the "Cola" of "Coca-Cola"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

_NOUNS = frozenset({"PROPN", "NOUN"})


def capital_names(words: list[str], pos: list[str], sentences: list[int]) -> list[int]:
    """The words tagged as pronouns that are names: those in capitals after an article ("the WHO").

    Also those in capitals of which the text shows elsewhere that they are a name: "our IT department … IT". Not in a
    sentence that is in capitals as a whole.

    Args:
        words: the words.
        pos: universal parts of speech.
        sentences: number of the sentence.
    """
    found = [i for i, tag in enumerate(pos) if tag == "PRON" and len(words[i]) > 1 and words[i].isupper()]
    if not found:
        return []
    shouted: Counter[int] = Counter()  # sentence -> longer words in capitals, less the others
    for word, tag, sentence in zip(words, pos, sentences, strict=True):
        if tag != "PRON" and len(word) > 1 and word.isalpha():
            shouted[sentence] += 1 if word.isupper() else -1
    found = [i for i in found if shouted[sentences[i]] < 0]
    after_article = {i for i in found if i and pos[i - 1] == "DET"}
    names = {words[i] for i in after_article}
    names |= {words[i] for i, tag in enumerate(pos) if tag in _NOUNS and shouted[sentences[i]] < 0}
    return [i for i in found if i in after_article or words[i] in names]


def named_nouns(words: list[str], pos: list[str], endings: Container[str]) -> list[int]:
    """The nouns that are words of a name: the "Cola" and the "Company" of "the Coca-Cola Company".

    Args:
        words: the words.
        pos: universal parts of speech.
        endings: words, in lower case, that end names of organizations.
    """
    found: set[int] = set()
    for i, word in enumerate(words):
        if pos[i] == "NOUN" and i and word.istitle():
            joined = words[i - 1] == "-" and i > 1 and pos[i - 2] == "PROPN"
            if joined or (word.lower() in endings and (pos[i - 1] == "PROPN" or i - 1 in found)):
                found.add(i)
    return sorted(found)
