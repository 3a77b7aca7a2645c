"""The spaCy component: factories, `nlp.initialize`, `nlp.evaluate`, and pipelines that end with it."""
