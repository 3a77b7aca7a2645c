"""Pages of the API reference: one per public package, with every public name."""

from __future__ import annotations

from importlib import import_module
from inspect import getmodule, isclass, isfunction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

PACKAGES = {
    "corefpipe": "What most programs need.",
    "corefpipe.chains": "Chains on a spaCy Doc: what `doc._.coref` returns.",
    "corefpipe.document": "Documents, mentions and quotations, independent of spaCy.",
    "corefpipe.formats": "Readers and writers.",
    "corefpipe.scoring": "Scores and comparisons.",
    "corefpipe.report": "Chains as text.",
    "corefpipe.report.errors": "Error analysis.",
    "corefpipe.streams": "Text that grows.",
    "corefpipe.books": "Characters of a book, what they say and do.",
    "corefpipe.books.booknlp": "BookNLP's files.",
    "corefpipe.books.text": "Chapters of a plain text.",
    "corefpipe.batch": "Many files, data frames, Dask and Spark.",
    "corefpipe.features": "Features and feature sets.",
    "corefpipe.mentions": "Candidate mentions.",
    "corefpipe.lexicon": "Words of a language.",
    "corefpipe.resolver.packaging": "Models as Python packages.",
    "corefpipe.clustering.decoders": "From scored links to clusters.",
    "corefpipe.clustering.learners": "Learners of the weights of links.",
    "corefpipe.clustering.partitioners": "Clustering into a given number of clusters.",
    "corefpipe.clustering.comparing": "Features of two records.",
    "corefpipe.clustering.blocking": "Which records are compared.",
    "corefpipe.clustering.bayes": "Dirichlet process mixtures.",
    "corefpipe.clustering.bayes.families": "Distributions of a mixture's clusters.",
    "corefpipe.clustering.words": "Clusters of words.",
    "corefpipe.clustering": "Supervised clustering of items of any kind.",
}
"""The public packages, and what a page says first. Other packages are internal and may change."""

SETUP = """\
import numpy as np
import corefpipe
from corefpipe.books import Book
from corefpipe.clustering import ItemSets, Links
from corefpipe.clustering.words import count_words
from corefpipe.features import FeatureSet, gold_table
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base

nlp = corefpipe.load("en")
doc = nlp("Ann lost her keys. She found them.")
document = corefpipe.resolve("Ann lost her keys. She found them.")
book = Book.from_document(corefpipe.resolve("“I shall not go,” said Ann. “I stay,” Tom answered."))
bakery = next(corefpipe.read("corpora/samples/bakery.conllu"))
corefpipe.train([bakery], min_count=1).to_disk("my-model")

annotated = list(annotate([bakery], load_base("en")))  # a Doc and a Document
table = gold_table(*annotated[0])
features = FeatureSet("soon2001").fit(annotated)

values = np.array([0.0, 0.2, 5.0, 5.1])  # four items in two clusters
points = ItemSets.vectors([values[:, None]])
labels = [np.array([0, 0, 1, 1])]
item, antecedent = Links.windows([4]).ends()
distance = np.abs(values[item] - values[antecedent])
scores = np.where(antecedent < 0, 0.0, 1 - distance)  # close items attract each other
links = Links.windows([4]).with_features(np.where(antecedent < 0, 0, [np.ones(10), distance]).T)
sentences = ["a dog ran", "a cat ran", "the dog slept", "the cat slept"]
counts = count_words([sentence.split() for sentence in sentences], reach=2)
"""
"""What the examples in docstrings know. They run in a folder with `corpora/`."""


def public() -> dict[str, dict[str, Any]]:
    """Package -> its public names with their objects; each class or function only in the first package that has it."""
    seen: set[int] = set()
    found: dict[str, dict[str, Any]] = {}
    for package in PACKAGES:
        module = import_module(package)
        found[package] = {}
        for name in module.__all__:
            one = getattr(module, name)
            if id(one) not in seen and not name.startswith("__"):
                found[package][name] = one
            if isclass(one) or isfunction(one):
                seen.add(id(one))
    return found


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    from mkdocs.structure.files import File  # imported here, so that the tests of examples need no MkDocs

    pages = {package: _page(package, members) for package, members in public().items()}
    index = ["# API reference", "", "| package | contents |", "|---|---|"]
    index += [f"| [`{package}`]({package}.md) | {about} |" for package, about in PACKAGES.items()]
    index += ["", "The examples of all pages begin with these lines:", "", "```python", SETUP.strip(), "```"]
    index += ["", "Packages that are not listed are internal: they may change in any version."]
    files.append(File.generated(config, "reference/index.md", content="\n".join(index)))
    for package, content in pages.items():
        files.append(File.generated(config, f"reference/{package}.md", content=content))
    return files


def _page(package: str, members: dict[str, Any]) -> str:
    lines = [f"# {package}", "", PACKAGES[package], ""]
    for name, one in members.items():
        lines += [f"::: {_home(package, name, one)}", ""]
    return "\n".join(lines)


def _home(package: str, name: str, one: Any) -> str:
    """Where a class or function is defined; a constant is documented where it is exported."""
    module = getmodule(one) if isclass(one) or isfunction(one) else None
    return f"{module.__name__}.{one.__name__}" if module is not None else f"{package}.{name}"
