"""Grammatical constructions: predicates over a parse that mentions, features and constraints share.

A construction is a function of a `Parse` and its tokens: names, determiners, expletives, predicatives, quotations … Its
words come from the lexicon of the language, and nothing here reads a mention table.
"""
