"""Starts the recorder behind the wire protocol, which it has from the Python skeleton (`touchstone init python`)."""

import importlib.util
import pathlib
import sys

SKELETON = pathlib.Path(__file__).resolve().parent.parent / "skeletons" / "python"
sys.path.append(str(SKELETON))
found = importlib.util.spec_from_file_location("wire", SKELETON / "adapter.py")
wire = importlib.util.module_from_spec(found)
found.loader.exec_module(wire)

if __name__ == "__main__":
    wire.main()
