"""Settings that all files of a run share, and the signature that tells its results from those of other settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corefpipe.formats import FORMATS
from corefpipe.utils.digests import digest_of_bytes, digest_of_files

if TYPE_CHECKING:  # spaCy takes long to import
    from corefpipe.parsing.annotate import ParseSource
    from corefpipe.resolver.model import Resolver
    from corefpipe.resolver.settings import MentionSource


@dataclass(frozen=True, slots=True)
class Settings:
    """How files are resolved and written.

    Attributes:
        format: name of the format to write; `text` is chains as text, not the plain text.
        model: "en", or a folder.
        mentions: "predicted", or "gold" to cluster the mentions that the files annotate.
        parse: "predicted", or "given" to take tags and trees from the files.
        gamma, threshold: settings of the decoder; None leaves the model's.
    """

    format: str
    model: str = "en"
    mentions: MentionSource = "predicted"
    parse: ParseSource = "predicted"
    gamma: float | None = None
    threshold: float | None = None

    @property
    def extension(self) -> str:
        """Of the files that are written."""
        return FORMATS[self.format].extensions[0]

    @property
    def several(self) -> bool:
        """Whether a file that is written may hold several documents."""
        return FORMATS[self.format].several

    def resolver(self) -> Resolver:
        """The model with these settings.

        Raises:
            ModelError: no such model, or one without a parser where the files' parses are not taken.
            SettingError: the decoder has no such setting.
        """
        from corefpipe.resolver.loading import check_parser, load_resolver

        resolver = load_resolver(self.model, gamma=self.gamma, threshold=self.threshold)
        check_parser(resolver, self.model, self.parse)
        return resolver

    def signature(self) -> dict[str, Any]:
        """What has to be the same for results to be the same: settings, versions, digests of model and pipeline.

        Raises:
            ModelError: no such model, or its base pipeline is not there.
            SettingError: the decoder has no such setting.
        """
        import spacy

        from corefpipe.clustering.named import decoder_table
        from corefpipe.parsing.pipelines import find_base
        from corefpipe.resolver.loading import load_resolver
        from corefpipe.version import __version__

        resolver = load_resolver(self.model)
        base = find_base(resolver.base)
        model = digest_of_bytes(resolver.to_bytes())  # with the decoder's own settings
        resolver.configure(self.gamma, self.threshold)
        return {
            "corefpipe": __version__,
            "spacy": spacy.__version__,
            "model": model,
            "base pipeline": resolver.base if base is None else digest_of_files([base]),
            "decoder": decoder_table(resolver.decoder),
            "format": self.format,
            "mentions": self.mentions,
            "parse": self.parse,
        }
