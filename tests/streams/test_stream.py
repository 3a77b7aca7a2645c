"""Tests of streams, with the packaged model and real text."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import srsly
from helpers import ROOT
from hypothesis import event, given, settings
from hypothesis import strategies as st

from corefpipe import Stream, resolve
from corefpipe.clustering.decoders.partitioner import PartitionerDecoder
from corefpipe.exceptions import AnnotationError, FormatError, ModelError, SettingError
from corefpipe.network.text import Text
from corefpipe.parsing import pipelines
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.loading import load_resolver
from corefpipe.streams.reading import AROUND, ResumedReader
from corefpipe.streams.saved import FORMAT, packed
from corefpipe.streams.sentences import Sentence, joined

FOLDER = ROOT / "corpora" / "samples"
TEXT = (FOLDER / "bakery.txt").read_text(encoding="utf-8") + (FOLDER / "ferry.txt").read_text(encoding="utf-8")
SENTENCES = [sentence for sentence in re.split(r"(?<=[.?] )|(?<=\n\n)", TEXT) if sentence]
SPACES = [match.start() for match in re.finditer(r"\s+", TEXT)]

LONG = SENTENCES * 3


def partition(mentions):
    """The chains as sets of spans, without their ids."""
    found = {}
    for mention in mentions:
        found.setdefault(mention.entity, set()).add((mention.start, mention.end))
    return sorted(map(sorted, found.values()))


def rebuilt(updates):
    """What a reader of the updates knows: span -> entity id."""
    known = {}
    for update in updates:
        for span in update.removed:
            del known[span]
        known |= {(one.start, one.end): one.entity for one in update.mentions}
    return known


def shown(stream):
    return {mention.span: mention.entity for mentions in stream.chains().values() for mention in mentions}


@pytest.mark.slow
@settings(max_examples=5)
@given(st.sets(st.sampled_from(SPACES), max_size=6))
def test_a_stream_that_revises_all_equals_the_whole(cuts):
    stream = Stream(window=None, revise=None)
    updates = [stream.append(TEXT[first:last]) for first, last in pairwise([0, *sorted(cuts), len(TEXT)])]
    whole, found = resolve(TEXT), stream.document()
    assert found.words == whole.words
    assert found.offsets == whole.offsets
    assert found.sentence_starts == whole.sentence_starts
    assert found.text == TEXT
    assert partition(found.mentions) == partition(whole.mentions)
    assert rebuilt(updates) == shown(stream)


@pytest.mark.slow
@pytest.mark.parametrize("revise", [0, 2])
def test_updates_tell_all_that_the_chains_are(revise):
    stream = Stream(window=60, revise=revise)
    updates = []
    for sentence in LONG:
        before = len(stream)
        updates.append(stream.append(sentence))
        assert (updates[-1].start, updates[-1].end) == (before, len(stream))
        assert rebuilt(updates) == shown(stream)
    document = stream.document()
    assert document.text == "".join(LONG).rstrip(" ") or document.text == "".join(LONG)
    told = {(one.start, one.end): one.text for update in updates for one in update.mentions}
    assert all(told[one.span] == document.surface(one) for one in document.mentions)
    assert updates[-1].sentences == len(document.sentence_starts)


@pytest.mark.slow
def test_what_was_decided_stays():
    stream = Stream(window=60)
    known = {}
    for sentence in LONG:
        update = stream.append(sentence)
        assert not update.removed
        chains = shown(stream)
        assert known.items() <= chains.items()
        known = chains


def test_ids_survive_a_revision_that_finds_the_same_chains():
    stream = Stream(revise=None)
    stream.append("Ann Brown lost her keys in the park.")
    before = shown(stream)
    stream.append(" She thanked Tom, and Tom smiled at her.")
    assert before.items() <= shown(stream).items()


def test_a_name_is_recalled_from_before_the_window():
    stream = Stream(window=0)
    stream.append("Margaret Weatherby opened a shop in Leeds. Margaret Weatherby was rich.")
    for sentence in SENTENCES[:8]:
        stream.append(sentence)
    first = next(id for id, own in stream.chains().items() if own[0].start == 0)
    update = stream.append("On Monday Margaret Weatherby came back.")
    assert [one.entity for one in update.mentions if one.text == "Margaret Weatherby"] == [first]


def test_nouns_are_forgotten_where_no_link_reaches_them():
    stream = Stream(window=0)
    stream.append("The gardener sang. The gardener was old.")
    assert any(key.startswith("gardener") for key in stream._memory.keys)
    stream.append(TEXT * 12)
    stream.append("Ann left.")
    assert not any(key.startswith("gardener") for key in stream._memory.keys)


def test_docs_and_sentences_of_words():
    stream = Stream()
    stream.append(pipelines.load_base("en")("Ann lost her keys."))
    stream.append(["She", "found", "them", "."])
    stream.append("She smiled.")
    document = stream.document()
    assert ["Ann", "her", "She", "She"] in [[document.surface(one) for one in own] for own in stream.chains().values()]
    assert document.words == "Ann lost her keys . She found them . She smiled .".split()


def test_speakers_tell_first_persons_apart():
    stream = Stream()
    for speaker, text in (("Bo", "I am glad."), ("Ann", "Me too."), ("Bo", "I will help."), ("Ann", "I know.")):
        stream.append(text, speaker=speaker)
    assert stream.document().text == "I am glad. Me too. I will help. I know. "
    assert stream.document().speakers == ["Bo"] * 4 + ["Ann"] * 3 + ["Bo"] * 4 + ["Ann"] * 3
    assert Stream.from_bytes(stream.to_bytes()).document() == stream.document()
    assert partition(stream.document().mentions) == [
        [(0, 1), (7, 8)],
        [(4, 5), (11, 12)],
    ]


def test_tokens_that_parses_leave_out_have_no_vectors():
    tagged, plain = Stream(), Stream()
    tagged.append("<b>Ann</b> lost her keys\u200b.\n")
    plain.append("Ann lost her keys.\n")
    for stream in (tagged, plain):
        stream.append("She found them.")
    rows = [np.concatenate([one.vectors for one in stream._recent]) for stream in (tagged, plain)]
    read = [own[own.any(axis=1)] for own in rows]
    assert len(rows[0]) > len(rows[1])
    np.testing.assert_allclose(*read, atol=0.01)


@pytest.mark.usefixtures("small_blocks")
def test_a_long_text_with_a_speaker_is_resolved_in_blocks_too():
    seen = []

    def watch(blocks, what, total):
        seen.append(total)
        return blocks

    stream = Stream(window=50)
    stream.append(TEXT * 4, speaker="Bo", watch=watch)
    assert seen == [2]
    assert set(stream.document().speakers) == {"Bo"}


@pytest.mark.usefixtures("small_blocks")
def test_a_long_text_is_resolved_in_blocks():
    seen = []

    def watch(blocks, what, total):
        seen.append((what, total))
        return blocks

    text = TEXT * 4
    stream = Stream(window=100, name="long")
    update = stream.append(text, watch=watch)
    assert seen == [("long", 2)]
    assert stream.document().words == resolve(text).words
    assert {(one.start, one.end): one.entity for one in update.mentions} == shown(stream)


@pytest.mark.slow
def test_state_goes_on_where_it_was(tmp_path):
    stream = Stream(window=40, revise=1, name="chat")
    for sentence in LONG[:10]:
        stream.append(sentence)
    stream.to_disk(tmp_path / "chat.stream")
    other = Stream.from_disk(tmp_path / "chat.stream")
    assert other.to_bytes() == stream.to_bytes()
    for sentence in LONG[10:18]:
        assert other.append(sentence) == stream.append(sentence)
    assert other.document() == stream.document()
    assert (other.name, other.window, other.revise) == ("chat", 40, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["chat.stream"]


def test_bad_pieces_change_nothing():
    stream = Stream()
    stream.append("Ann lost her keys")
    before = stream.to_bytes()
    with pytest.raises(AnnotationError, match=r"ends in 's' and this one begins with 'a'.*begin with a space"):
        stream.append("and found them.")
    with pytest.raises(AnnotationError, match="the piece is empty"):
        stream.append("")
    with pytest.raises(AnnotationError, match="the piece is empty"):
        stream.append([])
    with pytest.raises(AnnotationError, match="surrogate"):
        stream.append(" \ud800 is half.")
    with pytest.raises(AnnotationError, match="parse"):
        stream.append(pipelines.load_base("en").make_doc("She ran."))
    assert stream.to_bytes() == before
    stream.append(" and found them.")


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (b"Ann", r"the piece is b'Ann'.*a text, a parsed Doc, or the words of one sentence"),
        (3, r"the piece is 3"),
        (["Ann", 3], r"a word of the piece is 3.*Give strings"),
        ([None], r"a word of the piece is None"),
        (["Ann", "\ud800"], r"surrogate"),
    ],
)
def test_what_is_no_piece(piece, message):
    """Numbers, and so bytes, would otherwise be taken for entries of spaCy's string store."""
    stream = Stream()
    stream.append("Ann left.")
    before = stream.to_bytes()
    with pytest.raises(AnnotationError, match=message):
        stream.append(piece)
    assert stream.to_bytes() == before


