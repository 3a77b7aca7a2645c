"""Sets of chat lines, to be clustered by thread."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from cosines import TextSet

from corefpipe.exceptions import CorefpipeError

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "l3m_chat"))
from logs import Post, read_log

FIELDS = ("text", "line")  # the message, and the message with the nick of its author
LENGTH = 12  # posts per set: linear programs of more posts take long


def chat_set(posts: Sequence[Post]) -> TextSet:
    """The first posts of a log, with their threads."""
    posts = posts[:LENGTH]
    texts = [{"text": post.text, "line": f"{post.nick} {post.text}"} for post in posts]
    return TextSet(texts, np.array([post.thread for post in posts]))


def parts(folder: Path, n_train: int, n_test: int) -> tuple[list[TextSet], list[TextSet]]:
    """Sets to learn from and sets to score: the first annotated posts of logs spread over the folder.

    Raises:
        CorefpipeError: the folder has too few logs.
    """
    files = sorted(folder.glob("*.ascii.txt"))
    wanted = n_train + n_test
    if len(files) < wanted:
        raise CorefpipeError(
            f"{len(files)} logs (*.ascii.txt) in {folder}, {wanted} are needed",
            cure="Give the folder of the corpora (--corpora)",
        )
    chosen = np.random.default_rng(0).permutation(len(files))[:wanted].tolist()
    found = [chat_set(read_log(files[number]).annotated()) for number in chosen]
    return found[:n_train], found[n_train:]
