"""Measure streams: chains found sentence by sentence against those of whole documents, and the work for a sentence.

    OMP_NUM_THREADS=1 python eval/stream/measure.py accuracy --corpora ../shared/corpora
    OMP_NUM_THREADS=1 python eval/stream/measure.py cost --corpora ../shared/corpora
    OMP_NUM_THREADS=1 python eval/stream/measure.py long_cost --corpora ../shared/corpora

Development parts only. Writes result.json beside this file. "accuracy" takes 20 minutes on one core, "cost" ten for
each million words.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine
from resolver import today

from corefpipe import Stream, read, resolve, score
from corefpipe.document import Document

RESULT = Path(__file__).with_name("result.json")
REVISED = (0, 1, 5)
"""Sentences that are revised; all of them is what `resolve` finds (a test holds that)."""
SIZES = {
    "cost": (1_000, 100_000, 1_000_000),
    "long cost": (1_000, *(million * 1_000_000 for million in range(1, 11))),
}
"""Words before the sentences whose work is measured."""
_MEASURED = 200
"""Sentences whose work is measured at each size."""
_IRC = re.compile(r"\[\d\d:\d\d\] <(\S+)> (.*)")


def online(document: Document, revise: int) -> Document:
    """A document whose sentences were appended one by one, with the speakers that it gives."""
    stream = Stream(revise=revise, name=document.name)
    for start, end in document.sentences():
        speaker = document.speakers[start] if document.speakers else ""
        stream.append(document.words[start:end], speaker=speaker)
    return replace(document, mentions=stream.document().mentions, quotations=[])


def conll(key: Sequence[Document], response: Sequence[Document]) -> float:
    """CoNLL F1 in percent."""
    return round(100 * score(key, response).conll, 1)


def chats(folder: Path, most: int = 200) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Name, and (nick, message) of the messages of the first lines of each log."""
    for path in sorted(folder.glob("*.ascii.txt")):
        lines = map(_IRC.match, path.read_text(encoding="utf-8").splitlines()[1000 : 1000 + most])
        yield path.name.split(".")[0], [(match[1], match[2]) for match in lines if match]


def of_chat(name: str, messages: Sequence[tuple[str, str]], revise: int) -> Document:
    """A chat whose messages were appended one by one."""
    stream = Stream(revise=revise, name=name)
    for nick, message in messages:
        stream.append(message, speaker=nick)
    return stream.document()


def accuracy(corpora: Path) -> dict[str, Any]:
    """CoNLL of documents resolved sentence by sentence; of chats, for which there is no key, against the whole chat."""
    found: dict[str, Any] = {}
    keys = {
        "OntoGUM dev": list(read(corpora / "ontogum" / "dev", repeats="first")),
        "web dev": today.web(corpora, "dev"),
    }
    for name, key in keys.items():
        response = {f"revise {revise}": [online(one, revise) for one in key] for revise in REVISED}
        response["whole"] = list(resolve(key))
        found[name] = {how: conll(key, documents) for how, documents in response.items()}
        print(name, found[name], flush=True)
    messages = dict(chats(corpora / "irc" / "dev"))
    chat = {revise: [of_chat(name, own, revise) for name, own in messages.items()] for revise in REVISED}
    whole = list(resolve([replace(one, mentions=[], text="", offsets=None) for one in chat[0]]))
    found["IRC dev, against the whole"] = {f"revise {revise}": conll(whole, chat[revise]) for revise in REVISED}
    return found


def novels(corpora: Path) -> Iterator[str]:
    """Paragraphs of all novels, one after the other, and again."""
    while True:
        for path in sorted((corpora / "novels").glob("*.txt")):
            text = path.read_text(encoding="utf-8")
            yield from (paragraph for paragraph in re.split(r"(?<=\n\n)", text) if paragraph.strip())


def cost(corpora: Path, sizes: Sequence[int]) -> dict[str, Any]:
    """CPU seconds for a sentence after so many words, and for all of these; peak memory in MB.

    The words before are appended in pieces of 1,000 paragraphs.
    """
    stream, paragraphs, found = Stream(), novels(corpora), {}
    for size in sizes:
        while len(stream) < size:
            stream.append("".join(next(paragraphs) for _ in range(min(1000, size // 100))))
        whole, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        seconds = []
        for _ in range(_MEASURED):
            sentence = " ".join(next(paragraphs).split()[:20]) + ".\n"
            before = time.process_time()
            stream.append(sentence)
            seconds.append(time.process_time() - before)
        found[f"{size:,}"] = {"sentence": round(fmean(seconds), 4), "CPU seconds": round(whole), "MB": round(peak)}
        print(size, found, flush=True)
    return found


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("accuracy", "cost", "long_cost"))
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    what = args.what.replace("_", " ")
    found = accuracy(args.corpora) if what == "accuracy" else cost(args.corpora, SIZES[what])
    results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {}
    results |= {"machine": machine(), what: found}
    RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