def test_a_span_is_no_piece():
    stream = Stream()
    doc = stream.nlp("Ann left. She ran.")
    with pytest.raises(AnnotationError, match=r"the piece is a Span.*as_doc"):
        stream.append(doc[:3])
    stream.append(doc[:3].as_doc())


@pytest.mark.parametrize("speaker", [None, 3, "\ud800"])
def test_who_cannot_speak(speaker):
    stream = Stream()
    stream.append("Ann left.")
    before = stream.to_bytes()
    with pytest.raises(AnnotationError, match=r"the speaker is .*surrogates"):
        stream.append("I left.", speaker=speaker)
    assert stream.to_bytes() == before


def test_a_closed_stream_takes_nothing():
    with Stream(name="chat") as stream:
        stream.append("Ann lost her keys.")
    with pytest.raises(AnnotationError, match=r"document chat: the stream is closed. Open another one"):
        stream.append("She found them.")
    assert list(stream.chains())
    with pytest.raises(AnnotationError, match="closed"):
        Stream.from_bytes(stream.to_bytes()).append("She found them.")


def test_sentences_without_space_between_them_are_two():
    stream = Stream(revise=1)
    stream.append("Ann left.")
    stream.append("She ran.")
    assert stream.document().text == "Ann left. She ran."
    stream = Stream(revise=1)
    stream.append("Ann")
    stream.append(", who left, ran.")
    assert stream.document().text == "Ann, who left, ran."


