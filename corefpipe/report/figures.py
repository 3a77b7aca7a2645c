"""Figures written to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.formats.files import atomic_writer

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_figure(figure: Figure, path: str | Path, format: str = "png", dpi: int = 110) -> None:
    """Write a figure completely or not at all; the same figure gives the same bytes.

    Args:
        figure: the figure.
        path: the file.
        format: "png" or "svg".
        dpi: pixels per inch.

    Raises:
        FormatError: the file cannot be created.
    """
    metadata = {"Software": None} if format == "png" else {"Date": None}
    with atomic_writer(Path(path)) as stream:
        figure.savefig(stream.buffer, format=format, dpi=dpi, metadata=metadata)
