"""The adapter with a mistake in the recorder: the only argument is the JSON array that names a mutant (see `mutants.py`)."""

import json
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutants import ROOT, of_file
from trial import MEMORY, Finder

name = tuple(json.loads(sys.argv[1]))
mutant = next(mutant for mutant in of_file(ROOT / name[0]) if mutant.id == name)
resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
sys.meta_path.insert(0, Finder(mutant))

import adapter

sys.exit(adapter.main())
