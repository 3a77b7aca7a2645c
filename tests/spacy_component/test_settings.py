"""The settings of the component: given to `corefpipe.load`, set on a running pipeline, and saved."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields

import pytest
import spacy

import corefpipe
from corefpipe.clustering.decoders.baselines import AllApartDecoder
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.spacy_component.component import CorefComponent
from corefpipe.spacy_component.settings import Settings

TEXT = "Mary Bell lost her keys. She found them on the old ferry, and her brother laughed at her."
ALL = {
    "min_probability": None,
    "threshold": 0.5,
    "gamma": 0.5,
    "mention_window": 20,
    "mentions": "spans:mine",
    "layout": "experimental",
    "overwrite": False,
}


@pytest.fixture(scope="module")
def parsed(packaged):
    with packaged.select_pipes(disable="corefpipe"):
        return packaged(TEXT)


@pytest.fixture
def chains(component, parsed):
    """Function that resolves the text with the present settings."""
    return lambda: [[span.text for span in chain] for chain in component(parsed.copy())._.coref]


def test_all_settings_are_arguments_of_load():
    component = corefpipe.load("en", **ALL).get_pipe("corefpipe")
    assert {name: getattr(component, name) for name in ALL} == ALL
    decoder = component.resolver.decoder
    assert (decoder.threshold, decoder.gamma) == (0.5, 0.5)
    assert component.resolver.features.spec.candidates.window == 20


def test_settings_are_arguments_of_add_pipe(model):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("corefpipe", config={"model": str(model), "min_probability": 0.7})
    assert component.resolver.min_probability == 0.7
    assert nlp.get_pipe_config("corefpipe")["min_probability"] == 0.7


def test_what_is_set_is_used_from_the_next_doc_on(component, chains):
    plain = chains()
    component.min_probability = 1
    assert chains() == []
    component.min_probability = 0.0
    assert len(chains()) > 1
    component.constraints = []
    assert len(chains()) == 1
    component.min_probability = component.constraints = None
    assert chains() == plain
    component.threshold = 1e6
    assert chains() == []
    component.threshold = None
    component.gamma = 0.0
    assert component.resolver.decoder.gamma == 0.0
    component.mention_window = 0
    assert chains() != plain
    component.gamma, component.mention_window = None, None
    assert chains() == plain


def test_layout_and_mentions_can_be_set(component, parsed, chains):
    component.layout = "experimental"
    assert "coref_clusters_1" in component(parsed.copy()).spans
    component.mentions = "spans:mine"
    with pytest.raises(ValueError, match=r"no doc\.spans\['mine'\]"):
        chains()


def test_overwrite_can_be_set(component, parsed):
    doc = component(parsed.copy())
    component.min_probability, component.overwrite = 1.0, False
    assert len(component(doc)._.coref) > 0
    component.overwrite = True
    assert len(component(doc)._.coref) == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("min_probability", 70, "min_probability is 70. It must be a number from 0"),
        ("min_probability", "0.7", "min_probability is '0.7'"),
        ("min_probability", float("nan"), "min_probability is nan"),
        ("threshold", float("nan"), "threshold is nan"),
        ("threshold", float("inf"), "threshold is inf"),
        ("gamma", 2, "gamma is 2"),
        ("mention_window", -1, "mention_window is -1"),
        ("mention_window", 1.5, "mention_window is 1.5"),
        ("mentions", "gold", 'unknown mentions .gold.*"spans:KEY"'),
        ("mentions", "spans:", "unknown mentions"),
        ("mentions", None, "unknown mentions"),
        ("layout", "rows", "unknown layout"),
        ("layout", ["spans"], "unknown layout"),
        ("overwrite", "yes", "overwrite is 'yes'"),
    ],
)
def test_values_are_checked_when_they_are_set(component, name, value, message):
    before = getattr(component, name)
    with pytest.raises(SettingError, match=message):
        setattr(component, name, value)
    assert getattr(component, name) == before
    with pytest.raises(SettingError, match=message):
        CorefComponent(**{name: value})


def test_min_probability_and_threshold_exclude_each_other(component):
    component.threshold = 0.5
    with pytest.raises(SettingError, match="both min_probability and threshold"):
        component.min_probability = 0.5
    with pytest.raises(SettingError, match="both min_probability and threshold"):
        corefpipe.load("en", min_probability=0.5, threshold=0.5)
    component.threshold, component.min_probability = None, 0.5
    assert component.resolver.min_probability == 0.5


def test_a_decoder_that_cannot_use_a_setting(model):
    resolver = load_resolver(model)
    resolver.decoder = AllApartDecoder()
    component = CorefComponent()
    component.resolver = resolver
    for name in ("min_probability", "gamma"):
        with pytest.raises(SettingError, match=name):
            setattr(component, name, 0.5)
    assert component.min_probability is component.gamma is None


def test_a_resolver_that_is_set_is_not_changed(model):
    resolver = load_resolver(model)
    component = CorefComponent(threshold=2.0)
    component.resolver = resolver
    assert (resolver.decoder.threshold, component.resolver.decoder.threshold) == (0.0, 2.0)


def test_another_model_can_be_set(component, chains, model):
    component.threshold = 0.0
    packaged, before = component.resolver, chains()
    component.model = model
    assert component.model == str(model)
    assert component.resolver.to_bytes() == load_resolver(model, threshold=0.0).to_bytes()
    assert chains() != before
    component.model = "en"
    assert component.resolver.to_bytes() == packaged.to_bytes()


@pytest.mark.parametrize(("name", "error"), [("no such model", ModelError), (None, SettingError), (3, SettingError)])
def test_a_model_is_checked_when_it_is_set(component, name, error):
    before = component.resolver
    with pytest.raises(error, match=re.escape(str(name))):
        component.model = name
    assert (component.model, component.resolver) == ("en", before)


def test_a_model_that_is_set_is_saved_with_the_pipeline(model, tmp_path):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("corefpipe")
    component.model = model
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path).get_pipe("corefpipe")
    assert (again.model, again.resolver.to_bytes()) == (str(model), component.resolver.to_bytes())


@pytest.mark.parametrize("way", ["disk", "bytes"])
def test_saved_settings(model, tmp_path, way):
    """What was set on the running component is there again, and None is still the model's own value."""
    component = CorefComponent(str(model), mention_window=30)
    component.min_probability, component.layout, component.mention_window = 0.8, "experimental", 40
    again = CorefComponent(str(tmp_path / "none"), mention_window=30)
    if way == "disk":
        component.to_disk(tmp_path)
        again.from_disk(tmp_path)
    else:
        again.from_bytes(component.to_bytes())
    assert again.settings == component.settings
    assert (again.resolver.min_probability, again.resolver.features.spec.candidates.window) == (0.8, 40)
    again.min_probability, again.mention_window = None, None
    assert again.resolver.to_bytes() == load_resolver(model).to_bytes()


