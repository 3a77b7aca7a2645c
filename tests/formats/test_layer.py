"""Layers: chains by the numbers of words, put on the documents that they annotate; each error names place and cure."""

import gzip
import io

import pytest
from helpers.documents import CORPORA, SAMPLES, documents, needs_corpora
from hypothesis import given

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.formats import FORMATS, Layer, Reading, ReadReport, WriteReport, read, read_stream, write, write_layer
from corefpipe.formats.layer.writer import digest_of_words
from corefpipe.report.notes import notes_of

WORDS = {"a": "Ann lost her blue keys".split(), "b": ["She", "ran"], "c": ["No", "one"]}
CORPUS = [
    Document(name, words=words, sentence_starts=[0], mentions=[Mention(0, 1, "old")]) for name, words in WORDS.items()
]
A, B, C = (
    f"document {name} words {len(words)} sha256 {digest_of_words(words)[:16]}\n" for name, words in WORDS.items()
)
HEAD = "# corefpipe layer 1\n"
LAYER = f"""{HEAD}# licence: CC BY-SA 4.0
# scheme: OntoNotes, see the guidelines

{A}[1] [3]
[3-5]
[1-2,4]

{B}
{C}[1-2]
"""


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.conll"
    write(CORPUS, path)
    return path


def annotated(corpus, content, **settings):
    path = corpus.with_name("x.layer")
    path.write_text(content, encoding="utf-8")
    return list(read(corpus, layer=path, **settings))


def told(document):
    return [(m.entity, document.surface(m)) for m in document.mentions]


def test_chains_replace_those_of_the_documents(corpus):
    a, b, c = annotated(corpus, LAYER)
    assert told(a) == [("2", "Ann lost … blue"), ("0", "Ann"), ("1", "her blue keys"), ("0", "her")]
    assert (told(b), told(c)) == ([], [("0", "No one")])
    assert (a.words, a.name, a.origin.file) == (WORDS["a"], "a", str(corpus))
    assert all(document.origin.entities == () for document in (a, b, c))


def test_a_folder_of_layers_a_stream_and_gzip(corpus, tmp_path):
    folder = tmp_path / "layers"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.layer").write_text(f"{HEAD}{A}[1]\n{B}")
    (folder / "sub" / "c.layer.gz").write_bytes(gzip.compress(f"{HEAD}{C}[2]\n".encode()))
    (folder / "README.md").write_text("Read me")
    (folder / ".x.layer").write_text("hidden")
    wanted = [[(0, 1)], [], [(1, 2)]]
    assert [[m.span for m in d.mentions] for d in read(corpus, layer=folder)] == wanted
    stream = io.BytesIO(corpus.read_bytes())
    assert [[m.span for m in d.mentions] for d in read_stream(stream, "x", layer=folder)] == wanted
    with pytest.raises(FormatError, match="no layer file in the folder"):
        read(corpus, layer=SAMPLES)
    with pytest.raises(FormatError, match=r"none\.layer: no such file"):
        read(corpus, layer=tmp_path / "none.layer", on_error="skip")


def test_beside_the_documents(corpus, tmp_path):
    path = tmp_path / "x.layer"
    path.write_text(LAYER)
    report = ReadReport()
    assert len(list(read(tmp_path, layer=path, report=report))) == 3
    assert report.ignored == []
    assert len(list(read(tmp_path, report=report))) == 3
    assert report.ignored == [str(path)]


def test_several_paths_with_one_layer(corpus, tmp_path, run):
    write(CORPUS[0], tmp_path / "a.conll")
    write(CORPUS[1:], tmp_path / "rest.conll")
    layer = tmp_path / "x.layer"
    layer.write_text(LAYER)
    inputs = [tmp_path / "a.conll", tmp_path / "rest.conll"]
    code, _, err = run("convert", *inputs, "--layer", layer, tmp_path / "out.conllu")
    assert (code, err) == (0, "")
    assert [len(d.mentions) for d in read(tmp_path / "out.conllu")] == [4, 0, 1]
    code, _, err = run("convert", inputs[0], "--layer", layer, tmp_path / "none.conllu")
    assert code == 2
    assert "x.layer:10 (document b): there is no such document in what was read. Read all that" in err
    assert not (tmp_path / "none.conllu").exists()
    code, _, err = run("convert", inputs[0], "--layer", layer, layer)
    assert code == 2
    assert "would replace it" in err
    opened = Layer(layer, Reading())
    assert len(list(read(inputs[0], layer=opened))) == 1
    with pytest.raises(FormatError, match="no such document"):
        opened.finish()


