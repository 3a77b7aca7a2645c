"""Models with features and decoders of a user's own code: what they say they need, and errors where it is missing."""

from __future__ import annotations

import pytest
from helpers.own_code import DECODER, FEATURE, forgotten, write_code, write_set
from helpers.packages import register

import corefpipe
from corefpipe.clustering.learners import L3MLearner
from corefpipe.clustering.named import make_decoder
from corefpipe.clustering.registry import DECODERS
from corefpipe.exceptions import CorefpipeWarning, ModelError
from corefpipe.features import PAIR_FEATURES, FeatureSet
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.training import TrainingSettings
from corefpipe.utils.own_code import import_code


@pytest.fixture(autouse=True)
def _forgotten():
    with forgotten():
        yield


@pytest.fixture
def trained(tmp_path, annotated):
    """The folder of a model with a feature of `my_code.py`."""
    with forgotten():
        import_code(write_code(tmp_path))
        Resolver(FeatureSet(write_set(tmp_path))).fit(annotated, L3MLearner(passes=1), "gold").to_disk(
            tmp_path / "model"
        )
    return tmp_path / "model"


def test_the_model_says_what_it_needs(trained, tmp_path):
    assert "both_long" not in PAIR_FEATURES
    with pytest.raises(ModelError) as error:
        load_resolver(trained)
    assert str(error.value) == (
        f"{trained}/resolver.toml: the model needs the pair feature both_long of my_code.py, which has not been "
        "imported. Add --code my_code.py to the command; in Python, import the module before the model is loaded"
    )
    with pytest.raises(ModelError, match="pair feature both_long"):
        corefpipe.load(trained)
    import_code(tmp_path / "my_code.py")
    meta = load_resolver(trained).meta
    assert (meta["code"], meta["code_names"]) == (["my_code.py"], ["pair feature both_long"])


def test_a_model_in_bytes_needs_it_too(trained, tmp_path):
    import_code(tmp_path / "my_code.py")
    data = load_resolver(trained).to_bytes()
    PAIR_FEATURES.unregister("both_long")
    with pytest.raises(ModelError, match=r"pair feature both_long of my_code\.py, which has not been imported"):
        Resolver.from_bytes(data)


def test_a_decoder(resolver, tmp_path):
    import_code(write_code(tmp_path, DECODER))
    changed = Resolver.from_bytes(resolver.to_bytes())
    assert "code" not in changed.meta
    changed.decoder = make_decoder("nothing-together", {})
    changed.to_disk(tmp_path / "model")
    assert Resolver.from_disk(tmp_path / "model").meta["code_names"] == ["decoder nothing-together"]
    DECODERS.unregister("nothing-together")
    with pytest.raises(ModelError, match=r"needs the decoder nothing-together of my_code\.py, which has not"):
        load_resolver(tmp_path / "model")
    changed.decoder = make_decoder("l3m", {})  # needs none any longer
    changed.to_disk(tmp_path / "model", overwrite=True)
    assert "code" not in load_resolver(tmp_path / "model").meta


def test_code_that_has_changed(trained, tmp_path, recwarn):
    import_code(write_code(tmp_path, FEATURE.replace("> 1", "> 2")))
    load_resolver(trained)
    (warned,) = [one for one in recwarn if one.category is CorefpipeWarning]
    assert str(warned.message) == f"{trained}: my_code.py has changed since the model learned with it"


def test_an_installed_model_brings_its_code(trained, tmp_path, monkeypatch):
    place = tmp_path / "installed"
    register(place, "mine", "corefpipe_mine", trained, code="raise ValueError('imported')")
    (place / "corefpipe_mine" / "code").mkdir()
    file = write_code(place / "corefpipe_mine" / "code")
    monkeypatch.syspath_prepend(place)
    with pytest.raises(ModelError, match="which has not been imported"):
        load_resolver(place / "corefpipe_mine" / "model")  # a folder runs nothing
    assert load_resolver("mine").meta["code"] == ["my_code.py"]
    PAIR_FEATURES.unregister("both_long")
    file.write_text("import nothing_such", encoding="utf-8")
    with pytest.raises(ModelError) as error:
        load_resolver("mine")
    assert str(error.value) == (
        f"{file}:1: the code of the installed model 'mine': it cannot be imported: ModuleNotFoundError: No module "
        "named 'nothing_such'. Install its package again"
    )


@pytest.mark.parametrize("meta", ['code_names = ["decoder"]', 'code_names = ["no such thing"]'])
def test_damaged_metadata(trained, tmp_path, meta):
    import_code(tmp_path / "my_code.py")
    settings = trained / "resolver.toml"
    text = settings.read_text(encoding="utf-8").replace('code_names = ["pair feature both_long"]', meta)
    settings.write_text(text, encoding="utf-8")
    (trained / "SHA256SUMS").unlink()
    with pytest.raises(ModelError, match=r"the model needs the .*, which has not been imported"):
        load_resolver(trained)


def test_features_are_computed_anew_if_their_code_changes(tmp_path):
    with forgotten():
        import_code(write_code(tmp_path))
        before = TrainingSettings(features=str(write_set(tmp_path))).signature()
        PAIR_FEATURES.unregister("both_long")
        import_code(write_code(tmp_path, FEATURE.replace("> 1", "> 2")))
        after = TrainingSettings(features=str(write_set(tmp_path))).signature()
        assert {name for name in before if before[name] != after[name]} == {"code"}
        assert "code" not in TrainingSettings().signature()
