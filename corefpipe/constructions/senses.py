"""Senses of nouns in WordNet."""

from __future__ import annotations

from corefpipe.lexicon.wordnet import load_wordnet
from corefpipe.parsing.parse import Parse


def supersense(parse: Parse, lemma: str) -> str:
    """WordNet's supersense of the most frequent sense of a noun, "" if it has none."""
    wordnet = load_wordnet(parse.language)
    return str(wordnet.supersense(wordnet.ids([lemma]))[0])