@pytest.mark.parametrize("revise", [0, 1, None])
def test_a_speaker_begins_after_a_space(revise):
    stream = Stream(revise=revise)
    stream.append("Ann left")
    stream.append("I did", speaker="Ann")
    stream.append(["She", "ran"])
    stream.append("Bob ran\n")
    stream.append("I did", speaker="Bob")
    document = stream.document()
    assert document.text.rstrip(" ") == "Ann left I did She ran Bob ran\nI did"
    assert document.words == "Ann left I did She ran Bob ran I did".split()
    assert all(document.text.startswith(*pair) for pair in zip(document.words, document.offsets, strict=True))
    assert Stream.from_bytes(stream.to_bytes(), stream.model, nlp=stream.nlp).document() == document


def test_white_space_begins_the_next_piece():
    stream = Stream()
    for piece in ("\n", "Ann left.", "\n\n", "  ", "She ran."):
        stream.append(piece)
    assert stream.document().text == "\nAnn left.\n\n  She ran."


@pytest.mark.parametrize("values", [{"window": -1}, {"revise": True}, {"window": 1.5}, {"revise": 10**30}])
def test_wrong_settings(values):
    (name,) = values
    with pytest.raises(SettingError, match=f"{name} is .*a number from 0, or None for all"):
        Stream(**values)


