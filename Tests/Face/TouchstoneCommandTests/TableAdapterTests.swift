import Foundation
import JSON
import Testing

@testable import TouchstoneCommand

/// What a skeleton for fixed tables makes of steps once the calls of a recorder are filled in.
struct TableAdapterTests {
  private static let tables: JSON = [
    "Ward": ["primaryKey": "_id", "properties": ["_id": "string"]],
    "Row": [
      "primaryKey": "_id",
      "properties": [
        "_id": "int", "flag": "bool?", "number": "double?", "text": "string?", "bytes": "data?",
        "date": "date?", "decimal": "decimal128?", "unique": "uuid?", "object": "objectId?",
        "ward": "Ward?", "nothing": "int?",
      ],
    ],
  ]

  /// A value of each type, as a case writes it.
  private static let row: JSON = [
    "_id": ["$numberLong": "9007199254740993"], "flag": true,
    "number": ["$numberDouble": "-Infinity"],
    "text": "a\u{0}b", "bytes": ["$binary": ["base64": "AQI=", "subType": "00"]],
    "date": ["$date": ["$numberLong": "-62135596799999"]],
    "decimal": ["$numberDecimal": "1.10"],
    "unique": ["$uuid": "00112233-4455-6677-8899-aabbccddeeff"],
    "object": ["$oid": "62b38b3c10846041166f5deb"], "ward": ["$ref": "north"],
  ]

  /// What is filled in, file by file, so that rows stay in memory.
  private static let memory: [String: [String: [(String, String)]]] = [
    "python": [
      "tables.py": [
        ("class WardTable:", "ROWS = {}\n\n\nclass WardTable:"),
        ("raise Unsupported(\"ADD HERE: insert into Row\")", "ROWS[values[self.KEY]] = values"),
        ("raise Unsupported(\"ADD HERE: insert into Ward\")", "ROWS[values[self.KEY]] = values"),
        ("raise Unsupported(\"ADD HERE: look up in Row\")", "return key in ROWS"),
        ("raise Unsupported(\"ADD HERE: a value of Row\")", "return ROWS[key][column]"),
        (
          "raise Unsupported(\"ADD HERE: follow a link of Row\")", "return ROWS[key][column]"
        ),
      ],
      "recorder.py": [
        ("raise Unsupported(\"ADD HERE: begin a transaction\")", "pass"),
        ("raise Unsupported(\"ADD HERE: commit the transaction\")", "pass"),
      ],
    ],
    "swift": [
      "Sources/Adapter/Tables.swift": [
        (
          "throw Unsupported(reason: \"ADD HERE: insert into Row\")",
          "recorder.rows[row[key]!] = row"
        ),
        (
          "throw Unsupported(reason: \"ADD HERE: insert into Ward\")",
          "recorder.rows[row[key]!] = row"
        ),
        (
          "throw Unsupported(reason: \"ADD HERE: look up in Row\")", "recorder.rows[key] != nil"
        ),
        (
          "throw Unsupported(reason: \"ADD HERE: a value of Row\")", "recorder.rows[key]![column]!"
        ),
        (
          "throw Unsupported(reason: \"ADD HERE: follow a link of Row\")",
          "recorder.rows[key]![column]"
        ),
      ],
      "Sources/Adapter/Recorder.swift": [
        ("  private var events", "  var rows: [Cell: [String: Cell]] = [:]\n  private var events"),
        ("throw Unsupported(reason: \"ADD HERE: begin a transaction\")", ""),
        ("throw Unsupported(reason: \"ADD HERE: commit the transaction\")", ""),
      ],
    ],
  ]

