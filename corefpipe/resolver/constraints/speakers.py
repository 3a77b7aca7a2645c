"""Constraints from the speakers of a document: which mentions must, or must not, refer to the same speaker.

1. "I" refers to the speaker: first-person singular pronouns of one speaker corefer, those of two speakers never do.
2. A quotation within a turn is said by somebody else, so its pronouns give no constraints, but that its "I" is not the
   speaker if the sentence has another subject before it: "My dad says “I can wait”". Nor is dad the other one of two.
   In fiction it is the other way round: if a turn opens with a quotation, the speaker says the quotation, and the
   narrator says the rest.
3. A speaker's "you", "he", "it" or "the man" does not refer to that speaker. "You" refers to the person whom the
   sentence addresses by name at its start or end ("Ruth, you …", "… do you, Ruth?"), or whom the turn addresses at its
   start ("ruth: …"), and "she" does not; of two speakers it is the other one in a question at the end of a turn;
   otherwise it is left to the features. Where only two speak, "he" and "she" is neither of them.
4. A name that consists of consecutive words of one speaker's label refers to that speaker, and so does the label
   before a turn.

`eval/dialogue` measures each of these rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes
from corefpipe.resolver.constraints.mentions import dialogues
from corefpipe.resolver.constraints.registry import constraint, per_document
from corefpipe.utils.values import each

# Corpora write "Nora Bell", "NoraBell", "Nora_Bell" and "NORA BELL".
_BOUNDARY = re.compile(r"[\W_]+|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)")
_NO_LETTERS = re.compile(r"[\W_]+")
_SHORTEST = 3  # least number of letters of a part of a label that stands for the whole
_NAME = 3  # most words in a name by which somebody is addressed
_CALLED = 40  # tokens from the start of a turn that a name at its start addresses
_ABSENT = frozenset({"he", "she"})
_BE = frozenset({"be"})
_BEFORE = 12  # tokens before a turn that may contain its label


@constraint
@joinable
def speakers(table: MentionTable) -> Constraints | None:
    """In a labelled dialogue "I" is the speaker and "you" often the one addressed: "ANN: Do you hear me, Tom?".

    Names and other pronouns are settled too, where the speakers make clear who is meant.
    """
    return per_document(table, _of_dialogue, dialogues(table).values())


def _of_dialogue(table: MentionTable) -> Constraints | None:
    found = speaker_entities(table)
    return None if found is None else Constraints.of_entities(*found)


def speaker_entities(table: MentionTable) -> tuple[np.ndarray, np.ndarray] | None:
    """The speakers that mentions refer to, and do not refer to; None if no token has a speaker.

    Speakers are numbered in order of first appearance; a narrator comes after the last of them.

    Returns:
        (n_mentions,) int, the speaker that each mention refers to, -1 if unknown; and (n_mentions, 2) int, speakers
        that it does not refer to, -1 for none: who speaks, and who is addressed by name.
    """
    parse = table.parse
    # Some corpora write "-" or "_" for an unknown speaker.
    by = each(lambda name: name if any(map(str.isalnum, name)) else "", parse.speakers)
    speakers = {name: i for i, name in enumerate(dict.fromkeys(filter(None, by)))}
    if not speakers:
        return None
    voices = _voices(by, table.quotes, speakers)
    labels = _Labels.of(speakers, table.lexicon)
    announced, quoted = _announced(by), _quoted_of_others(parse, by, table.quotes)
    by_name = _called(parse, by, labels) if len(speakers) > 1 else {}
    called = _asked(parse, by, speakers, labels) | by_name if len(speakers) == 2 else by_name
    entity, apart, forms = np.full(len(table), -1), np.full((len(table), 2), -1), table.values("form")
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        words = parse.lower[start:end]
        pronoun = table.lexicon.pronouns.get(words[0]) if end - start == 1 else None
        if start in announced and _bare(words) == _bare([announced[start]]):
            entity[row] = speakers[announced[start]]
        elif kind == "pronoun" and pronoun is not None:
            if (pronoun.person, pronoun.number) == ("1", "singular"):
                entity[row] = voices[head]
                if voices[head] == -1 and table.quotes.number[head] in quoted:
                    here = speakers.get(by[head], -1)
                    apart[row, 0] = here
                    if here >= 0 and len(speakers) == 2 and parse.pos[quoted[table.quotes.number[head]]] == "NOUN":
                        apart[row, 1] = 1 - here
            elif pronoun.person in ("2", "3"):
                apart[row, 0] = voices[head]
            if pronoun.person == "3" and head in by_name:
                apart[row, 1] = by_name[head]
            elif pronoun.canonical in _ABSENT and len(speakers) == 2 and voices[head] in (0, 1):
                apart[row, 1] = 1 - voices[head]
            if pronoun.person == "2" and voices[head] not in (-1, called.get(head, -1)):
                entity[row] = called.get(head, -1)
        elif kind == "nominal" and forms[row] == "definite":
            apart[row, 0] = voices[head]
        elif kind == "name":
            entity[row] = labels.speaker(words[: words.index(",")] if "," in words else words)
    return entity, apart


def _voices(by: list[str], quotes: Quotes, speakers: dict[str, int]) -> list[int]:
    """The number of the speaker who would say "I" at each token, or -1.

    Args:
        by: the speaker of each token, "" for none.
        quotes: the quotations of the document.
        speakers: the number of each speaker; the narrator's is the next one.
    """
    narrator = len(speakers)
    voices: list[int] = []
    fiction = False
    for name, stretch in groupby(by):
        at = len(voices)
        quoted = [number >= 0 for number in quotes.number[at : at + len(list(stretch))]]
        opens = bool(name) and any(quoted[:2])  # the quotation mark itself may come before the quotation
        fiction |= opens
        inside = speakers[name] if opens else -1
        outside = speakers[name] if name and not opens else narrator
        voices += [inside if within else outside for within in quoted]
    return voices if fiction else [-1 if voice == narrator else voice for voice in voices]


def _quoted_of_others(parse: Parse, by: list[str], quotes: Quotes) -> dict[int, int]:
    """The quotations before which the nearest subject, in the sentence and of the same speaker, is no "I" -> it.

    In the dialogues of OntoGUM train the "I" of 9 such quotations with an "I" is never the speaker.
    """
    found: dict[int, int] = {}
    firsts = {number: token for token, number in reversed([*enumerate(quotes.number)]) if number >= 0}
    for number, first in firsts.items():
        before = first - 1
        while before >= 0 and (parse.sentences[before], by[before]) == (parse.sentences[first - 1], by[first]):
            if parse.deps[before].startswith("nsubj") and quotes.number[before] < 0:
                pronoun = parse.lexicon.pronouns.get(parse.lower[before])
                if pronoun is None or pronoun.person != "1":
                    found[number] = before
                break
            before -= 1
    return found


def _announced(by: list[str]) -> dict[int, str]:
    """Maps tokens without a speaker just before a turn, as "Ann" in "Ann: Yes", to the speaker of the turn."""
    found = {}
    for token in range(1, len(by)):
        name = by[token]
        if name and not by[token - 1]:
            before = token - 1
            while before >= max(token - _BEFORE, 0) and not by[before]:
                found[before] = name
                before -= 1
    return found


def _called(parse: Parse, by: list[str], labels: _Labels) -> dict[int, int]:
    """Maps the tokens of sentences and turns that address a speaker by name to the number of that speaker."""
    n = len(parse)
    begins = [t for t in range(n) if not t or parse.sentences[t] != parse.sentences[t - 1]]
    turns = {t for t in range(n) if by[t] and (not t or by[t] != by[t - 1])}
    found: dict[int, int] = {}
    for start, end in pairwise([*sorted({*begins, *turns}), n]):
        # Parsers end a sentence after the "ann:" of a chat.
        who = _name_before(parse, by, start, n if start in turns else end, labels)
        if who >= 0:
            reach = start + _CALLED if start in turns else end
            while end < min(reach, n) and by[end] == by[start]:
                end += 1
        else:
            who = _name_at_end(parse, start, end, labels)
        if who >= 0:
            found.update(dict.fromkeys(range(start, end), who))
    return found


def _asked(parse: Parse, by: list[str], speakers: dict[str, int], labels: _Labels) -> dict[int, int]:
    """Maps the tokens of questions to "you", which the other one of two speakers answers, to that one's number."""
    n = len(parse)
    begins = [t for t in range(n) if not t or parse.sentences[t] != parse.sentences[t - 1] or by[t] != by[t - 1]]
    spoken = [t for t in begins if by[t]]
    answered = {t: by[later] for t, later in pairwise(spoken) if by[later] != by[t]}
    found: dict[int, int] = {}
    for start, end in pairwise([*begins, n]):
        if start not in answered or "?" not in parse.words[start:end]:
            continue
        if any(_calls_another(parse, token, labels) for token in range(start, end)):
            continue
        # "How do you get there?" may ask of anybody.
        verbs = _BE if "how" in parse.lower[start:end] else None
        if any(_is_asked(parse, token, verbs) for token in range(start + 1, end)):
            found.update(dict.fromkeys(range(start, end), speakers[answered[start]]))
    return found


