"""The coreference chains of a spaCy Doc as Python objects: what `doc._.coref` returns."""

from __future__ import annotations

import json
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, overload

from spacy.tokens import Doc, Span, Token

from corefpipe.chains.chain import (
    Antecedent,
    Chain,
    Entity,
    described,
    label_of,
    name_tokens,
    required_id,
    short_name,
)
from corefpipe.chains.habits import unknown_name
from corefpipe.chains.layout import MentionScores, chain_groups, group_key, has_chains, put_group, scores_of, spans_in
from corefpipe.chains.places import Place, mentions_with_words, span_of, spans_of
from corefpipe.chains.plain import Clusters, chain_as_dict, quotation_as_dict
from corefpipe.chains.quotations import Quotation, quotation_spans, write_quotations
from corefpipe.chains.rewrite import Replaced, ResolvedText, flat, rewrite
from corefpipe.document.entities import EntityRow, MentionRow, Per, by_size, data_frame, entity_row
from corefpipe.exceptions import CorefpipeWarning, require_one_of
from corefpipe.utils.html import COLOURS
from corefpipe.utils.text import counted
from corefpipe.utils.views import Group, text_view

if TYPE_CHECKING:
    from pandas import DataFrame

DISPLACY_KEY = "coref_chains"
"""Key in `doc.spans` of the spans that displaCy draws: the label is the number of the chain, the largest first."""


