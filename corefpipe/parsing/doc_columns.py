"""Read the annotation of spaCy Docs as columns, in one label scheme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from spacy import attrs
from spacy.strings import StringStore
from spacy.tokens import Doc

from corefpipe.chains.tokens import ENTITY_TYPE, PARAGRAPHS, sentence_starts, token_values
from corefpipe.dialogue.docs import SPEAKER, find_speakers, parse_labels, turns_of
from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.acronyms import tag_acronyms
from corefpipe.parsing.apposed_names import raise_names
from corefpipe.parsing.columns import Columns
from corefpipe.parsing.label_schemes import gum_entity_type, ud_relation
from corefpipe.parsing.name_types import unify_name_types
from corefpipe.parsing.new_pronouns import tag_new_pronouns
from corefpipe.parsing.trees import in_cycles
from corefpipe.parsing.unseen import Tag, hidden_runs, tags_of, visible
from corefpipe.utils.values import each, shared

_PLAIN = (
    *("words", "lower", "lemmas", "pos", "tags", "morphs", "deps", "speakers", "entity_types", "entities", "spaces"),
    "tokens",
)
_STRINGS = (attrs.ORTH, attrs.LEMMA, attrs.POS, attrs.TAG, attrs.DEP, attrs.MORPH)


def columns_of(docs: Sequence[Doc]) -> Columns:
    """The annotation of one or several Docs of one language and vocabulary, with apposed names as heads."""
    markup = _markup(docs)
    columns = _read(docs, markup)
    _read_turns(docs, columns)
    columns = _words_only(columns, markup)
    tag_new_pronouns(columns)
    tag_acronyms(columns)
    heads, deps = columns.heads.copy(), columns.deps.copy()
    raise_names(columns)
    if columns.heads != heads:
        _undo_cycles(columns, heads, deps)
    unify_name_types(columns)
    return columns


def _undo_cycles(columns: Columns, heads: list[int], deps: list[str]) -> None:
    """Restore the heads of documents in which raising names has made cycles, which unusual trees may cause."""
    documents = np.searchsorted(columns.bounds, in_cycles(columns.heads), "right") - 1
    for number in np.unique(documents).tolist():
        own = slice(columns.bounds[number], columns.bounds[number + 1])
        columns.heads[own], columns.deps[own] = heads[own], deps[own]


def _read(docs: Sequence[Doc], markup: Sequence[Tag]) -> Columns:
    """The annotation of the Docs, with Universal Dependencies relations."""
    bounds = [0, *accumulate(map(len, docs))]
    values = np.concatenate([doc.to_array([*_STRINGS, attrs.HEAD, attrs.SPACY]) for doc in docs])
    words, lemmas, pos, tags, deps, morphs = _strings(values[:, : len(_STRINGS)], docs[0].vocab.strings)
    heads = (np.arange(len(values)) + values[:, len(_STRINGS)].astype(np.int64)).tolist()
    speakers, entity_types = _extensions(docs, bounds, heads)
    words = each(visible, words)
    return Columns(
        words=words,
        lower=each(str.lower, words),
        lemmas=lemmas,
        pos=pos,
        tags=tags,
        morphs=morphs,
        deps=each(ud_relation, deps),
        heads=heads,
        sentences=_numbered(np.flatnonzero(np.concatenate([sentence_starts(doc) for doc in docs])).tolist(), bounds),
        paragraphs=_paragraphs(docs, bounds, words),
        lines=_numbered(_after_breaks(words, 1), bounds),
        cells=_numbered([*_cell_starts(words), *(tag.end for tag in markup if tag.block)], bounds),
        speakers=speakers,
        entity_types=entity_types,
        entities=_entities(docs, bounds),
        bounds=bounds,
        spaces=_spaces(words, values[:, -1], bounds),
        tokens=[token for doc in docs for token in range(len(doc))],
        lexicon=load_lexicon(docs[0].lang_ or "en"),
    )


def _spaces(words: list[str], follows: np.ndarray, bounds: Sequence[int]) -> list[bool]:
    """Whether whitespace follows each token: a space, a token of whitespace or the end of a document.

    Args:
        words: the tokens.
        follows: (n_tokens,) spaCy's column of spaces.
        bounds: of the documents.
    """
    spaces = follows.astype(bool)
    blank = np.flatnonzero(each(str.isspace, words))
    ends = np.array([*blank.tolist(), *bounds[1:]], dtype=np.int64)
    spaces[blank] = True
    spaces[ends[ends > 0] - 1] = True
    return spaces.tolist()


def _strings(ids: np.ndarray, store: StringStore) -> list[list[str]]:
    """The strings of (n_tokens, n_columns) ids, column by column."""
    columns = ids.T.tolist()
    strings = {id: store.as_string(id) for id in set().union(*columns)}
    return [[strings[id] for id in column] for column in columns]


def _markup(docs: Sequence[Doc]) -> list[Tag]:
    """The tags and hidden runs of all Docs, in tokens of the concatenated Docs."""
    starts = accumulate(map(len, docs), initial=0)
    return [
        Tag(first + tag.start, first + tag.end, tag.block)
        for doc, first in zip(docs, starts, strict=False)
        for tag in (*tags_of(doc), *hidden_runs(doc))
    ]


def _words_only(columns: Columns, markup: Sequence[Tag]) -> Columns:
    """The columns of the words alone, without whitespace, zero-width characters, tags and hidden tokens.

    Such tokens may separate the words of a phrase or a name, as in texts with hard line breaks. Paragraphs and lines
    keep the information of line breaks.
    """
    blank = np.array(each(lambda word: not word or word.isspace(), columns.words), dtype=bool)
    for tag in markup:
        blank[tag.start : tag.end] = True
    if not blank.any():
        return columns
    kept = np.flatnonzero(~blank)
    number = np.append(0, np.cumsum(~blank))
    heads = np.array(columns.heads)[kept]
    numbers = {"heads": np.where(blank[heads], number[kept], number[heads]), "bounds": number[columns.bounds]}
    for name in ("sentences", "paragraphs", "lines", "cells"):
        numbers[name] = np.unique(np.array(getattr(columns, name))[kept], return_inverse=True)[1]
    plain = {name: [getattr(columns, name)[token] for token in kept.tolist()] for name in _PLAIN}
    objects = list(range(len(kept) + 1))
    found: dict[str, Any] = plain | {name: shared(values, objects) for name, values in numbers.items()}
    return replace(columns, **found)


def _read_turns(docs: Sequence[Doc], columns: Columns) -> None:
    """Set the speakers of dialogues and correct the parse of their labels, in place."""
    breaks = {word for word in set(columns.words) if "\n" in word}
    for doc, (start, end) in zip(docs, pairwise(columns.bounds), strict=True):
        # Turns are lines, so a text without line breaks need not be searched.
        if not breaks.isdisjoint(columns.words[start:end]):
            _read_turns_of(doc, start, columns)


def _read_turns_of(doc: Doc, start: int, columns: Columns) -> None:
    """Read the turns of the Doc that begins at a token."""
    own = slice(start, start + len(doc))
    speakers = columns.speakers
    # `Span.as_doc` also copies turns whose labels or words are outside the span.
    turns = [turn for turn in turns_of(doc) if turn.label[0] < turn.label[1] and turn.said[0][0] < len(doc)]
    if turns and not any(speakers[own]):
        speakers[own] = find_speakers(doc, turns) or speakers[own]
    # A label counts only if the speaker of its turn was not set to another.
    labelled = [turn for turn in turns if speakers[start + turn.said[0][0]] == turn.speaker]
    pos, tags, deps = columns.pos[own], columns.tags[own], columns.deps[own]
    heads = [head - start for head in columns.heads[own]]
    parse_labels(labelled, pos, tags, deps, heads)
    columns.pos[own], columns.tags[own], columns.deps[own] = pos, tags, deps
    columns.heads[own] = [start + head for head in heads]


def _extensions(docs: Sequence[Doc], bounds: Sequence[int], heads: list[int]) -> tuple[list[str], list[str]]:
    """Speakers and entity types of the tokens; types are those of `doc.ents` unless `token._.entity_type` is set."""
    speakers, types = [""] * len(heads), [""] * len(heads)
    for doc, first in zip(docs, bounds, strict=False):
        for entity in doc.ents:
            start, end = first + entity.start, first + entity.end
            roots = (i for i in range(start, end) if heads[i] == i or not start <= heads[i] < end)
            types[next(roots, end - 1)] = gum_entity_type(entity.label_)
        for column, values in zip((speakers, types), token_values(doc, SPEAKER, ENTITY_TYPE), strict=True):
            for token, value in values.items():
                column[first + token] = value
    # Some corpora write "-" or "_" for an unknown speaker.
    return each(lambda name: name if any(map(str.isalnum, name)) else "", speakers), types


def _entities(docs: Sequence[Doc], bounds: Sequence[int]) -> list[int]:
    """The number of the entity of `doc.ents` in which each token is; 0 for none."""
    found = [0] * bounds[-1]
    named = ((first, entity) for doc, first in zip(docs, bounds, strict=False) for entity in doc.ents)
    for number, (first, entity) in enumerate(named, 1):
        found[first + entity.start : first + entity.end] = [number] * len(entity)
    return found


def _numbered(starts: Iterable[int], bounds: Sequence[int]) -> list[int]:
    """Number of the part of each token, given the first tokens of the parts; each document begins a new part."""
    found: list[int] = []
    for number, (start, end) in enumerate(pairwise(sorted({*starts, *bounds}))):
        found += [number] * (end - start)  # one shared integer object per part, to save memory
    return found


def _after_breaks(words: list[str], breaks: int) -> list[int]:
    """The tokens after whitespace with at least this number of line breaks."""
    return (np.flatnonzero(each(lambda word: word.isspace() and word.count("\n") >= breaks, words)) + 1).tolist()


def _cell_starts(words: list[str]) -> Iterator[int]:
    """The tokens after tabs within a line and after a line with tabs, and "|" with the tokens after them."""
    in_row = False
    for token, word in enumerate(words):
        if word == "|":
            yield from (token, token + 1)
        elif word.isspace():
            tab = "\t" in word and "\n" not in word
            if tab or (in_row and "\n" in word):
                yield token + 1
            in_row = tab or (in_row and "\n" not in word)


def _paragraphs(docs: Sequence[Doc], bounds: Sequence[int], words: list[str]) -> list[int]:
    """Number of the paragraph of each token, from `doc._.paragraph_starts`, else from blank lines."""
    starts: list[int] = []
    for doc, (first, last) in zip(docs, pairwise(bounds), strict=True):
        own = doc._.get(PARAGRAPHS)
        if own is None:
            starts += [first + start for start in _after_breaks(words[first:last], 2)]
        else:
            starts += [first + start for start in own]
    return _numbered(starts, bounds)
