"""Constraints: pairs of mentions that must, or must not, corefer, by grammar, names and layout."""
