"""The phrases of letters: of each language from its lists, and none of a language without lists."""

from __future__ import annotations

from dataclasses import fields

import pytest

from corefpipe.letters.phrases import LetterPhrases, letter_phrases
from corefpipe.lexicon import load_lexicon

LINES = [
    ("en", "greeting", "My dear Tom,", "my dear"),
    ("en", "greeting", "Dearest Tom,", "dearest"),
    ("en", "greeting", "Good morning Tom,", "good morning"),
    ("en", "greeting", "Dearly beloved", None),
    ("en", "warm_greeting", "Dear diary,", "dear"),
    ("en", "warm_greeting", "Hi all,", None),
    ("en", "closing", "Best wishes,", "best wishes,"),
    ("en", "closing", "Thanks in advance!", "thanks in advance!"),
    ("en", "closing", "Yours ever,", "yours ever,"),
    ("en", "closing", "xxx", "xxx"),
    ("en", "closing", "Thanks to Tom", None),
    ("en", "header", "From : Ann Lee", "from :"),
    ("en", "attribution", "On Tuesday Ann wrote:", "on tuesday ann wrote:"),
    ("en", "attribution", "Ann wrote: go!", None),
    ("en", "forwarding", "-- Forwarded message --", "-- forwarded"),
    ("en", "introduction", "it ’s Tom", "it ’s"),
    ("de", "greeting", "Sehr geehrte Frau Berg,", "sehr geehrte"),
    ("de", "warm_greeting", "Meine liebe Anna,", "meine liebe"),
    ("de", "closing", "Mit freundlichen Grüßen", "mit freundlichen grüßen"),
    ("de", "closing", "Viele Grüße aus Kiel,", "viele grüße aus kiel,"),
    ("de", "header", "Betreff: Kiel", "betreff:"),
    ("de", "attribution", "Anna schrieb:", "anna schrieb:"),
    ("de", "introduction", "hier ist Tom", "hier ist"),
    ("de", "greeting", "Dear Tom,", None),
]


@pytest.mark.parametrize(("language", "pattern", "line", "found"), LINES)
def test_a_line(language, pattern, line, found):
    match = getattr(letter_phrases(load_lexicon(language)), pattern).match(line)
    assert (match and match[0].lower()) == found


@pytest.mark.parametrize("pattern", [field.name for field in fields(LetterPhrases)])
def test_without_lists_no_line_is_special(pattern):
    phrases = getattr(letter_phrases(load_lexicon("no-such-language")), pattern)
    lines = ["", " ", ":", "- x", *(line for *_, line, _ in LINES if line != "xxx")]
    assert [line for line in lines if phrases.match(line)] == []
