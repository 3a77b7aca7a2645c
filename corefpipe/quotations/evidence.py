"""What speaks for a candidate being the speaker of a quotation, as names of binary features."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from corefpipe.parsing.quotes import says
from corefpipe.parsing.relations import OBJECTS
from corefpipe.quotations.candidates import Candidate, Person, Quotation, Scene

_MARKS = frozenset(",:.?!")
_SPEAKERS_BACK = 3
_NAME_COUNTS = (0, 1, 2, 4, 8, 16)
_DISTANCES = (1, 3, 6, 10, 20, 40, 80)
"""Bounds of the bins of tokens between the candidate and the quotation."""
_KEPT = 10_000
"""Relations of pairs of people that are kept."""


def evidence(scene: Scene, place: int, candidate: Candidate, speakers: Sequence[Person | None]) -> list[str]:
    """The features of a candidate for a quotation.

    Args:
        scene: the text.
        place: of the quotation among those of the scene.
        candidate: the candidate.
        speakers: the speakers of the quotations before it, as far as they are decided.
    """
    quotation, person = scene.quotations[place], candidate.person
    beside = Beside(scene, quotation, candidate)
    return [
        *beside.features(),
        *_in_quotation(scene, quotation, person, beside.in_paragraph),
        *_of_history(scene, place, person, speakers, beside),
    ]


class Beside:
    """Where a candidate is, seen from a quotation, and what its clause says."""

    def __init__(self, scene: Scene, quotation: Quotation, candidate: Candidate):
        parse, head = scene.parse, candidate.person.head
        self.scene, self.quotation, self.candidate = scene, quotation, candidate
        self.is_before = head < quotation.first
        edge = quotation.first if self.is_before else quotation.last
        self.paragraphs = min(abs(parse.paragraphs[head] - parse.paragraphs[edge]), 3)
        self.in_paragraph = self.paragraphs == 0
        between = range(head + 1, quotation.opening) if self.is_before else range(quotation.after, head)
        number, ends = scene.table.quotes.number, scene.sentence_ends
        self.quotations = min(len({-1, *number[between.start : between.stop]}) - 1, 2)
        self.sentences = min(ends[between.stop] - ends[between.start], 3) if between else 0
        self.distance = bisect_left(_DISTANCES, len(between))
        self.is_part = candidate.person.kind != "coordination" and head in scene.coordinated
        self.verb = parse.heads[head]
        self.says = says(parse, self.verb) and number[self.verb] < 0
        self.role = self._role()

    def _role(self) -> str:
        """The role of the candidate in its clause."""
        parse, head = self.scene.parse, self.candidate.person.head
        relation = parse.deps[head]
        if relation.startswith("nsubj"):
            return "subject"
        if relation in OBJECTS or relation.startswith("obl"):
            # Parsers take the subject of “…,” said Ann for an object.
            is_inverted = relation in ("obj", "obl:unmarked") and self.verb < head and not self.is_before
            return "inverted" if is_inverted else "object"
        return "possessor" if relation == "nmod:poss" else relation if relation in ("conj", "vocative") else "other"

    def features(self) -> Iterator[str]:
        """The features of place and clause."""
        parse, side, role = self.scene.parse, "before" if self.is_before else "after", self.role
        form, verb_distance = self.candidate.person.form, min(self._to_verb() // 3, 4)
        where = f"{side} {self.in_paragraph}"
        yield f"{side} {form}"
        yield f"{where} rank {min(self.candidate.rank, 5)}"
        yield f"{side} paragraphs {self.paragraphs} quotations {self.quotations} sentences {self.sentences}"
        yield f"{where} {role} says {self.says}"
        clause = f"{side} {role} says {self.says}"
        yield f"{clause} quoted {self.quotations > 0} sentences {min(self.sentences, 2)} verb {verb_distance}"
        yield f"{clause} {form}"
        if self.is_part:
            yield f"{role} says {self.says} with others"
        yield f"{where} distance {self.distance}"
        if self.is_before:
            mark = parse.words[self.quotation.opening - 1] if self.quotation.opening else ""
            mark = mark if mark in _MARKS else "word"
            yield f"{where} {role} {mark} sentences {min(self.sentences, 2)} quoted {self.quotations > 0}"
        else:
            mark = parse.words[self.quotation.last]
            mark = mark if mark in _MARKS else "word"
            goes_on = parse.words[min(self.quotation.after, len(parse) - 1)][:1].islower()
            yield f"{where} {clause} {mark} sentences {self.sentences > 0} lower {goes_on}"
            lemma = parse.lemmas[self.verb] if self.says else ""
            order = "verb first" if self.verb < self.candidate.person.head else "subject first"
            yield f"{side} {order} {lemma} sentences {self.sentences > 0}"

    def _to_verb(self) -> int:
        """Tokens from the quotation to the verb above the candidate."""
        return abs(self.verb - (self.quotation.first if self.is_before else self.quotation.last))


def _in_quotation(scene: Scene, quotation: Quotation, person: Person, in_paragraph: bool) -> Iterator[str]:
    """Whether the quotation has the candidate's name, and how often the text has it."""
    if person.kind == "name":
        word = scene.parse.lower[person.head]
        is_inside = word in scene.parse.lower[quotation.first : quotation.last + 1]
        yield f"in quotation {is_inside} {in_paragraph}"
        yield f"named {bisect_left(_NAME_COUNTS, scene.names[word])}"


