"""spaCy's DocBin (`.spacy`)."""
