"""The treebanks that the base pipeline learns from: the parts of GUM and EWT whose texts may be used freely."""

from __future__ import annotations

from pathlib import Path

FREE_GENRES = ("academic", "bio", "court", "interview", "news", "voyage")
"""Genres of GUM with texts under CC BY or CC BY-SA; the others are CC BY-NC-SA or name no licence."""


def treebank_files(corpora: Path, part: str = "train", genres: tuple[str, ...] | None = FREE_GENRES) -> list[Path]:
    """The files of one part of GUM and EWT.

    Args:
        corpora: folder with `gum` and `ewt`.
        part: "train" or "dev".
        genres: those of GUM; None for all.

    Raises:
        FileNotFoundError: there are none of one treebank.
    """
    gum = sorted((corpora / "gum" / part).glob("*.conllu"))
    if genres is not None:
        gum = [path for path in gum if path.name.split("_")[1] in genres]
    ewt = sorted((corpora / "ewt" / part).glob("*.conllu"))
    for name, found in (("gum", gum), ("ewt", ewt)):
        if not found:
            raise FileNotFoundError(f"no documents (*.conllu) in {corpora / name / part}")
    return gum + ewt
