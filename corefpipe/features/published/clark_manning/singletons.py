"""Attributes that tell entities mentioned once from others (Recasens et al. 2013), as Clark & Manning 2015 use them.

What stands in the clause of a mention, and what kind of noun phrase it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_SINGLETON = "Recasens, de Marneffe & Potts 2013; Clark & Manning 2015"
_SOURCE = "Clark & Manning 2015, mention features"
_MODIFIERS = frozenset("amod nummod nmod compound acl appos obl".split())
_CLAUSES = frozenset("root ccomp xcomp advcl acl parataxis csubj".split())
_ARGUMENTS = frozenset("nsubj obj iobj obl attr expl vocative dislocated discourse".split())


@attribute(source=_SINGLETON, of_span=True)
def position(table: MentionTable) -> Column:
    """Where in its sentence the mention stands: first, last, middle; "whole" where it is all of it.

    Punctuation at the end does not count.
    """
    first, last = table.of_parse(_bounds)
    start, end = table.spans.start, table.spans.end
    return Column.of_codes(2 * (start <= first[start]) + (end > last[start]), ("middle", "last", "first", "whole"))


@attribute(source=_SINGLETON)
def modifier_count(table: MentionTable) -> list[str]:
    """How many modifiers the head has in the mention, possessors not counted: 0, 1, 2, more."""
    parse, found = table.parse, []
    for start, end, head in table.spans:
        below = [parse.deps[c] for c in parse.children[head] if start <= c < end]
        count = sum(dep.split(":")[0] in _MODIFIERS and dep != "nmod:poss" for dep in below)
        found.append(str(count) if count < 3 else "more")
    return found


@attribute(source=_SINGLETON)
def negated(table: MentionTable) -> list[str]:
    """Whether the mention or its predicate is negated: yes, no."""
    return _yes_or_no(
        _has_word(table.parse, head, table.lexicon.negations)
        or _has_word(table.parse, predicate, table.lexicon.negations)
        for head, predicate in zip(table.spans.head.tolist(), table.once(_predicates), strict=True)
    )


@attribute(source=_SINGLETON)
def modal(table: MentionTable) -> list[str]:
    """Whether a modal verb goes with the mention's predicate: yes, no."""
    return _yes_or_no(
        _has_word(table.parse, predicate, table.lexicon.modal_verbs) for predicate in table.once(_predicates)
    )


@attribute(source=_SINGLETON)
def reported(table: MentionTable) -> list[str]:
    """Whether the mention's clause is what somebody says or thinks: yes, no."""
    parse, verbs = table.parse, table.lexicon.speech_verbs | table.lexicon.attitude_verbs
    return _yes_or_no(
        parse.deps[predicate] in ("ccomp", "parataxis") and parse.lemmas[parse.heads[predicate]] in verbs
        for predicate in table.once(_predicates)
    )


@attribute(source=_SINGLETON)
def coordinated(table: MentionTable) -> list[str]:
    """Whether the mention is part of a coordination or is one: yes, no."""
    parse = table.parse
    return _yes_or_no(
        parse.deps[head] == "conj" or any(parse.deps[c] == "conj" for c in parse.children[head])
        for head in table.spans.head.tolist()
    )


@attribute(source=_SOURCE, of_span=True)
def bare_plural(table: MentionTable) -> Column:
    """Whether it is a common noun in the plural without a determiner or quantifier: yes, no."""
    noun = table.tokens("pos").is_("NOUN")[table.spans.head]
    determined = table.tokens("lower").in_(table.lexicon.determiners)[table.spans.start]
    return Column.flags(noun & table["form"].is_("bare") & table["number"].is_("plural") & ~determined)


@attribute(source=_SOURCE, of_span=True)
def quantifier_start(table: MentionTable) -> Column:
    """Whether it begins with a quantifier or a number: yes, no."""
    classes = table.lexicon.determiners
    words = {word for word, name in classes.items() if name in ("quantifier", "distributive")}
    counts = table.tokens("pos").is_("NUM") | table.tokens("lower").in_(words)
    return Column.flags(counts[table.spans.start])


@attribute(source=_SOURCE)
def negative_start(table: MentionTable) -> list[str]:
    """Whether it begins with a word of negation: yes, no."""
    return _yes_or_no(table.parse.lower[start] in table.lexicon.negations for start in table.spans.start.tolist())


@attribute(source=_SOURCE)
def partitive(table: MentionTable) -> list[str]:
    """Whether it names a part or an amount of what follows "of": "two of them", "a group of men"; yes, no."""
    parse, lexicon = table.parse, table.lexicon
    return _yes_or_no(
        head + 2 < end
        and parse.lower[head + 1] in lexicon.genitives
        and (
            parse.pos[head] == "NUM"
            or parse.lower[head] in lexicon.determiners
            or parse.lemmas[head] in lexicon.partitive_nouns
            or (parse.lemmas[head] in lexicon.group_nouns and form == "indefinite")
        )
        for form, (_, end, head) in zip(table.values("form"), table.spans, strict=True)
    )


