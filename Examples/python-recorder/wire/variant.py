"""Whether this implementation chooses otherwise where the specification leaves a choice. See README.md."""

import os

OTHERWISE = os.environ.get("PYTHON_RECORDER_CHOICES") == "otherwise"
