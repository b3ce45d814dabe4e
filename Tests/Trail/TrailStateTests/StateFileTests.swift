import Formats
import Foundation
import JSON
import SystemSQLite
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// Databases of other names and forms, and those that do not fit.
struct StateFileTests {
  private static let schema = """
    {"Person": {"primaryKey": "_id", "properties": {
      "_id": "int", "name": "string", "born": "date?", "photo": "data?"}}}
    """

  private static let trail = SmallTrail(
    #"{"Person":{"insertions":[{"_id":1,"born":"2001-01-01T00:00:01.000Z","name":"Ann"}]}}"#,
    #"{"Person":{"insertions":[{"_id":2,"born":null,"name":"Bea"}]}}"#,
    #"{"Person":{"deletions":[{"_id":2,"born":null,"name":"Bea"}]}}"#
  )

  func reconcile(
    _ path: String,
    mapping: String? = nil,
    instant: Int64? = nil,
    trail: SmallTrail = Self.trail,
    more: [SmallTrail] = []
  ) throws -> Reconciliation {
    var options = TrailOptions()
    let schema = try CaseSchema(JSON(parsing: Self.schema))
    options.schema = schema
    var location = StateLocation(path: path, instant: instant)
    if let mapping { location.mapping = try StateMapping(JSON(parsing: mapping), schema) }
    return try Reconciliation(
      of: ([trail] + more).enumerated().map { number, trail in
        NamedInput(.bytes(trail.bytes, name: number == 0 ? "trail.ndjson" : "\(number).ndjson"))
      },
      with: location,
      options
    )
  }

  func sentences(_ outcome: Reconciliation) -> [String] {
    outcome.findings.kinds.flatMap { kind in
      outcome.findings.examples(of: kind).map { "\(kind.code.rawValue): \($0.sentence)" }
    }
  }

  func sqlite(_ folder: TemporaryFolder, _ sql: String) throws -> String {
    let path = folder.path + "/clinic.sqlite"
    try SQLiteConnection(path, .creating).execute(sql)
    return path
  }

  func message(_ path: String) -> String {
    do {
      _ = try reconcile(path)
      return "no error"
    } catch { return "\(error)".replacing(path, with: "clinic.sqlite") }
  }