def _calls_another(parse: Parse, token: int, labels: _Labels) -> bool:
    """Whether a token is the first name of somebody addressed, and those who speak have others: "See me, Bo?"."""
    lexicon, word = parse.lexicon, parse.lower[token]
    if parse.pos[token] != "PROPN" or parse.deps[token] != "vocative" or word not in lexicon.first_names:
        return False
    first = [parts[0] for parts in labels.parts if parts]
    others = all(name in lexicon.first_names and not lexicon.are_nicknames(name, word) for name in first)
    return others and labels.speaker([word]) < 0


def _is_asked(parse: Parse, token: int, verbs: frozenset[str] | None) -> bool:
    """Whether a token is the "you" or "your" after the verb of a question, or after one of these: "Are you"."""
    pronoun = parse.lexicon.pronouns.get(parse.lower[token])
    if pronoun is None or pronoun.person != "2" or parse.pos[token - 1] != "AUX":
        return False
    return verbs is None or parse.lemmas[token - 1] in verbs


def _name_before(parse: Parse, by: list[str], start: int, end: int, labels: _Labels) -> int:
    """Number of the speaker whose name, followed by a comma or colon, starts a stretch of tokens, or -1."""
    for stop in range(start + 1, min(start + _NAME + 1, end)):
        if by[stop] != by[start]:
            break
        if parse.words[stop] in (",", ":"):
            return labels.speaker(parse.lower[start:stop])
    return -1


