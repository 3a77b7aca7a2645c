"""The treebanks that the packaged models learn from: the parts of GUM and EWT whose texts may be used freely."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

TREEBANKS = ("gum", "ewt")
FREE_GENRES = ("academic", "bio", "court", "interview", "news", "voyage")
"""Genres of GUM with texts under CC BY or CC BY-SA; the others are CC BY-NC-SA or name no licence."""
FREE_HOSTS = ("creativecommons.org", "www.congress.gov", "www.speaker.gov", "www.whitehouse.gov")
"""Sources of single documents of other genres: CC BY, and works of the government of the United States."""


def is_free(path: Path) -> bool:
    """Whether a document of GUM may be used freely, by its genre or the address of its source."""
    if path.name.split("_")[1] in FREE_GENRES:
        return True
    source = re.search(r"^# meta::sourceURL = (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return source is not None and urlsplit(source[1]).hostname in FREE_HOSTS


def gum_files(corpora: Path, part: str = "train", free: bool = True) -> list[Path]:
    """The files of a part of GUM, all or those that are free.

    Raises:
        FileNotFoundError: there are none.
    """
    found = _files(corpora, "gum", part)
    return [path for path in found if is_free(path)] if free else found


def treebank_files(corpora: Path, part: str = "train", free: bool = True) -> list[Path]:
    """The files of one part of GUM and EWT.

    Args:
        corpora: folder with `gum` and `ewt`.
        part: "train" or "dev".
        free: without those of GUM that are not free; EWT is.

    Raises:
        FileNotFoundError: there are none of one treebank.
    """
    return gum_files(corpora, part, free) + ewt_files(corpora, part)


def ewt_files(corpora: Path, part: str = "train") -> list[Path]:
    """The files of a part of EWT.

    Raises:
        FileNotFoundError: there are none.
    """
    return _files(corpora, "ewt", part)


def _files(corpora: Path, name: str, part: str) -> list[Path]:
    found = sorted((corpora / name / part).glob("*.conllu"))
    if not found:
        raise FileNotFoundError(f"no documents (*.conllu) in {corpora / name / part}")
    return found
