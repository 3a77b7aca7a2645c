"""Names that people give as their own: "My name is Ann", "I am Ann Bell", "Ann here", "Call me Ann"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from corefpipe.constructions.pronouns import is_first_person
from corefpipe.letters.names import MAX_NAME_TOKENS, is_person
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, POSSESSORS

_OTHERS = frozenset({"aux", "mark", "case", "det", "nmod:poss"})
"""Relations to a predicate that says something else: "I could be Ann", "if I were Ann", "I am from Ghent"."""


def own_names(parse: Parse) -> set[int]:
    """The tokens of all names that somebody gives as their own; who says so is left to the caller."""
    found: set[int] = set()
    for head in {*_predicates(parse), *_present(parse), *_called(parse)}:
        found.update(_name_around(parse, head))
    return found


def _predicates(parse: Parse) -> Iterator[int]:
    """The names of "My name is Ann" and "I am Ann", of which the latter must be a person's."""
    for name in parse.copular:
        subjects = [child for child in parse.children[name] if parse.deps[child].startswith("nsubj")]
        if parse.pos[name] != "PROPN" or len(subjects) != 1 or not _is_plain(parse, subjects[0], name):
            continue
        (subject,) = subjects
        if parse.lemmas[subject] in parse.lexicon.name_nouns:
            owners = [child for child in parse.children[subject] if parse.deps[child] in POSSESSORS]
            is_own = any(_is_speaker(parse, owner) for owner in owners)
        else:
            run = _name_around(parse, name)
            is_own = _is_speaker(parse, subject) and is_person(parse, run.start, run.stop)
        if is_own:
            yield name


def _is_plain(parse: Parse, subject: int, name: int) -> bool:
    """Whether a name is said of a subject, in this order, without negation, condition or modal verb."""
    copulas = [child for child in parse.children[name] if parse.deps[child] == "cop"]
    others = [child for child in parse.children[name] if child < name and parse.deps[child] in _OTHERS]
    between = (parse.lower[child] for child in parse.children_between(name, subject, name))
    return subject < copulas[0] < name and not others and parse.lexicon.negations.isdisjoint(between)


def _present(parse: Parse) -> Iterator[int]:
    """The names of "Ann here." and "Hello, Ann speaking." at the start of a sentence, but for greetings."""
    for word in range(1, len(parse)):
        if parse.lower[word] in parse.lexicon.presence_words and parse.pos[word - 1] == "PROPN":
            run = _name_around(parse, word - 1)
            if _opens(parse, run.start) and _closes(parse, word) and is_person(parse, run.start, run.stop):
                yield word - 1


def _opens(parse: Parse, token: int) -> bool:
    """Whether a token begins a line or a sentence, or follows a greeting there, or a mark."""
    before = token - 1
    return before < 0 or parse.lines[before] != parse.lines[token] or parse.pos[before] in ("INTJ", "PUNCT")


def _closes(parse: Parse, token: int) -> bool:
    """Whether a token ends a line, or a mark other than that of a question or "from" follows it."""
    after = token + 1
    if after == len(parse) or parse.lines[after] != parse.lines[token]:
        return True
    is_mark = parse.pos[after] == "PUNCT" and parse.words[after] != "?"
    return is_mark or parse.lower[after] in parse.lexicon.home_prepositions


def _called(parse: Parse) -> Iterator[int]:
    """The names of "Call me Ann"."""
    for me in range(len(parse) - 1):
        name, verb = me + 1, parse.heads[me]
        is_called = parse.deps[me] in OBJECTS and parse.lemmas[verb] in parse.lexicon.calling_verbs
        # Without a comma a name is no vocative, whatever parsers say.
        if (
            is_called
            and verb < me
            and (parse.pos[name], parse.heads[name]) == ("PROPN", verb)
            and _is_speaker(parse, me)
        ):
            yield name


def _is_speaker(parse: Parse, token: int) -> bool:
    """Whether a word is a pronoun of the first person singular."""
    return is_first_person(parse.pronoun(token), "singular")


def _name_around(parse: Parse, head: int) -> range:
    """The proper nouns around one of a sentence, and titles before them: "Dr. Ann Bell"."""
    sentence = parse.sentences[head]
    before = takewhile(
        lambda i: parse.sentences[i] == sentence and _is_part(parse, i),
        range(head - 1, max(head - MAX_NAME_TOKENS, -1), -1),
    )
    after = takewhile(
        lambda i: parse.sentences[i] == sentence and parse.pos[i] == "PROPN",
        range(head + 1, min(head + MAX_NAME_TOKENS, len(parse))),
    )
    return range(head - len(list(before)), head + 1 + len(list(after)))


def _is_part(parse: Parse, token: int) -> bool:
    """Whether a word before a proper noun is part of the name."""
    return parse.pos[token] == "PROPN" or (
        parse.lower[token] in parse.lexicon.titles and parse.words[token][:1].isupper()
    )
