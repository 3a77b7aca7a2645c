"""Resolve texts over HTTP: requests wait in a bounded queue, and worker processes resolve them in batches.

The process that answers requests imports no spaCy; it needs the extra `corefpipe[serve]`: Starlette and uvicorn.
FastAPI would add little: here sizes and times are limited before a body is parsed, errors have a form of their own, and
the page of the documentation must load nothing from elsewhere.

    settings -> workers (one process each, `resolving`) -> queue -> app (`requests`, `schema`) -> server
"""
