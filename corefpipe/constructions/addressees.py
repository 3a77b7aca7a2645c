"""The addressees of the turns of a labelled dialogue: "ANN: Do you hear me, Tom?"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from corefpipe.constructions.pronouns import is_second_person
from corefpipe.constructions.speaker_labels import SpeakerLabels
from corefpipe.parsing.parse import Parse

_MOST_NAME_TOKENS = 3  # of a name by which a speaker is addressed
_MOST_GREETING_TOKENS = 2
_REACH_TOKENS = 40  # from the start of a turn, of which a name at its start is the addressee


def by_name(parse: Parse, by: Sequence[str], labels: SpeakerLabels) -> dict[int, int]:
    """Tokens of sentences and turns that address a speaker by name -> the number of that speaker.

    Args:
        parse: the dialogue.
        by: the speaker of each token, "" for none.
        labels: the labels of the speakers.
    """
    n = len(parse)
    sentences = list(filter(parse.begins_sentence, range(n)))
    turns = {t for t in range(n) if by[t] and (not t or by[t] != by[t - 1])}
    found: dict[int, int] = {}
    for start, end in pairwise([*sorted({*sentences, *turns}), n]):
        # Parsers end a sentence after the "ann:" of a chat.
        number = _name_before(parse, by, start, n if start in turns else end, labels)
        if number < 0:
            number = _name_at_end(parse, start, end, labels)
        else:
            reach = start + _REACH_TOKENS if start in turns else end
            while end < min(reach, n) and by[end] == by[start]:
                end += 1
        if number >= 0:
            found.update(dict.fromkeys(range(start, end), number))
    return found


def in_questions(parse: Parse, by: Sequence[str], speakers: dict[str, int], labels: SpeakerLabels) -> dict[int, int]:
    """Tokens of questions to "you" at the end of a turn -> the number of the other one of two speakers, who answers.

    Args:
        parse: the dialogue.
        by: the speaker of each token, "" for none.
        speakers: the number of each speaker.
        labels: the labels of the speakers.
    """
    n = len(parse)
    starts = [t for t in range(n) if parse.begins_sentence(t) or by[t] != by[t - 1]]
    answered = {t: by[later] for t, later in pairwise(t for t in starts if by[t]) if by[later] != by[t]}
    found: dict[int, int] = {}
    for start, end in pairwise([*starts, n]):
        if start in answered and _asks_addressee(parse, range(start, end), labels):
            found.update(dict.fromkeys(range(start, end), speakers[answered[start]]))
    return found


def _asks_addressee(parse: Parse, tokens: range, labels: SpeakerLabels) -> bool:
    """Whether a sentence is a question whose "you" follows its verb, and which addresses no person but the speakers.

    After "how" only the copula counts: "How do you get there?" has a generic "you".
    """
    words, lower = parse.words[tokens.start : tokens.stop], parse.lower[tokens.start : tokens.stop]
    if "?" not in words or any(_addresses_another(parse, token, labels) for token in tokens):
        return False
    inverted = [token for token in tokens[1:] if parse.pos[token - 1] == "AUX" and is_second_person(parse, token)]
    lexicon, asks_how = parse.lexicon, not parse.lexicon.manner_adverbs.isdisjoint(lower)
    return any(not asks_how or parse.lemmas[token - 1] in lexicon.copulas for token in inverted)


def _addresses_another(parse: Parse, token: int, labels: SpeakerLabels) -> bool:
    """Whether a token is a vocative first name, and the speakers have other first names: "See me, Bo?"."""
    lexicon, word = parse.lexicon, parse.lower[token]
    if parse.pos[token] != "PROPN" or parse.deps[token] != "vocative" or word not in lexicon.first_names:
        return False
    names = [parts[0] for parts in labels.parts if parts]
    are_others = all(name in lexicon.first_names and not lexicon.are_nicknames(name, word) for name in names)
    return are_others and labels.number([word]) < 0


def _name_before(parse: Parse, by: Sequence[str], start: int, end: int, labels: SpeakerLabels) -> int:
    """Number of the speaker whose name, followed by a comma or colon, starts a stretch of tokens, or -1.

    A greeting may come first: "Hi Ann, you …".
    """
    start += _greeting(parse, start, end)
    for stop in range(start + 1, min(start + _MOST_NAME_TOKENS + 1, end)):
        if by[stop] != by[start]:
            break
        if parse.words[stop] in (",", ":"):
            return labels.number(parse.lower[start:stop])
    return -1


def _greeting(parse: Parse, start: int, end: int) -> int:
    """The number of tokens of a greeting at the start of a stretch, if any follow it: 2 for "Good morning Ann, …"."""
    lengths = range(1, min(_MOST_GREETING_TOKENS, end - start - 1) + 1)
    return max((n for n in lengths if " ".join(parse.lower[start : start + n]) in parse.lexicon.greetings), default=0)


def _name_at_end(parse: Parse, start: int, end: int, labels: SpeakerLabels) -> int:
    """Number of the speaker whose name, preceded by a comma, ends a stretch of tokens, or -1."""
    while end > start and not any(map(str.isalnum, parse.words[end - 1])):
        end -= 1
    for comma in range(end - 2, max(end - _MOST_NAME_TOKENS - 2, start), -1):
        if parse.words[comma] == ",":
            return labels.number(parse.lower[comma + 1 : end])
    return -1
