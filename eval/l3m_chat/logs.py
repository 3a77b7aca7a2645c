"""Ubuntu chat logs with reply links (Kummerfeld et al. 2019): posts, nicks and threads, and the nicks hidden in texts.

A log is a pair of files. In `NAME.ascii.txt`, each line is a post, `[hh:mm] <nick> text`; an action,
`[hh:mm]  * nick text`; a notice, `[hh:mm] -nick:#channel- text`; or an event, `=== nick has joined`. In
`NAME.annotation.txt`, each line is a reply link, `LINE LINE -`, where lines count from 0; the lines from `FIRST` on are
annotated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.exceptions import CorefpipeError, FormatError

FIRST = 1000  # the first annotated line of a log
DAY = 24 * 60  # minutes

_POST = re.compile(r"\[(\d\d):(\d\d)\] (?:<([^ >]+)>| \* (\S+)|\(([^ /]+)/#\S+\)|-([^ :]+):#\S+-) ?(.*)")
_EVENT = re.compile(r"=== (\S+) (?:\[.*|has (?:joined|left|quit)\b.*)")
_RENAMED = re.compile(r"=== (\S+) (?:\[.*?\] *)?is now known as (\S+)")


@dataclass(frozen=True, slots=True)
class Post:
    """One post of a log.

    Attributes:
        line: its line in the log, from 0.
        minute: when it was posted, in minutes since midnight of the log's first day.
        nick: its author.
        text: what it says.
        thread: number of its thread; -1 before the annotated part.
    """

    line: int
    minute: int
    nick: str
    text: str
    thread: int = -1


@dataclass(frozen=True, slots=True)
class Log:
    """A log: its posts in order, without events, and the nicks that occur in it, also in events."""

    name: str
    posts: tuple[Post, ...]
    nicks: frozenset[str]

    def before(self) -> list[Post]:
        """The posts before the annotated part."""
        return [post for post in self.posts if post.line < FIRST]

    def annotated(self) -> list[Post]:
        """The posts with threads."""
        return [post for post in self.posts if post.line >= FIRST]


def read_logs(folder: Path) -> list[Log]:
    """All logs of a folder, by name.

    Raises:
        CorefpipeError: the folder has no logs.
        FormatError: a line that is neither post nor event, or no link.
    """
    files = sorted(folder.glob("*.ascii.txt"))
    if not files:
        raise CorefpipeError(f"no logs (*.ascii.txt) in {folder}", cure="Give the folder of the corpora (--corpora)")
    return [read_log(file) for file in files]


def read_log(file: Path) -> Log:
    """The log of a file `NAME.ascii.txt`, with the threads of `NAME.annotation.txt` beside it.

    Raises:
        FormatError: as `read_logs`.
    """
    lines = file.read_text(encoding="utf8", errors="replace").removesuffix("\n").split("\n")
    posts, nicks = parse_lines(lines, str(file))
    links_file = file.with_name(file.name.replace(".ascii.", ".annotation."))
    links = parse_links(links_file.read_text(encoding="utf8"), len(lines), str(links_file))
    thread = threads_of(links, len(lines))
    annotated = [replace(post, thread=int(thread[post.line])) if post.line >= FIRST else post for post in posts]
    return Log(file.name.removesuffix(".ascii.txt"), tuple(annotated), frozenset(nicks))


def parse_lines(lines: Sequence[str], file: str = "") -> tuple[list[Post], set[str]]:
    """The posts of a log, and all nicks: of authors, and of those who join, leave or change their name.

    Times only have hours and minutes: a post much earlier in the day than the one before it is of the next day.

    Raises:
        FormatError: a line that is neither post nor event.
    """
    posts: list[Post] = []
    nicks: set[str] = set()
    day = 0
    for number, line in enumerate(lines):
        if found := _POST.fullmatch(line):
            hour, minute, *authors, text = found.groups()
            nick = next(filter(None, authors))
            time = day + 60 * int(hour) + int(minute)
            if posts and time < posts[-1].minute - DAY / 2:
                day, time = day + DAY, time + DAY
            # Clocks go back by an hour, too: time never does.
            posts.append(Post(number, max(time, posts[-1].minute if posts else time), nick, text))
            nicks.add(nick)
        elif line.startswith("==="):
            for pattern in (_EVENT, _RENAMED):
                if found := pattern.fullmatch(line):
                    nicks.update(found.groups())
        else:
            raise FormatError(
                f"neither post nor event: {line[:60]!r}",
                cure="A post is '[hh:mm] <nick> text', an event begins with '==='",
                file=file,
                line=number + 1,
            )
    return posts, nicks


def parse_links(text: str, n_lines: int, file: str = "") -> np.ndarray:
    """(n_links, 2) int, the reply links between lines of a log.

    Raises:
        FormatError: a line that is no link, or a link to a line that the log does not have.
    """
    links = []
    for number, line in enumerate(text.splitlines(), 1):
        found = re.fullmatch(r"(\d+) (\d+) -", line.strip())
        ends = tuple(map(int, found.groups())) if found else (n_lines,)
        if max(ends) >= n_lines:
            raise FormatError(
                f"no reply link: {line[:60]!r}",
                cure=f"A link is 'LINE LINE -' with lines from 0 to {n_lines - 1}",
                file=file,
                line=number,
            )
        links.append(ends)
    return np.array(links, dtype=np.int64).reshape(-1, 2)


def threads_of(links: np.ndarray, n_lines: int) -> np.ndarray:
    """(n_lines,) int, the thread of each line: the connected components of the reply links, numbered from 0."""
    graph = sparse.coo_matrix((np.ones(len(links)), links.T), shape=(n_lines, n_lines))
    thread: np.ndarray = connected_components(graph, directed=False)[1]
    return thread


class HiddenNicks:
    """Removes nicks from texts, in any case, wherever no letter or digit stands beside them.

    Args:
        nicks: the nicks.
    """

    def __init__(self, nicks: Iterable[str]):
        longest_first = sorted((re.escape(nick) for nick in nicks), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(longest_first) or '(?!)'})(?![^\W_])", re.IGNORECASE)

    def __call__(self, text: str) -> str:
        """The text without nicks; each leaves a space."""
        return self._pattern.sub(" ", text)
