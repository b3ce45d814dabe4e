import CSystemSQLite
import Foundation
import SystemSQLite
import Testing

/// Rows on disk, through the system's library.
struct SystemSQLiteTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String = "a.sqlite") -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  @Test func `Texts with NUL, large numbers and nothing come back as they were`() throws {
    let database = try SQLiteConnection(path(), .creating)
    try database.execute("CREATE TABLE t (a, b, c, d, e, f)")
    let insertion = try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)")
    try insertion.bind("a\u{0}b", at: 1)
    try insertion.bind(nil as String?, at: 2)
    try insertion.bind(Int64.max, at: 3)
    try insertion.bind(nil as Int64?, at: 4)
    try insertion.bind("", at: 5)
    try insertion.bind(-0.5, at: 6)
    try insertion.run()
    let row = try database.prepare("SELECT * FROM t")
    #expect(row.columnNames == ["a", "b", "c", "d", "e", "f"])
    #expect(try row.step())
    #expect(row.text(0) == "a\u{0}b")
    #expect(row.isNull(1) && row.bytes(1) == nil)
    #expect(row.number(2) == .max)
    #expect(row.storage(3) == .null)
    #expect(row.text(4) == "" && row.storage(4) == .text)
    #expect(row.real(5) == -0.5 && row.storage(5) == .real)
    #expect(try !row.step())
  }

  @Test func `A blob without bytes is a blob, and not NULL`() throws {
    let database = try SQLiteConnection(path(), .creating)
    try database.execute("CREATE TABLE t (a, b)")
    let insertion = try database.prepare("INSERT INTO t VALUES (?, ?)")
    let bytes: [UInt8] = [0, 255]
    try bytes.withUnsafeBytes { bytes in
      try insertion.bind(lasting: bytes, isText: false, at: 1)
      try insertion.bind(lasting: .init(start: nil, count: 0), isText: false, at: 2)
      try insertion.run()
    }
    let row = try database.prepare("SELECT * FROM t")
    #expect(try row.step())
    #expect(row.bytes(0) == [0, 255])
    #expect(row.bytes(1) == [] && row.storage(1) == .blob)
  }

  @Test func `A transaction that throws leaves nothing, and one that does not leaves all`() throws {
    struct Refusal: Error {}
    let database = try SQLiteConnection(path(), .creating)
    try database.execute("CREATE TABLE t (a)")
    #expect(throws: Refusal.self) {
      try database.transaction {
        try database.execute("INSERT INTO t VALUES (1)")
        throw Refusal()
      }
    }
    #expect(try database.number("SELECT count(*) FROM t") == 0)
    #expect(!database.isInsideTransaction)
    try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
    #expect(try database.number("SELECT count(*) FROM t") == 1)
  }

  @Test func `A file that another connection writes is busy, in SQLite's words`() throws {
    let writer = try SQLiteConnection(path(), .creating)
    try writer.execute("CREATE TABLE t (a)")
    try writer.execute("BEGIN IMMEDIATE")
    let other = try SQLiteConnection(path(), .writing)
    let error = #expect(throws: SQLiteError.self) { try other.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.primaryCode == SQLITE_BUSY)
    #expect(error?.description == "SQLite error 5: database is locked")
    #expect(error?.isTransient == true)
  }

  @Test func `A full disk ends a transaction with nothing of it left`() throws {
    let database = try SQLiteConnection(path(), .creating)
    try database.execute("CREATE TABLE t (a); PRAGMA max_page_count = 3")
    let error = #expect(throws: SQLiteError.self) {
      try database.transaction { try database.execute("INSERT INTO t VALUES (zeroblob(100000))") }
    }
    #expect(error?.message == "database or disk is full")
    #expect(error?.isTransient == true)
    #expect(try database.number("SELECT count(*) FROM t") == 0)
  }

  @Test
  func `A file that is not a database is damaged, and one that is not there cannot be opened`()
    throws
  {
    try Data(repeating: 65, count: 4096).write(to: URL(filePath: path("letters")))
    let letters = try SQLiteConnection(path("letters"), .writing)
    let damage = #expect(throws: SQLiteError.self) {
      try letters.text("SELECT name FROM sqlite_master")
    }
    #expect(damage?.saysThatFileIsDamaged == true && damage?.isTransient == false)
    let absence = #expect(throws: SQLiteError.self) { try SQLiteConnection(path("no"), .writing) }
    #expect(absence?.message == "unable to open database file")
    #expect(absence?.saysThatFileIsOutOfReach == true)
    #expect(!FileManager.default.fileExists(atPath: path("no")))
  }

  @Test(arguments: ["a b?mode=rw#c%41.sqlite", "x"])
  func `A file is read where nothing may be written, whatever its name is`(_ name: String) throws {
    do {
      let database = try SQLiteConnection(path(name), .creating)
      try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    }
    chmod(path(name), 0o400)
    chmod(path(""), 0o500)
    let database = try SQLiteConnection(path(name), .immutable)
    #expect(try database.number("SELECT a FROM t") == 7)
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO t VALUES (8)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == [name])
    chmod(path(""), 0o700)
  }

  @Test func `A connection with statements does not close`() throws {
    let database = try SQLiteConnection(path(), .creating)
    var statement: SQLiteStatement? = try database.prepare("SELECT 1")
    #expect(throws: SQLiteError.self) { try database.close() }
    #expect(try statement?.step() == true)
    statement = nil
    try database.close()
  }

  @Test func `Nothing but a comment is not a statement`() throws {
    let database = try SQLiteConnection(path(), .creating)
    #expect(throws: SQLiteError.self) { try database.prepare("-- nothing") }
  }

  @Test func `Names are quoted with what is in them`() throws {
    let name = SQLiteConnection.quoted(#"a"b"#)
    #expect(name == #""a""b""#)
    let database = try SQLiteConnection(path(), .creating)
    try database.execute("CREATE TABLE t (\(name))")
    #expect(try database.prepare("SELECT * FROM t").columnNames == [#"a"b"#])
  }

  // MARK: Files of strangers

  private func stranger(_ view: String) throws -> SQLiteConnection {
    do {
      let database = try SQLiteConnection(path(), .creating)
      try database.execute(
        "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); CREATE VIEW v AS \(view)"
      )
    }
    let database = try SQLiteConnection(path(), .immutable)
    try database.distrust(bytes: 8192)
    return database
  }

  @Test func `A view of a stranger gives its rows`() throws {
    #expect(
      try stranger("SELECT sum(x.a * y.a) AS b FROM t AS x, t AS y").number("SELECT b FROM v") == 9
    )
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS b FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS b FROM r WHERE n < 0",
    ]
  )
  func `A view without end ends with an error`(_ view: String) throws {
    let row = try stranger(view).prepare("SELECT b FROM v")
    let error = try #require(throws: SQLiteError.self) { while try row.step() {} }
    #expect(error.message.hasSuffix("a view in it may have no end"))
  }

  @Test func `A value longer than the file is an error`() throws {
    let row = try stranger("SELECT zeroblob(900000000) AS b").prepare("SELECT b FROM v")
    let error = #expect(throws: SQLiteError.self) { try row.step() }
    #expect(error?.message == "string or blob too big")
  }
}
