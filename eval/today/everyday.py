"""Check everyday texts: short texts that are written with inline marks, many in a file.

    python eval/today/everyday.py check texts/*.coref.txt    what is wrong, and what is to be read once more

Each text begins with `# format: corefpipe inline` and has `name`, `kind`, `split` and `licence` in its header, as its
plan says (`draw.py everyday`). A chain has its entity type at its first mention at least: `[Mary|1:person]`.

An error is anything that the format forbids, that differs from the plan, that `check.py` calls one, or a chain
without exactly one type. The exit code is 1 if there are errors. Questions, and pronouns without
a chain, are to be read once more.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from check import chains_of, findings
from draw import DATA, plans_of_everyday

import corefpipe
from corefpipe.document import Document
from corefpipe.formats import ReadReport

TYPES = ("person", "animal", "organisation", "place", "thing", "text", "event", "time", "other")
LICENCE = "CC BY 4.0"
TOLERANCE = 0.2
"""Share of a plan's limits by which a text may be shorter or longer."""
_PLAN = re.compile(r"plan (\d+): (\S+) \(kind (\S+), split (\S+)\), (\d+) to (\d+) words")
_HEADER = re.compile(r"\s*#+\s*(?:format|name|kind|split|licence)\s*:", re.IGNORECASE)


@dataclass(frozen=True)
class Plan:
    """What a text is to be like.

    Attributes:
        number: its ordinal among all plans.
        kind: of text.
        split: train, dev or test.
        fewest: words of the shortest text that is asked for.
        most: words of the longest.
    """

    number: int
    kind: str
    split: str
    fewest: int
    most: int


@dataclass(frozen=True)
class Checked:
    """A text, where it stands, and what was found.

    Attributes:
        document: the text.
        errors: what must be mended.
        questions: what is to be read once more.
        loose: pronouns without a chain.
    """

    document: Document
    errors: Sequence[str]
    questions: Sequence[str]
    loose: Sequence[str]

    def lines(self) -> list[str]:
        """What was found, one finding per line; of a text without findings none."""
        origin = self.document.origin
        where = f"{Path(origin.file).name}:{origin.line} {self.document.name}" if origin else self.document.name
        found = [f"{where}: ERROR {error}" for error in self.errors]
        found += [f"{where}: ? {question}" for question in self.questions]
        return [*found, f"{where}: without chain: {'; '.join(self.loose)}"] if self.loose else found


def plans() -> dict[str, Plan]:
    """Return name -> plan of all everyday texts.

    Raises:
        ValueError: `draw.py` writes plans in another form.
    """
    found = {}
    for text in plans_of_everyday(tomllib.loads(DATA.read_text(encoding="utf-8"))):
        match = _PLAN.match(text)
        if match is None:
            raise ValueError(f"not a plan: {text.splitlines()[0]}")
        number, name, kind, split, fewest, most = match.groups()
        found[name] = Plan(int(number), kind, split, int(fewest), int(most))
    return found


def read(paths: Iterable[Path]) -> tuple[list[Checked], list[str]]:
    """Return the texts of files with what was found in each, and the errors of texts that the format forbids."""
    report = ReadReport()
    planned, seen = plans(), dict[str, str]()
    checked = []
    for path in paths:
        for document in corefpipe.read(path, "inline", on_error="skip", report=report):
            found = findings(document, chains_of(document))
            errors = [*differences(document, planned.get(document.name)), *wrong_types(document), *found.errors]
            where = f"{path.name}:{document.origin.line if document.origin else 1}"
            if document.name in seen:
                errors.append(f"{seen[document.name]} has the same name")
            seen.setdefault(document.name, where)
            checked.append(Checked(document, errors, found.questions, found.loose))
    return checked, [str(error) for error in (*report.skipped, *report.misfits)]


def differences(document: Document, plan: Plan | None) -> list[str]:
    """Return in what a text differs from its plan, and what its header lacks."""
    headers = [line for line in document.text.splitlines() if _HEADER.match(line)]
    found = [f"the text has a line of a header: {line[:60]!r}; a document begins `# format: …`" for line in headers[:1]]
    metadata = document.metadata
    if metadata.get("licence") != LICENCE:
        found.append(f"licence is {metadata.get('licence')!r}, write `# licence: {LICENCE}`")
    if plan is None:
        return [*found, f"there is no plan {document.name}; see `draw.py everyday`"]
    for key, value, wanted in (("kind", document.genre, plan.kind), ("split", metadata.get("split"), plan.split)):
        if value != wanted:
            found.append(f"{key} is {value!r}, in the plan {wanted!r}")
    words = sum(any(character.isalnum() for character in word) for word in document.words)
    if not plan.fewest * (1 - TOLERANCE) <= words <= plan.most * (1 + TOLERANCE):
        found.append(f"{words} words, in the plan {plan.fewest} to {plan.most}")
    return found


def wrong_types(document: Document) -> list[str]:
    """Return the chains that do not have exactly one type, at their first mention at least, and types that are none."""
    found = []
    for entity, mentions in document.chains().items():
        shown = f"chain {entity} ({document.surface(mentions[0])!r})"
        types = dict.fromkeys(mention.type for mention in mentions if mention.type)
        if len(types) > 1:
            found.append(f"{shown} has several types: {', '.join(types)}")
        if not mentions[0].type:
            found.append(f"{shown} has no type at its first mention: write `|{entity}:TYPE]`")
        unknown = [kind for kind in types if kind not in TYPES]
        found += [f"{shown} has the type {kind}; types are {', '.join(TYPES)}" for kind in unknown]
    return found


def summary(documents: Sequence[Document], errors: int) -> str:
    """Return how many texts, words, mentions, chains and errors there are."""
    counts = {
        "documents": len(documents),
        "words": sum(map(len, documents)),
        "mentions": sum(len(document.mentions) for document in documents),
        "chains": sum(len(document.chains()) for document in documents),
        "errors": errors,
    }
    types = Counter(mentions[0].type for document in documents for mentions in document.chains().values())
    share = ", ".join(f"{kind or 'none'} {number}" for kind, number in types.most_common())
    return ", ".join(f"{number} {what}" for what, number in counts.items()) + (f"\nchains: {share}" if share else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["check"])
    parser.add_argument("texts", type=Path, nargs="+", help="files of texts")
    args = parser.parse_args()
    checked, refused = read(args.texts)
    errors = len(refused) + sum(len(one.errors) for one in checked)
    print(
        *(f"ERROR {error}" for error in refused),
        *(line for one in checked for line in one.lines()),
        summary([one.document for one in checked], errors),
        sep="\n",
    )
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
