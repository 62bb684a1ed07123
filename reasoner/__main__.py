"""`python -m reasoner` is the command `reasoner`."""

from reasoner.cli import main

if __name__ == "__main__":
    main()
