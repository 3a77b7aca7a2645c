"""GAP files: rows, roles, which predicted mention matches a name, errors with line numbers."""

from dataclasses import replace

import pytest
from helpers.documents import CORPORA, SAMPLES, needs_corpora

from corefpipe.chains.documents import from_doc
from corefpipe.document import Mention
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import ReadReport, read, write
from corefpipe.formats.gap.reader import HEADER
from corefpipe.formats.gap.writer import answer_of
from corefpipe.parsing.annotate import annotate

TEXT = "The actor Al Roe met Bo, the son of Cy, in May. He knew Bo's wife."
ROW = ("x-1", TEXT, "He", "48", "Al Roe", "10", "TRUE", "Bo", "21", "FALSE", "http://x")


def table(*rows):
    return "".join("\t".join(row) + "\n" for row in (HEADER, *rows))


def gap(folder, content, **settings):
    (folder / "a.tsv").write_text(content)
    return list(read(folder / "a.tsv", **settings))


def changed(**cells):
    return tuple({**dict(zip(HEADER, ROW, strict=True)), **cells}.values())


def test_a_row(tmp_path):
    (document,) = gap(tmp_path, table(ROW))
    assert (document.name, document.text, document.origin.line) == ("x-1", TEXT, 2)
    assert [(document.surface(m), m.entity) for m in document.mentions] == [
        ("Al Roe", "pronoun"),
        ("Bo", "b"),
        ("He", "pronoun"),
    ]
    marks = document.other["gap"]
    assert [(w, m) for w, m in zip(document.words, marks, strict=True) if m] == [
        ("Al", "A"),
        ("Roe", "A"),
        ("Bo", "B"),
        ("He", "Pronoun"),
    ]
    assert len(document.sentence_starts) == 2


def test_names_within_each_other(tmp_path):
    (document,) = gap(tmp_path, table(changed(B="Roe", **{"B-offset": "13", "A-coref": "true"})))
    assert [mark for mark in document.other["gap"] if mark] == ["A", "A+B", "Pronoun"]
    assert answer_of(document).a
    assert not answer_of(document).b or document.mentions[1].entity == "b"


@pytest.mark.parametrize(
    ("mention", "head", "stands"),
    [
        ("Al Roe", None, True),
        ("Al", None, True),
        ("Roe", None, True),
        ("The actor Al Roe", 1, True),
        ("The actor Al Roe", None, True),
        ("Al Roe met", 3, True),
        ("Al Roe met", 4, False),
        ("Al Roe met Bo", None, False),
        ("Bo", None, False),
        ("Roe met", 3, False),
    ],
)
def test_what_stands_for_a_name(tmp_path, mention, head, stands):
    (document,) = gap(tmp_path, table(ROW))
    start, size = document.words.index(mention.split()[0]), len(mention.split())
    document.mentions = [Mention(start, start + size, "7", head), Mention(15, 16, "7")]
    assert document.words[15] == "He"
    assert answer_of(document).a is stands


def test_possessives_and_other_words_before_a_name(tmp_path):
    row = changed(B="Bo", **{"B-offset": "56"})
    (document,) = gap(tmp_path, table(row))
    possessive, wife = document.words.index("'s"), document.words.index("wife")
    for end, stands in ((possessive + 1, True), (wife + 1, False)):
        document.mentions = [Mention(possessive - 1, end, "7"), Mention(15, 16, "7")]
        assert answer_of(document).b is stands
    (document,) = gap(tmp_path, table(changed(B="Cy", **{"B-offset": "36"})))
    son, cy = document.words.index("son"), document.words.index("Cy")
    document.mentions = [Mention(son - 1, cy + 1, "7", son), Mention(15, 16, "7")]
    assert not answer_of(document).b


def test_without_the_pronoun_nothing_corefers(tmp_path):
    (document,) = gap(tmp_path, table(ROW))
    document.mentions = [m for m in document.mentions if document.surface(m) != "He"]
    assert answer_of(document) == replace(answer_of(document), a=False, b=False)


def test_the_key_gives_itself(tmp_path):
    documents = list(read(SAMPLES / "gap.tsv"))
    write(documents, tmp_path / "p.tsv", "gap")
    lines = [line.split("\t") for line in (SAMPLES / "gap.tsv").read_text().splitlines()[1:]]
    assert (tmp_path / "p.tsv").read_text() == "".join(f"{line[0]}\t{line[6]}\t{line[9]}\n" for line in lines)
    assert {(line[6], line[9]) for line in lines} == {(a, b) for a in ("TRUE", "FALSE") for b in ("TRUE", "FALSE")}
    assert {line[2].lower() for line in lines} == {"he", "him", "his", "she", "her"}


def test_roles_outlive_a_resolver(nlp, base, tmp_path):
    resolver = nlp.get_pipe("corefpipe").resolver
    documents = [from_doc(resolver(doc), like=document) for doc, document in annotate(read(SAMPLES / "gap.tsv"), base)]
    write(documents, tmp_path / "p.tsv", "gap")
    assert (tmp_path / "p.tsv").read_text().count("\n") == 6


def test_only_what_was_read_from_gap_is_written(tmp_path):
    with pytest.raises(AnnotationError, match=r"bakery.*marks no words as Pronoun"):
        write(read(SAMPLES / "bakery.conllu"), tmp_path / "p.tsv", "gap")
    assert not (tmp_path / "p.tsv").exists()
    (document,) = gap(tmp_path, table(ROW))
    document.other["gap"][0] = "Pronoun"
    with pytest.raises(AnnotationError, match="the words of Pronoun are not together"):
        answer_of(document)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (ROW[:10], "10 columns, not 11"),
        (changed(ID=""), "no ID"),
        (changed(**{"A-coref": "yes"}), "A-coref is 'yes'"),
        (changed(**{"B-offset": "22"}), "B is 'Bo', but the text at character 22 is 'o,'"),
        (changed(**{"B-offset": "-3"}), "B is 'Bo', but the text at character -3 is nothing"),
        (changed(**{"B-offset": "9" * 40}), "is nothing"),
        (changed(**{"B-offset": "²"}), "is nothing"),
        (changed(A=" ", **{"A-offset": "3"}), "A is ' '"),
    ],
)
def test_errors(tmp_path, row, message):
    content = table(ROW, row, changed(ID="x-3"))
    with pytest.raises(FormatError) as caught:
        gap(tmp_path, content)
    assert caught.value.line == 3
    assert message in caught.value.message
    report = ReadReport()
    assert [d.name for d in gap(tmp_path, content, on_error="skip", report=report)] == ["x-1", "x-3"]
    assert len(report.skipped) == 1


def test_another_header_and_no_rows(tmp_path):
    with pytest.raises(FormatError, match=r"a\.tsv:1.*not GAP's header"):
        gap(tmp_path, "ID\tText\n", format="gap")
    with pytest.raises(FormatError, match="the file is empty"):
        gap(tmp_path, "\n", format="gap")


@needs_corpora
@pytest.mark.parametrize(("part", "rows", "misfits"), [("development", 2000, 8), ("validation", 454, 2)])
def test_the_data_set(part, rows, misfits, tmp_path):
    report = ReadReport()
    path = CORPORA / "gap" / f"gap-{part}.tsv"
    documents = list(read(path, report=report))
    assert (len(documents), len(report.misfits)) == (rows, misfits)
    write(documents, tmp_path / "p.tsv", "gap")
    key = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    assert [line.split("\t") for line in (tmp_path / "p.tsv").read_text().splitlines()] == [
        [line[0], line[6], line[9]] for line in key
    ]
