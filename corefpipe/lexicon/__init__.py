"""What is known of words beforehand, language by language: lists and tables, as data."""

from corefpipe.lexicon.lists import Lexicon, Pronoun, load_lexicon

__all__ = ["Lexicon", "Pronoun", "load_lexicon"]
