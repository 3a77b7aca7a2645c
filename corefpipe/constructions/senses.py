"""Senses of nouns in WordNet."""

from __future__ import annotations

from corefpipe.lexicon.wordnet import load_wordnet
from corefpipe.parsing.parse import Parse


def supersense(parse: Parse, lemma: str) -> str:
    """The supersense of the most frequent sense of a noun in WordNet, "" if it is not there."""
    wordnet = load_wordnet(parse.language)
    return str(wordnet.supersense(wordnet.ids([lemma]))[0])
