"""Annotated sentences with variants of quotes, dashes, tokens, case and names, and as Docs of spaCy."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gum import Sentence, Word, read_documents
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.entity_typer import put_entity_heads


def merge_hyphens(sentence: Sentence) -> Sentence:
    """Join `word - word` written without spaces, as corpora other than GUM tokenize it."""
    words = sentence.words
    target = list(range(len(words)))
    groups: list[list[int]] = []
    i = 0
    while i < len(words):
        group = [i]
        while (
            group[-1] + 2 < len(words)
            and words[group[-1] + 1].form == "-"
            and not words[group[-1]].space
            and not words[group[-1] + 1].space
            and words[group[-1]].form[-1].isalnum()
            and words[group[-1] + 2].form[0].isalnum()
        ):
            group += [group[-1] + 1, group[-1] + 2]
        i = group[-1] + 1
        tops = [j for j in group if words[j].head == j or words[j].head not in group]
        groups.extend([group] if len(tops) == 1 else [[j] for j in group])
    for number, group in enumerate(groups):
        for j in group:
            target[j] = number
    merged = []
    for group in groups:
        top = next(j for j in group if words[j].head == j or words[j].head not in group)
        word = replace(words[top], head=target[words[top].head])
        if len(group) > 1:
            word.form = "".join(words[j].form for j in group)
            word.lemma = "".join(words[j].lemma for j in group)
            word.space = words[group[-1]].space
            if word.deprel == "amod":
                word.upos, word.xpos, word.feats = "ADJ", "JJ", "Degree=Pos"
        merged.append(word)
    names = sentence.names and [(target[start], target[end - 1] + 1, kind) for start, end, kind in sentence.names]
    return replace(sentence, words=merged, names=names)


LOWER, UPPER = 0.08, 0.04
"""Shares of sentences in lower case, and in capitals."""
UNENDED = 0.05
"""Share of sentences whose full stop is left out."""
RENAMED = 0.3
"""Share of sentences in which names of persons and places are replaced."""

QUOTE_STYLES = {
    "as is": None,
    "straight": ('"', '"', "'"),
    "curly": ("“", "”", "’"),
    "single": ("'", "'", "'"),
    "single curly": ("‘", "’", "’"),
    "latex": ("``", "''", "'"),
}


def restyle(sentences: list[Sentence], rng: random.Random, gold_tokens: bool) -> list[Sentence]:
    """Copy sentences with a different style of quotes and dashes and, rarely, of letter case."""
    # No tokenizer splits LaTeX quotes in raw text well, so they are used with gold tokens only.
    weights = [50, 8, 22, 5, 5, 10 if gold_tokens else 0]
    style = QUOTE_STYLES[rng.choices(list(QUOTE_STYLES), weights)[0]]
    dash = rng.choice(["—", "--", "–", None, None, None])
    close_up = rng.random() < 0.5
    result = []
    for sentence in sentences:
        words = [replace(word) for word in sentence.words]
        case = rng.random()
        for i, word in enumerate(words):
            if style and word.xpos == "``":
                word.form = word.lemma = style[0]
            elif style and word.xpos == "''":
                word.form = word.lemma = style[1]
            elif style and len(word.form) > 1:
                word.form = word.form.replace("’", "'").replace("'", style[2])
            if dash and word.xpos in {":", ","} and word.form in {"—", "–", "-", "--"}:
                word.form = word.lemma = dash
                if close_up and 0 < i < len(words) - 1:
                    word.space = words[i - 1].space = False
            if case < LOWER:
                word.form = word.form.lower()
            elif case < LOWER + UPPER:
                word.form = word.form.upper()
        ends = len(words) > 1 and words[-1].form in {".", "!", "?"}
        ends = ends and all(end < len(words) for _, end, _ in sentence.names or ())
        if ends and rng.random() < UNENDED and all(word.head != len(words) - 1 for word in words[:-1]):
            words[-2].space = words[-1].space
            words.pop()
        result.append(replace(sentence, words=words))
    return result


def to_doc(
    vocab: Vocab,
    sentences: list[Sentence],
    *,
    gold_tokens: bool,
    layout: str = "plain",
    rng: random.Random | None = None,
) -> Doc:
    """Make a reference Doc.

    With gold tokens its spaces are unknown, so that spaCy's reader keeps its tokens; otherwise
    the reader tokenizes its text. Layouts of that text: `plain` (all on one line), `paragraphs`
    (a blank line before each), `lines` (a line break before each), `wrapped` (blank lines and
    hard line breaks inside sentences), `double` (two spaces after each sentence).
    """
    rows: list[Word] = []
    starts: list[bool] = []
    iob: list[str | None] = []
    for number, sentence in enumerate(sentences):
        if number and not gold_tokens and rows[-1].space:
            if sentence.new_paragraph and layout in {"paragraphs", "wrapped"}:
                add_space_row(rows, starts, "\n\n")
            elif sentence.new_paragraph and layout == "lines":
                add_space_row(rows, starts, "\n")
            elif layout == "double":
                add_space_row(rows, starts, " ")
        # Space rows inside the sentence shift the words after them.
        heads: list[int] = []
        width = 0
        first = len(rows)
        for i, word in enumerate(sentence.words):
            if layout == "wrapped" and not gold_tokens and rng and i and rows[-1].space:
                width += len(rows[-1].form) + 1
                if width > 30 and rng.random() < 0.1:
                    add_space_row(rows, starts, "\n")
                    width = 0
            heads.append(len(rows))
            rows.append(replace(word))
            starts.append(i == 0)
        for i, word in enumerate(sentence.words):
            rows[heads[i]].head = heads[word.head]
        assert starts[first]
        known = sentence.names is not None
        iob += [None if not known else "O"] * (len(rows) - len(iob))
        for start, end, kind in sentence.names or ():
            for place in range(heads[start], heads[end - 1] + 1):
                iob[place] = f"{'B' if place == heads[start] else 'I'}-{kind}"
    doc = Doc(
        vocab,
        words=[row.form for row in rows],
        spaces=None if gold_tokens else [row.space for row in rows],
        sent_starts=starts,
        ents=iob,
        **(annotation_of(rows) if all(sentence.trees for sentence in sentences) else {}),
    )
    if all(sentence.typed for sentence in sentences):
        put_entity_heads(doc, [row.entity_type for row in rows])
    return doc


def annotation_of(rows: list[Word]) -> dict[str, list[object]]:
    """The columns of a parse."""
    return {
        "tags": [row.xpos for row in rows],
        "pos": [row.upos for row in rows],
        "morphs": ["" if row.feats == "_" else row.feats for row in rows],
        "lemmas": [row.lemma for row in rows],
        "heads": [row.head for row in rows],
        "deps": ["ROOT" if row.deprel == "root" else row.deprel for row in rows],
    }


def add_space_row(rows: list[Word], starts: list[bool], text: str) -> None:
    """Append a whitespace token, attached as spaCy's own augmenter does it."""
    rows[-1].space = text == " "
    rows.append(Word(text, text, "SPACE", "_SP", "_", len(rows) - 1, "dep", False))
    starts.append(False)


