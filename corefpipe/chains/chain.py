"""A chain of mentions, its name, and other things that a Doc's chains are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple, overload

from spacy.tokens import Span

from corefpipe.chains.layout import SPANS_KEY, chain_groups, spans_in
from corefpipe.chains.rewrite import flat, naming_part, words_and_head
from corefpipe.document import NAME, OTHER, PHRASE, naming_kind
from corefpipe.document.entities import Described
from corefpipe.document.naming import Named, main_of, type_of
from corefpipe.exceptions import AnnotationError
from corefpipe.lexicon import load_lexicon
from corefpipe.utils.views import list_view

_KINDS = {"name": NAME, "nominal": PHRASE, "coordination": PHRASE, "verb": OTHER, "pronoun": OTHER}

_ROWS = 50  # mentions of a chain that a notebook shows
_AROUND = 8  # tokens shown before and after each
_QUANTIFIED = ("distributive", "negative", "quantifier", "interrogative")
"""Classes of determiners of noun phrases that mean others, or nothing, when they are repeated."""
_SHORT = 6  # words of a name that stands for a pronoun, at most


@dataclass(slots=True, frozen=True)
class Chain(Sequence[Span]):
    """The mentions of one entity in text order; `str()` lists them with the main mention first.

    >>> chain = doc._.coref.chains[0]
    >>> chain.name, len(chain), [mention.text for mention in chain]
    ('Ann', 3, ['Ann', 'her', 'She'])

    Attributes:
        id: id of the entity, unique in its Doc.
        mentions: spans of the Doc.
        main: the mention that says most: the longest short name that is not rare in the chain, else the first noun
            phrase, else the first mention (see `corefpipe.document.naming`).
        probability: that all links of the chain, and its start, are correct: the product of the probabilities of its
            mentions (see `Coref.probability`), as if they were independent. None where the Doc stores none.
    """

    id: str
    mentions: tuple[Span, ...]
    main: Span
    probability: float | None = None

    @classmethod
    def of(cls, id: str, mentions: Sequence[Span], probabilities: Sequence[float | None] = ()) -> Chain:
        """A chain of mentions in text order, with their probabilities, if they are known."""
        known = [one for one in probabilities if one is not None]
        return cls(id, tuple(mentions), _main(mentions), prod(known) if len(known) == len(mentions) else None)

    @overload
    def __getitem__(self, number: int) -> Span: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Span, ...]: ...
    def __getitem__(self, number: int | slice) -> Span | tuple[Span, ...]:
        return self.mentions[number]

    def __len__(self) -> int:
        return len(self.mentions)

    @property
    def name(self) -> str:
        """The name, or the short noun phrase, that begins the main mention: "Holmes" for "Holmes, shaking his head"."""
        return flat(naming_part(self.main))

    def __str__(self) -> str:
        main = (self.main.start, self.main.end)
        others = [mention for mention in self.mentions if (mention.start, mention.end) != main]
        return ", ".join(flat(mention) for mention in (self.main, *others))

    def __repr__(self) -> str:
        return f"<Chain {self.id}: {self}>"

    def _repr_html_(self) -> str:
        """The mentions in their context, for notebooks."""
        doc, rows = self.main.doc, []
        for mention in self.mentions[:_ROWS]:
            before, after = doc[max(mention.start - _AROUND, 0) : mention.start], doc[mention.end :][:_AROUND]
            rows.append((before.text_with_ws, mention.text, f"{mention[-1].whitespace_}{after.text}"))
        sizes = Counter(chain or required_id(span) for chain, group in chain_groups(doc) for span in spans_in(group))
        number = sum(size > len(self) for size in sizes.values())
        return list_view(f"{self.name} ({len(self)})", number, rows, len(self) - len(rows))


class Antecedent(NamedTuple):
    """A mention that another mention may refer back to.

    >>> doc._.coref.antecedents("them")[0].span
    her keys

    Attributes:
        span: the antecedent.
        probability: that the two mentions corefer.
    """

    span: Span
    probability: float


@dataclass(slots=True, frozen=True)
class Entity:
    """Something that a text is about: a chain, or a named entity that is mentioned once.

    >>> [entity.name for entity in doc._.coref.entities()]
    ['Ann', 'her keys']

    Attributes:
        name: the name, or the short noun phrase, that begins its main mention.
        label: entity type that the pipeline gave to the mentions, or "".
        mentions: in text order.
    """

    name: str
    label: str
    mentions: tuple[Span, ...]


def required_id(span: Span, key: str = SPANS_KEY) -> str:
    """Chain id of a span in `doc.spans[key]`; raises AnnotationError if it has none."""
    id = span.id_ or span.kb_id_
    if not id:
        raise AnnotationError(
            f"the span {span.text!r} in doc.spans[{key!r}] has no id",
            cure="Give the spans of a chain the same id: Span(doc, start, end, span_id='e1')",
        )
    return id


def _main(mentions: Sequence[Span]) -> Span:
    return mentions[main_of([named(mention) for mention in mentions])]


def named(mention: Span) -> Named:
    """What a mention calls its entity."""
    part = naming_part(mention)
    return Named(kind_of(mention), len(words_and_head(part)[0]), flat(part))


def kind_of(mention: Span) -> str:
    """`NAME`, `PHRASE` or `OTHER`: by the kind of mention that the model stored, else by the head's part of speech."""
    if flat(mention).lower() in load_lexicon(mention.doc.lang_ or "en").reciprocals:
        return OTHER
    return _KINDS.get(mention.label_) or naming_kind(mention.root.pos_)