def _name_at_end(parse: Parse, start: int, end: int, labels: _Labels) -> int:
    """Number of the speaker whose name, preceded by a comma, ends a stretch of tokens, or -1."""
    while end > start and not any(map(str.isalnum, parse.words[end - 1])):
        end -= 1
    for comma in range(end - 2, max(end - _NAME - 2, start), -1):
        if parse.words[comma] == ",":
            return labels.speaker(parse.lower[comma + 1 : end])
    return -1


def _bare(words: list[str]) -> str:
    return _NO_LETTERS.sub("", "".join(words).lower())


@dataclass(slots=True, frozen=True)
class _Labels:
    """The names of speakers that their labels contain.

    Attributes:
        runs: maps consecutive words of a label, written as one, to the speaker's number; -1 for several speakers.
        parts: the words of each speaker's label.
        lexicon: the lexicon of the document's language.
    """

    runs: dict[str, int]
    parts: list[list[str]]
    lexicon: Lexicon

    @classmethod
    def of(cls, names: dict[str, int], lexicon: Lexicon) -> _Labels:
        """From the labels of speakers, in the order of their numbers."""
        parts = [[part.lower() for part in _BOUNDARY.split(name) if part] for name in names]
        runs: dict[str, int] = {}
        for number, words in enumerate(parts):
            for run in {"".join(words), *_runs(words, lexicon)}:
                runs[run] = number if runs.get(run, number) == number else -1
        # A whole label is a name of its own speaker, even if it is part of another label.
        return cls(runs | {"".join(words): number for number, words in enumerate(parts)}, parts, lexicon)

    def speaker(self, words: list[str]) -> int:
        """Number of the speaker with this name, given as words in lower case; -1 for none or several."""
        if len(words) > 1 and words[-1] in ("'s", "’s"):
            words = words[:-1]
        found = self.runs.get(_bare(words), -1)
        if found >= 0 or len(words) == 1 or words[0] not in self.lexicon.titles:
            return found
        found = self.runs.get(_bare(words[1:]), -1)
        return found if found >= 0 and self._may_be(words[0], self.parts[found]) else -1

    def _may_be(self, title: str, label: list[str]) -> bool:
        """Whether a title fits the words of a label: "Mr." does not fit Nora Bell."""
        other = {"male": "female", "female": "male"}
        gender = (
            "male" if title in self.lexicon.male_titles else "female" if title in self.lexicon.female_titles else ""
        )
        if gender and self.lexicon.name_gender.get(label[0]) == other[gender]:
            return False
        return not any(self.lexicon.titles_exclude(title, part) for part in label if part in self.lexicon.titles)


def _runs(words: list[str], lexicon: Lexicon) -> set[str]:
    """Consecutive words that may stand for the whole label; titles alone and short words may not."""
    found = set()
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            run = "".join(words[start:end])
            if len(run) >= _SHORTEST and not run.isdigit() and not lexicon.titles.issuperset(words[start:end]):
                found.add(run)
    return found