class NewNames:
    """Replaces words of names of persons and places by others, of many countries."""

    def __init__(self, rng: random.Random):
        lexicon = load_lexicon()
        self._rng = rng
        self._given = sorted(lexicon.first_names)
        self._surnames = sorted(lexicon.surnames)
        self._places = sorted(place for place in lexicon.places if " " not in place)

    def __call__(self, sentence: Sentence) -> Sentence:
        words = [replace(word) for word in sentence.words]
        for start, end, kind in sentence.names or ():
            if kind == "PERSON":
                for i in range(start, end):
                    if words[i].form.istitle() and len(words[i].form) > 2:
                        first = i == start and (end - start > 1 or self._rng.random() < 0.5)
                        self._put(words[i], self._given if first else self._surnames)
            elif kind == "LOC" and end - start == 1 and words[start].form.istitle():
                self._put(words[start], self._places)
        return replace(sentence, words=words)

    def _put(self, word: Word, names: list[str]) -> None:
        word.form = word.lemma = self._rng.choice(names).title()


def documents_of(treebanks: Iterable[Path]) -> list[list[Sentence]]:
    """All documents of CoNLL-U files."""
    return [document for path in treebanks for document in read_documents(path)]


def changed(
    sentences: list[Sentence], rename: NewNames, rng: random.Random, gold_tokens: bool = True
) -> list[Sentence]:
    """The sentences with other names, quotes, case and tokens."""
    renamed = [rename(sentence) if rng.random() < RENAMED else sentence for sentence in sentences]
    styled = restyle(renamed, rng, gold_tokens)
    if gold_tokens and all(sentence.trees for sentence in styled) and rng.random() < 0.3:
        styled = [merge_hyphens(sentence) for sentence in styled]
    return styled
