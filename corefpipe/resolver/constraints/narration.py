"""Narrators: "I" beside "she" and "the dog" where nobody else is quoted."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_MARKS = frozenset(":\"“”‘’'`")
_SAYING = frozenset({"go", "like", "think"})
_APART = {pair for one, other in (("I", "he"), ("I", "the"), ("you", "the")) for pair in ((one, other), (other, one))}
_BESIDE = [{"we", "they"}, {"we", "he"}, {"you", "they"}, {"you", "he"}]
"""Pronouns of one sentence, and of one quotation, that are not the same: "We lost because they were better"."""
_ROLES = {"he": "he", "she": "he", "we": "we", "they": "they"}
_MARKED = 2
_MOST = 40  # pronouns that each is compared with


@constraint
def narration(table: MentionTable) -> Constraints | None:
    """Who tells is not told of: after "My brother slept", "she" is not "I", nor is "you" or "I" the dog that bites.

    Of a sentence and the next one, by one speaker, without a verb of saying, a colon or a quotation mark, as corpora
    have speech that nothing sets off. Verbs of saying do not matter to "he" and "I" within a sentence ("He said I was
    late"), nor to "the dog" and "I" where the document quotes nobody. In one sentence "we" and "you" are not "they",
    "he" or "she".
    """
    parse, quoted, heads = table.parse, table.quotes.number, table.spans.head.tolist()
    noise = table.of_parse(_noise)[parse.sentences]
    who = [
        (row, role)
        for row, role in enumerate(_roles(table))
        if role and (noise[heads[row]] < _MARKED or role not in ("I", "the"))
    ]
    harmless = [{"I", "the"}] if max(table.quotes.number, default=-1) < 0 else []
    found = []
    for place, (row, role) in enumerate(who):
        for later, other in who[place + 1 : place + 1 + _MOST]:
            one, two = heads[row], heads[later]
            away = parse.sentences[two] - parse.sentences[one]
            if away > 1:
                break
            if away == 0 and {role, other} in _BESIDE and quoted[one] == quoted[two]:
                found.append((row, later))
                continue
            quiet = max(noise[one], noise[two]) == 0 or (away == 0 and {role, other} == {"I", "he"})
            if (
                max(noise[one], noise[two]) < _MARKED
                and (quiet or {role, other} in harmless)
                and (role, other) in _APART
                and parse.speakers[one] == parse.speakers[two]
            ):
                found.append((row, later))
    return Constraints(apart=np.array(found)) if found else None


def _roles(table: MentionTable) -> list[str]:
    """For each mention "I", "we", "you", "they", "he" for he and she, "the" for a definite noun, "" for others."""
    forms, found = table.values("form"), []
    for kind, form, pronoun in zip(table.values("kind"), forms, pronouns(table), strict=True):
        if kind == "nominal":
            found.append("the" if form in ("definite", "demonstrative") else "")
        elif pronoun is None:
            found.append("")
        elif pronoun.person == "2":
            found.append("you")
        else:
            first = (pronoun.person, pronoun.number) == ("1", "singular")
            found.append("I" if first else _ROLES.get(pronoun.canonical, ""))
    return found


def _noise(parse: Parse) -> np.ndarray:
    """(n_sentences,) int: for each sentence 2 if it has marks of speech, 1 if a verb of saying alone, else 0."""
    verbs = parse.lexicon.speech_verbs | _SAYING
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
