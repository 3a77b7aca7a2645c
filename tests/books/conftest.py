"""Books of a story and of a play, resolved with the packaged model."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefpipe import resolve
from corefpipe.books import Book

HERE = Path(__file__).parent


def book_of(name: str) -> Book:
    """The book of a file beside this one."""
    return Book.from_document(resolve((HERE / f"{name}.txt").read_text(encoding="utf-8")), title=name)


@pytest.fixture(scope="session")
def story() -> Book:
    """A story of three chapters with quotations."""
    return book_of("story")


@pytest.fixture(scope="session")
def play() -> Book:
    """A play of two acts with labelled speakers."""
    return book_of("play")
