"""Settings of a batch run, and the signature by which its results are recognised when it is resumed."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from corefpipe.formats import FORMATS
from corefpipe.report.files import HTML
from corefpipe.resolver.overrides import Overrides
from corefpipe.utils.digests import digest_of_bytes, digest_of_files
from corefpipe.utils.own_code import CodeFile, imported_code, run_code

if TYPE_CHECKING:  # spaCy is slow to import
    from corefpipe.parsing.annotate import ParseSource
    from corefpipe.plain_text.docs import ReadAs
    from corefpipe.resolver.model import Resolver
    from corefpipe.resolver.settings import MentionSource


@dataclass(frozen=True, slots=True)
class Settings(Overrides):
    """How to resolve and write files; the settings of the model are those of `Overrides`.

    >>> from corefpipe.batch import Settings
    >>> Settings("conll", min_probability=0.5).extension
    '.conll'

    Attributes:
        format: name of the output format; `text` shows the chains, each mention in its sentence, `html` is a page to
            read.
        model: see `load_resolver`.
        mentions: "predicted", or "gold" to cluster the mentions that the files annotate.
        parse: "predicted", or "given" to use the tags and trees of the files.
        source: name of the format of the input files; None to detect it.
        read_as: how raw texts are read (see `corefpipe.resolve`).
        code: what workers import first; by default the files that `import_code` has imported.
    """

    format: str
    model: str = "en"
    mentions: MentionSource = "predicted"
    parse: ParseSource = "predicted"
    source: str | None = None
    read_as: ReadAs = "auto"
    code: tuple[CodeFile, ...] = field(default_factory=imported_code)

    @property
    def extension(self) -> str:
        """Extension of the result files."""
        return f".{HTML}" if self.format == HTML else FORMATS[self.format].extensions[0]

    @property
    def several(self) -> bool:
        """Whether a result file can contain several documents."""
        return self.format == HTML or FORMATS[self.format].several

    def resolver(self) -> Resolver:
        """Load the model, and change its settings.

        Raises:
            ModelError: no such model; or a model without a parser, and parses are not given.
            SettingError: the decoder has no such setting; the code cannot be imported.
        """
        from corefpipe.resolver.loading import check_parser, load_resolver

        run_code(self.code)
        resolver = load_resolver(self.model).configured(self.overrides)
        check_parser(resolver, self.model, self.parse)
        return resolver

    def signature(self) -> dict[str, Any]:
        """All that results depend on: settings, versions, digests of model and base pipeline.

        Raises:
            ModelError: no such model, or its base pipeline is missing.
            SettingError: the decoder has no such setting.
        """
        from corefpipe.clustering.named import decoder_table
        from corefpipe.parsing.pipelines import find_base
        from corefpipe.resolver.loading import load_resolver
        from corefpipe.version import __version__

        run_code(self.code)
        resolver = load_resolver(self.model)
        base = find_base(resolver.base)
        model = digest_of_bytes(resolver.to_bytes())  # with the decoder's own settings
        resolver = resolver.configured(self.overrides)
        return {
            "corefpipe": __version__,
            "spacy": version("spacy"),
            "model": model,
            "base pipeline": resolver.base if base is None else digest_of_files([base]),
            "decoder": decoder_table(resolver.decoder),
            "min_probability": self.min_probability,
            "mention_window": resolver.features.spec.candidates.window,
            "constraints": list(resolver.constraints),
            "format": self.format,
            "mentions": self.mentions,
            "parse": self.parse,
            "from": self.source,
            "read_as": self.read_as,
            **({"code": digest_of_bytes(*(code.source for code in self.code))} if self.code else {}),
        }
