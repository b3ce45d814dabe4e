"""The adapter's manners: one answer a request, whatever the request."""

import json
import os
import subprocess
import sys
import unittest

from wire.protocol import Protocol

INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": 1, "edition": "2023"}}


class Requests(unittest.TestCase):
    def setUp(self):
        self.protocol = Protocol()

    def ask(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        return json.loads(self.protocol.answer(line))

    def run_case(self, **params):
        self.ask(INITIALIZE)
        return self.ask({"jsonrpc": "2.0", "id": 1, "method": "runCase", "params": params})

    def test_what_cannot_be_parsed_is_answered_with_id_null(self):
        for line in (b"{", b"", b"\xff", b'{"id": 1, "id": 2}', b"NaN", b"[" * 100_000):
            with self.subTest(line[:20]):
                answer = self.ask(line)
                self.assertEqual((answer["id"], answer["error"]["code"]), (None, -32700))

    def test_a_version_or_edition_that_is_not_spoken_is_answered_with_those_that_are(self):
        for params in ({"protocolVersion": 2, "edition": "2023"}, {"protocolVersion": 1, "edition": "2021"}):
            answer = self.ask({**INITIALIZE, "params": params})
            self.assertEqual(answer["error"]["data"], {"protocolVersions": [1], "editions": ["2023", "2022", "core"]})

    def test_a_step_that_is_not_known_is_unsupported_and_the_next_one_runs(self):
        steps = [{"do": "fly"}, {"do": "events", "soon": True}, {"do": "events"}]
        outcomes = self.run_case(steps=steps)["result"]["steps"]
        self.assertEqual([list(outcome)[0] for outcome in outcomes], ["unsupported", "unsupported", "ok"])

    def test_a_type_or_key_that_is_not_known_makes_the_case_unsupported(self):
        schema = {"P": {"primaryKey": "_id", "properties": {"_id": "int", "q": "quaternion"}}}
        for params in ({"schema": schema}, {"configuration": {"colour": 1}}, {"configuration": {"events": {"x": 1}}}):
            with self.subTest(params):
                self.assertIn("unsupported", self.run_case(**params, steps=[])["result"])

    def test_a_given_step_that_fails_is_an_error_that_names_it(self):
        error = self.run_case(given=[{"do": "get", "type": "Nobody", "key": 1}], steps=[])["error"]
        self.assertIn("'get'", error["message"])

    def test_a_bad_case_is_an_error_and_the_next_one_runs(self):
        for params in ({"steps": 5}, {"steps": [{"do": "get"}]}, {"steps": [None]}, {"schema": {"P": 1}}):
            with self.subTest(params):
                self.assertEqual(self.run_case(**params)["error"]["code"], -32602)
        self.assertEqual(self.run_case(steps=[])["result"], {"steps": [], "events": []})

    def test_a_refused_configuration_is_an_open_error(self):
        result = self.run_case(configuration={"events": {"partitionPrefix": ""}}, steps=[])["result"]
        self.assertEqual(result["openError"]["code"], "invalid-partition-prefix")

    def test_every_feature_is_there_that_is_claimed(self):
        features = self.ask(INITIALIZE)["result"]["features"]
        self.assertEqual(len(features), len(set(features)))
        fields = self.run_case(steps=[{"do": "auditEventSchema"}])["result"]["steps"][0]["ok"]["properties"]
        self.assertEqual(sorted(fields), ["_id", "_partition", "activity", "data", "event", "timestamp"])


class Process(unittest.TestCase):
    def talk(self, *messages):
        adapter = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "adapter.py")
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        done = subprocess.run([sys.executable, adapter], input=lines, capture_output=True, text=True, timeout=60)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    def test_shutdown_is_answered_and_ends_the_process(self):
        status, answers = self.talk(INITIALIZE, {"jsonrpc": "2.0", "id": "bye", "method": "shutdown"}, INITIALIZE)
        self.assertEqual((status, len(answers), answers[1]), (0, 2, {"jsonrpc": "2.0", "id": "bye", "result": None}))

    def test_the_end_of_the_input_ends_the_process(self):
        status, answers = self.talk(INITIALIZE)
        self.assertEqual((status, len(answers)), (0, 1))
