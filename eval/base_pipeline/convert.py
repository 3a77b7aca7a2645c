"""GUM's documents as spaCy training data, with variants of text layout and tokenization."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from gum import Sentence, Word, read_document
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab


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
    return Sentence(merged, sentence.new_paragraph)


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
            if case < 0.03:
                word.form = word.form.lower()
            elif case < 0.045:
                word.form = word.form.upper()
        result.append(Sentence(words, sentence.new_paragraph))
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
    return Doc(
        vocab,
        words=[row.form for row in rows],
        spaces=None if gold_tokens else [row.space for row in rows],
        tags=[row.xpos for row in rows],
        pos=[row.upos for row in rows],
        morphs=["" if row.feats == "_" else row.feats for row in rows],
        lemmas=[row.lemma for row in rows],
        heads=[row.head for row in rows],
        deps=["ROOT" if row.deprel == "root" else row.deprel for row in rows],
        sent_starts=starts,
        ents=["B-" + row.entity_type if row.entity_type else "O" for row in rows],
    )


def add_space_row(rows: list[Word], starts: list[bool], text: str) -> None:
    """Append a whitespace token, attached as spaCy's own augmenter does it."""
    rows[-1].space = text == " "
    rows.append(Word(text, text, "SPACE", "_SP", "_", len(rows) - 1, "dep", False))
    starts.append(False)


def chunks(sentences: list[Sentence], rng: random.Random) -> Iterator[list[Sentence]]:
    """Cut a document into pieces of 2 to 12 sentences, so that batches mix documents."""
    position = 0
    while position < len(sentences):
        size = rng.randint(2, 12)
        yield sentences[position : position + size]
        position += size


def training_docs(vocab: Vocab, paths: list[Path], copies: int, seed: int) -> Iterator[Doc]:
    """Yield each document `copies` times, cut differently, alternating gold tokens and raw text."""
    rng = random.Random(seed)
    layouts = ["plain", "paragraphs", "lines", "wrapped", "double"]
    documents = [read_document(path) for path in paths]
    for copy in range(copies):
        gold_tokens = copy % 2 == 0
        for document in documents:
            for piece in chunks(document, rng):
                styled = restyle(piece, rng, gold_tokens)
                if gold_tokens and rng.random() < 0.3:
                    styled = [merge_hyphens(sentence) for sentence in styled]
                layout = rng.choices(layouts, [3, 4, 2, 2, 1])[0]
                yield to_doc(vocab, styled, gold_tokens=gold_tokens, layout=layout, rng=rng)


def write_training_data(paths: list[Path], out: Path, copies: int, seed: int) -> None:
    """Write the training documents as a DocBin."""
    DocBin(docs=training_docs(Vocab(), paths, copies, seed)).to_disk(out)


def write_evaluation_data(paths: list[Path], out: Path) -> None:
    """Write whole, unchanged documents with gold tokens as a DocBin."""
    docs = (to_doc(Vocab(), read_document(path), gold_tokens=True) for path in paths)
    DocBin(docs=docs).to_disk(out)
