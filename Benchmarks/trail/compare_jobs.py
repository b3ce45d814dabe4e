"""Compares numbers of threads of `touchstone check`: `compare_jobs.py TOUCHSTONE TRAIL SCHEMA [ROUNDS [JOBS...]]`.

Times are those of the clock. All take turns within a round, and ratios are those of neighbours in one round, because a
machine is not equally busy all the time. The reports have to be the same but for the command line in them.
"""

import json
import os
import statistics
import subprocess
import sys

# A child of a process that holds much memory is said to have had as much at its peak: this one holds little.
LAUNCHER = """
import json, os, subprocess, sys, time
start = time.monotonic()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
text = child.stdout.read().decode()
_, status, usage = os.wait4(child.pid, 0)
print(json.dumps([time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text]))
"""


def check(touchstone, path, schema, jobs):
    command = [touchstone, "check", "--jobs", str(jobs), "--schema", schema, path]
    run = subprocess.run([sys.executable, "-c", LAUNCHER, *command], capture_output=True, check=True)
    wall, processor, peak, text = json.loads(run.stdout)
    return wall, processor, peak, "\n".join(line for line in text.splitlines() if not line.startswith("Command:"))


def main():
    touchstone, path, schema = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    numbers = [int(number) for number in sys.argv[5:]] or [1, 2]
    runs = {jobs: [] for jobs in numbers}
    reports = set()
    for number in range(rounds):
        for jobs in sorted(runs, reverse=number % 2 == 1):
            *figures, report = check(touchstone, path, schema, jobs)
            runs[jobs].append(figures)
            reports.add(report)
    if len(reports) != 1:
        sys.exit("the reports differ")
    print(f"{os.path.getsize(path) / 1e6:.0f} MB, {rounds} rounds, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| `--jobs` | seconds | processor, seconds | ratio of the clock's time to the first row | memory, MB |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for jobs, figures in runs.items():
        ratios = [mine[0] / first[0] for mine, first in zip(figures, runs[numbers[0]])]
        print(
            f"| {jobs} | {statistics.median(f[0] for f in figures):.1f} | {statistics.median(f[1] for f in figures):.1f} | "
            f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) | {max(f[2] for f in figures):.0f} |"
        )


main()
