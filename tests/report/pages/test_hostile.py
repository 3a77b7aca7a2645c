"""Hostile texts in a real browser: nothing runs, nothing breaks."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import corefpipe
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shown import MentionFacts, Shown

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'"


def shown_text(page):
    return page.evaluate("[...document.querySelectorAll('article p')].map(p => p.textContent.trimEnd())")


def test_markup_does_not_run(tab):
    words = [EVIL, "\u202eEvil\u2066", "\x00\x1b", "<!--", EVIL]
    mentions = [Mention(0, 5, EVIL, type=EVIL), Mention(0, 2, EVIL, type=EVIL), Mention(1, 3, "\u202e")]
    text = Document(EVIL, words=words, mentions=mentions, sentence_starts=[0], speakers=[EVIL] * 5)
    facts = [MentionFacts("pronoun", 0.5, 0, [(0, 0.5)], [((EVIL, EVIL), -1.0)])] * 3
    page = tab.show(reading_page([Shown(text, facts)], EVIL))
    page.locator("mark").nth(1).click()
    page.locator("#search").fill("script")
    assert page.locator("#chains .name").count() == 1
    assert page.locator("article img, #details img, nav img").count() == 0
    assert page.evaluate("typeof Text") == "function"  # the browser's own: ours are not global
    assert page.evaluate("typeof Details") == "undefined"


def test_crossing_discontinuous_and_equal_mentions(tab):
    words = [f"w{number}" for number in range(12)]
    mentions = [
        Mention(0, 6, "a"),
        Mention(3, 9, "b"),
        Mention(5, 11, "c"),
        Mention(5, 11, "d"),
        Mention(1, 12, "e", fragments=((1, 2), (8, 9), (11, 12))),
    ]
    text = Document("d", words=words, mentions=sort_mentions(mentions), sentence_starts=[0, 7])
    page = tab.show(reading_page([Shown(text)]))
    page.locator("#singletons").check()
    assert shown_text(page) == [" ".join(words[:7]), " ".join(words[7:])]
    drawn = page.evaluate("""() => {
        const found = {};
        for (const mark of document.querySelectorAll("mark")) {
            (found[mark.dataset.n] ||= []).push(mark.textContent.trim());
        }
        return Object.entries(found).map(([c, texts]) => [c, texts.join(" ")]);
    }""")
    names = {"a": "w0 w1 w2 w3 w4 w5", "b": "w3 w4 w5 w6 w7 w8", "c": "w5 w6 w7 w8 w9 w10", "e": "w1 w8 w11"}
    told = {" ".join(dict.fromkeys(text.split())) for _, text in drawn}
    assert told == set(names.values())


def test_wide_signs(tab):
    words = ["😀😀", "she", "👩‍👩‍👧", "she"]
    mentions = [Mention(1, 2, "a"), Mention(2, 3, "b"), Mention(3, 4, "a")]
    page = tab.show(reading_page([Shown(Document("d", words=words, mentions=mentions, sentence_starts=[0]))]))
    page.locator("#singletons").check()
    assert page.locator("mark").all_inner_texts() == ["she", "👩‍👩‍👧", "she"]


@pytest.mark.slow
def test_a_hundred_thousand_mentions(tab):
    draw = random.Random(1)
    words = [f"w{number}" for number in range(100_000)]
    mentions = [Mention(n, min(n + draw.choice((1, 1, 2, 5)), 100_000), str(n % 3)) for n in range(100_000)]
    text = Document("d", words=words, mentions=sort_mentions(mentions))
    page = tab.show(reading_page([Shown(text, gold=True)]))
    assert "100,000 mentions" in page.locator("#counts").inner_text()
    page.locator("#chains button[data-c]").first.click()
    page.keyboard.press("p")  # to the last mention
    assert page.evaluate("document.activeElement.dataset.m") in ("99999", "99998", "99997")
    assert page.evaluate("performance.now()") < 8000


@pytest.mark.slow
def test_deep_nesting(tab):
    words = [f"w{number}" for number in range(2000)]
    mentions = [Mention(n, 4000 - n if n > 2000 else 2000, str(n)) for n in range(2000)]
    same = [Mention(0, 2000, f"s{n}") for n in range(500)]
    text = Document("d", words=words, mentions=sort_mentions([*mentions, *same]))
    page = tab.show(reading_page([Shown(text, gold=True)]))
    page.locator("#singletons").check()
    assert " ".join(shown_text(page)) == " ".join(words)
    page.locator("#chains button[data-c]").nth(50).click()
    assert "mention 1 of 1" in page.locator("#details").inner_text()


def test_only_one_template_writes_the_head_of_a_page():
    """What writes its own head forgets the policy, as BookNLP's page did."""
    package = Path(corefpipe.__file__).parent
    files = [*package.rglob("*.py"), *package.rglob("*.j2"), *package.rglob("*.html"), *package.rglob("*.js")]
    heads = [file.name for file in files if re.search(r"<!doctype html|<html[ >]", file.read_text("utf-8"), re.I)]
    assert heads == ["shell.html.j2"]
    templates = {file.name: file.read_text("utf-8") for file in package.rglob("*.j2") if file.name not in heads}
    assert all(text.startswith('{% extends "shell.html.j2" %}') for text in templates.values())
