"""ACE as it is written, and read back."""

import tempfile
from pathlib import Path

import pytest
from helpers.documents import SAMPLES, documents
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.formats import ReadReport, WriteReport, read, write, write_folder
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import layout, tokenize


def test_written(tmp_path):
    document = Document(
        name='a "b" & c',
        words=["AT&T", "<hires>", "Ann", "Lee", ",", "her"],
        sentence_starts=[0],
        mentions=[
            Mention(0, 1, "1", 0, "ORG"),
            Mention(2, 4, "2", 2, "PER", other={"minspan": "1,2", "class": "SPC", "infstat": "new"}),
            Mention(5, 6, "2", None, "PER"),
        ],
        spaces=[True, True, True, False, True, False],
        tags=["NNP", "VBZ", "NNP", "NNP", ",", "PRP$"],
        genre="bc",
    )
    path = tmp_path / "x.apf.xml"
    report = WriteReport()
    write(document, path, report=report)
    assert path.with_name("x.sgm").read_text() == (
        "<DOC><BODY><TEXT>AT&amp;T &lt;hires&gt; Ann Lee, her</TEXT></BODY></DOC>\n"
    )
    assert path.read_text() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">\n'
        '<source_file URI="x.sgm" SOURCE="broadcast conversation" TYPE="text" AUTHOR="corefpipe" ENCODING="UTF-8">\n'
        '<document DOCID="a &quot;b&quot; &amp; c">\n'
        '<entity ID="1" TYPE="ORG">\n'
        '  <entity_mention ID="1-1" TYPE="NAM">\n'
        '    <extent><charseq START="0" END="7">AT&amp;T</charseq></extent>\n'
        '    <head><charseq START="0" END="7">AT&amp;T</charseq></head>\n'
        "  </entity_mention>\n</entity>\n"
        '<entity ID="2" TYPE="PER" CLASS="SPC">\n'
        '  <entity_mention ID="2-1" TYPE="NAM">\n'
        '    <extent><charseq START="23" END="29">Ann Lee</charseq></extent>\n'
        '    <head><charseq START="23" END="29">Ann Lee</charseq></head>\n'
        "  </entity_mention>\n"
        '  <entity_mention ID="2-2" TYPE="PRO">\n'
        '    <extent><charseq START="32" END="34">her</charseq></extent>\n'
        "  </entity_mention>\n</entity>\n</document>\n</source_file>\n"
    )
    (back,) = read(path)
    assert (back.name, back.genre, back.text) == (document.name, "bc", "AT&T <hires> Ann Lee, her")


def test_what_cannot_be_written(tmp_path):
    path = tmp_path / "x.apf.xml"
    words = Document("d", words=["a", "b"], mentions=[Mention(0, 2, "1", other={"minspan": "1,3"})])
    with pytest.raises(AnnotationError, match=r"`minspan` '1,3'\. Write numbers of its words, from 1 to 2"):
        write(words, path)
    with pytest.raises(AnnotationError, match=r"'a\\x00' has a character that XML cannot represent, U\+0000"):
        write(Document("a\x00"), path)
    with pytest.raises(AnnotationError, match="0 documents to write"):
        write([], path)
    with pytest.raises(SettingError, match="is the name of the text"):
        write(words, tmp_path / "x.sgm", "ace")
    with pytest.raises(SettingError, match="can store only one document"):
        write([words, words], path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_written(tmp_path):
    samples = list(read(SAMPLES, "conllu"))
    write_folder(samples, tmp_path, "ace")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bakery.apf.xml", "bakery.sgm", "ferry.apf.xml", "ferry.sgm"
    ]  # fmt: skip
    assert [document.words for document in read(tmp_path)] == [document.words for document in samples]


@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_samples(name):
    """The sample equals that in CoNLL-U as far as ACE can represent it; discontinuous mentions become whole spans."""
    (known,) = read(SAMPLES / f"{name}.conllu")
    report = ReadReport()
    (found,) = read(SAMPLES / f"{name}.apf.xml", report=report)
    for attribute in ("name", "genre", "words", "spaces", "sentence_starts", "paragraph_starts"):
        assert getattr(found, attribute) == getattr(known, attribute)
    assert found.text.strip() == known.text
    assert [(m.span, m.entity, m.type, m.head) for m in found.mentions] == [
        (m.span, m.entity, m.type, m.head) for m in known.mentions
    ]
    assert not report.misfits


def characters(document: Document) -> list[tuple[object, ...]]:
    """The mentions as character spans, with the attributes that ACE can represent."""
    offsets = layout(document)[1]

    def end(word: int) -> int:
        return offsets[word] + len(document.words[word])

    return sorted(
        (offsets[m.start], end(m.end - 1), m.entity, m.type, None if m.head is None else end(m.head))
        for m in document.mentions
    )


def there_and_back(document: Document) -> Document:
    with tempfile.TemporaryDirectory() as folder:
        write(document, Path(folder) / "x.apf.xml")
        (back,) = read(Path(folder) / "x.apf.xml")
    return back


@settings(deadline=None)  # the first document includes loading the tokenizer
@given(documents(), st.data())
def test_reads_back_what_it_writes(document, data):
    types = {entity: data.draw(st.sampled_from(["", "PER", "a <&> b"])) for entity in document.chains()}
    for mention in document.mentions:
        mention.type = types[mention.entity]
        mention.head = data.draw(st.sampled_from([None, *range(mention.start, mention.end)]))
    back = there_and_back(document)
    assert (back.name, back.genre, back.text) == (document.name, document.genre, layout(document)[0])
    assert characters(back) == characters(document)


TEXT = st.text(
    st.one_of(st.sampled_from("&<>\r\n\t \"'./;#&amp;"), st.characters(blacklist_categories=["Cs"])), max_size=60
)


@settings(deadline=None)
@given(TEXT, st.data())
def test_reads_back_any_text(text, data):
    """With words from the same tokenizer, words and minimal spans survive the round trip too."""
    found = tokenize(text, Place("f"), Reading())
    size = len(found.words)
    mentions = {}
    for _ in range(data.draw(st.integers(0, 4)) if size else 0):
        start = data.draw(st.integers(0, size - 1))
        end = data.draw(st.integers(start + 1, size))
        head = data.draw(st.integers(start, end - 1))
        fields = {"mention_type": "NOM", "minspan": ",".join(str(n + 1) for n in range(head - start + 1))}
        mentions[start, end] = Mention(start, end, str(start % 3), head, other=fields)
    document = Document(
        "d", words=found.words, offsets=found.offsets, text=text, mentions=sort_mentions(list(mentions.values()))
    )
    back = there_and_back(document)
    assert (back.text, back.words) == ((text, found.words) if size else (back.text, []))
    assert back.mentions == document.mentions
