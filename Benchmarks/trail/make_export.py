"""Makes an export of a trail: `make_export.py MEGABYTES PATH`. The same bytes in every run.

A part of 100 MB is made up event by event; it is repeated with other ids until the file is large enough. Ids of events
are like those that devices make: seconds, five bytes of the device, and a counter.
"""

import json
import random
import sys

NAMES = ["Anthony", "Michael Scott", "Jim", "Pamela Beesly", "José", "Zoë Ångström", "李雷", "Dwight K. Schrute"]
ACTIVITIES = ["read object", "view patient list", "edit patient", 'log in "again"']
TAGS = ["new", "urgent", "seen"]
ID_START = len('{"_id":{"$oid":"')
PART = 100_000_000


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def event_id(number):
    return f"{0x62B396F4 + number // 100:08x}ebe94d2b87{number % (1 << 24):06x}"


class Maker:
    def __init__(self):
        self.random = random.Random(7)
        self.partition = "events-" + self.digits()

    def digits(self):
        return f"{self.random.getrandbits(96):024x}"

    def person(self, number):
        return {
            "_id": self.digits(), "_partition": "", "active": bool(number & 1),
            "born": f"19{number % 100:02d}-06-23T14:54:37.756Z", "employeeId": number,
            "name": self.random.choice(NAMES), "office": self.digits() if number % 3 else None,
            "salary": round(self.random.random() * 1e5, 2), "tags": TAGS[: number % 4], "userId": None,
        }

    def read(self, number):
        count = self.random.choice([1, 1, 1, 1, 1, 1, 3, 10, 30])
        return {"type": "Person", "value": [self.person(number + i) for i in range(count)]}

    def write(self, number):
        person = self.person(number)
        draw = self.random.random()
        if draw < 0.3:
            new = {"name": person["name"] + " Jr"}
        elif draw < 0.6:
            new = {"employeeId": number + 1, "salary": round(person["salary"] + 1.5, 2)}
        elif draw < 0.8:
            return {"Person": {"insertions": [person]}}
        else:
            return {"Person": {"deletions": [person]}}
        return {"Person": {"modifications": [{"newValue": new, "oldValue": person}]}}

    def document(self, number):
        document = {"_id": {"$oid": event_id(number)}, "_partition": self.partition,
                    "activity": self.random.choice(ACTIVITIES)}
        draw = self.random.random()
        if draw < 0.55:
            document["data"] = compact(self.read(number))
            document["event"] = "read"
        elif draw < 0.9:
            document["data"] = compact(self.write(number))
            document["event"] = "write"
        else:
            if draw < 0.95:
                document["data"] = 'the screen "list" was shown\nwith 3 rows'
            document["event"] = "custom event"
        document["timestamp"] = {
            "$date": f"2022-06-{1 + number % 28:02d}T14:{number % 60:02d}:37.{number % 1000:03d}Z"}
        document["username"] = "Jason Bourne"
        return compact(document).encode()


def main():
    size = int(float(sys.argv[1]) * 1e6)
    maker = Maker()
    with open(sys.argv[2], "wb") as file:
        part, written, number = [], 0, 0
        while written < min(size, PART):
            number += 1
            part.append(maker.document(number) + b"\n")
            written += len(part[-1])
        file.writelines(part)
        ids = number
        while written < size:
            for line in part:
                ids += 1
                file.write(line[:ID_START] + event_id(ids).encode() + line[ID_START + 24:])
            written += sum(map(len, part))


main()
