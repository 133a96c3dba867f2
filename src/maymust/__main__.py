"""`python -m maymust`."""

from maymust.cli.main import main

main()