def test_a_layer_alone_cannot_be_read(corpus, tmp_path, run):
    path = tmp_path / "x.layer"
    path.write_text(LAYER)
    with pytest.raises(SettingError, match=r'x\.layer: a layer has chains, and no text\. .*, or use layer="PATH"'):
        list(read(path))
    with pytest.raises(SettingError, match="a layer has chains, and no text"):
        list(read_stream(io.BytesIO(LAYER.encode()), "standard input"))
    code, _, err = run("convert", path, tmp_path / "out.conll")
    assert code == 2
    assert err.endswith("Read the documents that it annotates, or use --layer PATH\n")


ERRORS = [
    ("", None, None, "the file is empty"),
    (A, 1, 1, "is not the first line of a layer. Write `# corefpipe layer 1`"),
    ("# corefpipe layer 2\n", 1, 1, "this is layer '2'. Write `# corefpipe layer 1`, the version that"),
    (f"{HEAD}# licence\n{A}", 2, 1, "the header line '# licence' has no colon"),
    (f"{HEAD}# a: b\n# a: c\n{A}", 3, 3, "the header has a a second time"),
    (f"{HEAD}# coverage: some\n{A}", 2, 1, "unknown coverage 'some'. Write complete or partial"),
    (f"{HEAD}\n[1]\n{A}", 3, 1, "'[1]' stands before the first document. Write `document NAME words N sha256 DIGEST`"),
    (f"{HEAD}document a words 5\n", 2, 1, "'document a words 5' does not begin the entry of a document"),
    (f"{HEAD}{A.strip()[:-1]}\n", 2, 1, "the digest in 16 or more of 0-9 and a-f"),
    (f"{HEAD}{A}[1] 3\n", 3, 5, "'3' is no mention of a chain. Write the numbers of words in brackets, `[3-5] [9]`"),
    (f"{HEAD}{A}# comment\n", 3, 1, "'#' is no mention of a chain"),
    (f"{HEAD}{A}[1]  [3 - 4]\n", 3, 6, "'[3' is no mention of a chain"),
    (f"{HEAD}{A}[1][3]\n", 3, 1, "'[1][3]' is no mention of a chain"),
    (f"{HEAD}{A}[١]\n", 3, 1, "is no mention of a chain"),
    (f"{HEAD}{A}[1] [0]\n", 3, 5, "[0] is outside of the document's words 1 to 5. Count words from 1"),
    (f"{HEAD}{A}[4-6]\n", 3, 1, "[4-6] is outside of the document's words 1 to 5"),
    (f"{HEAD}{A}[{'9' * 5000}]\n", 3, 1, "is outside of the document's words 1 to 5"),
    (f"{HEAD}{A}[3-2]\n", 3, 1, "[3-2] ends before it begins. Write [2-3]"),
    (f"{HEAD}{A}[1-2,3]\n", 3, 1, "the parts of [1-2,3] touch or are out of order"),
    (f"{HEAD}{A}[4,1]\n", 3, 1, "the parts of [4,1] touch or are out of order"),
    (f"{HEAD}{A}[1]\n\n[3-4] [1-1]\n", 5, 7, 'the span "Ann" is annotated in chain 0 and in chain 1. Delete'),
    (f"{HEAD}{A}[1] [1]\n", 3, 5, 'the span "Ann" is annotated twice in chain 0'),
    (f"{HEAD}{A}{B}{A}", 4, None, "the document is annotated a second time, first in line 2. Delete one of the two"),
    (f"{HEAD}{A.replace('words 5', 'words 6')}", 2, None, "has 5 words, and 6 were annotated. This is another"),
    (f"{HEAD}{A[:-17]}{'0' * 16}\n", 2, None, "have the digest"),
    (f"{HEAD}{A.replace(' a ', ' d ')}", 2, None, "there is no such document in what was read. Read all"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "line", "column", "message"), ERRORS)
