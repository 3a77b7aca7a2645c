"""Hostile inputs: each function writes files into a folder for one attack of `attacks.py`."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

_WORDS = (
    "Ann Bell met her brother Tom in Paris and he told her that the old house had burned . "
    'She asked him whether their mother knew it . " I told her myself , " said Tom . '
).split()


def novel(corpora: Path, words: int) -> str:
    """The first words of the novels, joined in order of their names; whitespace as in the files."""
    parts: list[str] = []
    for file in sorted((corpora / "novels").glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        ends = [found.end() for found in re.finditer(r"\S+", text)][:words]
        parts.append(text[: ends[-1]])
        words -= len(ends)
        if not words:
            break
    return "\n\n".join(parts)


def sentences(words: int) -> Iterator[list[str]]:
    """Sentences of a made-up story, with as many words in all."""
    starts = [0, *(i + 1 for i, word in enumerate(_WORDS[:-1]) if word == ".")]
    story = [_WORDS[a:b] for a, b in zip(starts, [*starts[1:], len(_WORDS)], strict=True)]
    made = 0
    while made < words:
        for sentence in story:
            yield sentence
            made += len(sentence)


def tokens_of(corpora: Path, words: int) -> list[list[str]]:
    """Sentences of a novel as lists of words, split at whitespace and before punctuation by spaCy's rules."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.max_length = 10**9
    found: list[list[str]] = []
    for doc in nlp.pipe(novel(corpora, words).split("\n\n")):
        found.extend(s for sent in doc.sents if (s := [token.text for token in sent if not token.is_space]))
    left = words
    kept = []
    for sentence in found:
        kept.append(sentence)
        left -= len(sentence)
        if left <= 0:
            break
    return kept


def jsonl(folder: Path, rows: Iterable[list[str]]) -> Path:
    """One document with words as JSON lines."""
    file = folder / "long.jsonl"
    document = {"doc_key": "long", "sentences": list(rows), "clusters": []}
    file.write_text(json.dumps(document) + "\n", encoding="utf-8")
    return file


def conll(folder: Path, rows: Iterable[list[str]], name: str = "long.conll") -> Path:
    """One document as CoNLL-2012 without chains."""
    file = folder / name
    with file.open("w", encoding="utf-8") as out:
        out.writelines(conll_lines(rows))
    return file


def conll_lines(rows: Iterable[list[str]]) -> Iterator[str]:
    """Lines of one CoNLL-2012 document without chains."""
    yield "#begin document (long); part 000\n"
    for row in rows:
        yield from (f"long 0 {i} {word} - - - - - - - -\n" for i, word in enumerate(row))
        yield "\n"
    yield "#end document\n"


def conllu(folder: Path, rows: Iterable[list[str]]) -> Path:
    """One document as CoNLL-U with flat trees: every word depends on the first of its sentence."""
    file = folder / "long.conllu"
    with file.open("w", encoding="utf-8") as out:
        out.write("# newdoc id = long\n")
        for row in rows:
            out.write(f"# text = {' '.join(row)}\n")
            for i, word in enumerate(row, 1):
                head, relation = (0, "root") if i == 1 else (1, "dep")
                out.write(f"{i}\t{word}\t{word}\tNOUN\tNN\tNumber=Sing\t{head}\t{relation}\t_\t_\n")
            out.write("\n")
    return file


def text(folder: Path, content: str, name: str = "long.txt") -> Path:
    """A text file."""
    file = folder / name
    file.write_text(content, encoding="utf-8")
    return file


