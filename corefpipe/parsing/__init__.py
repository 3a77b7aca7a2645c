"""Parse text with spaCy: base pipelines, annotation of documents, the parse as lists, training a base pipeline."""
