"""Report how varied the written texts and the twins are, and what is repeated.

    python eval/today/variety.py

Of the texts: words by kind and split, runs of eight words that two texts share, first words, and pronouns of people by
the role that their chain has. Of the twins: pronouns, connectives and verbs.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from corefpipe import read
from corefpipe.document import Document
from corefpipe.parsing.pipelines import load_base

PLANS = Path(__file__).with_name("plans.toml")
CORPORA = Path(__file__).resolve().parents[2] / "corpora"
RUN = 8
"""Words in a row that no two texts share, set phrases apart."""
HE = frozenset("he him his himself".split())
SHE = frozenset("she her hers herself".split())
THEY = frozenset("they them their theirs themselves themself".split())
_WORD = re.compile(r"\w+(?:['’]\w+)?")


def kinds(documents: Iterable[Document]) -> dict[str, Counter[str]]:
    """Return kind -> number of words by split, and of texts."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        found[document.genre].update({document.metadata["split"]: len(document), "words": len(document), "texts": 1})
    return found


def shared_runs(documents: Iterable[Document]) -> list[tuple[str, list[str]]]:
    """Return the runs of eight words that several texts have, with their names; overlapping runs once."""
    where: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for document in documents:
        words = _WORD.findall(document.text.lower())
        for run in {tuple(words[k : k + RUN]) for k in range(len(words) - RUN + 1)}:
            where[run].append(document.name)
    return sorted((" ".join(run), sorted(names)) for run, names in where.items() if len(names) > 1)


def roles(documents: Iterable[Document]) -> dict[str, Counter[str]]:
    """Return role -> number of the chains with a noun for it that have he, she, or they only."""
    people = set(tomllib.loads(PLANS.read_text(encoding="utf-8"))["people"]["roles"])
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        for chain in document.chains().values():
            words = [[word.lower() for word in document.words[m.start : m.end]] for m in chain]
            pronouns = {one[0] for one in words if len(one) == 1}
            gender = "he" if pronouns & HE else "she" if pronouns & SHE else "they" if pronouns & THEY else ""
            if gender and not (pronouns & HE and pronouns & SHE):
                for role in people & {word for one in words if len(one) > 1 for word in one}:
                    found[role][gender] += 1
    return found


def twins(path: Path, nouns: bool = False) -> dict[str, Counter[str]]:
    """Return the anaphors, verbs, and first conjunctions after all candidates, of the first text of each pair.

    Args:
        path: folder of twins.
        nouns: those of nouns, instead of those of pronouns.
    """
    nlp = load_base("en")
    pronouns: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    connectives: Counter[str] = Counter()
    files = sorted(file for file in path.glob("*.jsonl") if file.name.startswith("nouns-") == nouns)
    records = [json.loads(line) for file in files for line in file.open(encoding="utf-8")]
    firsts = [record for record in records if record["id"].endswith("a")]
    for record, doc in zip(firsts, nlp.pipe(record["text"] for record in firsts), strict=True):
        start, end = record["anaphor" if nouns else "pronoun"]
        pronouns[record["text"][start:end].lower()] += 1
        verbs.update({token.lemma_ for token in doc if token.pos_ == "VERB"})
        spans = [doc.char_span(*span[:2], alignment_mode="expand") for span in record["candidates"]]
        last = max(span.end for span in spans if span is not None)
        told = [token.lower_ for token in doc[last:] if token.pos_ in ("SCONJ", "CCONJ")]
        connectives[told[0] if told else "none"] += 1
    return {"anaphors": pronouns, "verbs": verbs, "connectives": connectives}


def main() -> None:
    documents = list(read(CORPORA / "today"))
    total = sum(map(len, documents))
    print(f"{len(documents)} texts, {total} words")
    for kind, counts in sorted(kinds(documents).items()):
        parts = ", ".join(f"{part} {counts[part]}" for part in ("train", "dev", "test"))
        print(f"  {kind}: {counts['texts']} texts, {counts['words']} words ({counts['words'] / total:.1%}; {parts})")
    print("eight words in a row in several texts:")
    for run, names in shared_runs(documents):
        print(f"  {run}: {', '.join(names)}")
    firsts = Counter(_WORD.findall(document.text)[0].lower() for document in documents if document.text)
    print("first words:", ", ".join(f"{word} {count}" for word, count in firsts.most_common(12)))
    found = roles(documents)
    sums = sum(found.values(), Counter[str]())
    print(f"roles: he {sums['he']}, she {sums['she']}, they {sums['they']}")
    for role, counts in sorted(found.items(), key=lambda item: -sum(item[1].values())):
        if sum(counts.values()) > 4:
            print(f"  {role}: he {counts['he']}, she {counts['she']}, they {counts['they']}")
    if (CORPORA / "twins").exists():
        for kind in ("pronouns", "nouns"):
            for name, counter in twins(CORPORA / "twins", kind == "nouns").items():
                shares = (f"{word} {count / sum(counter.values()):.1%}" for word, count in counter.most_common(24))
                print(f"twins of {kind}, {name}:", ", ".join(shares))


if __name__ == "__main__":
    main()
