"""Texts to JSON in a worker process: as spaCy's, with chains; a text that fails does not affect the others."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from helpers.own_code import forgotten, write_code
from spacy.tokens import Doc

from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.features import PAIR_FEATURES
from corefpipe.parsing import renewed
from corefpipe.serving.resolving import TextResolver
from corefpipe.serving.schema import ResolvedDocument
from corefpipe.serving.settings import Settings
from corefpipe.utils.memory import release_memory
from corefpipe.utils.own_code import CodeFile, import_code, imported_code

TEXTS = ["Mary Bell lost her keys. She found them.", "", "Nothing refers to it here.", "Ann 🙂 said that she came.\n"]
GERMAN = "Der Hund und die Katze sind nicht in dem Haus, das ist auf der Straße und ich bin nicht froh."


@pytest.fixture(scope="module")
def resolver() -> TextResolver:
    return TextResolver(Settings())


def test_answers_are_those_of_the_component(resolver, packaged):
    for text, answer in zip(TEXTS, resolver(TEXTS), strict=True):
        assert answer.status == 200
        found = json.loads(answer.body)
        doc = packaged(text)
        coref = found.pop("coref")
        assert found.pop("warnings") == []
        assert found == doc.to_json()
        assert coref["probabilities"] == doc.spans["coref"].attrs["probabilities"]
        links = [[[link["mention"], link["probability"]] for link in links] for links in coref["antecedents"]]
        assert links == doc.spans["coref"].attrs["antecedents"]
        assert [chain["name"] for chain in coref["chains"]] == [chain.name for chain in doc._.coref.chains]


def test_the_answer_in_the_guide(resolver):
    guide = (ROOT / "docs" / "guides" / "server.md").read_text(encoding="utf-8")
    (answer,) = resolver(["Ann lost her keys. She found them."])
    shown = guide.partition("```json\n")[2].partition("```")[0]
    assert json.loads(shown) == json.loads(answer.body)["coref"]


def test_texts_are_read_as_the_server_says():
    (answer,) = TextResolver(Settings(read_as="book"))(
        ["CHAPTER I\n\nAnn slept.\n\n[Illustration: Ann woke.]\n\nAnn was ill. She left."]
    )
    assert [len(chain["mentions"]) for chain in json.loads(answer.body)["coref"]["chains"]] == [3]
    with pytest.raises(SettingError, match="Valid are auto, book, plain"):
        TextResolver(Settings(read_as="novel"))


def test_spacy_reads_the_answers(resolver, packaged):
    for text, answer in zip(TEXTS, resolver(TEXTS), strict=True):
        found = json.loads(answer.body)
        doc = Doc(packaged.vocab).from_json(found, validate=True)
        assert doc.text == text
        assert str(doc._.coref) == str(packaged(text)._.coref)
        mentions = doc.spans["coref"]
        for chain, shown in zip(doc._.coref.chains, found["coref"]["chains"], strict=True):
            assert sorted(mentions[i].start for i in shown["mentions"]) == [mention.start for mention in chain]


def test_quotations(resolver):
    text = "“I shall not go,” said Ann to her brother, “unless you come.”\n\n“Then we stay,” Tom answered. He sat down."
    document = ResolvedDocument.model_validate_json(resolver([text])[0].body)
    first, second, third = document.coref.quotations
    assert [text[one.start : one.end] for one in (first, second)] == ["I shall not go,", "unless you come."]
    assert (first.turn, second.turn, third.turn) == (0, 0, 1)
    names = {chain.id: chain.name for chain in document.coref.chains}
    assert [names[one.speaker.chain] for one in (first, second, third)] == ["Ann", "Ann", "Tom"]
    assert third.speaker.name == "Tom"
    assert text[third.speaker.mention.start : third.speaker.mention.end] == "Tom"
    assert [text[one.cue.start : one.cue.end] for one in (first, third)] == ["said", "answered"]
    said = [one for one in document.spans.coref_quotations if one.label == "quotation"]
    assert [(one.start, one.end) for one in said] == [(one.start, one.end) for one in document.coref.quotations]


def test_warnings(resolver, recwarn):
    warned, plain = (json.loads(answer.body)["warnings"] for answer in resolver([GERMAN, TEXTS[0]]))
    assert warned == ["the text looks like German, but the model is for English: it finds few chains, or wrong ones"]
    assert plain == []
    assert not recwarn


@pytest.mark.parametrize(
    ("error", "status", "detail"),
    [
        (RuntimeError("secret"), 500, "the text could not be resolved"),
        (AnnotationError("too odd", cure="Write it anew"), 422, "too odd"),
    ],
)
def test_a_text_that_fails(resolver, monkeypatch, caplog, error, status, detail):
    real = resolver._as_json

    def fail(resolved):
        if resolved.doc.text == "boom":
            raise error
        return real(resolved)

    monkeypatch.setattr(resolver, "_as_json", fail)
    first, failed, last = resolver([TEXTS[0], "boom", TEXTS[3]])
    assert (first.status, failed.status, last.status) == (200, status, 200)
    assert json.loads(last.body)["text"] == TEXTS[3]
    problem = json.loads(failed.body)
    assert (problem["status"], problem["detail"]) == (status, detail)
    assert problem["cure"]
    assert b"secret" not in failed.body
    assert ("secret" in caplog.text) == (status == 500)  # the log has what the client is not told


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_long_words_do_not_stay_in_memory(resolver, monkeypatch):
    """Without a limit in bytes, 10 MB stay, and with whole words in caches 30 MB."""
    monkeypatch.setattr(renewed, "MAX_BYTES", 8_000_000)

    def resolve(start):
        assert all(resolver([f"{number:05}" + "x" * 95_000])[0].status == 200 for number in range(start, start + 100))
        release_memory()
        return _resident()

    before = resolve(0)
    assert resolve(100) < before + 5_000_000


def _resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_worker_imports_the_code_of_the_settings(tmp_path):
    code = CodeFile.read(write_code(tmp_path))
    with forgotten():
        TextResolver(Settings(code=(code,)))
        assert "both_long" in PAIR_FEATURES
        assert imported_code() == ()  # of the server alone
        assert Settings().code == ()
        import_code(code.file)
        assert Settings().code == (code,)
