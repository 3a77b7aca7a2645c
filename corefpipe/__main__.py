"""`python -m corefpipe`: the same as the command `corefpipe`."""

from corefpipe.cli import main

main()
