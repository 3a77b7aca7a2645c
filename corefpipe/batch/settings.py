"""What a run of many files has in common, and what tells its results from those of others."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from corefpipe.resolver.model import Resolver


@dataclass(frozen=True, slots=True)
class Settings:
    """How files are resolved and written.

    Attributes:
        format: name of the format to write; `text` is chains as text, not the plain text.
        model: "en", or a folder.
        gold: cluster the mentions that the files annotate.
        keep: columns of the documents that are taken as they are (`corefpipe.parsing.annotate.annotate`).
        gamma, threshold: settings of the decoder; None leaves the model's.
    """

    format: str
    model: str = "en"
    gold: bool = False
    keep: Collection[str] = ("sentence_starts",)
    gamma: float | None = None
    threshold: float | None = None

    @property
    def extension(self) -> str:
        """Of the files that are written."""
        from corefpipe.formats import FORMATS

        return FORMATS[self.format].extensions[0]

    @property
    def several(self) -> bool:
        """Whether a file that is written may hold several documents."""
        from corefpipe.formats import FORMATS

        return FORMATS[self.format].several

    def resolver(self) -> Resolver:
        """The model with these settings.

        Raises:
            SettingError: a model without a parser, and no parse is kept; the decoder has no such setting.
        """
        from corefpipe.parsing.pipelines import BLANK
        from corefpipe.resolver.loading import load_resolver

        resolver = load_resolver(self.model)
        if resolver.base.startswith(BLANK) and "heads" not in self.keep:
            raise SettingError(
                f"the model has no parser (base '{resolver.base}')", cure="Give parsed files and --parse given"
            )
        resolver.tune(self.gamma, self.threshold)
        return resolver

    def signature(self) -> dict[str, Any]:
        """What has to be the same for results to be the same: settings, versions, digests of model and pipeline.

        Raises:
            ModelError: no such model, or its base pipeline is not there.
            SettingError: the decoder has no such setting.
        """
        import spacy

        from corefpipe.clustering.named import decoder_table
        from corefpipe.resolver.loading import load_resolver
        from corefpipe.version import __version__

        resolver = load_resolver(self.model)
        model = hashlib.sha256(resolver.to_bytes()).hexdigest()  # with the decoder's own settings
        resolver.tune(self.gamma, self.threshold)
        return {
            "corefpipe": __version__,
            "spacy": spacy.__version__,
            "model": model,
            "base pipeline": _digest_of_base(resolver.base),
            "decoder": decoder_table(resolver.decoder),
            "format": self.format,
            "mentions": "gold" if self.gold else "predicted",
            "kept columns": sorted(self.keep),
        }


def _digest_of_base(base: str) -> str:
    """SHA-256 of the pipeline that `load_base` loads from files; the name of one that needs none."""
    from spacy.util import get_package_path, is_package

    from corefpipe.parsing.pipelines import PACKAGED, load_base

    for folder in (PACKAGED / base / "base", Path(base)):
        if folder.is_dir():
            return _digest(folder)
    if is_package(base):
        return _digest(get_package_path(base))
    load_base(base)
    return base


def _digest(folder: Path) -> str:
    """SHA-256 of the names and contents of all files below a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            with path.open("rb") as stream:
                content = hashlib.file_digest(stream, "sha256").hexdigest()
            found.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return found.hexdigest()
