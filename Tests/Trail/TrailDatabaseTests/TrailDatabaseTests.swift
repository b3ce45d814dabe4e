import Foundation
import JSON
import SystemSQLite
import Testing
import TrailAnswers
import TrailReading

@testable import TrailDatabase

/// A trail as a database, read back with SQL.
struct TrailDatabaseTests {
  private static func event(_ number: Int, _ event: String, _ payload: String) -> String {
    let document: JSON = [
      "_id": ["$oid": .string("62b38b3c10846041166f5de\(number)")],
      "_partition": "events-62b38b3c10846041166f5de0", "activity": "visit",
      "timestamp": ["$date": .string("2022-06-23T10:00:0\(number).000Z")],
      "event": .string(event), "data": .string(payload), "username": "Jason'; DROP TABLE events;",
    ]
    return document.text()
  }

  private static let trail = [
    event(1, "read", #"{"type":"P","value":[{"_id":5,"n":"A","link":{"_id":"x","m":1}}]}"#),
    event(2, "read", #"{"type":"P","value":[{"_id":"5"}]}"#),
    event(
      3,
      "write",
      #"{"P":{"insertions":[{"_id":6}],"modifications":[{"oldValue":{"_id":5,"n":"A"},"newValue":{"n":"B\u0000C"}}],"deletions":[{"_id":"5"}]}}"#
    ), event(4, "log in", "hello"), event(5, "read", #"{"type":"P","va"#), "damaged",
  ]

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path())
  }

  private func input(_ lines: [String] = trail) -> [TrailInput] {
    [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")]
  }

  private func rows(_ path: String, _ sql: String) throws -> [String] {
    let statement = try SQLiteConnection(path, .immutable).prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      let columns = statement.columnNames.indices.map { statement.text(Int32($0)) ?? "-" }
      rows.append(columns.joined(separator: " "))
    }
    return rows
  }

  @Test func `Events are rows with their metadata, objects and changes`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      let result = try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input())
      #expect(result.events == 5 && result.reading.unreadCount == 2)
      #expect(
        try rows(path, "SELECT number, time, event, text, unread, line FROM events")
          == [
            "1 2022-06-23T10:00:01.000Z read - 0 1", "2 2022-06-23T10:00:02.000Z read - 0 2",
            "3 2022-06-23T10:00:03.000Z write - 0 3", "4 2022-06-23T10:00:04.000Z log in hello 0 4",
            "5 2022-06-23T10:00:05.000Z read - 1 5",
          ]
      )
      #expect(
        try rows(path, "SELECT DISTINCT field, value FROM metadata")
          == ["username Jason'; DROP TABLE events;"]
      )
      #expect(
        try rows(
          path,
          "SELECT event_number, class, key, typeof(key), inside, property FROM objects_seen"
        )
          == ["1 P 5 integer - -", "1 - x text P/5 link", "2 P 5 text - -"]
      )
      #expect(
        try rows(path, "SELECT key, change, property, old, new FROM changes ORDER BY change")
          == [
            #"5 deletion - {"_id":"5"} -"#, #"6 insertion - - {"_id":6}"#,
            #"5 modification n "A" "B\u0000C""#,
          ]
      )
      #expect(
        try rows(path, "SELECT code, count FROM unread") == ["line-damaged 1", "payload-no-json 1"]
      )
      #expect(try rows(path, "SELECT value FROM about WHERE name = 'events'") == ["5"])
      #expect(
        try rows(path, "SELECT action FROM access WHERE class = 'P' AND key = 5") == [
          "seen", "modification",
        ]
      )
      #expect(try rows(path, "PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test func `The documents of an array on one line are told apart by their numbers`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      let array = "[" + Self.trail.prefix(2).joined(separator: ",") + "]"
      _ = try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input([array]))
      #expect(try rows(path, "SELECT file, line, document FROM events") == ["t 1 1", "t 1 2"])
      #expect(try rows(path, "SELECT value FROM about WHERE name = 'format'") == ["2"])
    }
  }

  @Test func `A question by class and key uses an index`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      _ = try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input())
      for sql in [
        "SELECT * FROM objects_seen WHERE class = 'P' AND key = 5",
        "SELECT * FROM changes WHERE class = 'P' AND key = 5",
        "SELECT * FROM events WHERE milliseconds > 5", "SELECT * FROM events WHERE activity = ''",
        "SELECT * FROM metadata WHERE field = 'username' AND value = 'Jason'",
      ] {
        let plan = try rows(path, "EXPLAIN QUERY PLAN " + sql).joined()
        #expect(plan.contains("USING INDEX"), "\(plan)")
      }
    }
  }

  @Test func `Without values, the file has none of them`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      let lines = [
        Self.event(1, "write", #"{"P":{"insertions":[{"_id":6,"n":"secret"}]}}"#),
        Self.event(2, "log in", "secret"),
      ]
      _ = try TrailDatabase(path, TrailQuestion(), showsValues: false).write(input(lines))
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.range(of: Data("secret".utf8)) == nil)
      #expect(try rows(path, "SELECT key, new FROM changes") == ["6 -"])
    }
  }

  @Test func `A file that exists is refused unless it is empty`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      try Data("notes".utf8).write(to: URL(filePath: path))
      #expect(throws: TrailError.self) {
        try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input())
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("notes".utf8))
      try Data().write(to: URL(filePath: path))
      _ = try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input())
      #expect(try rows(path, "SELECT count(*) FROM events") == ["5"])
    }
  }

  @Test func `Rows of many events stay in the order of the trail`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      let lines = (1...3000).map { number in
        #"{"_id":{"$oid":"\#(String(format: "%024x", number))"},"_partition":"p","activity":"a","#
          + #""event":"note","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"user":"u"}"#
      }
      _ = try TrailDatabase(path, TrailQuestion(), showsValues: true).write(input(lines))
      let inOrder = "SELECT count(*) FROM events WHERE id = printf('%024x', number)"
      #expect(try rows(path, inOrder) == ["3000"])
      #expect(try rows(path, "SELECT count(DISTINCT event_number) FROM metadata") == ["3000"])
    }
  }

  @Test func `Rows that cannot be written any more stop the reading`() throws {
    let rows = DatabaseRows()
    Thread {
      _ = rows.next()
      rows.refuse(TrailError("the disk is full"))
    }.start()
    var batch = DatabaseRows.Batch(rows)
    var added = 0
    let failure = #expect(throws: TrailError.self) {
      while added < 1_000_000 {
        try batch.add(.about, .text("name"), .integer(Int64(added)))
        added += 1
      }
    }
    rows.end(isWhole: false)
    #expect(failure.map { "\($0)" } == "the disk is full")
  }

  @Test(.timeLimit(.minutes(1)))
  func `What fails behind the last row waits for no other`() {
    let rows = DatabaseRows()
    rows.end(isWhole: true)
    #expect(rows.next() == nil && rows.isWhole)
    // A disk that fills up while an index is made ends like this.
    rows.refuse(TrailError("the disk is full"))
  }

  @Test func `What fails leaves no file`() throws {
    try withFolder { folder in
      let path = folder + "/trail.db"
      #expect(throws: TrailError.self) {
        try TrailDatabase(path, TrailQuestion(), showsValues: true)
          .write(input() + [.file(folder + "/missing")])
      }
      #expect(throws: TrailError.self) {
        try TrailDatabase(folder + "/nowhere/x", TrailQuestion(), showsValues: true).write(input())
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.isEmpty)
    }
  }
}
