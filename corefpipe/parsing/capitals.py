"""Names in capitals that taggers take for pronouns: "the WHO", "IT"."""

from __future__ import annotations

from collections import Counter

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