def short_name(chain: Chain) -> Span | None:
    """What can stand for other mentions of a chain: its name, or its first short noun phrase; None if there is none."""
    for mention in (chain.main, *chain.mentions):
        part = naming_part(mention)
        if _names_something(mention, part) and len(words_and_head(part)[0]) <= _SHORT:
            return part
    return None


def _names_something(mention: Span, part: Span) -> bool:
    """Whether other mentions can be replaced by the naming part of a mention."""
    if mention.label_ == "coordination" and len(part) < len(mention):
        return False  # a part of what it refers to
    lexicon = load_lexicon(mention.doc.lang_ or "en")
    if any(token.is_quote for token in part):  # it may be one of a pair
        return False
    # "Ann or Bob", of whom one is meant
    known = lexicon.conjunctions
    if known and any(token.dep_ == "cc" and token.is_alpha and token.text.lower() not in known for token in part):
        return False
    # "You and I", which has no possessive and means others where somebody else speaks
    heads = [lexicon.pronouns.get(token.text.lower()) for token in (part.root, *part.root.conjuncts)]
    if mention.label_ == "coordination" and any(pronoun and "personal" in pronoun.kinds for pronoun in heads):
        return False
    # "Every boy lost his ball", "Two boys came. They left."
    before = [token for token in part if token.i <= part.root.i and token.head.i in (part.root.i, token.i)]
    is_quantified = any(
        token.pos_ == "NUM" or lexicon.determiners.get(token.text.lower()) in _QUANTIFIED
        for token in (part[0], *before)
    )
    return kind_of(mention) != OTHER and not is_quantified and flat(mention).lower() not in lexicon.titles


def described(mention: Span) -> Described:
    """What a mention says of its entity, for the entity table."""
    words, head = words_and_head(mention)
    type = words[head]._.entity_type or words[head].ent_type_
    return Described(named(mention), [word.text for word in words], head, type, mention.start)


def name_tokens(mention: Span) -> range:
    """The tokens of a mention that name its entity: all of a name, else only the head."""
    return range(mention.root.i, mention.root.i + 1) if mention.label_ != "name" else range(mention.start, mention.end)


def label_of(mentions: Iterable[Span]) -> str:
    """The entity type of a chain, by the heads of its mentions; "" if unknown."""
    return type_of(mention.root.ent_type_ or mention.root._.entity_type for mention in mentions)
