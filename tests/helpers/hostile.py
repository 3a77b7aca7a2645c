"""Documents that no text has, but a file can: they tell whether time and memory grow linearly with the input."""

from __future__ import annotations

from collections.abc import Callable

from corefpipe.document import Document, Mention


def _parsed(words: list[str], heads: list[int], deps: list[str], pos: list[str]) -> Document:
    """One sentence with its tree; the words are their own lemmas."""
    tags = [{"PROPN": "NNP", "NOUN": "NN", "PRON": "PRP", "PUNCT": "."}.get(name, "XX") for name in pos]
    feats = ["PronType=Prs|Person=3|Number=Sing" if name == "PRON" else "" for name in pos]
    columns = {"heads": heads, "deps": deps, "pos": pos, "tags": tags, "feats": feats, "lemmas": list(words)}
    return Document("hostile", words=words, sentence_starts=[0], **columns)  # type: ignore[arg-type]


def possessors(n: int) -> Document:
    """John's brother's … dog: n mentions that all begin at the first word, each nested in the next."""
    nouns = ["John", *["brother"] * (n - 2), "dog"]
    words, heads, deps, pos = [], [], [], []
    for i, noun in enumerate(nouns):
        last = i == n - 1
        words += [noun] if last else [noun, "'s"]
        heads += [2 * i] if last else [2 * i + 2, 2 * i]
        deps += ["root"] if last else ["nmod:poss", "case"]
        pos += ["PROPN" if not i else "NOUN", "PART"][: 1 if last else 2]
    return _parsed(words, heads, deps, pos)


def flat(n: int) -> Document:
    """One noun with n - 1 nouns that depend on it."""
    return _parsed(["house"] * n, [0] * n, ["root", *["nmod"] * (n - 1)], ["NOUN"] * n)


def chain(n: int) -> Document:
    """Each noun depends on the one before it: n mentions that all end at the last word."""
    heads = [max(i - 1, 0) for i in range(n)]
    return _parsed(["house"] * n, heads, ["root", *["nmod"] * (n - 1)], ["NOUN"] * n)


def coordination(n: int) -> Document:
    """Ann, Ann, Ann …: n coordinated names."""
    words = [word for _ in range(n) for word in (",", "Ann")][1:]
    heads = [0, *(head for i in range(1, n) for head in (2 * i, 0))]
    deps = ["root", *["punct", "conj"] * (n - 1)]
    return _parsed(words, heads, deps, ["PROPN", *["PUNCT", "PROPN"] * (n - 1)])


def pronouns(n: int) -> Document:
    """It it it …: each word is a mention."""
    return _parsed(["it"] * n, [0] * n, ["root", *["nsubj"] * (n - 1)], ["PRON"] * n)


def first_persons(n: int) -> Document:
    """I I I …, each said by another speaker."""
    document = _parsed(["I"] * n, [0] * n, ["root", *["nsubj"] * (n - 1)], ["PRON"] * n)
    document.feats = ["PronType=Prs|Person=1|Number=Sing"] * n
    document.speakers = [f"speaker {i}" for i in range(n)]
    return document


def name_run(n: int) -> Document:
    """Ann Ann Ann …: one name of n words."""
    return _parsed(["Ann"] * n, [0] * n, ["root", *["flat"] * (n - 1)], ["PROPN"] * n)


def punctuation(n: int) -> Document:
    """Nothing but full stops."""
    return _parsed(["."] * n, [0] * n, ["root", *["punct"] * (n - 1)], ["PUNCT"] * n)


def punctuated(n: int) -> Document:
    """Each noun depends on the one before it; the sentence ends with as many full stops."""
    half = n // 2
    heads = [*(max(i - 1, 0) for i in range(half)), *[half - 1] * (n - half)]
    deps = ["root", *["nmod"] * (half - 1), *["punct"] * (n - half)]
    return _parsed(["house"] * half + ["."] * (n - half), heads, deps, ["NOUN"] * half + ["PUNCT"] * (n - half))


def quotes(n: int) -> Document:
    """Nothing but opening and closing quotation marks around a word."""
    words = (["“", "it", "”"] * n)[:n]
    pos = (["PUNCT", "PRON", "PUNCT"] * n)[:n]
    return _parsed(words, [1] * n, ["punct", "root", *["punct"] * (n - 2)], pos)


def nested_gold(n: int) -> Document:
    """A flat tree with n given mentions that contain each other."""
    document = flat(2 * n)
    document.mentions = [Mention(i, 2 * n - i, f"e{i % 7}") for i in range(n)]
    return document


SHAPES: dict[str, Callable[[int], Document]] = {
    shape.__name__: shape
    for shape in (
        possessors,
        flat,
        chain,
        coordination,
        pronouns,
        first_persons,
        name_run,
        punctuation,
        punctuated,
        quotes,
        nested_gold,
    )
}
"""Hostile documents by name; each function takes about the number of words."""
