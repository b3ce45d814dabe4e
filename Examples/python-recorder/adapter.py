"""The command: answers the suite's requests on stdin, a line each, until the end of the input or `shutdown`."""

import os
import sys

from wire.protocol import Protocol


def main():
    # Cases nest values and conditions; Python's default of 1000 calls is short for that.
    sys.setrecursionlimit(5000)
    protocol = Protocol()
    try:
        for line in sys.stdin.buffer:
            answer = protocol.answer(line)
            if answer is not None:
                sys.stdout.buffer.write(answer + b"\n")
                sys.stdout.buffer.flush()
            if protocol.finished:
                return 0
    except BrokenPipeError:
        # The other side has gone. With the pipe out of the way the interpreter's last flush cannot fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
