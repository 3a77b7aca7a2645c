"""Print the largest chains of novels that `measure.py --keep` kept, with what they contain.

python eval/novels/show.py resolved --novel oliver_twist --chains 20
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from cast import Cast, novels
from chains import Novel
from counted import is_nameless, of_several

from corefpipe import read

FORMS = 12


def shown(novel: Novel, chains: int) -> str:
    """The largest chains, one paragraph each: size, names of the cast, pronouns, most frequent mentions."""
    blocks = []
    members = [one.name for one in novel.cast.characters]
    by_entity = novel.document.chains()
    for entity in sorted(by_entity, key=lambda one: -len(by_entity[one]))[:chains]:
        content, mentions = novel.contents[entity], by_entity[entity]
        notes = ["several speakers"] * of_several(content) + ["nameless"] * is_nameless(content)
        forms = Counter(" ".join(novel.document.surface(one).split())[:40] for one in mentions)
        blocks.append(
            f"[{entity}] {novel.document.chain_name(mentions)}: {len(mentions)} mentions"
            + (f" ({', '.join(notes)})" if notes else "")
            + f"\n  names: {_counts({members[number]: count for number, count in content.names.items()})}"
            + f"\n  first persons in quotations: {content.first}"
            + f"; with a cue: {_counts({members[number]: count for number, count in content.cued.items()})}"
            + f"\n  mentions: {_counts(forms)}"
        )
    return "\n".join(blocks)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in Counter(counts).most_common(FORMS)) or "none"


def main() -> None:
    """Print the chains of each novel."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kept", type=Path, help="folder with the resolved documents")
    parser.add_argument("--novel", nargs="+", choices=novels(), default=novels())
    parser.add_argument("--chains", type=int, default=15, help="how many chains of each novel")
    args = parser.parse_args()
    for name in args.novel:
        (document,) = read(args.kept / f"{name}.spacy")
        print(f"# {name}\n{shown(Novel(document, Cast.of(name)), args.chains)}\n")


if __name__ == "__main__":
    main()
