"""The annotation of one or several documents while it is read, before it is a `Parse`."""

from __future__ import annotations

from dataclasses import dataclass

from corefpipe.lexicon import Lexicon


@dataclass(slots=True)
class Columns:
    """Lists with one value per word of the documents, which are corrected in place before they become a `Parse`.

    Attributes:
        words: texts of the tokens.
        lower: the same in lower case.
        lemmas: those of the documents, "" where a token has none.
        pos: universal parts of speech.
        tags: language-specific parts of speech.
        morphs: morphological features, such as "Number=Sing|Person=3".
        deps: Universal Dependencies relations.
        heads: index of each token's head; a root is its own head.
        sentences: number of the sentence, from 0.
        paragraphs: number of the paragraph, from 0.
        lines: number of the line, from 0.
        cells: number of the table cell, from 0: what tabs, "|" and HTML blocks delimit.
        speakers: the speaker, or "".
        entity_types: GUM's entity type at the head of an entity, else "".
        entities: number of the entity of `doc.ents` in which the token is, from 1; 0 for none.
        bounds: first words of the documents, and the number of words.
        spaces: whether whitespace follows each word.
        tokens: index of each word in its Doc, whose other tokens are whitespace or unseen.
        lexicon: word lists of the language.
    """

    words: list[str]
    lower: list[str]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    morphs: list[str]
    deps: list[str]
    heads: list[int]
    sentences: list[int]
    paragraphs: list[int]
    lines: list[int]
    cells: list[int]
    speakers: list[str]
    entity_types: list[str]
    entities: list[int]
    bounds: list[int]
    spaces: list[bool]
    tokens: list[int]
    lexicon: Lexicon
