"""Attack streams: damaged states, strange first pieces, memory of many streams, growth of time; README.md says how.

    OMP_NUM_THREADS=1 python eval/reliability/streams.py states
    OMP_NUM_THREADS=1 python eval/reliability/streams.py pieces
    OMP_NUM_THREADS=1 python eval/reliability/streams.py growth
    OMP_NUM_THREADS=1 python eval/reliability/streams.py memory --corpora ../shared/corpora
    OMP_NUM_THREADS=1 python eval/reliability/streams.py server --corpora ../shared/corpora

Each writes its part of streams.json.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from math import log2
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

from corefpipe import Stream
from corefpipe.exceptions import CorefpipeError, ModelError

HERE = Path(__file__).resolve().parent
RESULT = HERE / "streams.json"
STATES, BITS, FIRST, STREAMS = 500, 60, 100, 64
TEXT = (HERE.parents[1] / "corpora" / "samples" / "bakery.txt").read_text(encoding="utf-8")
_PIECES = ("Ann lost her keys.", " She found them under the mat.", " They were hers.")
_ODD = (
    *(
        "Hello!",
        "?",
        "...",
        "\n",
        " ",
        "\t\n ",
        "Yes.",
        "1 2 3",
        "<b>",
        "</p>",
        "😀",
        "of the",
        "http://a.b/",
        "c" * 300,
    ),
    *(
        "\u200b",
        "\ufeff",
        "\u2028",
        "\x85",
        "\x0b",
        "\x00",
        "((",
        "»",
        "“",
        "”",
        "—",
        "Ann:",
        "[12:30]",
        "| a | b |",
        "§ 1",
    ),
    *(
        "e\u0301",
        "ﬁ",
        "שלום",
        "你好。",
        "she",
        "Who?",
        "I.",
        "it it it",
        "0" * 50,
        "a.b.c",
        "*",
        "#",
        "- -",
        "NaN",
        "\r\n",
    ),
)


def damaged(data: bytes, draw: random.Random) -> bytes:
    """A state that was cut or lengthened, or parts of it removed, repeated, exchanged or replaced."""
    first, second = sorted(draw.sample(range(len(data)), 2))
    end = min(second, first + draw.choice((1, 2, 8, 100)))
    noise = draw.randbytes(end - first)
    found = draw.choice(
        [
            data[:first],
            data + draw.randbytes(draw.choice((1, 8, 100))),
            data[:first] + data[end:],
            data[:end] + data[first:],
            data[:first] + noise + data[end:],
            data[:first] + bytes(end - first) + data[end:],
            data[:first] + data[second:] + data[first:second],
        ]
    )
    return found if found != data else damaged(data, draw)  # zeros in the place of zeros


def states() -> dict[str, Any]:
    """What becomes of damaged states: refused, the same stream, changed silently, or a traceback."""
    stream, draw = Stream(name="attacked", revise=1), random.Random(0)
    for sentence in TEXT.split("\n"):
        stream.append(sentence + "\n")
    data, known = stream.to_bytes(), stream.document()
    found: dict[str, Counter[str]] = {"random damage": Counter(), "single bits": Counter()}

    def load(kind: str, state: bytes) -> None:
        try:
            other = Stream.from_bytes(state, stream.model, nlp=stream.nlp)
            same = other.document() == known and other.to_bytes() == data
            found[kind]["accepted, the same stream" if same else "changed silently"] += 1
        except ModelError as error:
            found[kind]["refused with a cure" if error.cure else "refused without a cure"] += 1
        except Exception as error:  # this is what is counted
            found[kind][f"traceback: {type(error).__name__}"] += 1

    for _ in range(STATES):
        load("random damage", damaged(data, draw))
    for place in draw.sample(range(8 * len(data)), BITS):
        state = bytearray(data)
        state[place // 8] ^= 1 << place % 8
        load("single bits", bytes(state))
    return {kind: dict(counts) for kind, counts in found.items()}


def pieces() -> dict[str, Any]:
    """What becomes of streams after strange first pieces; texts that are refused must leave the stream as it was."""
    draw, counts, model = random.Random(1), Counter[str](), Stream().model
    firsts = [*_ODD, *(" ".join(draw.choices(_ODD, k=draw.randint(2, 5))) for _ in range(FIRST - len(_ODD)))]
    for number, first in enumerate(firsts):
        stream, text = Stream(model, revise=number % 3), ""
        try:
            for piece in (first, *(f"\n{piece}" for piece in _PIECES)):
                stream.append(piece)
                text += piece
            again = Stream.from_bytes(stream.to_bytes(), model, nlp=stream.nlp)
            if again.document() != stream.document():
                raise AssertionError("the state is of another stream")
            chains = [[stream.document().surface(one) for one in chain] for chain in stream.chains().values()]
            if stream.document().text != text:
                counts["text changed"] += 1
            elif not any({"She", "her", "hers"} <= {*chain} for chain in chains):
                counts["another chain"] += 1
            else:
                counts["as without"] += 1
        except CorefpipeError as error:
            counts[f"refused: {error.message}"] += 1
        except Exception as error:  # this is what is counted
            counts[f"traceback: {type(error).__name__}"] += 1
            print(repr(first), repr(error), flush=True)
    return dict(counts)


def _whole(size: int) -> float:
    stream = Stream(revise=None)
    text = "Ann lost her keys. She found them. " * size
    start = time.process_time()
    stream.append(text)
    stream.document()
    return time.process_time() - start


def _appended(make: Callable[[int], list[str]], **settings: Any) -> Callable[[int], float]:
    def seconds(size: int) -> float:
        stream, parts = Stream(**settings), make(size)
        start = time.process_time()
        for part in parts:
            stream.append(part)
        stream.chains()
        return time.process_time() - start

    return seconds


def _saved(size: int) -> float:
    stream = Stream()
    stream.append("Ann lost her keys. She found them. " * size)
    start = time.process_time()
    for _ in range(10):
        Stream.from_bytes(stream.to_bytes(), stream.model, nlp=stream.nlp).document()
    return time.process_time() - start


GROWTHS: dict[str, tuple[int, Callable[[int], float]]] = {
    "one piece with `revise=None`, and `document()`": (800, _whole),
    "one piece": (800, _appended(lambda size: ["Ann lost her keys. She found them. " * size])),
    "one piece, `revise=5`": (800, _appended(lambda size: ["Ann lost her keys. She found them. " * size], revise=5)),
    "`Ann.Bo.` repeated in one piece": (1600, _appended(lambda size: ["Ann.Bo." * size])),
    "one sentence without end": (3000, _appended(lambda size: ["Ann and Bo " * size])),
    "line breaks before a sentence": (400_000, _appended(lambda size: ["\n" * size, "Ann left."])),
    "pieces of one sentence, `window=100`": (
        240,
        _appended(lambda size: [f"Ann met dog {n}. " for n in range(size)], window=100),
    ),
    "pieces without mentions, `window=100`": (
        240,
        _appended(lambda size: [f"{n} 1 2 3 4. " for n in range(size)], window=100),
    ),
    "pieces with another name each, `window=100`": (
        240,
        _appended(
            lambda size: [f"{chr(65 + n % 26)}{'abcdefgh'[n // 26 % 8]}nna Bell met Bo. " for n in range(size)],
            window=100,
        ),
    ),
    "states saved and restored ten times": (400, _saved),
}
"""Input -> largest size, and CPU seconds of a size; the others are a half and a quarter of it."""


def growth(only: Collection[str] = ()) -> dict[str, Any]:
    """CPU seconds at n, 2n and 4n, the least of two runs, and the exponent: log2 of the ratio of the last two."""
    Stream().append(TEXT)  # loads all
    known = results().get("growth", {})
    found = {name: known[name] for name in GROWTHS if name in known}
    for name in only or GROWTHS:
        largest, seconds = GROWTHS[name]
        sizes = [largest // 4, largest // 2, largest]
        taken = [round(min(seconds(size) for _ in range(2)), 3) for size in sizes]
        found[name] = {"size": largest, "seconds": taken, "exponent": round(log2(taken[2] / taken[1]), 2)}
        print(name, found[name], flush=True)
        found = {name: found[name] for name in GROWTHS if name in found}
        record("growth", found)
    return found


def texts(corpora: Path, characters: int) -> Iterator[str]:
    """Parts of a novel, of whole paragraphs of about so many characters."""
    text = (corpora / "novels" / "1023_bleak_house.txt").read_text(encoding="utf-8")
    paragraphs = [f"{paragraph.strip()}\n\n" for paragraph in text.split("\n\n") if paragraph.strip()]
    part = ""
    for paragraph in paragraphs:
        part += paragraph
        if len(part) >= characters:
            yield part
            part = ""


def resident(pid: int | str) -> float:
    """Resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1000


