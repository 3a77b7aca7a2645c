"""Narrators: "I" beside "she" and "the dog" where nobody else is quoted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns
from corefpipe.resolver.constraints.registry import constraint

_MARKS = frozenset(":\"“”‘’'`")
_SPEECH = frozenset([*_MARKS, "``", "''", "--", "—", "–", ">"])
"""Words that may stand before or after what somebody says or writes; "don’t" has none of them."""
_HE_AND_I, _DOG_AND_I = {"I", "he"}, {"I", "the"}
_YOU_AND_I = {"you", "I"}
_WE_AND_THEY = {"we", "they"}
_APART = [_HE_AND_I, _DOG_AND_I, {"you", "the"}, _YOU_AND_I]
_IN_A_SENTENCE = [_HE_AND_I, _YOU_AND_I]
_BESIDE = [{"we", "they"}, {"we", "he"}, {"you", "they"}, {"you", "he"}]
"""Pronouns of one sentence, and of one quotation, that are not the same: "We lost because they were better"."""
_ROLES = {"he": "he", "she": "he", "we": "we", "they": "they"}
_MARKED = 2
_MOST = 40  # pronouns that each is compared with


@constraint
@joinable
def narration(table: MentionTable) -> Constraints | None:
    """Outside quotations "I" and "you" are nobody in the third person: "She left, so I went home".

    Of a sentence and the next one, by one speaker, without a verb of saying, a colon or a quotation mark, as corpora
    have speech that nothing sets off. Verbs of saying do not matter to "he" and "I" within a sentence ("He said I was
    late") or "you" and "I" there ("You said I could stay"), nor to "the dog" and "I" where the document quotes nobody.
    In one sentence "we" and "you" are not "they", "he" or "she". In a document without any mark
    of speech "I" is nowhere "he" or "she", nor are we, or "my wife and I", they.
    """
    parse, quoted, heads = table.parse, table.quotes.number, table.spans.head.tolist()
    noise = table.of_parse(_noise)[parse.sentences].tolist()
    roles = _roles(table)
    who = [
        (row, role)
        for row, role in enumerate(roles)
        if role and (noise[heads[row]] < _MARKED or role not in ("I", "the"))
    ]
    documents, quoting = document_numbers(table), _quoting(table)
    found = []
    for place, (row, role) in enumerate(who):
        for later, other in who[place + 1 : place + 1 + _MOST]:
            one, two = heads[row], heads[later]
            away = parse.sentences[two] - parse.sentences[one]
            if away > 1 or documents[later] != documents[row]:
                break
            both, marked = {role, other}, max(noise[one], noise[two])
            if away == 0 and both in _BESIDE and quoted[one] == quoted[two]:
                found.append((row, later))
            elif both in _APART and marked < _MARKED and parse.speakers[one] == parse.speakers[two]:
                unquoted = both == _DOG_AND_I and documents[row] not in quoting
                harmless = (away == 0 and both in _IN_A_SENTENCE) or unquoted
                if marked == 0 or harmless:
                    found.append((row, later))
    told = np.full((len(table), 2), -1)
    silent = table.of_parse(_silent)
    for row, role in enumerate(roles):
        if heads[row] in silent and role in _HE_AND_I:
            told[row, 0] = role == "I"
        elif heads[row] in silent and role in _WE_AND_THEY:
            told[row, 1] = role == "we"
    return Constraints(apart=np.array(found).reshape(-1, 2), values=told) if found or (told >= 0).any() else None


def _silent(parse: Parse) -> frozenset[int]:
    """The tokens of the documents in which nothing shows that somebody speaks."""
    silent: list[int] = []
    for start, end in pairwise(parse.bounds):
        marks = (i for i in range(start, end) if parse.words[i] in _SPEECH)
        if not any(parse.speakers[start:end]) and all(_is_pause(parse, i, end) for i in marks):
            silent += range(start, end)
    return frozenset(silent)


def _is_pause(parse: Parse, token: int, end: int) -> bool:
    """Whether a mark is a colon within a sentence: "It was poor: the coffee was cold"."""
    return parse.words[token] == ":" and token + 1 < end and parse.words[token + 1][:1].islower()


def _roles(table: MentionTable) -> list[str]:
    """For each mention "I", "we", "you", "they", "he" for he and she, "the" for a definite noun, "" for others.

    "My wife and I" are "we".
    """
    parse, forms, found = table.parse, table.values("form"), []
    columns = table.values("kind"), forms, pronouns(table), table.triples()
    for kind, form, pronoun, (_, _, head) in zip(*columns, strict=True):
        if kind == "coordination":
            joined = [head, *(child for child in parse.children[head] if parse.deps[child] == "conj")]
            found.append("we" if any(_is_speaker(parse, token) for token in joined) else "")
        elif kind == "nominal":
            found.append("the" if form in ("definite", "demonstrative") else "")
        elif pronoun is None:
            found.append("")
        elif pronoun.person == "2":
            found.append("you")
        else:
            first = (pronoun.person, pronoun.number) == ("1", "singular")
            found.append("I" if first else _ROLES.get(pronoun.canonical, ""))
    return found


def _is_speaker(parse: Parse, token: int) -> bool:
    known = parse.lexicon.pronouns.get(parse.lower[token])
    return known is not None and known.person == "1" and "personal" in known.kinds


def _noise(parse: Parse) -> np.ndarray:
    """(n_sentences,) int: for each sentence 2 if it has marks of speech, 1 if a verb of saying alone, else 0."""
    verbs = parse.lexicon.speech_verbs | parse.lexicon.quotative_verbs
    found = np.zeros(max(parse.sentences, default=-1) + 1, dtype=np.int64)
    for i, (sentence, lemma, word) in enumerate(zip(parse.sentences, parse.lemmas, parse.words, strict=True)):
        if not _MARKS.isdisjoint(word):
            found[sentence] = _MARKED
        elif lemma in verbs and not _reports(parse, i):
            found[sentence] = max(found[sentence], 1)
    return found


def _reports(parse: Parse, verb: int) -> bool:
    """Whether a verb of saying has a clause with "that", which reports and does not quote: "She said that he slept"."""
    return any(
        parse.deps[child] == "ccomp" and any(parse.lower[mark] == "that" for mark in parse.children[child])
        for child in parse.children[verb]
    )


def _quoting(table: MentionTable) -> set[int]:
    """Numbers of the documents that quote somebody."""
    return set(table.parse.documents_of(np.flatnonzero(np.array(table.quotes.number) >= 0)).tolist())
