"""Train a model from documents with coreference chains: the one way that commands, `nlp.initialize` and recipes go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc

from corefpipe.clustering.links import Links
from corefpipe.clustering.named import decoder_name
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, LinksError, SettingError, require_one_of
from corefpipe.features import FeatureSet
from corefpipe.network.files import load_context
from corefpipe.parsing.annotate import DocumentParser, Entry, ParseSource, Watch, unwatched
from corefpipe.parsing.encoder.vectors import with_base
from corefpipe.parsing.pipelines import BLANK, NEW, blank, find_base
from corefpipe.resolver.calibration import FOLDS
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.files import NETWORK
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.names import model_folder
from corefpipe.resolver.needed_code import needed_code, used_by_features
from corefpipe.resolver.settings import MentionSource, learner_and_decoder
from corefpipe.resolver.trained import Trained
from corefpipe.resolver.training_checks import check_chains, check_language
from corefpipe.utils.digests import digest_of_bytes, digest_of_files
from corefpipe.utils.text import with_article

if TYPE_CHECKING:  # scikit-learn takes long to import
    from corefpipe.clustering.decoders import Decoder
    from corefpipe.clustering.learners.base import Learner

NO_CONTEXT, ENCODER_CONTEXT = "none", "encoder"
"""The setting `context` of models without a network, and of those whose base pipeline has one."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a model is trained.

    Attributes:
        mentions: learn to cluster the "gold" mentions, or "predicted" ones, as the model itself will find them.
        parse: "predicted" parses the words; "given" takes tags and trees from the documents.
        base: the base pipeline that parses: "en", a folder, or a spaCy package; "new:LANGUAGE" trains one from the
            documents' trees first, "blank:LANGUAGE" is none, for given parses.
        base_steps: steps after which the training of a new base pipeline ends at the latest; None is the default.
        features: a packaged feature set, or a .toml file.
        min_count: features seen on fewer links are left out.
        learner: name of the learner.
        decoder: name of the decoder; None is the one that goes with the learner.
        parameters: settings of learner and decoder; the others have the values that served best.
        context: a network that reads the text, whose features are added to the others: its folder; "encoder" for that
            of the model with the name of the base, whose encoder reads for both; "none" for none.
    """

    mentions: MentionSource = "predicted"
    parse: ParseSource = "predicted"
    base: str = "en"
    base_steps: int | None = None
    features: str = "default"
    min_count: int = 5
    learner: str = "l3m"
    decoder: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    context: str = NO_CONTEXT

    def check(self) -> tuple[FeatureSet, Learner, Decoder]:
        """Feature set without vocabulary, learner and decoder; raises before there is work to lose.

        Raises:
            SettingError: an unknown name, or a value of another type or outside its range.
            ModelError: no such base pipeline, or no such language.
        """
        features = self._features()
        learner, decoder = learner_and_decoder(self.learner, self.decoder, self.mentions, self.parameters)
        with suppress(LinksError):  # a learner checks its settings when it is fitted: here on nothing
            learner.fit(Links.empty(0), [])
        if self.base_steps is not None and not self.base.startswith(NEW):
            raise SettingError(
                "the number of steps is only for a base pipeline that is trained first",
                cure=f"Name the base {NEW}LANGUAGE, or leave out the steps",
            )
        if self.base.startswith((NEW, BLANK)):
            blank(self.base.partition(":")[2])
        else:
            find_base(self.base)
        if self.base.startswith(BLANK) and self.parse == "predicted":
            raise SettingError(
                f"'{self.base}' does not parse",
                cure=f"Train a pipeline from the trees of the files with the base {NEW}{self.base.removeprefix(BLANK)}",
                settings={"parse": "given"},
            )
        return features, learner, decoder

    def _features(self) -> FeatureSet:
        """The feature set, with the features of context where there is a network."""
        features = FeatureSet(self.features, min_count=self.min_count)
        if self.context != NO_CONTEXT:
            features.use_context(with_base(load_context(self._network()), self.base))
            if not features.spec.reads_context:
                features.add("context")
        elif features.spec.reads_context:
            raise SettingError(
                f"'{features.name}' has features of context",
                cure="Give the folder of a network",
                settings={"context": "FOLDER"},
            )
        return features

    def _network(self) -> Path:
        """The folder of the network."""
        if self.context != ENCODER_CONTEXT:
            return Path(self.context)
        folder = model_folder(self.base) / NETWORK
        if Path(self.base).is_dir() or not folder.is_dir():
            raise SettingError(
                f"the base pipeline '{self.base}' has no network that reads for coreference, too",
                cure="Name a base that has one, such as en_accurate, or give the folder of a network",
                settings={"context": "FOLDER"},
            )
        return folder

    def signature(self) -> dict[str, Any]:
        """What decides the features of links: settings by value, files by their contents, own code included."""
        spec = FeatureSet(self.features).spec
        chosen = [(LEARNERS, self.learner), *([(DECODERS, self.decoder)] if self.decoder else [])]
        code = needed_code((*used_by_features(spec), *chosen))
        return {
            "mentions": self.mentions,
            "parse": self.parse,
            "base": digest_of_files([Path(self.base)]) if Path(self.base).is_dir() else self.base,
            "features": digest_of_bytes(spec.text.encode()),
            "context": digest_of_files([self._network()]) if self.context != NO_CONTEXT else self.context,
            "min_count": self.min_count,
            **({"code": code.digest()} if code.files else {}),
        }


def train(
    documents: Iterable[Entry],
    dev: Iterable[Entry] = (),
    *,
    partial: Iterable[Entry] = (),
    sparse: Iterable[Entry] = (),
    unseen: Iterable[Entry] = (),
    dev_given: Iterable[Entry] = (),
    settings: TrainingSettings | None = None,
    meta: Mapping[str, Any] | None = None,
    watch: Watch = unwatched,
    verbose: bool = False,
    **options: Any,
) -> Trained:
    """Train a model.

    >>> import corefpipe
    >>> read = lambda path: corefpipe.read(path, repeats="first")
    >>> trained = corefpipe.train(read("ontogum/train"), read("ontogum/dev"), min_count=20)  # doctest: +SKIP
    >>> print(trained.evaluation.score)  # doctest: +SKIP
    >>> trained.to_disk("my-model")  # doctest: +SKIP

    Args:
        documents: Documents with chains to learn from; or pairs of a parsed Doc and its Document, which are not parsed
            again.
        dev: others, to score on and to calibrate probabilities; without them the model is neither scored nor
            calibrated. The calibration error is cross-fitted: that of each document is measured with a calibration
            that was learned from the others.
        partial: more training documents, of a corpus that annotates only some kinds of mentions (LitBank: ACE's types):
            their gold mentions are learned from.
        sparse: more training documents with a few annotated mentions each, such as GAP's ambiguous pronouns with two
            names: to which of these they link is learned.
        unseen: documents that the network of `context` has not learned from, for the weights of its features (see
            `corefpipe.resolver.context_weights`). Without any these are learned with all others, from all documents.
        dev_given: documents on whose gold mentions the probabilities of links between given mentions are calibrated.
        settings: how to train; the defaults where it is None.
        meta: further entries of the model's `meta`, such as the names of the corpora.
        watch: shows progress: wraps iterables of documents, and of steps that take long: (items, what, total) -> items.
        verbose: show the progress of the learner and of a new base pipeline on standard error.
        options: attributes of `TrainingSettings`, instead of `settings`.

    Raises:
        SettingError: an unknown name or value among the settings.
        AnnotationError: documents without chains, without a parse that is to be taken from them, or in another language
            than that of the base pipeline.
        ModelError: no such base pipeline; nothing was learned.
    """
    plan = _settings(settings, options)
    features, learner, decoder = plan.check()
    named = {"train": documents, "dev": dev, "partial": partial, "sparse": sparse, "unseen": unseen}
    parts = _parts(plan.base, {**named, "given dev": dev_given})
    check_unseen(plan, parts["unseen"])
    trained = Trained(Resolver(features, decoder, base=plan.base))
    if plan.base.startswith(NEW):
        trained.base_scores = _train_base(trained, plan, parts, watch, verbose)
    resolver = trained.resolver
    parsed = DocumentParser(resolver.base, plan.parse, watch)
    if verbose and "verbose" in learner.get_params() and "verbose" not in plan.parameters:
        learner.set_params(verbose=True)
    partly, sparsely = parsed(parts["partial"], "partial"), parsed(parts["sparse"], "sparse")
    apart = parsed(parts["unseen"], "unseen") if parts["unseen"] else ()
    resolver.fit(parsed(parts["train"], "train"), learner, plan.mentions, partly, sparsely, apart, watch)
    resolver.meta = {**_noted(plan, features, learner, decoder), **(meta or {})}
    if parts["dev"]:
        _evaluate(trained, parsed(parts["dev"], "dev"), plan.mentions)
    if parts["given dev"]:
        given = evaluate(resolver, parsed(parts["given dev"], "given dev"), "gold")
        resolver.calibrations = {**resolver.calibrations, "given": given.calibration()}
    resolver.meta |= {f"base_{name}": score for name, score in trained.base_scores.items()}
    return trained


def _settings(settings: TrainingSettings | None, options: Mapping[str, Any]) -> TrainingSettings:
    if settings is not None and options:
        raise SettingError(f"settings and {', '.join(options)} are given", cure="Give one or the other")
    for name in options:
        require_one_of("setting", name, TrainingSettings.__slots__)
    return settings or TrainingSettings(**options)


def _parts(base: str, given: Mapping[str, Iterable[Entry]]) -> dict[str, list[Entry]]:
    """The documents of each part as a list.

    Raises:
        AnnotationError: something else than documents; documents of a part without any chains, or in another language
            than that of the base pipeline.
    """
    parts = {name: _entries(entries) for name, entries in given.items()}
    for name, entries in parts.items():
        check_chains(name, entries)
        check_language(base, name, entries)
    return parts


def _entries(entries: Iterable[Entry]) -> list[Entry]:
    """The documents as a list.

    Raises:
        AnnotationError: something else, such as a path.
    """
    if isinstance(entries, str | PathLike | Document | Doc) or not isinstance(entries, Iterable):
        raise _no_documents(entries, "documents")
    found = list(entries)
    for entry in found:
        if not isinstance(entry[1] if isinstance(entry, tuple) and len(entry) == 2 else entry, Document):
            raise _no_documents(entry, "a Document")
    return found


def _no_documents(given: object, wanted: str) -> AnnotationError:
    return AnnotationError(
        f"{with_article(type(given).__name__)} is given where {wanted} should be",
        cure="Give Documents; of files, corefpipe.read(path); of spaCy Docs, corefpipe.chains.documents.from_doc(doc)",
    )


def check_unseen(settings: TrainingSettings, unseen: Sequence[object]) -> None:
    """Raise SettingError if there are documents that a network has not seen, or files of them, but no network."""
    if unseen and settings.context == NO_CONTEXT:
        raise SettingError(
            "documents that a network has not seen, and no network",
            cure="Give its folder",
            settings={"context": "FOLDER"},
        )


def _noted(plan: TrainingSettings, features: FeatureSet, learner: Learner, decoder: Decoder) -> dict[str, Any]:
    """The settings of training that stand in the model's file, which has no word for none."""
    settings = {name: value for name, value in learner.get_params(deep=False).items() if value is not None}
    settings.pop("verbose", None)
    return {
        "mentions": plan.mentions,
        "parse": plan.parse,
        "features": features.name,
        **({} if features.context is None else {"context": features.context.name}),
        "min_count": plan.min_count,
        "learner": plan.learner,
        "decoder": decoder_name(decoder),
        **settings,
    }


def _train_base(
    trained: Trained, plan: TrainingSettings, parts: Mapping[str, list[Entry]], watch: Watch, verbose: bool
) -> dict[str, float]:
    """Train the base pipeline of a model into a temporary folder; its scores."""
    from corefpipe.parsing.base_training import MAX_STEPS, train_base

    language = plan.base.removeprefix(NEW)
    train_documents, dev_documents = (_only_documents(name, parts[name]) for name in ("train", "dev"))
    scores = train_base(
        language,
        train_documents,
        dev_documents,
        trained.new_base_folder(),
        max_steps=plan.base_steps or MAX_STEPS,
        watch=watch,
        verbose=verbose,
    )
    trained.resolver.own_base = language
    return scores


def _only_documents(part: str, entries: Sequence[Entry]) -> list[Document]:
    documents = [entry for entry in entries if isinstance(entry, Document)]
    if len(documents) < len(entries) or not documents:
        raise SettingError(
            f"a new base pipeline needs {part} documents", cure="Give Documents with trees, not parsed Docs"
        )
    return documents


def _evaluate(trained: Trained, parsed: Iterable[Any], mentions: MentionSource) -> None:
    """Score a model and calibrate its probabilities, decoding each document once.

    The calibration is learned from all documents; its error is measured on documents that it was not learned from.
    """
    resolver = trained.resolver
    trained.evaluation = evaluate(resolver, parsed, mentions)
    calibration = trained.evaluation.calibration()
    trained.reliability = trained.evaluation.reliability()
    resolver.calibrations = {**resolver.calibrations, "predicted" if mentions == "predicted" else "given": calibration}
    resolver.meta["dev_conll"] = round(trained.evaluation.score.conll, 6)
    if trained.reliability is not None:
        resolver.meta |= {
            "dev_calibration_error": round(trained.reliability.error, 6),
            "dev_calibration_folds": min(FOLDS, len(trained.evaluation.keys)),
        }
