"""Predicates of a parse with their arguments, including subjects by control, raising and coordination."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import CLAUSAL_SUBJECTS, NOMINAL, OBJECTS, POSSESSORS, SUBJECTS

_SUBJECTS = SUBJECTS | CLAUSAL_SUBJECTS
_SMALL = frozenset({"obj", "xcomp"})
_INANIMATE_TYPES = frozenset("abstract event object place plant substance time".split())
"""Inanimate entity types, which control no purpose clause: "Ann bought a ring to please her"."""
_LIGHT_OBJECT_TYPES = frozenset({"", "abstract", "event", "time"})
"""Entity types of the object of a light verb: "She has no time for her"."""
_PREDICATES = frozenset({"VERB", "AUX", "ADJ", "NOUN", "PROPN", "ADV", "PRON", "NUM"})


@dataclass(slots=True, frozen=True)
class Argument:
    """An argument of a predicate.

    Attributes:
        head: its head token.
        role: "subject", "inherited" (the subject of another clause), "object", "oblique", "possessor" or
            "complement" (of the noun of a light verb: "She lost sight of her").
        case: preposition of an oblique or complement, in lower case, else "".
    """

    head: int
    role: str
    case: str = ""


def case_of(parse: Parse, noun: int) -> str:
    """The preposition of a noun in lower case, "" for none."""
    return next((parse.lower[child] for child in parse.children[noun] if parse.deps[child] == "case"), "")


def conjuncts(parse: Parse, head: int) -> list[int]:
    """A token and the tokens coordinated with it: "Ann" and "Tom" of "Ann and Tom"."""
    return [head, *(child for child in parse.children[head] if parse.deps[child] == "conj")]


def is_infinitive(parse: Parse, predicate: int) -> bool:
    """Whether a predicate is one with "to"."""
    marks = parse.lexicon.infinitive_marks
    return any(parse.lower[child] in marks and parse.deps[child] == "mark" for child in parse.children[predicate])


def is_reflexive(parse: Parse, token: int) -> bool:
    """Whether a word is a reflexive pronoun."""
    pronoun = parse.pronoun(token)
    return pronoun is not None and "reflexive" in pronoun.kinds


class Clauses:
    """The predicates of a document, with subjects shared by coordination, control, raising and relative clauses.

    A relative pronoun counts as the noun that its clause modifies.

    Args:
        parse: the document.
    """

    def __init__(self, parse: Parse):
        self._parse = parse
        self._subject: dict[int, Argument | None] = {}

    def subject(self, predicate: int) -> Argument | None:
        """The subject of a predicate, its own or that of another clause."""
        # Without recursion, because chains of coordinated clauses may be long.
        above = [predicate]
        while above[-1] not in self._subject and (source := self._source(above[-1])) is not None:
            if source in above:
                break
            above.append(source)
        for token in reversed(above):
            if token not in self._subject:
                self._subject[token] = self._find(token)
        return self._subject[predicate]

    def arguments(self, predicate: int) -> list[Argument]:
        """Subject, objects and obliques of a verb or another predicate, possessor and complements of a noun."""
        subject = self.subject(predicate)
        found = [] if subject is None else [subject]
        found.extend(self._gap(predicate))
        found.extend(self._causee(predicate, subject))
        for child in self._parse.children[predicate]:
            found.extend(self._complement(predicate, child))
        return found

    def _causee(self, predicate: int, subject: Argument | None) -> Iterator[Argument]:
        """A second subject in the parse with the form of an object: "She had her followed"."""
        parse = self._parse
        for child in parse.children[predicate]:
            known = parse.pronoun(child) if parse.deps[child] in SUBJECTS else None
            if known is None or subject is None or subject.head == child:
                continue
            if "object" in known.cases and "subject" not in known.cases:
                yield Argument(child, "object")

    def _gap(self, predicate: int) -> Iterator[Argument]:
        """The noun as the object of a relative clause without a relative pronoun, "the money I paid for it", or as the
        subject of an infinitival clause: "steps to fix them".
        """
        parse = self._parse
        children = parse.children[predicate]
        if parse.deps[predicate] == "acl" and is_infinitive(parse, predicate) and self._own(predicate) is None:
            yield Argument(parse.heads[predicate], "inherited")
        if parse.deps[predicate] != "acl:relcl" or parse.pos[predicate] != "VERB" or self._own(predicate) is None:
            return
        clause = range(parse.left[predicate], predicate)
        is_full = any(parse.deps[child] in OBJECTS | {"ccomp", "xcomp"} for child in children)
        if not is_full and not any("Rel" in parse.feats[i].get("PronType", "") for i in clause):
            yield Argument(parse.heads[predicate], "object")

    @cached_property
    def predicates(self) -> list[int]:
        """The tokens with a child that may be an argument."""
        parse = self._parse
        wanted = _SUBJECTS | OBJECTS | POSSESSORS | {"obl", "obl:agent", "nmod"}
        found = {parse.heads[i] for i, dep in enumerate(parse.deps) if dep in wanted and parse.heads[i] != i}
        return sorted(found)

    def stands_for(self, token: int) -> int:
        """The noun that the clause of a relative pronoun modifies; for any other token, the token itself."""
        parse = self._parse
        if "Rel" not in parse.feats[token].get("PronType", "") and parse.tags[token] not in ("WDT", "WP"):
            return token
        clause = token
        while clause != parse.heads[clause] and parse.deps[clause] != "acl:relcl":
            clause = parse.heads[clause]
            if parse.pos[clause] in NOMINAL and parse.deps[clause] != "acl:relcl":
                return token
        return parse.heads[clause] if parse.deps[clause] == "acl:relcl" else token

    def _complement(self, predicate: int, child: int) -> Iterator[Argument]:
        parse = self._parse
        dep = parse.deps[child]
        if dep in OBJECTS | {"xcomp", "ccomp"}:
            yield from (Argument(her, "object") for her in parse.children[child] if self.is_object(her, child))
        if dep in OBJECTS and self._is_part(child):
            yield from (
                Argument(self.stands_for(noun), "object", case_of(parse, noun))
                for noun in parse.children[child]
                if parse.deps[noun] == "nmod" and case_of(parse, noun) in parse.lexicon.genitives
            )
        elif dep == "obj":
            yield from self._complements_of_object(predicate, child)
        if dep in OBJECTS or (dep == "obl" and parse.pos[child] == "PRON" and not case_of(parse, child)):
            yield Argument(self.stands_for(child), "object")
        elif dep in POSSESSORS:
            yield Argument(child, "possessor")
        elif dep in ("obl", "obl:agent", "nmod") and parse.pos[child] == "ADP":  # ClearNLP: of the preposition
            for noun in parse.children[child]:
                if parse.deps[noun] == "obl":
                    yield Argument(self.stands_for(noun), "oblique", parse.lower[child])
        elif dep in ("obl", "obl:agent", "nmod"):
            yield Argument(self.stands_for(child), "oblique", case_of(parse, child))

    def is_object(self, her: int, below: int) -> bool:
        """Whether a possessor in the parse is really the object of the verb above: "Ann considers her clever"."""
        parse = self._parse
        if parse.deps[her] != "nmod:poss" or parse.lower[her] not in parse.lexicon.object_possessives:
            return False
        others = parse.children_between(below, her + 1, below)
        if parse.tags[her] == "PRP" or any(parse.deps[child] == "nmod:poss" for child in others):
            return True  # "She lent her her coat"
        above = parse.lemmas[parse.heads[below]]
        if parse.pos[below] == "ADJ":
            return parse.deps[below] == "xcomp" or above in parse.lexicon.considering_verbs
        if her + 1 != below or parse.tags[below] != "NN" or above not in parse.lexicon.perceiving_verbs:
            return False
        is_gerund = parse.lower[below].endswith(tuple(parse.lexicon.gerund_endings)) and parse.deps[below] in _SMALL
        return is_gerund or parse.lower[below] in parse.lexicon.bodily_nouns

    def _is_part(self, noun: int) -> bool:
        """Whether a noun is a part or an amount of something: "They sold some of them"."""
        parse = self._parse
        lexicon, lemma = parse.lexicon, parse.lemmas[noun]
        return parse.pos[noun] in ("DET", "NUM") or lemma in lexicon.partitive_nouns or lemma in lexicon.cardinals

    def _complements_of_object(self, verb: int, noun: int) -> Iterator[Argument]:
        """Complements of an object that are arguments of its light verb: "They made fun of them"."""
        parse, lexicon = self._parse, self._parse.lexicon
        kind = parse.entity_types[noun]
        is_light = parse.pos[noun] == "NOUN" and kind in _LIGHT_OBJECT_TYPES and self._possessor(noun) is None
        if not is_light or parse.lemmas[verb] not in lexicon.light_verbs:
            return
        for below in parse.children[noun]:
            case = case_of(parse, below) if parse.deps[below] == "nmod" else ""
            is_carried = parse.lemmas[verb] in lexicon.carrying_verbs and case in lexicon.carrying_prepositions
            if case in lexicon.light_verb_prepositions and not (is_carried and kind != "event"):
                yield Argument(self.stands_for(below), "complement", case)

    def _own(self, predicate: int) -> int | None:
        parse = self._parse
        subjects = [child for child in parse.children[predicate] if parse.deps[child] in _SUBJECTS]
        return subjects[0] if subjects else None

    def _source(self, predicate: int) -> int | None:
        """The predicate whose subject a predicate without its own may share; None if there is none."""
        parse = self._parse
        above, dep = parse.heads[predicate], parse.deps[predicate]
        if above == predicate or self._own(predicate) is not None or parse.pos[predicate] not in _PREDICATES:
            return None
        if dep == "conj":
            return above if parse.pos[above] in ("VERB", "AUX") or above in parse.copular else None
        if parse.pos[above] == "VERB" and (dep == "advmod" or (dep == "obj" and parse.tags[predicate] == "JJR")):
            return above  # "He runs faster than him", "earns more than him"
        # Participles after the main clause may modify all of it: "it fell, causing her to scream".
        infinitive = is_infinitive(parse, predicate)
        is_adverbial = predicate < above or infinitive or self._is_gerund(predicate) or self._is_free(predicate)
        having = any(parse.deps[child] == "aux" and parse.tags[child] == "VBG" for child in parse.children[predicate])
        if dep == "xcomp" or (dep == "ccomp" and (infinitive or having)) or (dep == "advcl" and is_adverbial):
            return above
        is_controlled = dep == "acl" and infinitive and parse.lemmas[above] in parse.lexicon.control_nouns
        if is_controlled and parse.deps[above] in OBJECTS:
            verb = parse.heads[above]
            is_of_verb = parse.lemmas[verb] in parse.lexicon.control_noun_verbs and self._possessor(above) is None
            return verb if is_of_verb else None
        return None

    def _oblique(self, predicate: int) -> int | None:
        """The oblique that controls an infinitive: "Tom relied on Bill to help", "It was nice of Tom to invite him"."""
        parse = self._parse
        above, dep = parse.heads[predicate], parse.deps[predicate]
        if dep not in ("xcomp", "advcl", "csubj") or not is_infinitive(parse, predicate):
            return None
        cases = parse.lexicon.oblique_control_verbs.get(parse.lemmas[above], frozenset())
        if parse.pos[above] == "ADJ":
            cases |= parse.lexicon.genitives
        obliques = (i for i in parse.children_between(above, above + 1, predicate) if parse.deps[i] == "obl")
        return next((child for child in obliques if case_of(parse, child) in cases), None)

    def _possessor(self, noun: int) -> int | None:
        parse = self._parse
        return next((child for child in parse.children[noun] if parse.deps[child] == "nmod:poss"), None)

    def _is_kept(self, predicate: int) -> bool:
        """Whether a predicate is a gerund controlled by an object: "They kept Paul from hating him"."""
        parse = self._parse
        marks = {parse.lower[child] for child in parse.children[predicate] if parse.deps[child] == "mark"}
        return parse.tags[predicate] == "VBG" and bool(marks & parse.lexicon.object_gerund_prepositions)

    def _is_free(self, predicate: int) -> bool:
        """Whether a participle after the main clause shares its subject, a person: "Nora sat there, watching her"."""
        parse = self._parse
        own = self._own(parse.heads[predicate])
        if parse.tags[predicate] != "VBG" or own is None or parse.entity_types[own] != "person":
            return False
        return not any(parse.deps[child] == "mark" for child in parse.children[predicate])

    def _is_gerund(self, predicate: int) -> bool:
        """Whether a predicate is a gerund after a preposition: "She left without seeing her"."""
        parse = self._parse
        marks = [parse.lower[child] for child in parse.children[predicate] if parse.deps[child] == "mark"]
        # "It was solved by reading it."
        return parse.tags[predicate] == "VBG" and any(mark not in parse.lexicon.agent_prepositions for mark in marks)

    def _find(self, predicate: int) -> Argument | None:
        parse = self._parse
        own = self._own(predicate)
        if own is not None:
            return Argument(self.stands_for(own), "subject")
        above, dep = parse.heads[predicate], parse.deps[predicate]
        # The noun of a participle: "the man sitting there".
        if dep == "acl" and parse.pos[above] in NOMINAL and parse.feats[predicate].get("VerbForm") == "Part":
            return Argument(above, "inherited")
        does = is_infinitive(parse, predicate) or self._is_gerund(predicate)
        if dep == "acl" and parse.lemmas[above] in parse.lexicon.control_nouns and does:
            possessor = self._possessor(above)
            if possessor is not None:
                return Argument(self.stands_for(possessor), "inherited")
        oblique = self._oblique(predicate)
        if oblique is not None:
            return Argument(self.stands_for(oblique), "inherited")
        source = self._source(predicate)
        if source is None:
            return None
        objects = [child for child in parse.children[above] if parse.deps[child] in OBJECTS and child < predicate]
        if objects and dep not in ("acl", "conj"):
            if self._is_of_object(predicate, objects[-1]):
                return Argument(self.stands_for(objects[-1]), "inherited")
            if self._may_be_of_object(predicate, objects[-1]):
                return None
        found = self._subject.get(source)
        return found and Argument(found.head, "inherited")

    def _is_of_object(self, predicate: int, noun: int) -> bool:
        """Whether the object above controls the predicate: "He told Luis to help him", "She prided herself on it"."""
        parse, above = self._parse, self._parse.heads[predicate]
        if is_reflexive(parse, noun):
            return True
        lexicon, verb = parse.lexicon, parse.lemmas[above]
        is_controlled = parse.deps[predicate] in ("xcomp", "ccomp") or verb in lexicon.object_control_verbs
        return verb not in lexicon.subject_control_verbs and (is_controlled or self._is_kept(predicate))

    def _may_be_of_object(self, predicate: int, noun: int) -> bool:
        """Whether the controller is ambiguous: "He hired Luis to help him"; parsers attach such clauses in two ways."""
        parse, above = self._parse, self._parse.heads[predicate]
        lexicon, verb = parse.lexicon, parse.lemmas[above]
        is_purpose = verb not in lexicon.control_noun_verbs and is_infinitive(parse, predicate)
        is_purpose = is_purpose and parse.entity_types[noun] in _INANIMATE_TYPES
        return verb not in lexicon.subject_control_verbs and predicate > above and not is_purpose
