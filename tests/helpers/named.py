"""Texts of sentences with one name of a person each, such as "Mr. Darcy left slowly"."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.features import MentionTable
from helpers.parses import make_doc, make_table


def named_table(names: Sequence[str], adverbs: int = 0, times: int = 1) -> MentionTable:
    """A mention table of these names, each of which leaves in a sentence of its own.

    Args:
        names: names with titles, words separated by spaces.
        adverbs: words that follow each verb.
        times: how often the text is repeated.
    """
    blocks, spans, at = list[str](), list[tuple[int, int]](), 0
    for name in [*names] * times:
        words = name.split()
        verb = len(words) + 1
        rows = [f"{word} {word} PROPN NNP {verb - 1} compound Number=Sing" for word in words[:-1]]
        rows.append(f"{words[-1]} {words[-1]} PROPN NNP {verb} nsubj Number=Sing")
        rows += ["left leave VERB VBD 0 root", *[f"slowly slowly ADV RB {verb} advmod"] * adverbs]
        blocks.append("\n".join(rows))
        spans.append((at, at + len(words)))
        at += len(rows)
    types = {i: "person" for start, end in spans for i in range(start, end)}
    return make_table(make_doc("\n\n".join(blocks), types=types), spans)
