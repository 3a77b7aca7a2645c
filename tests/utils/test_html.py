"""Signs of chains: colours that can be told apart, whatever eyes see them."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.utils.html import COLOURS, LINES, escaped, marked, sign_of, without_directions
from corefpipe.utils.views import Group, text_view

# Machado, Oliveira & Fernandes 2009, severity 1.0.
SEEN = {
    "all colours": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
# Ottosson 2020.
TO_LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
]
GROUNDS = ("#fbfaf7", "#181a1f")


def linear(colour):
    values = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(colour, seen):
    return np.array(TO_LAB) @ np.cbrt(np.array(TO_LMS) @ np.clip(np.array(seen) @ linear(colour), 0, 1))


def luminance(colour):
    return linear(colour) @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("ground", [0, 1])
@pytest.mark.parametrize("seen", SEEN)
def test_distinct(ground, seen):
    places = [lab(colours[ground], SEEN[seen]) for colours in COLOURS]
    assert min(np.linalg.norm(a - b) for a, b in combinations(places, 2)) >= 0.1


@pytest.mark.parametrize("ground", [0, 1])
def test_contrast(ground):
    for colours in COLOURS:
        low, high = sorted((luminance(colours[ground]), luminance(GROUNDS[ground])))
        assert (high + 0.05) / (low + 0.05) >= 3


def test_signs_repeat_late():
    several = len(COLOURS) * len(LINES)
    assert len({sign_of(chain) for chain in range(several)}) == several
    assert sign_of(several) == sign_of(0)


def test_texts():
    assert escaped('<a b="\'">&') == "&lt;a b=&quot;&#x27;&quot;&gt;&amp;"
    assert without_directions("a\u202eb\u2066c\u200f") == "abc"


def plain(page):
    return unescape(re.sub("<sup[^>]*>.*?</sup>|<[^>]*>", "", page))


MARKS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 40)))


@given(st.text('ab<&"\n é😀', max_size=20), MARKS)
def test_marked_text_stays_the_same(text, marks):
    inside = [(start, min(end, len(text)), group) for start, end, group in marks]
    page = marked(text, inside)
    assert plain(page) == text
    assert page.count("<span") == page.count("</span>")
    if len(marks) <= 12:
        assert page.count("<sup") == sum(start < end for start, end, _ in inside)


def test_nested_marks_have_room():
    page = marked("Ann and Bo", [(0, 10, 0), (0, 3, 1), (8, 10, 2)])
    assert page.count("padding-bottom:3px") == 1
    assert page.count("padding-bottom:0px") == 2
    assert page.endswith('<sup style="font-size:.65em;color:#0020cb">1</sup></span>')


def test_a_long_text_is_cut():
    text = "word " * 1000
    page = text_view(text, [Group("<b>", 3, [(0, 4), (4900, 4904)])] * 30, "t")
    assert len(plain(page)) < 3000
    assert "&lt;b&gt;" in page
    assert "30 chains, 90 mentions" in page
    assert "… 10 more chains" in page
