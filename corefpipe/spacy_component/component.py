"""The spaCy component: `nlp.add_pipe("corefpipe")` after any pipeline that parses."""

# Annotations are real objects here, not strings: the oldest spaCy that is supported reads a factory's at run time.

import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import raise_error

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import Layout, has_chains
from corefpipe.chains.places import Place, span_of
from corefpipe.document import UNNAMED
from corefpipe.exceptions import CorefpipeWarning, ModelError, SettingError
from corefpipe.resolver.explain import explain
from corefpipe.resolver.explanation import Explanation
from corefpipe.resolver.files import Terms, require_model, terms_in, terms_of
from corefpipe.resolver.loading import load_resolver, with_vectors
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.names import model_folder
from corefpipe.resolver.resolution import Resolution
from corefpipe.resolver.settings import MentionSource
from corefpipe.resolver.training import NO_CONTEXT, TrainingSettings, train
from corefpipe.spacy_component.initialize import annotated_examples, given_by_user, unseen_examples
from corefpipe.spacy_component.mentions import checked_doc, given_mentions
from corefpipe.spacy_component.meta import note_in_meta, requires_us
from corefpipe.spacy_component.saved import Saved
from corefpipe.spacy_component.settings import Setting, Settings
from corefpipe.streams.stream import WINDOW, Stream
from corefpipe.utils.batches import in_batches
from corefpipe.utils.settings import takes_fields

ErrorHandler = Callable[[str, Any, list[Doc], Exception], Any]
"""What a pipeline calls for Docs that fail: handler(name, component, docs, error)."""
CorefScorer = Callable[..., dict[str, Any]]
"""What `nlp.evaluate` calls: scorer(examples, **settings), which returns name -> score."""


