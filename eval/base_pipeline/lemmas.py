"""Lemmas of irregular forms: those that no common rule makes, which a network that sees word pieces gets wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from gum import Sentence

from corefpipe.parsing.encoder.labels import lemma_rule

COMMON = 25
"""A rule that makes the lemmas of so many forms is common."""
INFLECTED = ("VB", "NNS", "JJR", "JJS", "RBR", "RBS", "MD")
"""Beginnings of the tags whose forms are looked up."""


def irregular_lemmas(documents: Iterable[Iterable[Sentence]]) -> dict[str, dict[str, str]]:
    """Tag -> form in lower case -> lemma, of the forms whose lemma no common rule makes."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for document in documents:
        for sentence in document:
            for word in sentence.words:
                if word.xpos.startswith(INFLECTED) and word.form.isalpha():
                    found[word.xpos, word.form.lower()][word.lemma.lower()] += 1
    lemma = {key: counts.most_common(1)[0][0] for key, counts in found.items()}
    rule = {key: lemma_rule(key[1], value) for key, value in lemma.items()}
    made = Counter((tag, rule[tag, form]) for tag, form in lemma)
    table: dict[str, dict[str, str]] = {}
    for (tag, form), value in sorted(lemma.items()):
        if made[tag, rule[tag, form]] < COMMON:
            table.setdefault(tag, {})[form] = value
    return table
