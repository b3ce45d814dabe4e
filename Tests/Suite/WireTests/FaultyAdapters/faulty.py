"""An implementation that answers every case with one event, and is faulty in the way that its first argument says.

A case is dangerous if it records a custom event called "danger"; the fault of most modes shows there alone.
"""
import json
import os
import random
import sys
import threading
import time

MODE = sys.argv[1]
PLACE = sys.argv[2] if len(sys.argv) > 2 else None  # a folder for what has to outlast a process
LOCK = threading.Lock()
MOODS = random.Random(os.getpid())


def write(text):
    with LOCK:
        os.write(1, text.encode())


def send(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def oid(number):
    return {"$oid": "%08x%08x%08x" % (os.getpid(), int(time.monotonic() * 1000) & 0xFFFFFFFF, number)}


def number(value):
    """A number as JavaScript has it, in which all are doubles, and as it comes everywhere else."""
    if MODE != "doubles" or isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return int(float(value)) if float(value).is_integer() and abs(value) < 1e21 else float(value)


def touch(step, things):
    """The outcome of a step about objects that hold one value."""
    if step["do"] == "write":
        return {"ok": [touch(nested, things) for nested in step["steps"]]}
    if step["do"] == "create":
        things[step["as"]] = number(step["value"]["value"])
        return {"ok": None}
    if step["do"] == "set":
        if isinstance(number(step["value"]), float):
            return {"error": {"code": "type-mismatch", "message": "not an integer"}}
        return {"ok": None}
    return {"ok": things[step["object"]]}


def result(request):
    now = time.time()
    date = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + ".%03dZ" % (now * 1000 % 1000)
    if MODE == "bad-date":
        date = time.strftime("%Y-%m-%d %H:%M")
    outcomes, events, things = [], [], {}
    for step in request["params"]["steps"]:
        if MODE in ("numbers", "doubles") and step["do"] in ("write", "value"):
            outcomes.append(touch(step, things))
        elif step["do"] != "recordEvent":
            outcomes.append({"unsupported": step["do"]})
        elif request["params"]["configuration"].get("events", {}) is None:
            outcomes.append({"error": {"code": "events-not-enabled", "message": "no event configuration"}})
        else:
            outcomes.append({"ok": None})
            data = None if MODE == "forgets-data" else step.get("data")
            events.append({"_id": "17" if MODE == "bad-id" else oid(request["id"]),
                           "_partition": "events-" + oid(0)["$oid"], "event": step.get("eventType"),
                           "activity": step["activity"], "data": data, "timestamp": {"$date": date}})
    return {"steps": outcomes, "events": events}


def hang():
    """Does nothing more, whatever comes, and leaves word of it where there is a place."""
    if PLACE:
        with open(os.path.join(PLACE, "hangs"), "w") as file:
            file.write(str(os.getpid()))
        os.rename(file.name, os.path.join(PLACE, "hung"))
    time.sleep(60)


def initialize(request):
    if MODE == "hangs-at-start":
        hang()
    if MODE == "slow-start":
        time.sleep(1)
    if MODE == "refuses":
        return send(id=0, error={"code": -32000, "message": "not today", "data": {"editions": ["1999"]}})
    if MODE == "says-too-little":
        return send(id=0, result={"protocolVersion": 1})
    features = {"claims-too-much": ["clock", "offline"], "misspelt": ["clok"]}.get(MODE.split("\x1b")[0], [])
    send(id=0, result={"protocolVersion": 1, "implementation": {"name": MODE, "version": "1", "language": "Python"},
                       "editions": ["2023"], "classes": ["flexible-sync" if MODE == "syncs" else "recording"],
                       "features": features, "mood": "good"})


def run(request):
    number = request["id"]
    danger = "danger" in [step.get("activity") for step in request["params"]["steps"]]
    if MODE == "hangs-always":
        hang()
    if MODE == "dies-always":
        os._exit(3)
    if MODE == "floods-stderr":
        os.write(2, b"noise " * 50000 + b"\n")
    if MODE == "grandchild" and danger:
        if os.fork() == 0:
            time.sleep(60)
        os._exit(3)
    if MODE == "far-grandchild" and danger:
        # Twice removed and in a session of its own, so that neither its parent nor its group leads to it.
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
                open(os.path.join(PLACE, "pid-%d" % os.getpid()), "w").close()
                time.sleep(60)
            os._exit(0)
        os.wait()
        while sum(name.startswith("pid-") for name in os.listdir(PLACE)) < 2:
            time.sleep(0.001)
        os._exit(3)
    if MODE == "orphan":
        # Nothing leads to it: another session, another environment, and a parent that has ended.
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 64)
                os.execve("/bin/sleep", ["sleep", "60"], {})
            os._exit(0)
        os.wait()
    if MODE == "out-of-order":
        return threading.Timer(0.001 * (7 - number % 7), lambda: send(id=number, result=result(request))).start()
    if MODE == "dies-after-answer":
        send(id=number, result=result(request))
        os._exit(0)
    if MODE == "moody":
        mood = MOODS.choice(["fine"] * 12 + ["dies", "garbage", "garbage-inside", "twice", "slow", "noise", "error"])
        if mood == "dies":
            os._exit(3)
        if mood == "garbage":
            return write("what?\n")
        if mood == "garbage-inside":
            return write('{"jsonrpc":"2.0","id":%d,"result":{"steps":[oops]}}\n' % number)
        if mood == "error":
            return send(id=number, error={"code": 1, "message": "not now"})
        if mood == "noise":
            os.write(2, b"noise\n")
        if mood == "slow":
            time.sleep(0.003)
        if mood == "twice":
            send(id=number, result=result(request))
    if MODE == "logs":
        write("recording\n")
    if MODE == "wrong-ids":
        return send(id=number + 1000, result=result(request))
    if MODE == "dies-now-and-then" and number % 5 == 0:
        os._exit(7)
    if danger:
        if MODE == "dies":
            os.write(2, b"about to die\n")
            os._exit(3)
        if MODE == "is-killed":
            os.kill(os.getpid(), 11)
        if MODE == "hangs":
            # Longer than any machine is busy: behind it there would be an answer.
            time.sleep(3600)
        if MODE == "garbage":
            write("Traceback \x1b[31m(most recent call last)\n")
        if MODE == "garbage-inside" or MODE == "garbage-inside-once" and not os.path.exists(os.path.join(PLACE, "told")):
            # It begins like an answer and ends like one.
            open(os.path.join(PLACE, "told"), "w").close()
            return write('{"jsonrpc": "2.0", "id": %d, "result": {"steps": [oops]}}\n' % number)
        if MODE == "result-and-error":
            return send(id=number, result=result(request), error={"code": 1, "message": "undecided"})
        if MODE == "key-twice":
            return write('{"jsonrpc":"2.0","id":%d,"result":{"steps":[],"events":[]},"id":1}\n' % number)
        if MODE == "bytes":
            os.write(1, b"\xff\xfe\x00\n")
        if MODE == "half-line":
            write('{"jsonrpc": "2.0", "id": %d, "resu' % number)
            os._exit(0)
        if MODE == "half-line-and-hangs":
            write('{"jsonrpc": "2.0", "id": %d, "resu' % number)
            time.sleep(60)
        if MODE == "endless-line":
            while True:
                write("x" * 65536)
        if MODE == "wrong-id":
            return send(id=number + 1000, result=result(request))
        if MODE == "no-id":
            return send(result=result(request))
        if MODE == "too-late":
            time.sleep(0.9)
        if MODE == "closes-stdout":
            os.close(1)
            time.sleep(60)
        if MODE == "error":
            return send(id=number, error={"code": -32603, "message": "cannot"})
        if MODE == "no-result":
            return send(id=number, result={"steps": "none"})
        if MODE == "claims-too-much":
            return send(id=number, result={"unsupported": "no clock after all"})
        if MODE == "hangs-once" and not os.path.exists(os.path.join(PLACE, "hung")):
            open(os.path.join(PLACE, "hung"), "w").close()
            time.sleep(60)
    answer = {"id": number, "result": result(request)}
    if MODE == "unknown-fields":
        answer["took"] = answer["result"]["took"] = 3
    send(**answer)
    if MODE == "twice" and danger:
        send(**answer)


def main():
    if PLACE:
        open(os.path.join(PLACE, "pid-%d" % os.getpid()), "w").close()
    if MODE == "dies-at-start":
        sys.exit("no licence")
    if MODE == "talks-at-start":
        print("ready!", flush=True)
    for line in sys.stdin:
        if MODE == "short-lines" and len(line) > 1 << 20:
            sys.exit("a line is too long")
        request = json.loads(line)
        if request["method"] == "initialize":
            initialize(request)
        elif request["method"] == "runCase":
            run(request)
        elif MODE == "ignores-shutdown":
            time.sleep(60)
        else:
            time.sleep(0.05 if MODE == "out-of-order" else 0)
            send(id=request["id"], result=None)
            sys.exit(4 if MODE == "ends-badly" else 0)


main()
