"""Run by `python3 -m unittest` in the folder above."""