  @Test func `A view may stand for a table, and one without end is refused`() throws {
    let folder = try TemporaryFolder()
    let rows = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r"
    let columns = "SELECT n AS _id, 'Ann' AS name, 978307201000 AS born FROM r"
    let whole = try sqlite(folder, "CREATE VIEW Person AS \(rows) LIMIT 1) \(columns)")
    #expect(message(whole) == "no error")
    let other = try TemporaryFolder()
    let endless = try sqlite(other, "CREATE VIEW Person AS \(rows)) \(columns) WHERE n % 1000 = 0")
    #expect(
      message(endless)
        == "clinic.sqlite: reading it takes more work than a file of its size has rows for: a view in it may have no end"
    )
  }

  @Test(arguments: [
    ("DATETIME", "'2001-01-01 00:00:01'"), ("TEXT", "'2001-01-01T00:00:01.000Z'"),
    ("TEXT", "'2001-01-01T02:00:01+02:00'"), ("INTEGER", "978307201000"), ("REAL", "978307201.0"),
  ])
  func `A date is compared as an instant`(_ type: String, _ date: String) throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE Person (_id INTEGER, name TEXT, born \(type)); INSERT INTO Person VALUES (1, 'Ann', \(date))"
    )
    let outcome = try reconcile(path)
    #expect(sentences(outcome) == [])
    #expect(outcome.balance.values.accounted == 2)
  }

  @Test func `Tables, columns and units of other names are mapped`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE people (id INTEGER, full REAL, b REAL); INSERT INTO people VALUES (1, 1.5, 1.0); CREATE TABLE log (x)"
    )
    let mapping =
      #"{"classes": {"Person": {"table": "people", "columns": {"_id": "id", "name": null, "born": "b"}, "dates": "secondsSince2001"}}, "leftOut": ["log"]}"#
    let outcome = try reconcile(path, mapping: mapping)
    #expect(sentences(outcome) == [])
    #expect(outcome.balance.values.accounted == 1)
    #expect(outcome.balance.values.notComparable["properties that the mapping leaves out"] == 1)
  }

  @Test func `Files may write the properties of a class in orders of their own`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      """
      CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT);
      INSERT INTO Person VALUES (1, 'Ann', '2001-01-01T00:00:01.000Z'), (2, 'Bea', '2002-02-02T00:00:02.000Z')
      """
    )
    let first = SmallTrail(
      #"{"Person":{"insertions":[{"_id":1,"born":"2001-01-01T00:00:01.000Z","name":"Ann"}]}}"#
    )
    let second = SmallTrail(
      #"{"Person":{"insertions":[{"_id":2,"name":"Bea","born":"2002-02-02T00:00:02.000Z"}]}}"#
    )
    #expect(sentences(try reconcile(path, trail: first, more: [second])) == [])
  }

  @Test func `An object that was deleted and one that was added are found`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (2, 'Bea', NULL), (3, 'Cy', NULL)"
    )
    #expect(
      try sentences(reconcile(path)) == [
        "state-missing: Person/1: event 660000000000000000000001 at 2024-01-01T00:00:01.000Z created it, and it is not in the database",
        "state-of-deleted: Person/2: event 660000000000000000000003 at 2024-01-01T00:00:03.000Z deleted it, and it is in the database (\(path)/Person:1)",
        "state-unmentioned: Person/3 is in the database, and no event mentions it",
      ]
    )
  }

  @Test func `A database of an earlier moment is compared with that moment`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (1, 'Ann', '2001-01-01 00:00:01'), (2, 'Bea', NULL)"
    )
    #expect(try sentences(reconcile(path, instant: SmallTrail.start + 2000)) == [])
    #expect(try sentences(reconcile(path)).count == 1)
  }

  @Test func `Of two changes at once, the earlier value is neither accounted for nor a fault`()
    throws
  {
    // The second device has not heard of the first one's change.
    let trail = SmallTrail(
      #"{"Person":{"insertions":[{"_id":1,"born":null,"name":"Ann"}]}}"#,
      #"{"Person":{"modifications":[{"newValue":{"name":"Bob"},"oldValue":{"_id":1,"born":null,"name":"Ann"}}]}}"#,
      #"{"Person":{"modifications":[{"newValue":{"name":"Eve"},"oldValue":{"_id":1,"born":null,"name":"Ann"}}]}}"#,
      devices: [1, 1, 2]
    )
    func outcome(_ name: String) throws -> Reconciliation {
      let folder = try TemporaryFolder()
      let sql = "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); "
      let row = "INSERT INTO Person VALUES (1, '\(name)', NULL)"
      return try reconcile(try sqlite(folder, sql + row), trail: trail)
    }
    let reason = "values that devices changed at once, of which the one that seems earlier is there"
    let later = try outcome("Eve")
    #expect(sentences(later) == [] && later.balance.values.accounted == 2)
    #expect(later.balance.values.notComparable[reason] == nil)
    let earlier = try outcome("Bob")
    #expect(sentences(earlier) == [] && earlier.balance.values.accounted == 1)
    #expect(earlier.balance.values.notComparable[reason] == 1)
    #expect(try sentences(outcome("Ann")).count == 1)
  }

  @Test func `A value that another device assigned again may have stayed`() throws {
    func outcome(_ new: String) throws -> Reconciliation {
      let trail = SmallTrail(
        #"{"Person":{"insertions":[{"_id":1,"born":null,"name":"Ann"}]}}"#,
        #"{"Person":{"modifications":[{"newValue":{"name":"Bob"},"oldValue":{"_id":1,"born":null,"name":"Ann"}}]}}"#,
        #"{"Person":{"modifications":[{"newValue":\#(new),"oldValue":{"_id":1,"born":null,"name":"Ann"}}]}}"#,
        devices: [1, 1, 2]
      )
      let folder = try TemporaryFolder()
      let sql = "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); "
      let row = "INSERT INTO Person VALUES (1, 'Ann', NULL)"
      return try reconcile(try sqlite(folder, sql + row), trail: trail)
    }
    let reason = "values that devices changed at once, of which the one that seems earlier is there"
    let equal = try outcome("{}")
    #expect(sentences(equal) == [])
    #expect(equal.balance.values.notComparable[reason] == 1)
    #expect(try sentences(outcome(#"{"born":"2000-01-01T00:00:00Z"}"#)).count == 2)
  }

  @Test func `A table too many and one too few are said`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(folder, "CREATE TABLE Persons (_id INTEGER)")
    let outcome = try reconcile(path)
    #expect(
      sentences(outcome) == [
        "state-table-missing: \(path) has nothing for class \"Person\", whose objects were not compared",
        "state-table-extra: \(path) has \"Persons\", which belongs to no class of the schema and was not compared",
      ]
    )
    #expect(outcome.balance.objects.left == 1)
  }

  // MARK: What does not fit

  @Test func `A column that is missing is named with its class and type`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(folder, "CREATE TABLE Person (_id INTEGER, born TEXT)")
    #expect(
      message(path)
        == #"clinic.sqlite: table "Person" of class "Person" has no column "name" for a property of type string: name it in the file of --state-mapping, or leave it out there with null"#
    )
  }

  @Test func `A column of another type is named with its class and type`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(folder, "CREATE TABLE Person (_id INTEGER, name INTEGER, born TEXT)")
    #expect(
      message(path)
        == #"clinic.sqlite: column "name" of class "Person" is declared as "INTEGER", which is for integers, and the property is of type string"#
    )
  }

  @Test func `What is not a database is refused in SQLite's words`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    try Data(repeating: 7, count: 5000).write(to: URL(filePath: path))
    #expect(message(path) == "clinic.sqlite: file is not a database")
    #expect(
      message(folder.path + "/none.sqlite").hasSuffix("cannot be read: there is no such file")
    )
  }

  @Test func `A damaged database is refused in SQLite's words`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (1, 'Ann', NULL)"
    )
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(4096..<4200, with: Data(repeating: 0xFF, count: 104))
    try bytes.write(to: URL(filePath: path))
    #expect(message(path) == "clinic.sqlite: database disk image is malformed")
  }

  @Test func `A database in UTF-16 is refused, and told how to be copied`() throws {
    let folder = try TemporaryFolder()
    let path = try sqlite(
      folder,
      "PRAGMA encoding = 'UTF-16'; CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT)"
    )
    #expect(
      message(path).hasPrefix("clinic.sqlite has its texts in UTF-16: compare a copy in UTF-8")
    )
  }

  @Test func `A database is not written to, and a write-ahead log beside it is named`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    let database = try SQLiteConnection(path, .creating)
    let sql =
      "PRAGMA journal_mode = WAL; CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO Person VALUES (1, 'Ann', NULL)"
    try database.execute(sql)
    let before = try ["", "-wal", "-shm"].map { try Data(contentsOf: URL(filePath: path + $0)) }
    let outcome = try reconcile(path)
    #expect(
      try ["", "-wal", "-shm"].map { try Data(contentsOf: URL(filePath: path + $0)) } == before
    )
    #expect(outcome.balance.notes.contains { $0.hasPrefix("\(path)-wal lies beside the database") })
    // The row is in the log alone.
    #expect(sentences(outcome).map { $0.prefix(13) } == ["state-missing"])
  }

  @Test func `A damaged document is found, and the others are compared`() throws {
    let folder = try TemporaryFolder()
    let text = #"{"_id":1,"name":"Ann","born":{"$date":"2001-01-01T00:00:01Z"}}"# + "\n{\"_id\":\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/Person.ndjson"))
    let found = try sentences(reconcile(folder.path))
    #expect(found.count == 1 && found[0].hasPrefix("state-damaged: Person: document 2 cannot"))
  }

  @Test func `A field that no document has is named with its class and type`() throws {
    let folder = try TemporaryFolder()
    try Data(#"{"_id":1,"naem":"Ann"}"#.utf8).write(
      to: URL(filePath: folder.path + "/Person.ndjson")
    )
    #expect(
      message(folder.path).contains(
        #"no document of class "Person" has the field "name" for a property of type string"#
      )
    )
  }

  @Test(arguments: [
    #"{"classes": {"Human": {}}}"#, #"{"classes": {"Person": {"columns": {"nmae": "x"}}}}"#,
    #"{"classes": {"Person": {"dates": "days"}}}"#, #"{"tables": {}}"#,
    #"{"classes": {"Person": {"columns": {"_id": null}}}}"#,
  ])
  func `A mapping of what the schema does not have is refused`(_ mapping: String) throws {
    let schema = try CaseSchema(JSON(parsing: Self.schema))
    #expect(throws: JSONFault.self) { try StateMapping(JSON(parsing: mapping), schema) }
  }

  // MARK: Two devices

  // MARK: Archives

  @Test func `Little memory gives the same findings`() throws {
    let folder = try TemporaryFolder()
    var clinic = SimulatedClinic(patients: 150)
    clinic.tables["Patient"]?.removeFirst(10)
    let path = try clinic.write(.sqlite, to: folder)
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: SimulatedClinic.schema))
    let input = NamedInput(.bytes(clinic.trail, name: "trail.ndjson"))
    let large = try Reconciliation(of: [input], with: StateLocation(path: path), options)
    options.limits.memory = 1 << 16
    let small = try Reconciliation(of: [input], with: StateLocation(path: path), options)
    #expect(sentences(large) == sentences(small) && large.balance == small.balance)
    #expect(large.balance.objects.unaccounted == 10)
  }

  @Test func `A schema of more classes or properties than can be numbered is refused`() throws {
    let folder = try TemporaryFolder()
    try Data("{}\n".utf8).write(to: URL(filePath: folder.path + "/P.ndjson"))
    let trail = NamedInput(.bytes(SmallTrail(#"{"P":[{"_id":1}]}"#).bytes, name: "trail"))
    func names(_ count: Int, _ first: String, _ rest: String) -> String {
      "{" + ([first] + (1..<count).map { "\"x\($0)\":\(rest)" }).joined(separator: ",") + "}"
    }
    let properties = names(1 << 16, #""_id":"int""#, #""int""#)
    let wide = #"{"P":{"primaryKey":"_id","properties":\#(properties)}}"#
    let one = #"{"primaryKey":"_id","properties":{"_id":"int"}}"#
    let many = names(1 << 16, #""P":\#(one)"#, one)
    var schemas = [(wide, #"class "P" has 65536 properties"#)]
    // Takes five seconds.
    if ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] != nil {
      schemas.append((many, "the schema has 65536 classes"))
    }
    for (schema, words) in schemas {
      var options = TrailOptions()
      options.schema = try CaseSchema(JSON(parsing: schema))
      let error = #expect(throws: TrailError.self) {
        try Reconciliation(of: [trail], with: StateLocation(path: folder.path), options)
      }
      #expect(error?.description.contains(words) ?? false)
    }
  }

  @Test func `Threads that read parts of the trail give the same findings`() throws {
    let folder = try TemporaryFolder()
    var clinic = SimulatedClinic(patients: 150)
    clinic.tables["Patient"]?.removeFirst(10)
    let path = try clinic.write(.sqlite, to: folder)
    let trail = folder.path + "/trail.ndjson"
    try Data(clinic.trail).write(to: URL(filePath: trail))
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: SimulatedClinic.schema))
    let half = clinic.trail.split(separator: 10)[clinic.trail.split(separator: 10).count / 2]
    let text = try #require(JSON(parsing: Array(half))["timestamp"]?["$date"]?.string)
    let instant = try #require(Timestamp(iso8601: text)).milliseconds
    for (instant, missing) in [(Int64?.none, 10), (instant, nil)] {
      let location = StateLocation(path: path, instant: instant)
      var options = options
      func outcome(jobs: Int) throws -> Reconciliation {
        try Reconciliation(of: [NamedInput(.file(trail))], with: location, options, jobs: jobs)
      }
      let one = try outcome(jobs: 1)
      options.limits.partBytes = 4096
      for memory in [1 << 16, 64 << 20] {
        options.limits.memory = memory
        let several = try outcome(jobs: 3)
        #expect(sentences(one) == sentences(several) && one.balance == several.balance)
      }
      if let missing { #expect(one.balance.objects.unaccounted == missing) }
      #expect(one.balance.notes.contains { $0.contains("partitions") } == (instant != nil))
    }
  }

  @Test func `A check that leaves payloads alone is told nothing of them by the comparison`() throws
  {
    let folder = try TemporaryFolder()
    let clinic = SimulatedClinic(patients: 20)
    let path = try clinic.write(.sqlite, to: folder)
    let noJSON = Array("\n".utf8) + SmallTrail("{").bytes
    let trail = NamedInput(.bytes(clinic.trail + noJSON, name: "trail.ndjson"))
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: SimulatedClinic.schema))
    options.remembersIds = false
    let outcomes = try [FindingCode.Stage.document, .history].map { stage in
      options.stage = stage
      return try Reconciliation(of: [trail], with: StateLocation(path: path), options)
    }
    let codes = outcomes.map { $0.trail.findings.kinds.map(\.code) }
    #expect(!codes[0].contains(.payloadNoJSON) && codes[1].contains(.payloadNoJSON))
    #expect(outcomes[0].balance.values.accounted == outcomes[1].balance.values.accounted)
    #expect(outcomes[0].balance.values.accounted > 0)
  }
}

/// A few writes, a second apart, of one device unless others are named.
struct SmallTrail {
  static let start: Int64 = 1_704_067_200_000
  let bytes: [UInt8]

  /// Events a second apart, which were uploaded in this order.
  init(_ payloads: String..., devices: [Int] = [], uploads: [Int] = []) {
    let lines = payloads.enumerated().map { index, payload in
      let time = Timestamp(milliseconds: Self.start + Int64(index + 1) * 1000)
      let device = devices.isEmpty ? 1 : devices[index]
      return
        #"{"_id":{"$oid":"66\#(hex(index + 1, 22))"},"_partition":"events-66000000000000000000000\#(device)","activity":"visit","timestamp":{"$date":"\#(time)"},"event":"write","data":\#(JSON.string(payload).text()),"username":"jane"}"#
    }
    let uploaded = uploads.isEmpty ? lines : uploads.map { lines[$0] }
    bytes = Array(uploaded.joined(separator: "\n").utf8)
  }
}
