"""Count what no book should have: people who speak to themselves, speakers named "I", characters that are none.

    python eval/novels/laws.py resolved --novels dracula north_and_south --label after

counts in the folder of resolved novels that `measure.py --keep` made, and adds the figures of this label to laws.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from corefpipe import read
from corefpipe.books import Book
from corefpipe.lexicon import load_lexicon

RESULT = Path(__file__).with_name("laws.json")


def counted(book: Book) -> dict[str, int]:
    """The figures of a book."""
    pronouns = load_lexicon().pronouns
    speeches, characters = list(book.quotations), list(book.characters)
    return {
        "quotations": len(speeches),
        "to oneself": sum(one.entity != "" and one.entity == one.addressee_entity for one in speeches),
        "speaker is a pronoun": sum(one.speaker.lower() in pronouns for one in speeches),
        "characters": len(characters),
        "without a name": sum(not one.names for one in characters),
        "one or two mentions": sum(one.mentions < 3 for one in characters),
    }


def main() -> None:
    """Count, print, write laws.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("resolved", type=Path, help="folder with resolved novels")
    parser.add_argument("--novels", nargs="+", required=True, help="names of files there, without .spacy")
    parser.add_argument("--label", required=True, help="name of the figures: before, after")
    args = parser.parse_args()
    found = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {}
    for novel in args.novels:
        (document,) = read(args.resolved / f"{novel}.spacy")
        found.setdefault(args.label, {})[novel] = counted(Book.from_document(document))
        print(novel, json.dumps(found[args.label][novel]), flush=True)
        RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
