"""Count the English texts that are taken for another language, and show them.

    python eval/lexicon/languages.py --corpora ../shared/corpora

Documents and paragraphs of GUM and EWT, paragraphs of the novels, rows of GAP, and stretches of 150 words of the chats,
the lists of names and the tweets. What is found should be in another language.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from corefpipe.lexicon.languages import other_language

_WORD = re.compile(r"\w+(?:[’']\w+)*")
_STRETCH = 150


def texts(corpora: Path) -> Iterator[tuple[str, str]]:
    """(source, text) of all texts that are judged one by one."""
    for path in sorted(corpora.glob("novels/*.txt")):
        for paragraph in re.split(r"\n\s*\n", path.read_text(encoding="utf8")):
            yield path.stem, paragraph
    for path in [*sorted(corpora.glob("gum/*/*.conllu")), *sorted(corpora.glob("ewt/*/*.conllu"))]:
        for document in path.read_text(encoding="utf8").split("# newdoc"):
            paragraphs = [re.findall(r"^\d+\t([^\t]+)", part, re.M) for part in document.split("# newpar")]
            yield path.stem, " ".join(word for words in paragraphs for word in words)
            yield from ((path.stem, " ".join(words)) for words in paragraphs)
    for path in sorted(corpora.glob("gap/*.tsv")):
        yield from ((path.stem, row.split("\t")[1]) for row in path.read_text(encoding="utf8").splitlines())
    for pattern in ("irc/*/*.ascii.txt", "names/*.txt", "ner/*"):
        for path in sorted(corpora.glob(pattern)):
            words = path.read_text(encoding="utf8", errors="replace").split()
            yield from ((path.stem, " ".join(words[at : at + _STRETCH])) for at in range(0, len(words), _STRETCH))


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    corpora = parser.parse_args().corpora
    if not corpora.is_dir():
        raise SystemExit(f"{corpora} does not exist: see --help")
    total = found = 0
    for source, text in texts(corpora):
        total += 1
        language = other_language((word.lower() for word in _WORD.findall(text)), "en")
        if language:
            found += 1
            print(f"{language} ({source}): {' '.join(text.split())[:150]}")
    print(f"{found} of {total:,} texts")


if __name__ == "__main__":
    main()
