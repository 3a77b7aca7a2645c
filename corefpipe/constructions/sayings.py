"""Verbs of saying beside quotations, which name the speaker: “I will help you,” said Ann to Tom."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.dialogues import labelled_documents
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes, says

_OPEN_ENDS = frozenset({",", "!", "?", "--", "—", "-", "…", "..."})
"""Marks at the end of a quotation after which the sentence continues."""
_SENTENCE_ENDS = (".", "!", "?")
_AFTER_TOKENS, _BEFORE_TOKENS = 3, 6  # between a quotation and its verb of saying


def sayings(parse: Parse, quotes: Quotes) -> dict[int, int]:
    """Number of a quotation -> the verb of saying beside it.

    Not in a labelled dialogue, in which a speaker quotes others.
    """
    number = quotes.number
    found, labelled = {}, labelled_documents(parse)
    for quote, (first, last) in quotes.ends().items():
        if parse.document_at(first)[0] in labelled:
            continue
        for side in _sides(parse, first, last):
            verb = next((token for token in side if number[token] < 0 and says(parse, token)), -1)
            if verb >= 0 and _reaches(parse, number, verb, first, last):
                found[quote] = verb
                break
    return found


def named_speakers(parse: Parse, quotes: Quotes) -> list[int]:
    """(n_quotations,) the subject of the verb of saying of each quotation's turn, -1 for none.

    For features of mentions and pairs alone, whose weights were learned with it. What is reported, and what "I" refers
    to, is decided by `corefpipe.quotations`; with its speakers in these features, resolving gets no better.
    """
    subjects: dict[int, int] = {}
    for quote, verb in sorted(sayings(parse, quotes).items()):
        subject = _subject(parse, quotes, verb, quote)
        if subject >= 0:
            subjects.setdefault(quotes.turn[quote], subject)
    return [subjects.get(turn, -1) for turn in quotes.turn]


def _subject(parse: Parse, quotes: Quotes, verb: int, quote: int) -> int:
    """The subject of a verb of saying beside a quotation; parsers may take that of “…,” said Ann for an object."""
    outside = [child for child in parse.children[verb] if quotes.number[child] < 0]
    subjects = [child for child in outside if parse.deps[child] == "nsubj"]
    if verb >= quotes.outside[quote][1]:
        subjects += [child for child in outside if parse.deps[child] == "obj" and child > verb]
    return subjects[0] if subjects else -1


def _sides(parse: Parse, first: int, last: int) -> Iterator[list[int]]:
    """The tokens after and before a quotation, the nearest first, if its sentence continues there.

    The quotation marks stand before the first and after the last token.
    """
    start, end = parse.document_at(first)
    follows = parse.words[last] in _OPEN_ENDS or parse.words[last + 2 : min(last + 3, end)] == [","]
    if follows and not _begins_sentence(parse, last + 2, end):
        after = list(range(last + 2, min(last + 2 + _AFTER_TOKENS, end)))
        yield after + _governor(parse, after[:1])  # “We won,” Tom and Ann said.
    if parse.words[max(first - 2, start) : first - 1] in ([","], [":"]):
        yield list(range(first - 2, max(first - 2 - _BEFORE_TOKENS, start - 1), -1))


def _governor(parse: Parse, tokens: list[int]) -> list[int]:
    """The head of the subject that begins at a token, if one does."""
    for first in tokens:
        token = first
        while parse.deps[token] != "nsubj" and parse.left[parse.heads[token]] == first and parse.heads[token] != token:
            token = parse.heads[token]
        if parse.deps[token] == "nsubj":
            return [parse.heads[token]]
    return []


def _begins_sentence(parse: Parse, token: int, end: int) -> bool:
    """Whether a sentence begins at a token after a quotation: “Where is she?” Her sister sighed."""
    is_capital = token < end and parse.words[token][:1].isupper()
    return is_capital and parse.pos[token] != "PROPN" and parse.lower[token] not in parse.lexicon.capital_pronouns


def _reaches(parse: Parse, number: list[int], verb: int, first: int, last: int) -> bool:
    """Whether no clause, sentence, paragraph or other quotation separates a verb of saying from a quotation.

    A verb with a clause of its own does not introduce the quotation: "I said that I would".
    """
    edge, between = (last, range(last + 2, verb)) if verb > last else (first, range(verb + 1, first - 1))
    if parse.paragraphs[verb] != parse.paragraphs[edge]:
        return False
    after = (child for child in parse.children[verb] if child > verb > last and number[child] < 0)
    if any(parse.deps[child] in ("ccomp", "xcomp") for child in after):
        return False
    return all(parse.words[token] not in _SENTENCE_ENDS and number[token] < 0 for token in between)