@pytest.mark.parametrize("name", [None, "\ud800"])
def test_wrong_names(name):
    with pytest.raises(SettingError, match=r"the name is .*surrogates"):
        Stream(name=name)


def test_a_decoder_that_would_change_what_was_decided():
    resolver = load_resolver("en")
    resolver.decoder = PartitionerDecoder()
    with pytest.raises(SettingError, match=r"does not honour constraints.*l3m"):
        Stream(resolver)


@pytest.mark.slow
def test_a_single_bit_is_noticed():
    stream = Stream()
    for sentence in SENTENCES[:6]:
        stream.append(sentence)
    data, random = stream.to_bytes(), np.random.default_rng(1)
    resolver, nlp = stream.model, stream.nlp
    for place, bit in zip(random.integers(0, len(data), 60), random.integers(0, 8, 60), strict=True):
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(bit)
        with pytest.raises(ModelError, match=r"Give a file that Stream\.to_disk wrote|resolve the text again|Load it"):
            Stream.from_bytes(bytes(damaged), resolver, nlp=nlp)


def test_a_state_that_was_made_by_hand():
    stream = Stream()
    made = packed({"settings": ["x", None, 0, "", False, 1], "text": {}}, stream._digest)
    with pytest.raises(ModelError, match=r"cannot be restored \(KeyError\)\. Give a file that Stream\.to_disk wrote"):
        Stream.from_bytes(made, stream.model, nlp=stream.nlp)


FIRST = ["Hello!", "?", "...", "\n\n", "Yes. No. Fine.", "1 2 3", "<b>", "http://a.b/" + "c" * 300, "😀", "of the"]


@pytest.mark.parametrize("first", FIRST)
def test_first_pieces_without_mentions(first):
    stream = Stream(revise=0)
    for piece in (first, "\nAnn lost her keys.", "\nShe found them.", " They were hers."):
        stream.append(piece)
        assert Stream.from_bytes(stream.to_bytes(), stream.model, nlp=stream.nlp).document() == stream.document()
    assert stream.document().text == first + "\nAnn lost her keys.\nShe found them. They were hers."
    chains = [[stream.document().surface(one) for one in chain] for chain in stream.chains().values()]
    assert chains[:2] == [["Ann", "her", "She", "hers"], ["her keys", "them", "They"]]


SHORT = ["Ann fell.", "1 2 3 4 5 6 7 8 9.", "She left Bob.", "Yes.", "He saw her keys in Leeds.", "\n\n"]


@pytest.mark.slow
@settings(max_examples=10)
@given(st.lists(st.lists(st.sampled_from(SHORT), min_size=1, max_size=3).map(" ".join), min_size=3, max_size=12))
def test_vectors_are_those_of_their_words(pieces):
    """Whatever pieces the network did not read: the vectors that are kept are those of reading their words afresh."""
    stream = Stream(revise=0, window=None)
    read, reader = 0, stream.model.features.context.reader
    for piece in pieces:
        n_sentences = len(stream._recent)
        stream.append(f" {piece}")
        new = list(stream._recent)[n_sentences:]
        if not new or new[0].vectors is None:  # its mentions would have no vectors
            assert not any(sentence.mentions for sentence in new)
            continue
        parse = Parse.from_doc(joined([sentence.doc for sentence in stream._recent]))
        before = sum(len(sentence.doc) for sentence in list(stream._recent)[:n_sentences])
        first = int(np.searchsorted(parse.tokens, before))
        start, text = max(first - AROUND, 0), parse.text
        columns = {name: getattr(text, name)[start:] for name in ("words", "sentences", "speakers")}
        rest = replace(text, **columns, vectors=text.vectors and text.vectors.between(start, len(text)))
        afresh = reader(rest)[first - start :]
        kept = np.concatenate([sentence.vectors for sentence in new])
        np.testing.assert_allclose(kept[kept.any(axis=1)], afresh, atol=0.01)
        read += len(afresh)
    event(f"read: {read > 0}")