  /// The adapter for the tables with a recorder filled in, asked to run the steps of a case each.
  private func outcomes(_ start: AdapterTests.Start, _ cases: [JSON]) throws -> [JSON?] {
    try Scratch.withFolder { folder in
      let schema = folder + "/schema.json"
      try Self.tables.text().write(toFile: schema, atomically: true, encoding: .utf8)
      let adapter = folder + "/adapter"
      try Skeleton(language: start.language, schema: schema).write(to: adapter)
      for (file, changes) in try #require(Self.memory[start.language]) {
        var text = try String(contentsOfFile: "\(adapter)/\(file)", encoding: .utf8)
        for (place, words) in changes {
          try #require(text.contains(place), "\(place)")
          text = text.replacing(place, with: words)
        }
        try Data(text.utf8).write(to: URL(filePath: "\(adapter)/\(file)"))
      }
      try Conversation.run(start.build, in: adapter)
      let requests = cases.enumerated().map { index, steps -> JSON in
        [
          "jsonrpc": "2.0", "id": .int(Int64(index + 1)), "method": "runCase",
          "params": ["schema": Self.tables, "configuration": [:], "given": [], "steps": steps],
        ]
      }
      let talk = try Conversation.hold(
        with: start.command,
        in: adapter,
        sending: [AdapterTests.hello] + requests.map { $0.text() } + [AdapterTests.bye]
      )
      return cases.indices.map { talk[.int(Int64($0 + 1))]?["result"]?["steps"] }
    }
  }

  private static let starts = AdapterTests.Start.available.filter {
    TableSkeleton.languages.contains($0.language)
  }

  @Test(arguments: starts)
  func `Values go into the tables and come back as they were`(_ start: AdapterTests.Start) throws {
    let row = try #require(Self.row.object)
    let columns = row.keys.filter { $0 != "ward" }
    let create: JSON = [
      "do": "write",
      "steps": [
        ["do": "create", "type": "Ward", "value": ["_id": "north"], "as": "north"],
        ["do": "create", "type": "Row", "value": Self.row, "as": "row"],
      ],
    ]
    let reads = (columns + ["nothing"]).map { name -> JSON in
      ["do": "value", "object": "row", "property": .string(name)]
    }
    let answers = try outcomes(
      start,
      [
        .array(
          [create] + reads + [
            ["do": "get", "type": "Row", "key": row["_id"] ?? nil, "as": "again"],
            ["do": "get", "type": "Row", "key": 1],
            ["do": "follow", "object": "again", "property": "ward", "as": "ward"],
          ]
        )
      ]
    )
    let steps = try #require(answers[0]?.array)
    #expect(steps[0]["ok"] == [["ok": nil], ["ok": nil]])
    for (column, answer) in zip(columns, steps.dropFirst()) {
      let expected = column == "_id" ? 9_007_199_254_740_993 : try #require(row[column])
      #expect(answer == ["ok": expected], "\(column)")
    }
    #expect(steps.suffix(4).map { $0["ok"] } == [nil as JSON, true, false, true])
  }

  @Test(arguments: starts)
  func `What the specification refuses is refused, and what is not filled in is untested`(
    _ start: AdapterTests.Start
  ) throws {
    let create: JSON = ["do": "create", "type": "Ward", "value": ["_id": "a"], "as": "a"]
    let answers = try outcomes(
      start,
      [
        [create, ["do": "write", "steps": [["do": "write", "steps": []]]]],
        [
          [
            "do": "write",
            "steps": [
              create, ["do": "create", "type": "Bed", "value": [:]],
              ["do": "create", "type": "Ward", "value": ["_id": "b", "floor": 1]],
              ["do": "delete", "object": "a"], ["do": "delete", "object": "b"],
            ],
          ]
        ],
      ]
    )
    #expect(answers[0]?[0]?["error"]?["code"] == "not-in-write-transaction")
    #expect(answers[0]?[1]?["ok"]?[0]?["error"]?["code"] == "already-in-write-transaction")
    let within = answers[1]?[0]?["ok"]
    #expect(within?[1]?["error"]?["code"] == "unknown-class")
    #expect(within?[2]?["error"]?["code"] == "unknown-property")
    #expect(within?[3]?["unsupported"] == "ADD HERE: delete from Ward")
    #expect(within?[4]?["unsupported"]?.string?.contains("the name") == true)
  }
}
