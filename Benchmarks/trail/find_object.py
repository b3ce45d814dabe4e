"""Compares `touchstone trail --object` with ripgrep piped into jq: `find_object.py TOUCHSTONE EXPORT [ROUNDS] [OTHER]`.

Both look for the events of one object, a Person from the middle of the export. Prints a table in Markdown: what one waits,
and the time of the processor, user and system, of all processes. What is compared takes turns within a round. With OTHER,
another touchstone takes part, such as an earlier one.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time

# The payloads are text within the documents: jq reads them as JSON, too.
FILTER = 'select(.event == "read" or .event == "write") | [.timestamp, .activity, .username, (.data | fromjson)]'


def key_in_the_middle(path):
    with open(path, "rb") as file:
        file.seek(os.path.getsize(path) // 2)
        file.readline()
        for line in file:
            document = json.loads(line)
            if document.get("event") == "read":
                return json.loads(document["data"])["value"][0]["_id"]
    raise SystemExit("the second half of the export contains no reads")


def seconds(run):
    """What one waits for a command, and what the processor does for it."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run()
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return end - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def search(path, key):
    with subprocess.Popen(["rg", "--no-filename", "-F", key, path], stdout=subprocess.PIPE) as rg:
        found = subprocess.run(["jq", "-c", FILTER], stdin=rg.stdout, stdout=subprocess.PIPE, check=True)
    return found.stdout.count(b"\n")


def ask(program, path, key):
    command = [program, "trail", path, "--object", f"Person/{key}"]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
    return int(re.search(r"^(\d+) events? in ", output, re.M).group(1))


def main():
    program, path = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    key = key_in_the_middle(path)
    sides = {
        "`rg`, then `jq`": lambda: search(path, key),
        "`touchstone trail --object`": lambda: ask(program, path, key),
    }
    if len(sys.argv) > 4:
        sides["the other `touchstone`"] = lambda: ask(sys.argv[4], path, key)
    answers = {name: run() for name, run in sides.items()}
    if len(set(answers.values())) != 1:
        raise SystemExit(f"the answers differ: {answers}")
    times = {name: [] for name in sides}
    for number in range(rounds):
        order = list(sides) if number % 2 else list(reversed(sides))
        for name in order:
            times[name].append(seconds(sides[name]))
    first = next(iter(sides))
    size = os.path.getsize(path)
    print(f"{size / 1e6:.0f} MB, {answers[first]} events of the object, {rounds} rounds")
    print("\n| | MB/s | to `rg` and `jq` | MB/s of processor time | to `rg` and `jq` |\n| --- | ---: | ---: | ---: | ---: |")
    for name in sides:
        cells = []
        for kind in (0, 1):
            spent, others = ([pair[kind] for pair in times[side]] for side in (name, first))
            ratios = [one / other for one, other in zip(spent, others)]
            ratio = f"**{statistics.median(ratios):.1f}** ({min(ratios):.1f}–{max(ratios):.1f})" if name != first else ""
            cells += [f"{size / 1e6 / statistics.median(spent):.0f}", ratio]
        print(f"| {name} | {' | '.join(cells)} |")


main()
