#!/usr/bin/env python3
"""How long the reference takes to answer a small case, beside a Python program that answers at once with what it is given.

Requests go one at a time through a pipe, to both programs in turns. `small_cases.py TOUCHSTONE [ROUNDS] [CASES]`.
"""

import pathlib
import random
import statistics
import subprocess
import sys
import time

touchstone = str(pathlib.Path(sys.argv[1]).resolve())
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 40
count = int(sys.argv[3]) if len(sys.argv) > 3 else 120
ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"
LARGE = 8_000  # bytes of a request that is not small


def printed(*arguments):
    return subprocess.run([touchstone, *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


class Program:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.answers = open(self.process.stdout.fileno(), "rb", closefd=False)

    def ask(self, line):
        start = time.perf_counter()
        self.process.stdin.write(line)
        self.answers.readline()
        return time.perf_counter() - start


names = [line.split()[0] for line in printed("list")]
requests = []
for name in random.Random(2022).sample(names, count):
    first, *middle, last = (line.encode() + b"\n" for line in printed("show", "--request", name))
    requests += [line for line in middle if len(line) < LARGE]
reference, echo = Program(touchstone, "reference"), Program(sys.executable, "-c", ECHO)
reference.ask(first)
times = {request: ([], []) for request in requests}
for _ in range(rounds):
    for request, (answered, echoed) in times.items():
        answered.append(reference.ask(request))
        echoed.append(echo.ask(request))
medians = sorted(statistics.median(answered) for answered, _ in times.values())
ratio = statistics.median(statistics.median(a) / statistics.median(e) for a, e in times.values())
tenth = medians[len(medians) * 9 // 10]
print(f"{len(medians)} cases: {1000 * statistics.median(medians):.2f} ms, nine of ten below {1000 * tenth:.2f} ms;", end=" ")
print(f"{ratio:.1f} times the echo")
