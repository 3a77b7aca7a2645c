"""Text to a parsed spaCy Doc: base pipelines, Documents to Docs, the parse as arrays, training a base pipeline."""
