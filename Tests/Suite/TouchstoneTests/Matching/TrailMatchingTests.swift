import JSON
import TestSupport
import Testing

@testable import Touchstone

struct TrailMatchingTests {
  @Test func `A trail as expected has no findings`() {
    let findings = Sample.trailFindings(
      [
        Sample.expected(data: ["type": "Person", "value": [["_id": 1]]]),
        Sample.expected(nil, "tap", data: "{ raw", more: ["metadata": ["user": "anna"]]),
      ],
      [
        Sample.stored(data: #"{"value":[{"_id":1}], "type":"Person"}"#, number: 1),
        Sample.stored(nil, "tap", data: "{ raw", number: 2, more: ["user": "anna", "role": nil]),
      ]
    )
    #expect(findings == [])
  }

  @Test func `A difference in a payload is told by its place`() {
    let findings = Sample.trailFindings(
      [
        Sample.expected(data: [
          "type": "Person", "value": [["_id": 1, "office": "62b47975a33224558bdf8b4f"]],
        ])
      ],
      [
        Sample.stored(
          data:
            #"{"type":"Person","value":[{"_id":1,"office":{"_id":"62b47975a33224558bdf8b4f"}}]}"#
        )
      ]
    )
    #expect(
      findings == [
        #"events[0].data.value[0].office: expected "62b47975a33224558bdf8b4f", found an object of 1"#
      ]
    )
  }

  @Test func `An event that is missing is named, and the others stay aligned`() {
    let a = Sample.expected("read", "a")
    let b = Sample.expected("read", "b")
    let c = Sample.expected("read", "c")
    #expect(
      Sample.trailFindings(
        [a, b, c],
        [Sample.stored("read", "a", number: 1), Sample.stored("read", "c", number: 2)]
      )
        == [#"events[1]: missing: read in "b", no data"#]
    )
    #expect(
      Sample.trailFindings(
        [a, c],
        [
          Sample.stored("read", "a", number: 1), Sample.stored("read", "b", number: 2),
          Sample.stored("read", "c", number: 3),
        ]
      ) == [#"events: one event more than expected, [1] of the answer: read in "b", no data"#]
    )
  }

