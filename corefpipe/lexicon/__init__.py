"""Lexical knowledge per language: word lists, WordNet, counts of pronouns. The data is in one folder per language."""

from corefpipe.lexicon.lists import Lexicon, Pronoun, load_lexicon

__all__ = ["Lexicon", "Pronoun", "load_lexicon"]