def test_vectors_of_another_text_are_refused():
    reader = ResumedReader(lambda text: np.ones((len(text), 4), dtype=np.float16))
    one, two = Text(["Ann", "fell"], [0, 0]), Text(["Bob", "ran"], [0, 0])
    reader.begin(None)
    assert reader.take(one) is None  # nobody has asked for them
    reader.begin(np.zeros((1, 4), dtype=np.float16))
    assert reader(one).sum() == 4  # those of the first word are known
    with pytest.raises(RuntimeError, match="vectors of another text"):
        reader.take(two)
    assert reader.take(two) is None
    doc = pipelines.load_base("en").make_doc("Ann fell")
    with pytest.raises(ValueError, match="3 vectors for a sentence of 2 tokens"):
        Sentence(doc, 0, 2, np.zeros((3, 4), dtype=np.float16))


@pytest.mark.parametrize(("n_pieces", "chains"), [(13, [["Ann", "She"]]), (130, [])])
def test_pieces_without_mentions_between_others(n_pieces, chains):
    """Within the window the chain goes on; after 130 pieces the name has left it."""
    stream = Stream(revise=0)
    pieces = ["Ann fell.", *[" 1 2 3 4 5 6 7 8 9."] * n_pieces, " She left."]
    for piece in pieces:
        stream.append(piece)
    document = stream.document()
    assert document.text == "".join(pieces)
    assert [[document.surface(one) for one in own] for own in stream.chains().values()] == chains


def test_a_word_of_many_letters_is_saved():
    stream = Stream()
    stream.append(f"See https://example.org/{'x' * 300} now. Ann lost her keys.")
    again = Stream.from_bytes(stream.to_bytes(), stream.model, nlp=stream.nlp)
    for one in (stream, again):
        one.append(" She found them.")
    assert again.document() == stream.document()


def test_white_space_at_the_end_is_kept():
    stream = Stream()
    stream.append("\n" * 3000)
    assert stream.document().text == "\n" * 3000
    stream.append("Ann left.")
    stream.append(" \n")
    assert stream.document().text == "\n" * 3000 + "Ann left. \n"
    assert Stream.from_bytes(stream.to_bytes()).document() == stream.document()


@pytest.mark.slow
def test_states_that_cannot_be_read(tmp_path):
    stream = Stream()
    stream.append("Ann lost her keys.")
    data = stream.to_bytes()
    resolver = load_resolver("en")
    resolver.configure(threshold=0.9)
    with pytest.raises(ModelError, match="saved with another model, or other settings"):
        Stream.from_bytes(data, resolver)
    for broken in (data[:50], b"", b"abc", b"\x80", srsly.msgpack_dumps([1])):
        with pytest.raises(ModelError, match="no state of a stream"):
            Stream.from_bytes(broken)
    for broken in (srsly.msgpack_dumps({"format": FORMAT}), srsly.msgpack_dumps({"format": "corefpipe stream 1"})):
        with pytest.raises(ModelError, match=r"saved by corefpipe None .* resolve the text again"):
            Stream.from_bytes(broken)
    older = data.replace(b"\xa50.1.0", b"\xa50.0.9", 1)
    with pytest.raises(ModelError, match=r"saved by corefpipe 0\.0\.9"):
        Stream.from_bytes(older)
    with pytest.raises(ModelError, match=r"nothing\.stream: the state cannot be read"):
        Stream.from_disk(tmp_path / "nothing.stream")
    with pytest.raises(FormatError, match="the state cannot be written"):
        stream.to_disk(tmp_path / "no" / "folder.stream")


def test_repr():
    stream = Stream(name="chat", revise=1)
    assert repr(stream) == "<Stream 'chat': 0 words in 0 pieces, window=1000, revise=1>"
    stream.append("Ann left.")
    stream.close()
    assert repr(stream) == "<Stream 'chat': 3 words in 1 piece, window=1000, revise=1, closed>"
