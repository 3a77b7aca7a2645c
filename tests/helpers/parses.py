"""Hand-made parses: a Doc from a small table with one word per line and a blank line between sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.features import MentionTable
from corefpipe.mentions import Spans
from corefpipe.parsing.parse import Parse

CAT_AND_HOUSE = """
    Mary Mary PROPN NNP 3 nsubj Number=Sing
    's 's PART POS 1 case
    cat cat NOUN NN 4 nsubj Gender=Fem|Number=Sing
    ran run VERB VBD 0 root

    In in ADP IN 3 case
    the the DET DT 3 det
    House house NOUN NN 4 obl
    slept sleep VERB VBD 0 root
"""


def make_doc(table: str, speakers: Sequence[str] = (), types: dict[int, str] | None = None) -> Doc:
    """Make a parsed Doc.

    Args:
        table: `form lemma pos tag head relation [features]` per line; heads count within the sentence, 0 is the root.
        speakers: one per sentence.
        types: entity types of words by their index.
    """
    columns: dict[str, list] = {name: [] for name in ("words", "lemmas", "pos", "tags", "heads", "deps", "morphs")}
    sentences = [block.split("\n") for block in "\n".join(map(str.strip, table.strip().splitlines())).split("\n\n")]
    who: list[str] = []
    for number, lines in enumerate(sentences):
        first = len(columns["words"])
        for line in lines:
            word, lemma, pos, tag, head, dep, *feats = line.split()
            own = len(columns["words"])
            above = own if head == "0" else first + int(head) - 1
            row = (word, lemma, pos, tag, above, dep, feats[0] if feats else "")
            for column, value in zip(columns.values(), row, strict=True):
                column.append(value)
            who.append(speakers[number] if speakers else "")
    doc = Doc(Vocab(), **columns)
    for token, speaker in zip(doc, who, strict=True):
        if speaker:
            token._.speaker = speaker
    for word, value in (types or {}).items():
        doc[word]._.entity_type = value
    return doc


def make_table(doc: Doc, spans: Iterable[tuple[int, int]]) -> MentionTable:
    """The mention table of given spans."""
    parse = Parse.from_doc(doc)
    return MentionTable(parse, Spans.given(spans, parse))


def cycle_doc(size: int) -> Doc:
    """A long text of `size` sentences of four words, in which names, nouns and pronouns recur."""
    rows = []
    for number in range(size):
        name = f"Name{number % 7}"
        rows.append(
            f"{name} {name} PROPN NNP 2 nsubj Number=Sing\nsaw see VERB VBD 0 root\n"
            f"cats{number % 11} cat{number % 11} NOUN NNS 2 obj Number=Plur\n"
            "it it PRON PRP 2 obl Number=Sing|PronType=Prs"
        )
    return make_doc("\n\n".join(rows))
