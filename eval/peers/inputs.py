"""Write a part of OntoGUM as each peer reads it: CoNLL-U, CoNLL-2012, NAF with trees, plain text. No key is in them.

Peers get more than corefpipe needs: gold words, sentences, speakers, tags, trees, lemmas and, where they read them,
names. `parsed` has the same words with the tags and trees of our own parser instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from corefpipe import Document, read, write
from corefpipe.formats.conll.constituents import read_constituents

_FUNCTION_TAG = re.compile(r"(?<=[^(\s])[-=][^()*\s]*")
_BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_SEVERAL = re.compile(r"^\(TOP((?: \([^() ]+ [^() ]+\))+)\)$")
"""A tree of words without phrases."""
_STANFORD = {"obj": "dobj", "nsubj:pass": "nsubjpass", "csubj:pass": "csubjpass"}
"""Relations of Universal Dependencies that corefgraph knows by their older names."""


def gold(corpora: Path, part: str) -> list[Document]:
    """The documents with everything that the corpus gives: constituents, names, and the trees of `ontogum-ud`."""
    trees = {document.name: document for document in read(corpora / "ontogum-ud" / part, repeats="first")}
    found = []
    for document in read(corpora / "ontogum" / part, repeats="first"):
        other = trees[document.name]
        assert other.words == document.words
        assert other.sentence_starts == document.sentence_starts
        found.append(replace(other, mentions=document.mentions, other=document.other, empty_nodes=[], multiwords=[]))
    return found


def write_conllu(documents: Iterable[Document], folder: Path) -> None:
    """One CoNLL-U file per document, with speakers as comments and without coreference."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in documents:
        write([replace(document, mentions=[], zeros=[], other={})], folder / f"{document.name}.conllu")


def write_conll(documents: Iterable[Document], file: Path, key: bool = False) -> None:
    """One CoNLL-2012 file, as OntoNotes would have it: no function tags, no round brackets in words.

    Args:
        documents: with constituents in `other`.
        file: the file.
        key: whether chains are written, for training.
    """

    def as_ontonotes(document: Document) -> Document:
        other = {name: column for name, column in document.other.items() if name in ("parse", "ner")}
        return replace(
            document,
            words=[word.translate(_BRACKETS) for word in document.words],
            mentions=document.mentions if key else [],
            other=other | {"parse": [plain_label(bit) for bit in document.other["parse"]]},
        )

    write([as_ontonotes(document) for document in documents], file, "conll")


def plain_label(label: str) -> str:
    """A label, or a parse bit, without function tags: `NP-SBJ` becomes `NP`."""
    return _FUNCTION_TAG.sub("", label)


def write_text(documents: Iterable[Document], folder: Path) -> None:
    """One plain text per document."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in documents:
        (folder / f"{document.name}.txt").write_text(document.text, encoding="utf-8")


def write_naf(documents: Iterable[Document], folder: Path) -> None:
    """NAF for corefgraph: `NAME.naf`, `NAME.trees` with one constituency tree per line, `NAME.speakers`."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in documents:
        naf(document).write(folder / f"{document.name}.naf", encoding="utf-8", xml_declaration=False)
        (folder / f"{document.name}.trees").write_text("\n".join(bracketed(document)) + "\n", encoding="utf-8")
        speakers = "".join(f"{speaker or '-'}\n" for speaker in document.speakers or ())
        (folder / f"{document.name}.speakers").write_text(speakers, encoding="utf-8")


def bracketed(document: Document) -> Iterator[str]:
    """The constituency tree of each sentence in Penn Treebank's brackets, with heads marked by `=H` for corefgraph."""
    assert document.tags is not None
    found = read_constituents(document)
    heads = [_head(document, start, end) for start, end in zip(found.starts, found.ends, strict=True)]
    following, inside = 0, []
    for first, last in document.sentences():
        pieces = []
        for n in range(first, last):
            while following < len(found) and found.starts[following] == n:
                mark = "=H" * bool(inside and n <= heads[inside[-1]] < found.ends[following])
                pieces.append(f" ({plain_label(found.labels[following])}{mark}")
                inside.append(following)
                following += 1
            mark = "=H" * (heads[inside[-1]] == n)
            pieces.append(f" ({document.tags[n]}{mark} {document.words[n].translate(_BRACKETS)})")
            while inside and found.ends[inside[-1]] == n + 1:
                inside.pop()
                pieces.append(")")
        # corefgraph reads one phrase below the root; sentences without a parse have none.
        yield _SEVERAL.sub(r"(TOP (FRAG=H\1))", "".join(pieces).strip())


def _head(document: Document, start: int, end: int) -> int:
    """The word of a phrase that depends on one outside of it; of a name without inner structure, its last part."""
    assert document.heads is not None
    assert document.deps is not None
    heads = document.heads
    head = next(n for n in range(start, end) if heads[n] == n or not start <= heads[n] < end)
    return max([head, *(n for n in range(start, end) if heads[n] == head and document.deps[n] == "flat")])


def naf(document: Document) -> ElementTree.ElementTree:
    """Words, lemmas, tags, names and dependencies of a document in the NLP Annotation Format."""
    assert document.tags is not None
    assert document.heads is not None
    assert document.deps is not None
    root = ElementTree.Element("NAF", {"xml:lang": "en", "version": "2.0"})
    text, terms, deps, entities = (ElementTree.SubElement(root, name) for name in ("text", "terms", "deps", "entities"))
    offset = 0
    for sentence, (start, end) in enumerate(document.sentences(), 1):
        for n in range(start, end):
            word = document.words[n]
            attributes = {"id": f"w{n + 1}", "sent": str(sentence), "offset": str(offset), "length": str(len(word))}
            ElementTree.SubElement(text, "wf", attributes).text = word
            lemma = (document.lemmas and document.lemmas[n]) or word
            term = {"id": f"t{n + 1}", "lemma": lemma, "morphofeat": document.tags[n], "pos": "O", "type": "open"}
            _span(ElementTree.SubElement(terms, "term", term), [f"w{n + 1}"])
            relation = _STANFORD.get(document.deps[n], document.deps[n])
            if document.heads[n] != n:
                ends = {"from": f"t{document.heads[n] + 1}", "to": f"t{n + 1}", "rfunc": relation}
                ElementTree.SubElement(deps, "dep", ends)
            offset += len(word) + 1
    for number, (kind, start, end) in enumerate(names(document), 1):
        entity = ElementTree.SubElement(entities, "entity", {"id": f"e{number}", "type": kind})
        _span(ElementTree.SubElement(entity, "references"), [f"t{n + 1}" for n in range(start, end)])
    return ElementTree.ElementTree(root)


def _span(parent: ElementTree.Element, ids: Iterable[str]) -> None:
    span = ElementTree.SubElement(parent, "span")
    for one in ids:
        ElementTree.SubElement(span, "target", {"id": one})


def names(document: Document) -> Iterator[tuple[str, int, int]]:
    """Kind, first word and end of each name in the column of names."""
    opened: tuple[str, int] | None = None
    for n, cell in enumerate(document.other.get("ner", ())):
        if cell.startswith("("):
            opened = cell.strip("()*"), n
        if cell.endswith(")") and opened:
            yield *opened, n + 1
            opened = None