def memory(corpora: Path) -> dict[str, Any]:
    """MB of the process for each of 64 streams of 12 pieces of 900 characters and more."""
    source, streams = texts(corpora, 900), []
    Stream().append(next(source))
    gc.collect()
    before, rows = resident("self"), {}
    for number in range(1, STREAMS + 1):
        stream = Stream()
        for _ in range(12):
            stream.append(next(source))
        streams.append(stream)
        if number in (1, 16, 32, STREAMS):
            rows[str(number)] = round((resident("self") - before) / number, 1)
            print(number, rows, flush=True)
    return {
        "words": round(sum(map(len, streams)) / STREAMS),
        "MB per stream, of so many": rows,
        "MB of a state": round(sum(len(stream.to_bytes()) for stream in streams) / STREAMS / 1e6, 2),
    }


def server(corpora: Path) -> dict[str, Any]:
    """MB of a server and of its worker after 1, 16, 32 and 64 streams of 24 pieces, which are asked for in turn."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "corefpipe", "serve", "--port", str(port), "--max-streams", str(STREAMS)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(path: str, value: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
        if value is not None:
            request.data, request.headers["Content-type"] = json.dumps(value).encode(), "application/json"
        with urllib.request.urlopen(request, timeout=120) as response:
            return json.load(response)

    def rows() -> dict[str, float]:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8").split()
        return {"server": round(resident(process.pid)), "processes below it": round(sum(map(resident, children)))}

    try:
        for _ in range(120):
            try:
                ask("/ready")
                break
            except OSError:
                time.sleep(1)
        source, found, ids = texts(corpora, 450), {}, []
        ask("/resolve", {"text": TEXT})
        found["0"] = rows()
        for number in range(1, STREAMS + 1):
            ids.append(ask("/streams", {})["id"])
            for _ in range(24):
                ask(f"/streams/{ids[-1]}", {"text": next(source)})
            if number in (1, 16, 32, STREAMS):
                found[str(number)] = rows()
                print(number, found[str(number)], flush=True)
                record("server", found)
        for id in ids:  # each has been forgotten meanwhile
            ask(f"/streams/{id}", {"text": "She left."})
        found["64, each asked for again"] = rows()
        return found
    finally:
        process.terminate()
        process.wait()


def results() -> dict[str, Any]:
    """What was measured so far."""
    return json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {}


def record(what: str, found: dict[str, Any]) -> None:
    """Write a part of the result."""
    all_found = results() | {"machine": machine(), what: found}
    RESULT.write_text(json.dumps(all_found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, print, write streams.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("states", "pieces", "growth", "memory", "server"))
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--only", nargs="+", choices=GROWTHS, default=(), help="inputs of growth")
    args = parser.parse_args()
    of_corpora = {"memory": memory, "server": server}
    plain = {"states": states, "pieces": pieces, "growth": partial(growth, args.only)}
    found = of_corpora[args.what](args.corpora) if args.what in of_corpora else plain[args.what]()
    record(args.what, found)
    print(json.dumps(found, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
