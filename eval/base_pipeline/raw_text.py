"""Raw text for the teacher to annotate: novels, chat, and paragraphs of Wikipedia."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path


def novel_paragraphs(path: Path) -> Iterator[str]:
    """Yield the paragraphs of one novel, without hard line breaks and italics marks."""
    text = path.read_text(encoding="utf-8").replace("_", "")
    for paragraph in re.split(r"\n\s*\n", text):
        joined = " ".join(paragraph.split())
        if len(joined) > 20:
            yield joined


def chat_messages(path: Path) -> Iterator[str]:
    """Yield what people say in a log of `[hh:mm] <nick> text` lines, without what the system says."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if said := re.match(r"\[\d\d:\d\d\] <[^>]+> (.+)", line):
            yield said[1]


def encyclopedia_paragraphs(path: Path) -> Iterator[str]:
    """Yield the texts of GAP's pronouns, paragraphs of Wikipedia about people, each once."""
    with path.open(encoding="utf-8", newline="") as lines:
        yield from dict.fromkeys(row["Text"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
