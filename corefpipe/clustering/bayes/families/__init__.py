"""Families of distributions of clusters: likelihood and base measure, one module per kind."""

from corefpipe.clustering.bayes.families.base import ConjugateFamily, Family
from corefpipe.clustering.bayes.families.discrete import Bernoulli, Categorical
from corefpipe.clustering.bayes.families.gaussian import Gaussian, IndependentGaussian, UnitGaussian
from corefpipe.clustering.bayes.families.wishart import WishartGaussian

__all__ = [
    "Bernoulli",
    "Categorical",
    "ConjugateFamily",
    "Family",
    "Gaussian",
    "IndependentGaussian",
    "UnitGaussian",
    "WishartGaussian",
]
