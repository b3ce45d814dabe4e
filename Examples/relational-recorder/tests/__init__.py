"""Tests of the example: run them with `python3 -m unittest discover -s Examples/relational-recorder`."""
