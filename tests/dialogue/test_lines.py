"""Who says a line, when lines come one by one."""

from __future__ import annotations

import pytest

from corefpipe.dialogue.lines import LineTurns


def spoken(lines: list[str]) -> list[tuple[str, str]]:
    """The speaker of each line, and what a turn that begins in it says."""
    turns = LineTurns()
    found = []
    for line in lines:
        turn = turns(line)
        found.append((turns.speaker, "" if turn is None else line[slice(*turn.said[0])]))
        assert turn is None or line[slice(*turn.label)].split() == turn.speaker.split()
    return found


def test_labels_and_lines_that_go_on():
    lines = [
        "Ann Bell: I lost it.\n",
        "Really.\n",
        "(laughs)\n",
        "Bob: No!\n",
        "\n",
        "The end.\n",
        "Ann Bell:\n",
        "Yes.\n",
    ]
    assert spoken(lines) == [
        ("Ann Bell", "I lost it."),
        ("Ann Bell", ""),
        ("", ""),
        ("Bob", "No!"),
        ("", ""),
        ("", ""),
        ("", ""),
        ("Ann Bell", ""),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ["<ann> hi bob: here", "<bob> hi"],
        ["[12:03] ann: hi bob: here", "[12:04] bob: hi"],
        ["ANN. hi bob, here", "BOB. hi"],
    ],
)
def test_the_first_label_decides_about_the_style(lines):
    found = [(name.lower(), said.replace(",", ":")) for name, said in spoken(lines)]
    assert found == [("ann", "hi bob: here"), ("bob", "hi")]


def test_text_without_labels():
    assert spoken(["It was late - very late.", "- and cold", "", "She left."]) == [("", "")] * 4