def test_errors(corpus, content, line, column, message):
    partial = corpus.with_name("layers")
    partial.mkdir()
    (partial / "x.layer").write_text(content, encoding="utf-8")
    (partial / "y.layer").write_text(f"{HEAD}# coverage: partial\n")
    with pytest.raises(FormatError) as caught:
        list(read(corpus, layer=partial))
    error = caught.value
    assert (error.file, error.line, error.column) == (str(partial / "x.layer"), line, column)
    assert message in str(error)
    report = ReadReport()
    found = list(read(corpus, layer=partial, on_error="skip", report=report))
    assert len(report.skipped) == 1
    assert str(report.skipped[0]) == str(error)
    assert report.documents == len(found) == ("document b" in content)


def test_documents_without_an_entry(corpus):
    content = f"{HEAD}{A}[1]\n"
    with pytest.raises(FormatError) as caught:
        annotated(corpus, content)
    error = caught.value
    assert (error.file, error.line, error.document) == (str(corpus), 5 + 4, "b")
    assert "has no entry for this document. Read only what it annotates, or write `# coverage: partial`" in str(error)
    report = ReadReport()
    assert [d.name for d in annotated(corpus, content, on_error="skip", report=report)] == ["a"]
    assert [error.document for error in report.skipped] == ["b", "c"]
    assert len(notes_of(report)) == 2
    report = ReadReport()
    partial = content.replace(HEAD, f"{HEAD}# coverage: partial\n")
    assert [d.name for d in annotated(corpus, partial, report=report)] == ["a"]
    assert (report.documents, report.skipped) == (1, [])


def test_what_follows_an_error_is_read(corpus):
    content = LAYER.replace("[3-5]\n", "[3-6]\n[9-7]\nsee above\n")
    report = ReadReport()
    assert [d.name for d in annotated(corpus, content, on_error="skip", report=report)] == ["b", "c"]
    assert [(error.line, error.document) for error in report.skipped] == [(7, "a")]


def test_a_document_that_cannot_be_read_is_reported_once(corpus):
    corpus.write_text(corpus.read_text().replace("She", "She\tbad"))
    report = ReadReport()
    assert [d.name for d in annotated(corpus, LAYER, on_error="skip", report=report)] == ["a", "c"]
    assert [error.document for error in report.skipped] == ["b"]


def test_two_documents_of_one_name(corpus):
    corpus.write_text(corpus.read_text().replace("(b)", "(a)"))
    with pytest.raises(FormatError, match=r"corpus\.conll:9 \(document a\): a second document has this name"):
        annotated(corpus, f"{HEAD}{A}")


def test_a_span_twice_can_be_kept(corpus):
    a, *_ = annotated(corpus, f"{HEAD}# coverage: partial\n{A}[1]\n[1] [3]\n", repeats="keep")
    assert told(a) == [("0", "Ann"), ("1", "Ann"), ("1", "her")]
    a, *_ = annotated(corpus, f"{HEAD}# coverage: partial\n{A}[1]\n[1] [3]\n", repeats="first")
    assert told(a) == [("0", "Ann"), ("1", "her")]


def test_written(tmp_path):
    report = WriteReport()
    parts = Mention(0, 5, "e2", fragments=((0, 2), (4, 5)))
    document = Document(
        "a b part 2",
        words=WORDS["a"],
        sentence_starts=[0],
        mentions=sort_mentions([Mention(2, 5, "x", type="t"), Mention(0, 1, "y"), Mention(2, 3, "y"), parts]),
    )
    write([document, Document("e", 3)], tmp_path / "x.layer", report=report)
    digests = [digest_of_words(words)[:16] for words in (WORDS["a"], [])]
    assert (tmp_path / "x.layer").read_text() == (
        f"{HEAD}\ndocument a b part 2 part 0 words 5 sha256 {digests[0]}\n[1-2,5]\n[1] [3]\n[3-5]\n"
        f"\ndocument e part 3 words 0 sha256 {digests[1]}\n"
    )
    assert digests[1] == "e3b0c44298fc1c14"  # of no bytes
    assert report.lost == {"entity ids": 1, "entity types": 1}