def _of_history(
    scene: Scene, place: int, person: Person, speakers: Sequence[Person | None], beside: Beside
) -> Iterator[str]:
    """Whether the candidate spoke the quotations before, or is addressed in the last one."""
    for back in range(1, min(_SPEAKERS_BACK, place) + 1):
        speaker, how = speakers[place - back], step(scene.paragraphs_between(place - back, place))
        if speaker is None:
            yield f"{back} back {how} unknown"
            continue
        kind = relation(scene, speaker, person)
        yield f"{back} back {how} {kind}"
        if back == 1:
            side = "before" if beside.is_before else "after"
            yield f"last {how} {kind} {side} {beside.role} says {beside.says} {beside.in_paragraph}"
        if back == 2:
            last = step(scene.paragraphs_between(place - 1, place))
            yield f"last but one {how} {last} {kind}"
    if place and speakers[place - 1] is not None and person.kind == "name":
        before = scene.quotations[place - 1]
        is_called = scene.parse.lower[person.head] in scene.parse.lower[before.first : before.last + 1]
        yield f"called {is_called} {step(scene.paragraphs_between(place - 1, place))}"


def step(paragraphs: int) -> str:
    """How far two quotations are apart."""
    return ("same", "next", "near", "near")[paragraphs] if 0 <= paragraphs < 4 else "far"


def relation(scene: Scene, one: Person, other: Person) -> str:
    """Whether two people may corefer by their words: "identical", "same", "agree", "maybe" or "different".

    "part": one is a name in the other, which is a coordination.
    """
    key, known = (one.row, other.row), scene.relations
    if key not in known:
        if len(known) >= _KEPT:
            known.clear()  # pairs of people recur near each other
        known[key] = _relation(scene, one, other)
    return known[key]


def _relation(scene: Scene, one: Person, other: Person) -> str:
    if one.head == other.head:
        return "identical"
    parse, table = scene.parse, scene.table
    if {one.kind, other.kind} == {"name", "coordination"}:
        name, several = (one, other) if one.kind == "name" else (other, one)
        return "part" if parse.lower[name.head] in parse.lower[several.start : several.end] else "different"
    if one.kind == other.kind == "name":
        titles = parse.lexicon.titles | parse.lexicon.definite_articles | parse.lexicon.possessive_marks
        words = [set(parse.lower[mention.start : mention.end]) - titles for mention in (one, other)]
        return "different" if words[0].isdisjoint(words[1]) else "same"
    genders = [table.values("gender")[mention.row] for mention in (one, other)]
    if one.kind == other.kind:
        is_same = (
            genders[0] == genders[1] if one.kind == "pronoun" else parse.lemmas[one.head] == parse.lemmas[other.head]
        )
        return "same" if is_same and one.form == other.form else "different"
    persons = {table.values("person")[mention.row] for mention in (one, other)}
    if len(persons) > 1 or ("" not in genders and genders[0] != genders[1]):
        return "different"
    return "maybe" if "" in genders else "agree"
