"""`python -m corefpipe`: the same as the command `corefpipe`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is imported ends it as Ctrl-C does later."""
    try:
        from corefpipe.cli import main as run
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(1)
    run()


if __name__ == "__main__":
    main()