def minified_json(size: int) -> str:
    """JSON without whitespace, as many characters."""
    rows = (f'{{"id":{i},"name":"Ann Bell","mail":"a{i}@b.org","her":[1,2,{i}]}}' for i in range(size))
    return "[" + ",".join(islice(rows, size // 50)).replace("Ann Bell", "AnnBell")[:size]


def distinct_names(number: int) -> str:
    """As many made-up names, each with a verb or a full stop."""
    choose = random.Random(0).choices
    names = ("".join(choose("abcdefghijklmnoprstuvw", k=7)).title() for _ in range(number))
    return " ".join(name + (" saw" if i % 2 else ".") for i, name in enumerate(names))


def packed_conll(folder: Path, words: int) -> Path:
    """A packed file of one endless document: small on disk, large in memory."""
    file = folder / "bomb.conll.gz"
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.write("#begin document (bomb); part 000\n")
        out.writelines("bomb 0 0 a - - - - - - - -\n" for _ in range(words))
        out.write("\n#end document\n")
    return file


def docbin_bomb(folder: Path) -> Path:
    """A `.spacy` file of a few bytes whose arrays claim to hold four gigabytes."""
    file = folder / "bomb.spacy"
    length = (2**32 - 1).to_bytes(4, "big")
    file.write_bytes(zlib.compress(b"\x81\xa6tokens\xc6" + length + b"x" * 200))
    return file


def shared_heads(folder: Path, side: int) -> tuple[Path, Path]:
    """Key and response of one long sentence in CoNLL-U: as many mentions a side, none equal, all with one head."""
    files = []
    words = 2 * side + 2
    for name, shift in (("key", 0), ("response", 1)):
        file = folder / f"{name}.conllu"
        with file.open("w", encoding="utf-8") as out:
            out.write("# newdoc id = d\n# global.Entity = eid-etype-head\n")
            for i in range(words):
                opens = i % 2 == shift and i < 2 * side
                entity = f"Entity=(e{i // 2 % 7}-person-{words - i}" if opens else "_"
                if i == words - 1:
                    entity = "Entity=" + "".join(f"e{k % 7})" for k in reversed(range(side)))
                head, relation = (0, "root") if i == words - 1 else (words, "dep")
                out.write(f"{i + 1}\tw\tw\tNOUN\tNN\tNumber=Sing\t{head}\t{relation}\t_\t{entity}\n")
            out.write("\n")
        files.append(file)
    return files[0], files[1]


def changed_model(model: Path, folder: Path, change: str) -> Path:
    """A copy of a resolver's folder with one hostile change, without the digests that would tell it.

    Args:
        model: the folder with `resolver.toml`.
        folder: where the copy goes.
        change: "nan", "huge", "nested", "base" or "singletons".
    """
    import shutil

    copy = folder / "model"
    shutil.copytree(model, copy, ignore=shutil.ignore_patterns("SHA256SUMS"))
    toml = copy / "resolver.toml"
    settings = toml.read_text(encoding="utf-8")
    if change == "nan":
        file = copy / "weights.npz"
        with np.load(file) as arrays:
            kept = {name: arrays[name] for name in arrays.files}
        kept["mention/weights"] = np.full_like(kept["mention/weights"], np.nan)
        np.savez_compressed(file, **kept)
    elif change == "huge":
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (2**36,)})
        with zipfile.ZipFile(copy / "weights.npz") as old:
            members = {name: old.read(name) for name in old.namelist()}
        with zipfile.ZipFile(copy / "weights.npz", "w") as new:
            for name in members:
                new.writestr(name, header.getvalue() + b"\0" * 100)
    elif change == "nested":
        toml.write_text(settings + "\nx = " + "[" * 5000 + "]" * 5000 + "\n", encoding="utf-8")
    elif change == "base":
        _replace(toml, settings, "base", '"antigravity_of_mine"')
        package = folder / "antigravity_of_mine"
        package.mkdir()
        metadata = folder / "antigravity_of_mine-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: antigravity_of_mine\nVersion: 1.0\n")
        (package / "__init__.py").write_text(
            "print('CODE OF THE PACKAGE RAN')\ndef load(**settings):\n    raise SystemExit('and its load')\n"
        )
    elif change == "singletons":
        _replace(toml, settings, "singletons", '"yes"')
    else:
        raise ValueError(change)
    return copy


def _replace(file: Path, settings: str, key: str, value: str) -> None:
    lines = settings.splitlines()
    found = [i for i, line in enumerate(lines) if line.split("=")[0].strip() == key]
    if found:
        lines[found[0]] = f"{key} = {value}"
    else:
        lines.insert(0, f"{key} = {value}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def tied_scores(cases: int, seed: int = 0) -> Iterator[tuple[np.ndarray, int]]:
    """Random scores with many ties: (scores of all links of n items, n)."""
    rng = random.Random(seed)
    for _ in range(cases):
        n = rng.randint(2, 7)
        yield np.array([float(rng.randint(-1, 1)) for _ in range(n * (n + 1) // 2)]), n