class CorefComponent:
    """Finds coreference chains and writes them to `doc.spans["coref"]`, from where `doc._.coref` reads them.

    The model is loaded when it is first needed, so that a saved pipeline loads its own copy, wherever that lies now.
    `model` and the settings from `min_probability` to `overwrite` are also attributes: a value that is set is checked
    at once, used from the next Doc on, and saved with the pipeline.

    Args:
        model: a packaged model, such as "en"; an installed one (see `corefpipe package`); or a folder that `corefpipe
            train` wrote. One that is set later is loaded at once; the components that parse stay.
        name: the component's name in its pipeline.
        min_probability: no link is made whose calibrated probability is below it, in [0, 1]: higher values make fewer
            links, and more of them are right. None lets the threshold decide.
        threshold: added to the score of starting a chain: higher values make fewer links. None is the model's.
        gamma: temperature of the decoder in [0, 1]; None is the model's.
        mention_window: number of preceding mentions that a mention is compared with, beside those with the same words;
            None is the model's.
        constraints: names of the constraints that hold whatever the scores say; none if it is empty; None are the
            model's.
        mentions: "predicted" finds them; "ents" takes `doc.ents`, "spans:KEY" takes `doc.spans[KEY]`.
        layout: "spans", or "experimental" for spacy-experimental's `doc.spans["coref_clusters_1"]` …
        overwrite: resolve Docs that have chains already again.
        scorer: what `nlp.evaluate` calls with examples; None scores nothing.

    Attributes:
        settings: all of these settings.

    Raises:
        SettingError: a value outside its range, or both `min_probability` and `threshold`.
    """

    # A misspelt setting must not become an unused attribute.
    __slots__ = (
        "_configured",
        "_handler",
        "_model",
        "_model_name",
        "_pipeline",
        "_pipeline_meta",
        "_resolver",
        "_settings",
        "name",
        "scorer",
    )

    min_probability = Setting[float | None]("Lowest calibrated probability of a link, in [0, 1]; None: see threshold.")
    threshold = Setting[float | None]("Score added to that of starting a chain; None is the model's.")
    gamma = Setting[float | None]("Temperature of the decoder, in [0, 1]; None is the model's.")
    mention_window = Setting[int | None]("Number of preceding mentions that are compared; None is the model's.")
    constraints = Setting[Sequence[str] | None]("Names of the constraints that hold; None are the model's.")
    mentions = Setting[str]('Where mentions come from: "predicted", "ents" or "spans:KEY".')
    layout = Setting[Layout]('Where chains are written in a Doc: "spans" or "experimental".')
    overwrite = Setting[bool]("Whether Docs that have chains already are resolved again.")

    @takes_fields(Settings)
    def __init__(
        self, model: str = "en", *, name: str = "corefpipe", scorer: CorefScorer | None = None, **settings: Any
    ):
        self._model_name = model
        self.name = name
        self.scorer = scorer
        self._configured = Settings(**settings)
        self._settings = self._configured
        self._model: Resolver | None = None  # with the settings of its own
        self._resolver: Resolver | None = None  # with the component's settings
        self._handler: ErrorHandler = raise_error
        self._pipeline: weakref.ref[Language] | None = None
        self._pipeline_meta: dict[str, Any] | None = None

    def __repr__(self) -> str:
        """As it would be written, with the settings that are not the defaults."""
        defaults = Settings()
        shown = {"model": self.model} | ({"name": self.name} if self.name != "corefpipe" else {})
        shown |= {each.name: getattr(self, each.name) for each in fields(Settings)}
        changed = (f"{name}={value!r}" for name, value in shown.items() if value != getattr(defaults, name, None))
        return f"CorefComponent({', '.join(changed)})"

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled for `nlp.pipe(n_process=…)`: all but the reference to the pipeline."""
        return {name: getattr(self, name) for name in self.__slots__} | {"_pipeline": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore what `__getstate__` returned."""
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def model(self) -> str:
        """Name or folder of the model; one that is set is loaded at once, and keeps the component's settings."""
        return self._model_name

    @model.setter
    def model(self, model: str | Path) -> None:
        self.resolver = load_resolver(model)
        self._model_name = str(model)

    @property
    def settings(self) -> Settings:
        """The settings, which are checked when they are set."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        if self._model is not None:
            self._resolver = self._model.configured(settings.overrides)
        self._settings = settings

    @property
    def resolver(self) -> Resolver:
        """The model behind the component, with the component's settings; one that is set is not changed itself."""
        if self._resolver is None:
            self.resolver = load_resolver(self.model)
        assert self._resolver is not None
        return self._resolver

    @resolver.setter
    def resolver(self, resolver: Resolver) -> None:
        self._resolver = resolver.configured(self.settings.overrides)
        self._model = resolver
        if self._pipeline is not None and (nlp := self._pipeline()) is not None:
            with_vectors(nlp, resolver)
        if self._pipeline_meta is not None:
            note_in_meta(self._pipeline_meta, self.name, *terms_of(resolver))

    def join(self, nlp: Language) -> None:
        """Belong to a pipeline: streams parse with it.

        Its `meta` gets the licence of the model's weights, and corefpipe as a requirement. Called by the factory. The
        model is not loaded for it; when another one is set, its licence replaces this one's.

        Raises:
            ModelError: no such model, unless the pipeline was saved with the component, so that it has a copy of its
                own, which is loaded later.

        Warns:
            CorefpipeWarning: nothing in the pipeline parses.
        """
        self._pipeline, self._pipeline_meta = weakref.ref(nlp), nlp.meta
        try:
            folder = model_folder(self.model)
            require_model(folder)
            terms = terms_in(folder)
        except ModelError:
            if not requires_us(nlp.meta):
                raise
            terms = Terms("", False)
        note_in_meta(nlp.meta, self.name, *terms)
        _warn_without_parser(nlp, self.name)

    def __call__(self, doc: Doc) -> Doc:
        """Resolve one Doc."""
        self._is_resolved(doc)
        return doc

    def _is_resolved(self, doc: Doc) -> bool:
        """Resolve a Doc; an error goes to the pipeline's error handler."""
        try:
            self.set_annotations([doc], self.predict([doc]))
        except Exception as error:
            self._handler(self.name, self, [doc], error)
            return False
        return True

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 32) -> Iterator[Doc]:
        """Resolve Docs; one that fails goes to the pipeline's error handler, several if they fail only together."""
        for docs in in_batches(stream, lambda doc: 1, 1, batch_size):
            try:
                self.set_annotations(docs, self.predict(docs))
            except Exception as error:
                # One by one, so that the handler learns which Doc it is; if none fails alone, it is a fault of ours.
                failed = False
                for doc in docs:
                    failed |= not self._is_resolved(doc)
                    yield doc
                if not failed:
                    self._handler(self.name, self, docs, error)
            else:
                yield from docs

    def predict(self, docs: Iterable[Doc]) -> list[Resolution | None]:
        """The chains of each Doc, which is not changed; None for a Doc that keeps the chains it has.

        Raises:
            AnnotationError: a Doc lacks a parse, or the spans in which `mentions` looks for mentions.
        """
        several = [checked_doc(doc) for doc in docs]
        found: list[Resolution | None] = [None] * len(several)
        wanted = [number for number, doc in enumerate(several) if self.overwrite or not has_chains(doc)]
        given = [(several[number], given_mentions(several[number], self.mentions)) for number in wanted]
        for number, resolution in zip(wanted, self.resolver.resolve_all(given), strict=True):
            found[number] = resolution
        return found

    def set_annotations(self, docs: Iterable[Doc], resolutions: Iterable[Resolution | None]) -> None:
        """Write chains to Docs.

        Args:
            docs: as `predict` got them.
            resolutions: one per Doc, as `predict` gave them; a Doc with None is left as it is.
        """
        for doc, resolution in zip(docs, resolutions, strict=True):
            if resolution is not None:
                self.resolver.write(doc, resolution, layout=self.layout)

    def stream(
        self,
        nlp: Language | None = None,
        *,
        window: int | None = WINDOW,
        revise: int | None = 0,
        name: str = UNNAMED,
    ) -> Stream:
        """A stream with this model and these settings: its texts are parsed by the pipeline, whose Docs it takes, too.

        Args:
            nlp: the pipeline; None is the one that the component was made for.
            window: number of words before a piece that it is compared with (see `corefpipe.Stream`); None for all.
            revise: number of sentences at the end that may still change; None for all.
            name: of the document.

        Raises:
            SettingError: the component takes its mentions from annotation, or its pipeline exists no more.
        """
        if self.mentions != "predicted":
            raise SettingError(
                f"the component takes its mentions from {self.mentions}, and a stream predicts them",
                cure='Set mentions to "predicted"',
            )
        if nlp is None and self._pipeline is not None:
            nlp = self._pipeline()
        if nlp is None:
            raise SettingError("the component belongs to no pipeline", cure="Give it: component.stream(nlp)")
        return Stream(self.resolver, window=window, revise=revise, name=name, nlp=nlp)

    def explain(self, doc: Doc, a: Place, b: Place | None = None) -> Explanation:
        """Why a mention is linked in the Doc's chains, or not: what spoke for it and against it. It prints in words.

        Args:
            doc: a parsed Doc, resolved or not.
            a: the mention: a span, a token, or its words if they occur once.
            b: the mention that it may corefer with, before or after it; None takes the antecedent in its chain, or the
                most probable one if it has none.
        """
        mentions = Coref(doc).mentions if has_chains(checked_doc(doc)) else []
        one, other = span_of(a, doc, mentions), None if b is None else span_of(b, doc, mentions)
        return explain(self.resolver, doc, one, other, given_mentions(doc, self.mentions))

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        features: str = "default",
        learner: str = "l3m",
        settings: dict[str, Any] | None = None,
        min_count: int = 1,
        context: str = NO_CONTEXT,
        unseen: Callable[[Any], Iterable[Example]] | None = None,
    ) -> None:
        """Learn from examples whose references have chains; where none has, the model stays, with a `CorefpipeWarning`.

        Called by `nlp.initialize`, which is all that trains: `nlp.update` changes nothing here. The arguments from
        `features` on can stand in the config, under `[initialize.components.corefpipe]`.

        Args:
            get_examples: gives examples; chains stand in `example.reference.spans["coref"]`. The reference's own parse
                is learned from where it has one, else that of the components before this one.
            nlp: the pipeline, for the references that have no parse, and for `unseen`.
            features: a packaged feature set, or a .toml file.
            learner: name of a learner.
            settings: of the learner; by default those that served best.
            min_count: features seen on fewer links are left out.
            context: folder of a network that reads the text, whose features are added to the others; "none" for no
                network. The pipeline keeps a copy when it is saved.
            unseen: gives, for the pipeline, examples that the network has not learned from, as spaCy's readers of
                corpora do ("spacy.Corpus.v1"): how far to trust it is learned on these (see `corefpipe.train`).
                Without any, its weights are learned with all others.

        Raises:
            SettingError: an unknown name or value among the arguments; unseen examples without a network.
            AnnotationError: no unseen example has chains in its reference.
            ModelError: the folder has no network, or a damaged one; nothing was learned. No example has chains, and the
                model that stays is missing or damaged.
        """
        pipes = [] if nlp is None else [pipe for name, pipe in nlp.pipeline[: nlp.pipe_names.index(self.name)]]
        mentions: MentionSource = "predicted" if self.mentions == "predicted" else "gold"
        annotated = annotated_examples(get_examples(), pipes)
        if annotated:
            plan = TrainingSettings(
                mentions,
                features=features,
                min_count=min_count,
                learner=learner,
                parameters=settings or {},
                context=context,
            )
            apart = [] if unseen is None else unseen_examples(unseen(nlp), pipes)
            self.resolver = train(annotated, unseen=apart, settings=plan).resolver
        elif given_by_user(get_examples):
            warnings.warn(
                f'no example has chains in its reference, so nothing is learned and the model "{self.model}" stays. '
                'Put them into example.reference.spans["coref"]',
                CorefpipeWarning,
                stacklevel=2,
            )
        if not annotated:
            self._own_model()  # one that is missing is an error here, not with the first text

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Scores of the predicted chains of examples; called by `nlp.evaluate`."""
        return {} if self.scorer is None else self.scorer(examples, **kwargs)

    def set_error_handler(self, handler: ErrorHandler) -> None:
        """Called by the pipeline: handler(name, component, docs, error)."""
        self._handler = handler

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save the model and the settings with the pipeline."""
        Saved(self._own_model(), self._saved_settings()).to_disk(Path(path))

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "CorefComponent":
        """Load the model and the settings saved with the pipeline (see `Settings.restored`).

        Raises:
            ModelError: the folder has no model, or settings that cannot be read.
        """
        return self._restore(Saved.from_disk(Path(path)))

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The model and the settings as bytes."""
        return Saved(self._own_model(), self._saved_settings()).to_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "CorefComponent":
        """The model and the settings from bytes (see `Settings.restored`).

        Raises:
            ModelError: not the bytes of this component.
        """
        return self._restore(Saved.from_bytes(data))

    def _own_model(self) -> Resolver:
        """The model as it was loaded or learned, without the component's settings."""
        if self._model is None:
            self.resolver = load_resolver(self.model)
        assert self._model is not None
        return self._model

    def _saved_settings(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "configured": self._configured.to_dict(),
            "last": self.settings.to_dict(),
        }

    def _restore(self, saved: Saved) -> "CorefComponent":
        self._settings = self._configured.restored(saved.settings["configured"], saved.settings["last"])
        self.resolver = saved.model
        self._model_name = saved.settings.get("model", self._model_name)  # what older versions saved has no name
        return self


def _warn_without_parser(nlp: Language, name: str) -> None:
    """Warn if nothing in a pipeline parses; a tokenizer or component that does not tell what it does may."""
    spacys = [type(nlp.tokenizer).__module__]
    for pipe_name, pipe in nlp.pipeline:
        assigned = nlp.get_pipe_meta(pipe_name).assigns
        if "token.dep" in assigned:
            return
        if not assigned:
            spacys.append(getattr(pipe, "__module__", ""))
    if all(module.startswith("spacy.") for module in spacys):
        there = ", ".join(nlp.pipe_names) or "no component"
        warnings.warn(
            f'"{name}" needs parsed Docs, and nothing in this pipeline parses ({there}). Add it after a parser, as in '
            "en_core_web_sm, or use corefpipe.load, which brings one; Docs that were parsed elsewhere can be given",
            CorefpipeWarning,
            stacklevel=2,
        )
