import SystemSQLite

/// What a partition says about itself: whose events it holds, and how many of them the server has.
struct PartitionHeader: Sendable, Hashable {
  let pool: PoolIdentity
  /// How the edition that wrote it calls the activity.
  let activityField: String
  var acknowledged: Int = 0

  init(pool: PoolIdentity, activityField: String) {
    self.pool = pool
    self.activityField = activityField
  }

  /// - Throws: an error if there is none, or it is not as it was written.
  init(_ database: SQLiteConnection) throws {
    let row = try database.prepare(
      """
      SELECT app, user, prefix, activityField, acknowledged,
        "\(PartitionDatabase.check)" FROM Partition
      """
    )
    guard try row.step(), let app = row.text(0), let prefix = row.text(2), let field = row.text(3)
    else {
      throw EventError.unavailable("it does not say whose it is")
    }
    pool = PoolIdentity(app: app, user: row.text(1), prefix: prefix)
    activityField = field
    acknowledged = Int(row.number(4))
    let stored = row.number(5)
    row.reset()
    guard stored == checksum else {
      throw EventError.unavailable("what it says about itself is damaged")
    }
  }

  func insert(into database: SQLiteConnection) throws {
    let statement = try database.prepare("INSERT INTO Partition VALUES (?, ?, ?, ?, ?, ?)")
    try statement.bind(pool.app, at: 1)
    try statement.bind(pool.user, at: 2)
    try statement.bind(pool.prefix, at: 3)
    try statement.bind(activityField, at: 4)
    try statement.bind(Int64(acknowledged), at: 5)
    try statement.bind(checksum, at: 6)
    try statement.run()
  }

  /// Notes how many events are acknowledged.
  func update(_ database: SQLiteConnection) throws {
    let statement = try database.prepare(
      "UPDATE Partition SET acknowledged = ?, \"\(PartitionDatabase.check)\" = ?"
    )
    try statement.bind(Int64(acknowledged), at: 1)
    try statement.bind(checksum, at: 2)
    try statement.run()
  }

  private var checksum: Int64 {
    var checksum = EventChecksum()
    checksum.add(Array(pool.app.utf8))
    checksum.add(pool.user.map { Array($0.utf8) } ?? [0xFF])
    checksum.add(Array(pool.prefix.utf8))
    checksum.add(Array(activityField.utf8))
    checksum.add(Int64(acknowledged))
    return checksum.stored
  }
}