class Coref:
    """The coreference chains of a Doc.

    Chains are read from `doc.spans` on first use and then cached, so in a loop over tokens or spans use one object:
    `coref = doc._.coref`, then `coref.chains_of(token)`.

    >>> doc._.coref.clusters
    [[(0, 1), (2, 3), (5, 6)], [(2, 4), (7, 8)]]
    >>> doc._.coref.antecedent("them")
    her keys
    >>> print(doc._.coref.resolve())
    Ann lost Ann's keys. Ann found Ann's keys.

    Args:
        doc: a Doc with chains in either layout. For one that was not resolved all results are empty, and a
            `CorefpipeWarning` is given once.
    """

    def __init__(self, doc: Doc):
        self.doc = doc

    @property
    def resolved(self) -> bool:
        """Whether the Doc has been resolved, be it without a chain; else all results are empty, with a warning."""
        return has_chains(self.doc)

    @cached_property
    def chains(self) -> list[Chain]:
        """All chains, in order of their first mentions, including singletons if the Doc has them."""
        by_id: dict[str, list[Span]] = {}
        for mention in self.mentions:
            by_id.setdefault(mention.id_, []).append(mention)
        return [
            Chain.of(id, mentions, [self._score_of(mention).probability for mention in mentions])
            for id, mentions in by_id.items()
        ]

    @property
    def clusters(self) -> Clusters:
        """(start, end) token offsets of the mentions of each chain; `clusters(as_strings=True)` gives their texts."""
        return Clusters(self.chains)

    @cached_property
    def mentions(self) -> list[Span]:
        """All mentions in text order, longer ones first; `label_` is the mention type, `id_` the id of the chain."""
        return sorted((found.span for found in self._found), key=lambda span: (span.start, -span.end))

    @cached_property
    def quotations(self) -> list[Quotation]:
        """The quotations in text order, with speakers, addressees and verbs of saying as far as they are known.

        The list is empty in a language without a model of speakers (there is one of English). What a labelled speaker
        says, in a transcript or a play, is not in it.
        """
        chains, doc = self._chain_by_id, self.doc

        def at(place: tuple[int, int] | None) -> Span | None:
            """The mention at a place, else the span."""
            return None if place is None else next(iter(self._by_span.get(place, ())), doc[slice(*place)])

        return [
            Quotation(
                span=doc[one.start : one.end],
                turn=one.turn,
                speaker=chains.get(one.entity),
                mention=at(one.mention),
                probability=one.probability,
                cue=None if one.cue is None else doc[slice(*one.cue)],
                addressee=chains.get(one.addressee),
                addressee_mention=at(one.addressee_mention),
                addressee_probability=one.addressee_probability,
            )
            for one in quotation_spans(doc)
        ]

    def chains_of(self, place: Place) -> list[Chain]:
        """The chains of `mentions_of(place)`, each once."""
        ids = dict.fromkeys(mention.id_ for mention in self.mentions_of(place))
        return [self._chain_by_id[id] for id in ids]

    def mentions_of(self, place: Place) -> list[Span]:
        """The mentions that are exactly this span, that contain this token (innermost first), or that have these words.

        Raises:
            AnnotationError: a span or token of another Doc, or words that do not occur.
        """
        if isinstance(place, str):
            return mentions_with_words(place, self.doc, self.mentions)
        span = span_of(place, self.doc)
        if isinstance(place, Token):
            return list(self._by_token.get(span.start, ()))
        return list(self._by_span.get((span.start, span.end), ()))

    def antecedents(self, span: Place) -> list[Antecedent]:
        """The likely antecedents of a mention, most probable first, at most six.

        The mention is a span, a token, or its words if only one mention has them.

        Each probability is of one pair of mentions, so they need not sum to one. The list is empty for a span that is
        no mention, and for a Doc that stores no antecedents: in spacy-experimental's layout, or after spaCy's own
        `Doc.from_docs` (use `corefpipe.merge`).
        """
        return [Antecedent(self._found[index].span, p) for index, p in self._scores(span).antecedents]

    def antecedent(self, span: Place) -> Span | None:
        """The mention that a mention was linked to: the most probable of its `antecedents` that is in its chain.

        None for the first mention of a chain, and where `antecedents` is empty.
        """
        own = {mention.id_ for mention in self.mentions_of(span_of(span, self.doc, self.mentions))}
        return next((one.span for one in self.antecedents(span) if one.span.id_ in own), None)

    def probability(self, span: Place) -> float | None:
        """Calibrated probability that this mention's link to its antecedent (or its start of a chain) is correct.

        None for a span that is no mention, and for a Doc that stores no probabilities.
        """
        return self._scores(span).probability

    def entities(self) -> list[Entity]:
        """The chains, and the `doc.ents` that are in no chain, in order of their first mentions."""
        found = [Entity(chain.name, label_of(chain), chain.mentions) for chain in self.chains]
        taken = {token for mention in self.mentions for token in name_tokens(mention)}
        found += [
            Entity(flat(entity), entity.label_, (entity,))
            for entity in self.doc.ents
            if taken.isdisjoint(range(entity.start, entity.end))
        ]
        return sorted(found, key=lambda entity: (entity.mentions[0].start, -entity.mentions[0].end))

    def resolve(
        self, keep: Place | Iterable[Place] = (), within: Span | None = None, *, replace: Replaced = "pronouns"
    ) -> ResolvedText:
        """The text with names for pronouns: each replaced by the name of its chain, or a short noun phrase for it.

        This is lossy: it repeats names where a writer would not, and trusts every chain. Possessives stay possessive.
        What would not read as a sentence stays: pronouns of chains without a name or a short noun phrase, or of
        "every boy"; reflexives and "each other"; pronouns whose verb does not fit the name, as in "I am" and "you
        were", or that are tied to it, as in "they're" and "let's". The result is a string that maps offsets back to
        `doc.text`.

        Args:
            keep: mentions that are not replaced, as spans or tokens; words stand for all mentions with these words.
            within: rewrite only this part of the text.
            replace: "pronouns" replaces personal and possessive pronouns; "all" also other pronouns, names and noun
                phrases, and "there" by a preposition and the name. Of nested mentions the outermost is replaced.

        Raises:
            AnnotationError: a span or token of another Doc, or words that do not occur.
            SettingError: another `replace`.
        """
        require_one_of("replace", replace, get_args(Replaced))
        kept = {(span.start, span.end) for span in spans_of(keep, self.doc, self.mentions)}
        within = None if within is None else span_of(within, self.doc)
        names = ((short_name(chain), chain.mentions) for chain in self.chains)
        chains = [(name, mentions) for name, mentions in names if name is not None]
        return rewrite(self.doc[:] if within is None else within, chains, kept, replace)

    def realign(self) -> Doc:
        """Move the spans in `doc.spans` to the tokens that contain their characters now, after retokenization.

        spaCy's retokenizer does not update span groups. The other methods here go by character offsets, so they work
        without this; call it for code that reads `doc.spans` itself, as spaCy does in `to_bytes`, DocBin and
        `Doc.from_docs`.
        """
        for chain, group in chain_groups(self.doc):
            put_group(self.doc, group_key(chain), spans_in(group), scores_of(group))
        write_quotations(self.doc, quotation_spans(self.doc))
        return self.doc

    def to_dict(self) -> dict[str, Any]:
        """Chains, mentions and quotations as values that JSON has, with all that is stored for them.

        Each chain has an id, a name, its probability (`Chain.probability`) and mentions. Each mention has `start` and
        `end` (tokens), `start_char` and `end_char`, text, label, probability and antecedents. Each quotation has the
        same places and text, its turn, its cue, and speaker and addressee: the id and name of the chain, the mention
        and its probability. What is unknown is None; without quotations there is no such key.
        """
        chains = [
            chain_as_dict(chain, [self._score_of(one) for one in chain], [self.antecedents(one) for one in chain])
            for chain in self.chains
        ]
        quotations = list(map(quotation_as_dict, self.quotations))
        return {"chains": chains, **({"quotations": quotations} if quotations else {})}

    def to_json(self) -> str:
        """`to_dict()` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def entity_table(self) -> list[EntityRow]:
        """One row per chain: name, all names with counts, kind, gender, mentions, first and last one; largest first.

        `first_word` and `last_word` are indices of tokens.
        """
        return by_size(entity_row("", chain.id, [described(mention) for mention in chain]) for chain in self.chains)

    def mention_table(self) -> list[MentionRow]:
        """One row per mention, in text order: its entity with its name, its text, kind and place, in tokens."""
        starts = [sent.start for sent in self.doc.sents] if self.doc.has_annotation("SENT_START") else [0]
        rows = []
        for mention in self.mentions:
            about = described(mention)
            chain = self._chain_by_id[mention.id_]
            sentence = bisect_right(starts, mention.start) - 1
            place = (sentence, mention.start, mention.end, mention.start_char, mention.end_char)
            rows.append(MentionRow("", chain.id, chain.name, mention.text, about.named.kind, about.type, *place))
        return rows

    def to_dataframe(self, per: Per = "entity") -> DataFrame:
        """The entity table as a pandas DataFrame, or with `per="mention"` the mention table.

        Raises:
            CorefpipeError: pandas is not installed.
            SettingError: another `per`.
        """
        return data_frame(self.entity_table, self.mention_table, per)

    def displacy_options(self) -> dict[str, Any]:
        """Options with which displaCy draws each chain in a colour of its own, with its number.

        `displacy.render(doc, style="span", options=doc._.coref.displacy_options())`. displaCy takes colours by label,
        so this writes the mentions to `doc.spans["coref_chains"]`, labelled with the numbers of their chains, the
        largest first. From the ninth chain on colours return.
        """
        numbers = {chain.id: number for number, chain in enumerate(sorted(self.chains, key=len, reverse=True), 1)}
        spans = [Span(self.doc, one.start, one.end, label=str(numbers[one.id_])) for one in self.mentions]
        self.doc.spans[DISPLACY_KEY] = spans
        # The colours of dark grounds: displaCy writes in black on them.
        colours = {str(number): COLOURS[(number - 1) % len(COLOURS)][1] for number in numbers.values()}
        return {"spans_key": DISPLACY_KEY, "colors": colours}

    def __json__(self) -> str:
        """What srsly writes, with which spaCy checks and writes the values in `doc.to_json(underscore=["coref"])`."""
        return self.to_json()

    if not TYPE_CHECKING:  # type checkers would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            unknown_name(self, name)

    @overload
    def __getitem__(self, number: int) -> Chain: ...
    @overload
    def __getitem__(self, number: slice) -> list[Chain]: ...
    def __getitem__(self, number: int | slice) -> Chain | list[Chain]:
        return self.chains[number]

    def __iter__(self) -> Iterator[Chain]:
        return iter(self.chains)

    def __len__(self) -> int:
        return len(self.chains)

    def __str__(self) -> str:
        return "\n".join(map(str, self.chains))

    def __repr__(self) -> str:
        if not self.resolved:
            return "<Coref: not resolved>"
        return f"<Coref: {counted(len(self), 'chain')}, {counted(len(self.mentions), 'mention')}>"

    def _repr_html_(self) -> str:
        """The beginning of the text with its chains, for notebooks."""
        groups = [Group(chain.name, len(chain), [(m.start_char, m.end_char) for m in chain]) for chain in self.chains]
        return text_view(self.doc.text, groups)

    @cached_property
    def _found(self) -> list[_Found]:
        if not self.resolved and len(self.doc):
            warnings.warn(
                'a Doc that was not resolved has no chains: run a pipeline with the component "corefpipe" over it. '
                "See doc._.coref.resolved",
                CorefpipeWarning,
                stacklevel=1,
            )
        return list(_read(self.doc))

    def _scores(self, place: Place) -> MentionScores:
        return self._score_of(span_of(place, self.doc, self.mentions))

    def _score_of(self, span: Span) -> MentionScores:
        return self._scores_by_span.get((span.start, span.end), MentionScores(None, []))

    @cached_property
    def _scores_by_span(self) -> dict[tuple[int, int], MentionScores]:
        return {(found.span.start, found.span.end): found.scores for found in self._found}

    @cached_property
    def _chain_by_id(self) -> dict[str, Chain]:
        return {chain.id: chain for chain in self.chains}

    @cached_property
    def _by_span(self) -> dict[tuple[int, int], list[Span]]:
        found: dict[tuple[int, int], list[Span]] = {}
        for mention in self.mentions:
            found.setdefault((mention.start, mention.end), []).append(mention)
        return found

    @cached_property
    def _by_token(self) -> dict[int, list[Span]]:
        found: dict[int, list[Span]] = {}
        for mention in sorted(self.mentions, key=len):
            for token in range(mention.start, mention.end):
                found.setdefault(token, []).append(mention)
        return found


class _Found(NamedTuple):
    """A mention of a span group, with its scores."""

    span: Span
    scores: MentionScores


def _read(doc: Doc) -> Iterator[_Found]:
    for chain, group in chain_groups(doc):
        for span, scores in zip(spans_in(group), scores_of(group), strict=True):
            id = chain or required_id(span)
            if span.id_ != id:
                span = Span(doc, span.start, span.end, span.label, span_id=id, kb_id=span.kb_id)
            yield _Found(span, scores)