def test_metadata(tmp_path):
    write_layer(CORPUS[:1], tmp_path / "x.layer", {"licence": "CC0", "coverage": "partial"})
    assert (tmp_path / "x.layer").read_text() == f"{HEAD}# licence: CC0\n# coverage: partial\n\n{A}[1]\n"
    with pytest.raises(AnnotationError, match="'my licence': 'CC0' cannot be written as a line `# key: value`"):
        write_layer(CORPUS, tmp_path / "y.layer", {"my licence": "CC0"})
    with pytest.raises(SettingError, match=r"unknown coverage 'half'\. Valid are complete, partial"):
        write_layer(CORPUS, tmp_path / "y.layer", {"coverage": "half"})
    with pytest.raises(AnnotationError, match=r"document a: there are two documents of this name\. A layer identifies"):
        write_layer([CORPUS[0], CORPUS[0]], tmp_path / "y.layer")
    assert not (tmp_path / "y.layer").exists()


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Document("a", text="Ann"), "document a: the text is not split into words, which a layer counts. Resolve it"),
        (Document("", words=["a"]), "a layer needs the name of a document on one line, not ''. Rename it"),
        (Document("a\nb", words=["a"]), "a layer needs the name of a document on one line"),
    ],
)
def test_documents_that_cannot_be_written(tmp_path, document, message):
    with pytest.raises(AnnotationError) as caught:
        write(document, tmp_path / "x.layer")
    assert message in str(caught.value)
    with pytest.raises(AnnotationError):
        FORMATS["layer"].check(document)


@given(documents(parts=True))
def test_what_is_written_annotates_the_same_words(tmp_path_factory, document):
    folder = tmp_path_factory.mktemp("layer")
    write(document, folder / "x.layer")
    bare = Document(document.name, document.part, document.words, document.sentence_starts)
    write(bare, folder / "x.jsonl") if not document.part else write(bare, folder / "x.conllu")
    (found,) = read(folder, layer=folder / "x.layer")
    assert [[(m.span, m.fragments) for m in chain] for chain in found.chains().values()] == [
        [(m.span, m.fragments) for m in chain] for chain in document.chains().values()
    ]


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name, tmp_path):
    (full,) = read(SAMPLES / f"{name}.conllu")
    write(full, tmp_path / "x.layer")
    for form in ("conll", "jsonl", "conllu", "brat"):  # "didn't" is a multiword token in CoNLL-U only
        path = SAMPLES / f"{name}{FORMATS[form].extensions[0]}"
        (found,) = read(path, layer=tmp_path / "x.layer")
        assert [m.span for m in found.mentions] == [m.span for m in full.mentions]
        assert [m.fragments for m in found.mentions] == [m.fragments for m in full.mentions]


@needs_corpora
def test_the_english_web_treebank(tmp_path):
    folder = CORPORA / "ewt" / "dev"
    rows = {}
    for path in sorted(folder.iterdir()):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("# newdoc id = "):
                words = rows.setdefault(line.removeprefix("# newdoc id = "), [])
            elif line.partition("\t")[0].isdecimal():
                words.append(line.split("\t")[1])
    found = list(read(folder))
    assert {document.name: document.words for document in found} == rows
    assert any(document.multiwords for document in found)
    for document in found:
        document.mentions = [Mention(word, word + 1, str(word % 3)) for word in range(0, len(document), 7)]
    write_layer(found, tmp_path / "x.layer", {"licence": "CC BY-SA 4.0"})
    again = list(read(folder, layer=tmp_path / "x.layer"))
    assert [d.name for d in again] == [d.name for d in found]
    assert [d.labels().tolist() for d in again] == [d.labels().tolist() for d in found]