@attribute(source=_SOURCE)
def demonym_adjective(table: MentionTable) -> list[str]:
    """Whether it is nothing but a word as "Japanese" that modifies a noun: yes, no."""
    parse, demonyms = table.parse, table.lexicon.demonyms
    return _yes_or_no(
        end - start == 1
        and parse.lower[head] in demonyms
        and (parse.pos[head] == "ADJ" or parse.deps[head] in ("amod", "compound"))
        for start, end, head in table.spans
    )


@attribute(source=_SOURCE)
def generic_you(table: MentionTable) -> list[str]:
    """Whether it is a "you" that addresses nobody: in "you know", or outside quotations where no speaker is known.

    yes, no.
    """
    parse, lexicon, phrases = table.parse, table.lexicon, table.lexicon.phrase_verbs
    nobody = not any(parse.speakers)
    found = []
    for type, quote, (_, end, head) in zip(table.values("type"), table.values("quote"), table.spans, strict=True):
        following = parse.lower[end] if end < len(parse) else ""
        found.append(
            type in lexicon.generic
            and parse.deps[head].startswith("nsubj")
            and (following in phrases or (nobody and quote == "out" and following in lexicon.general_verbs))
        )
    return _yes_or_no(found)


@attribute(source=f"{_SOURCE}; Lappin & Leass 1994, section 2.2")
def pleonastic(table: MentionTable) -> list[str]:
    """Whether it is an "it" that refers to nothing, as in "it seems that", "it rains", "it is hard to"; yes, no."""
    return _yes_or_no(
        type in table.lexicon.pleonastic_pronouns and _refers_to_nothing(table, head)
        for type, head in zip(table.values("type"), table.spans.head.tolist(), strict=True)
    )


def _bounds(parse: Parse) -> tuple[np.ndarray, np.ndarray]:
    """(n_tokens,) the first and the last token of the sentence, punctuation and whitespace apart; of a sentence without
    any other token, all and none.
    """
    sentences = np.array(parse.sentences, dtype=np.int64)
    content = np.flatnonzero(~np.isin(np.array(parse.pos, dtype=object), ("PUNCT", "SPACE")))
    of = sentences[content]
    first, last = np.full((2, sentences[-1] + 1 if len(sentences) else 0), -1)
    first[of[::-1]] = content[::-1]
    last[of] = content
    return first[sentences], last[sentences]


def _refers_to_nothing(table: MentionTable, it: int) -> bool:
    parse, lexicon = table.parse, table.lexicon
    above = parse.heads[it]
    if parse.deps[it].startswith("expl"):
        return True
    if not parse.deps[it].startswith("nsubj"):
        return False
    if parse.pos[above] == "VERB" and parse.lemmas[above] in lexicon.weather_verbs:
        return True
    # ClearNLP hangs "hard" in "it is hard to" on the verb.
    for word in (above, *(c for c in parse.children[above] if parse.deps[c] in ("acomp", "attr"))):
        below = {parse.deps[c] for token in (word, above) for c in parse.children[token] if c > word}
        if below & {"csubj", "ccomp"} and (
            parse.lemmas[word] in lexicon.pleonastic_verbs
            or (parse.deps[it] == "nsubj:pass" and parse.lower[word] in lexicon.pleonastic_participles)
        ):
            return True
        if below & {"csubj", "ccomp", "xcomp"} and parse.lower[word] in lexicon.pleonastic_adjectives:
            return True
        possessed = any(parse.deps[c] == "nmod:poss" for c in parse.children[word])
        if below & {"csubj", "ccomp", "acl"} and parse.lower[word] in lexicon.pleonastic_nouns and not possessed:
            return True
    return False


def _predicates(table: MentionTable) -> list[int]:
    """Of each mention the token of the predicate of its clause; itself where it is a predicate."""
    return [_predicate(table.parse, head) for head in table.spans.head.tolist()]


def _predicate(parse: Parse, token: int) -> int:
    while parse.heads[token] != token:
        relation, above = parse.deps[token].split(":")[0], parse.heads[token]
        if relation in _CLAUSES:
            return token
        token = above
        if relation in _ARGUMENTS and parse.pos[above] != "ADP":  # ClearNLP hangs nouns on prepositions
            return above
    return token


def _has_word(parse: Parse, token: int, words: Iterable[str]) -> bool:
    return any(parse.lower[child] in words for child in parse.children[token])


def _yes_or_no(flags: Iterable[bool]) -> list[str]:
    return list(_words(flags))


def _words(flags: Iterable[bool]) -> Iterator[str]:
    for flag in flags:
        yield "yes" if flag else "no"
