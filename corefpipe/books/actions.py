"""What the characters of a book do and suffer, what they have, and what they are called, by the dependencies.

The four roles are those of BookNLP's `.book` file (Bamman, Underwood & Smith 2014, "A Bayesian Mixed Effects Model of
Literary Character"): agent, patient, possession (`poss`) and modifier (`mod`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corefpipe.books.places import BookWords, Place
from corefpipe.document import Document, Mention
from corefpipe.formats.tables import Table
from corefpipe.parsing.label_schemes import ud_relation

AGENT, PATIENT, POSSESSION, MODIFIER = ROLES = ("agent", "patient", "possession", "modifier")
CALLED = {AGENT: "does", PATIENT: "suffers", POSSESSION: "has", MODIFIER: "is"}
"""Role -> its name on pages."""

_QUALITIES = ("NOUN", "ADJ")  # parts of speech of what somebody is or is called


class Action(NamedTuple):
    """A word that says something of a character.

    >>> book.actions[0].name, book.actions[0].role, book.actions[0].lemma
    ('Ann', 'agent', 'go')

    Attributes:
        entity: entity id of the character.
        name: what names the character best.
        role: the character's role: agent or patient of a verb; possession or modifier for what it has or is.
        lemma: lemma of the verb, noun or adjective, in lower case.
        word: its form in the text.
        mention: the mention of the character.
        place: the word.
    """

    entity: str
    name: str
    role: str
    lemma: str
    word: str
    mention: str
    place: Place


class Actions(Table[Action]):
    """The actions of a book, and their counts.

    >>> [(action.name, action.lemma) for action in book.actions]
    [('Ann', 'go'), ('Ann', 'say'), ('Tom', 'stay'), ('Tom', 'answer')]
    """

    def places(self) -> dict[str, dict[str, dict[str, list[int]]]]:
        """Entity id -> role -> lemma -> indices of its words, the most frequent lemma first."""
        found: dict[str, dict[str, dict[str, list[int]]]] = {}
        for one in self:
            roles = found.setdefault(one.entity, {role: {} for role in ROLES})
            roles[one.role].setdefault(one.lemma, []).append(one.place.start)
        return {
            entity: {
                role: dict(sorted(lemmas.items(), key=lambda pair: -len(pair[1]))) for role, lemmas in roles.items()
            }
            for entity, roles in found.items()
        }

    def counts(self) -> dict[str, dict[str, dict[str, int]]]:
        """Entity id -> role -> lemma -> number of times, most frequent first."""
        return {
            entity: {role: {lemma: len(words) for lemma, words in lemmas.items()} for role, lemmas in roles.items()}
            for entity, roles in self.places().items()
        }


class Tree:
    """The dependencies of a document by word, in Universal Dependencies, whatever its labels are."""

    def __init__(self, document: Document):
        self.words, self.lemmas = document.words, document.lemmas
        self.heads: Sequence[int] = document.heads or range(len(document))
        self.pos = document.pos or [""] * len(document)
        self.feats = document.feats or [""] * len(document)
        labels = {label: ud_relation(label) for label in set(document.deps or ())}
        self.deps = [labels[label] for label in document.deps] if document.deps else [""] * len(document)
        self._children: dict[int, list[int]] | None = None

    def lemma(self, word: int) -> str:
        """The lemma of a word, or else the word, in lower case."""
        return ((self.lemmas[word] if self.lemmas else "") or self.words[word]).lower()

    def children(self, word: int, *relations: str) -> list[int]:
        """The words that depend on a word with one of these relations."""
        if self._children is None:
            children: defaultdict[int, list[int]] = defaultdict(list)
            for child, head in enumerate(self.heads):
                if child != head:
                    children[head].append(child)
            self._children = dict(children)
        return [child for child in self._children.get(word, ()) if self.deps[child] in relations]

    def has(self, word: int, *relations: str) -> bool:
        """Whether a word with one of these relations depends on a word."""
        return bool(self.children(word, *relations))


def actions_of(words: BookWords, mentions: Mapping[str, Iterable[Mention]], names: Mapping[str, str]) -> Actions:
    """What is said of each character, in text order.

    Args:
        words: the book.
        mentions: entity id -> its mentions in text order, of the characters.
        names: entity id -> name.
    """
    document, tree = words.document, Tree(words.document)
    found: list[Action] = []
    for entity, several in mentions.items():
        for role, word, mention in roles_of(tree, several):
            form = document.words[word]
            mentioned, place = words.written(*mention.span), words.place(word, word + 1)
            found.append(Action(entity, names[entity], role, tree.lemma(word), form, mentioned, place))
    return Actions(Action, sorted(found, key=lambda one: one.place.start))


def roles_of(tree: Tree, mentions: Iterable[Mention]) -> Iterator[tuple[str, int, Mention]]:
    """(role, the word that gives it, mention that has it) of an entity, each word once per role.

    Args:
        tree: the dependencies of the document.
        mentions: those of the entity, in text order.
    """
    told: set[tuple[str, int]] = set()
    for mention in mentions:
        head = mention.end - 1 if mention.head is None else mention.head
        for role, word in _roles(tree, head):
            if (role, word) not in told and (role == MODIFIER or not mention.start <= word < mention.end):
                told.add((role, word))
                yield role, word, mention


def _roles(tree: Tree, head: int) -> Iterator[tuple[str, int]]:
    """The roles of a mention with this head, each with the word that gives it."""
    yield from ((MODIFIER, word) for word in tree.children(head, "amod"))
    yield from ((MODIFIER, word) for word in tree.children(head, "appos") if tree.pos[word] in _QUALITIES)
    while tree.deps[head] == "conj" and tree.pos[tree.heads[head]] in ("NOUN", "PROPN", "PRON"):
        head = tree.heads[head]  # "Bill and Ted ran": both are agents
    relation, governor = tree.deps[head], tree.heads[head]
    if relation in ("nsubj", "nsubj:outer"):
        yield from _of_subject(tree, governor)
    elif relation == "nsubj:pass":
        yield from ((PATIENT, verb) for verb in _with_conjuncts(tree, governor, "VERB", same_form=True))
        yield from _called(tree, governor)
    elif relation in ("obj", "iobj") and tree.pos[governor] == "VERB":
        yield PATIENT, governor
        if relation == "obj":
            yield from _called(tree, governor)
    elif relation == "obl:agent" and tree.pos[governor] == "VERB":
        yield AGENT, governor
    elif relation == "nmod:poss":
        yield from ((POSSESSION, noun) for noun in [governor, *_bare_conjuncts(tree, governor)])


def _of_subject(tree: Tree, predicate: int) -> Iterator[tuple[str, int]]:
    """What a subject does; or is, with a copula: "She was tired and hungry", or without: "She looked tired"."""
    if tree.has(predicate, "cop"):
        if not tree.has(predicate, "case"):
            yield from ((MODIFIER, word) for word in _with_conjuncts(tree, predicate, *_QUALITIES))
        return
    attributes = [word for word in tree.children(predicate, "attr", "acomp") if tree.pos[word] in _QUALITIES]
    yield from ((MODIFIER, word) for word in attributes)  # in ClearNLP's labels
    if tree.pos[predicate] == "VERB":
        yield from ((AGENT, verb) for verb in _with_conjuncts(tree, predicate, "VERB"))
        if not tree.has(predicate, "obj", "iobj"):
            yield from _called(tree, predicate)


def _called(tree: Tree, verb: int) -> Iterator[tuple[str, int]]:
    """What an argument of a verb is, becomes or is called: "They called him a fool"."""
    for word in tree.children(verb, "xcomp"):
        if tree.pos[word] in _QUALITIES and not tree.has(word, "case", "mark"):
            yield MODIFIER, word


def _with_conjuncts(tree: Tree, first: int, *pos: str, same_form: bool = False) -> Iterator[int]:
    """A predicate and those coordinated with it that have no subject of their own, with one of these parts of speech.

    Args:
        tree: the dependencies.
        first: the predicate.
        pos: universal parts of speech.
        same_form: whether the others must have the features of the first: "was taken and sold", not "… and ran".
    """
    if tree.pos[first] in pos:
        yield first
    for word in tree.children(first, "conj"):
        own = tree.has(word, "nsubj", "nsubj:pass", "cop", "aux:pass")
        if tree.pos[word] in pos and not own and (not same_form or tree.feats[word] == tree.feats[first]):
            yield word


def _bare_conjuncts(tree: Tree, noun: int) -> Iterator[int]:
    """Nouns after "and" that share a possessor: "her house and garden", not "her house and his garden"."""
    for word in tree.children(noun, "conj"):
        if tree.pos[word] == "NOUN" and not tree.has(word, "nmod:poss", "det"):
            yield word
