"""Measure how many pronouns of novels are in the chain of the right person, in narration and in quotations.

    OMP_NUM_THREADS=1 python eval/novels/pronouns.py --corpora ../shared/corpora --models en en_accurate

Resolves the raw text of the documents of LitBank's development part, the first 2,000 words of ten novels (a minute per
model), and writes pronouns.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "quotations"))

from litbank import Quoted, quoted, word_places  # noqa: E402

from corefpipe import resolve  # noqa: E402
from corefpipe.document import Document  # noqa: E402

RESULT = HERE / "pronouns.json"
FORMS = {
    "I": "i me my mine myself",
    "you": "you your yours yourself",
    "we": "we us our ours ourselves",
    "he": "he him his himself",
    "she": "she her hers herself",
    "they": "they them their theirs themselves",
}
"""The pronouns that are counted, by the one that the table names."""
PRONOUN = {form: name for name, forms in FORMS.items() for form in forms.split()}
Span = tuple[int, int]
"""First word of a mention, and the word after the last."""
PLACES = ("narration", "quotations")


def resolved(document: Document, novel: str, model: str) -> dict[Span, int]:
    """First word and word after the last of each mention that the response has -> its chain."""
    places = list(word_places(document.words, novel))
    first, last = places[0][1], places[-1][2]
    begins = {start - first: number for number, start, _ in places}
    ends = {end - first: number + 1 for number, _, end in places}
    response = resolve(novel[first:last], model)
    assert response.offsets is not None
    found = {}
    for one in response.mentions:
        start, end = response.offsets[one.start], response.offsets[one.end - 1] + len(response.words[one.end - 1])
        if start in begins and end in ends:
            found[begins[start], ends[end]] = one.entity
    return found


def is_right(key: Document, response: Mapping[Span, int]) -> dict[int, bool]:
    """Word of each pronoun that corefers with something in the key -> whether the response has it in the right chain.

    That is the case if at least half of the other mentions of its chain that the key has are its own person's.

    Args:
        key: words and chains.
        response: mention -> its chain.
    """
    entity = {(one.start, one.end): one.entity for one in key.mentions}
    sizes = Counter(entity.values())
    chains: dict[int, Counter[int]] = {}
    for span, chain in response.items():
        if span in entity:
            chains.setdefault(chain, Counter())[entity[span]] += 1
    found = {}
    for (start, end), own in entity.items():
        if end != start + 1 or key.words[start].lower() not in PRONOUN or sizes[own] == 1:
            continue
        mates = chains[response[start, end]] if (start, end) in response else Counter[int]()
        others = mates.total() - 1
        found[start] = others > 0 and 2 * (mates[own] - 1) >= others
    return found


def measured(texts: Iterable[tuple[Quoted, str]], model: str) -> dict[str, dict[str, tuple[int, int]]]:
    """Place -> pronoun -> number of them, and of those in the right chain."""
    all_of, right = (Counter[tuple[str, str]]() for _ in range(2))
    for text, novel in texts:
        spoken = {word for first, last, _ in text.quotations for word in range(first, last + 1)}
        for word, yes in is_right(text.document, resolved(text.document, novel, model)).items():
            place = PLACES[word in spoken], PRONOUN[text.document.words[word].lower()]
            all_of[place] += 1
            right[place] += yes
    return {place: {name: (all_of[place, name], right[place, name]) for name in FORMS} for place in PLACES}


def main() -> None:
    """Measure, print, write pronouns.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--models", nargs="+", default=["en", "en_accurate"])
    args = parser.parse_args()
    novels = {path.stem: path for path in (args.corpora / "novels").glob("*.txt")}
    texts = [
        (text, novels[text.document.name.removesuffix("_brat")].read_text(encoding="utf-8", errors="replace"))
        for text in quoted(args.corpora, "dev")
    ]
    figures = {model: measured(texts, model) for model in args.models}
    print(json.dumps(figures, indent=1))
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
