"""An adapter that answers as a mutant did: a class of the schema names the file with the answer (see `verdict.py`)."""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutation.trial import NOW
from mutation.verdict import MARK
from wire.protocol import INFORMATION


def main(folder):
    for line in sys.stdin:
        request = json.loads(line)
        result = {"initialize": INFORMATION, "shutdown": None}.get(request["method"])
        if request["method"] == "runCase":
            name = next(name for name in request["params"]["schema"] if name.startswith(MARK))
            date = {"$date": {"$numberLong": str(time.time_ns() // 1_000_000)}}
            text = Path(folder, name).read_text().replace(NOW, f'"timestamp": {json.dumps(date)}')
            print(f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{text}}}', flush=True)
        else:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
        if request["method"] == "shutdown":
            return


main(sys.argv[1])