  @Test func `The order of events matters unless it is free`() {
    let expected = [Sample.expected("read", "a"), Sample.expected("read", "b")]
    let actual = [Sample.stored("read", "b", number: 1), Sample.stored("read", "a", number: 2)]
    #expect(!Sample.trailFindings(expected, actual).isEmpty)
    #expect(Sample.trailFindings(expected, actual, order: "any") == [])
    #expect(
      Sample.trailFindings(expected, [actual[0]], order: "any") == [
        #"events[0]: missing: read in "a", no data"#
      ]
    )
  }

  @Test func `An optional event may be there or not, but not otherwise`() {
    let open = Sample.expected("write", "open", data: ["Person": [:]], more: ["optional": true])
    let last = Sample.expected("read", "open")
    let there = Sample.stored("write", "open", data: #"{"Person":{}}"#, number: 1)
    let wrong = Sample.stored("write", "open", data: #"{"Person":{"deletions":[]}}"#, number: 1)
    let read = Sample.stored("read", "open", number: 2)
    #expect(Sample.trailFindings([open, last], [there, read]) == [])
    #expect(Sample.trailFindings([open, last], [read]) == [])
    #expect(Sample.trailFindings([open, last], [read], order: "any") == [])
    #expect(
      Sample.trailFindings([open, last], [wrong, read]) == [
        "events[0].data.Person.deletions: not expected: an array of 0"
      ]
    )
    #expect(
      Sample.trailFindings([open, last], [there]) == [
        #"events[1]: missing: read in "open", no data"#
      ]
    )
  }

  @Test func `In free order an optional event does not take the place of a required one`() {
    let either = Sample.expected("read", ["$$type": "string"], more: ["optional": true])
    let required = Sample.expected("read", "a")
    let a = Sample.stored("read", "a", number: 1)
    let b = Sample.stored("read", "b", number: 2)
    #expect(Sample.trailFindings([either, required], [a], order: "any") == [])
    #expect(Sample.trailFindings([either, required], [a, b], order: "any") == [])
    #expect(!Sample.trailFindings([either, required], [b], order: "any").isEmpty)
  }

  @Test func `Data written as a string is compared letter by letter`() {
    let expected = [Sample.expected(data: #"{"a":1}"#)]
    #expect(Sample.trailFindings(expected, [Sample.stored(data: #"{"a":1}"#)]) == [])
    #expect(Sample.trailFindings(expected, [Sample.stored(data: #"{"a": 1}"#)]).count == 1)
  }

  @Test func `An expression at the top of the data sees the raw string`() {
    #expect(
      Sample.trailFindings(
        [Sample.expected(data: ["$$matches": "<.*>"])],
        [Sample.stored(data: "<a>")]
      ) == []
    )
    #expect(
      Sample.trailFindings(
        [Sample.expected(data: ["$$anyOf": [["a": 1], nil]])],
        [Sample.stored(data: #"{"a":1}"#)]
      )
        == []
    )
    #expect(
      Sample.trailFindings(
        [Sample.expected(data: ["$$anyOf": [["a": 1], nil]])],
        [Sample.stored()]
      ) == []
    )
  }

  @Test func `A payload that is stored as a document is a finding`() {
    let payload: JSON = ["type": "Person", "value": [["_id": 1]]]
    let findings = Sample.trailFindings(
      [Sample.expected(data: payload)],
      [Sample.stored(data: payload)]
    )
    #expect(findings.count == 1)
    #expect(findings.first?.contains("expected the payload as a string") == true)
  }

  @Test func `A payload that is not JSON is a finding`() {
    let findings = Sample.trailFindings(
      [Sample.expected(data: ["a": 1])],
      [Sample.stored(data: "{a")]
    )
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("events[0].data: is not JSON: ") == true)
    #expect(
      Sample.trailFindings([Sample.expected(data: ["a": 1])], [Sample.stored()])
        == ["events[0].data: expected an object of 1, found null (META-5)"]
    )
  }

  @Test func `Metadata is the exact set of further fields`() {
    let expected = [Sample.expected(more: ["metadata": ["user": "anna"]])]
    #expect(
      Sample.trailFindings(expected, [Sample.stored(more: ["role": "nurse"])]) == [
        #"events[0].metadata.user: missing: expected "anna""#,
        #"events[0].metadata.role: not expected: "nurse" (META-10)"#,
      ]
    )
    #expect(Sample.trailFindings([Sample.expected()], [Sample.stored(more: ["role": nil])]) == [])
  }

  @Test func `A time is within the run, or one that the clock showed`() {
    let outside: JSON = ["$date": "2022-01-01T00:00:01Z"]
    let clock: [JSON] = [
      ["do": "setClock", "to": ["$date": "2022-01-01T00:00:00Z"]],
      ["do": "write", "steps": [["do": "advanceClock", "milliseconds": 1000]]],
    ]
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(timestamp: outside)]) == [
        "events[0].timestamp: expected a date within the run, from 2023-11-14T22:13:20.000Z to "
          + "2023-11-14T22:13:25.000Z, found 2022-01-01T00:00:01.000Z (META-6)"
      ]
    )
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(timestamp: outside)], given: clock)
        == []
    )
    let stated = [Sample.expected(more: ["timestamp": outside])]
    #expect(Sample.trailFindings(stated, [Sample.stored(timestamp: outside)]) == [])
    #expect(Sample.trailFindings(stated, [Sample.stored()]).count == 1)
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(timestamp: "today")]).count == 1
    )
    #expect(Sample.trailFindings([Sample.expected()], [Sample.stored(timestamp: nil)]).count == 1)
  }

  @Test func `Every event has its own identifier`() {
    let expected = [Sample.expected(), Sample.expected()]
    #expect(
      Sample.trailFindings(expected, [Sample.stored(number: 7), Sample.stored(number: 7)]) == [
        "events[1]._id: is the _id of the answer's event [0] too: every event has its own (META-1)"
      ]
    )
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(more: ["_id": "7"])]).count == 1
    )
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(more: ["_id": nil])]).count == 1
    )
  }

  @Test func `A partition is the configured prefix and an identifier`() {
    let audit: JSON = .string("audit-" + Sample.identifier(1))
    let configuration: JSON = ["events": ["partitionPrefix": "audit"]]
    let stored = [Sample.stored(more: ["_partition": audit])]
    #expect(Sample.trailFindings([Sample.expected()], stored, configuration: configuration) == [])
    #expect(Sample.trailFindings([Sample.expected()], stored).count == 1)
    #expect(
      Sample.trailFindings([Sample.expected(more: ["partition": audit])], [Sample.stored()]).count
        == 1
    )
    #expect(
      Sample.trailFindings([Sample.expected()], [Sample.stored(more: ["_partition": "events-1"])])
        .count == 1
    )
  }

  @Test func `Entries under an embedded class may stand in any order, under others not`() {
    let schema: JSON = [
      "Address": ["embedded": true, "properties": [:]], "Person": ["properties": [:]],
    ]
    let data: JSON = ["Address": ["insertions": [["a": 1], ["a": 2]]]]
    let swapped: JSON = #"{"Address":{"insertions":[{"a":2},{"a":1}]}}"#
    #expect(
      Sample.trailFindings(
        [Sample.expected("write", data: data)],
        [Sample.stored("write", data: swapped)],
        schema: schema
      )
        == []
    )
    #expect(
      !Sample.trailFindings(
        [Sample.expected("write", data: data)],
        [Sample.stored("write", data: swapped)]
      ).isEmpty
    )
  }

  @Test func `The draft of 2022 calls the activity a scope`() {
    let document = Sample.stored("read", nil, more: ["scope": "open"])
    #expect(Sample.trailFindings([Sample.expected()], [document], edition: "2022") == [])
    #expect(Sample.trailFindings([Sample.expected()], [document]).count == 2)
  }

  @Test func `A trail of very many events is told in a few words`() {
    let findings = Sample.trailFindings([], (0..<5000).map { Sample.stored(number: $0) })
    #expect(findings.count <= CaseJudge.findingLimit + 1)
  }

  @Test func `What is not an event is a finding`() {
    #expect(
      Sample.trailFindings([Sample.expected()], [1]) == [
        "events[0]: expected a stored event, found 1"
      ]
    )
  }
}