def test_a_config_that_is_changed_goes_before_what_was_saved(model, tmp_path):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("corefpipe", config={"model": str(model)})
    component.threshold, component.overwrite = 0.9, False
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path).get_pipe("corefpipe").settings == component.settings
    config = {"components": {"corefpipe": {"min_probability": 0.5}}}
    changed = spacy.load(tmp_path, config=config).get_pipe("corefpipe")
    assert (changed.min_probability, changed.threshold, changed.overwrite) == (0.5, None, False)


def test_settings_that_cannot_be_read(model, tmp_path):
    CorefComponent(str(model)).to_disk(tmp_path)
    (tmp_path / "settings.json").write_text("{", encoding="utf8")
    with pytest.raises(ModelError, match=r"settings\.json: the component's settings cannot be read"):
        CorefComponent().from_disk(tmp_path)
    for data in (b"", b"\x81", b"\x00"):
        with pytest.raises(ModelError):
            CorefComponent().from_bytes(data)


def test_every_setting_says_what_it_is():
    names = [field.name for field in fields(Settings)]
    told = [inspect.getdoc(getattr(CorefComponent, name)) for name in names]
    assert len(set(told)) == len(names)
    assert all(doc.endswith(".") for doc in told)


def test_repr(model):
    """The model, and the settings that are not the defaults."""
    assert repr(CorefComponent()) == "CorefComponent(model='en')"
    component = CorefComponent(str(model), name="coref", overwrite=False, constraints=["genders"])
    component.gamma = 0.5
    start = f"CorefComponent(model={str(model)!r}, name='coref', "
    assert repr(component) == f"{start}gamma=0.5, constraints=['genders'], overwrite=False)"
    resolver = load_resolver(min_probability=0.7)
    assert re.fullmatch(
        r"<Resolver: L3MDecoder\(.*\), min_probability=0.7, [1-9][\d,]+ weights, base 'en'>", repr(resolver)
    )
