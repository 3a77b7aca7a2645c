"""The coreference model: resolving and training, model files, probabilities, explanations, constraints."""
