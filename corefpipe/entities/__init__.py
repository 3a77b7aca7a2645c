"""Entities of a collection: chains of many documents, linked to the people, places and things that they refer to.

>>> import corefpipe
>>> entities = corefpipe.link(corefpipe.read("resolved/"))  # doctest: +SKIP
>>> entities.to_jsonl("entities.jsonl")  # doctest: +SKIP
>>> [(entity.name, len(entity.documents)) for entity in entities]  # doctest: +SKIP
"""
