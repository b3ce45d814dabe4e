public import JSON

/// A small store in memory, in the place of the database that a real recorder watches.
///
/// It is a value: a copy is a snapshot, which is all that a transaction needs.
public struct Store {
  /// One object.
  ///
  /// Its number counts objects in the order in which they were created, and is never given twice.
  public struct Row: Equatable, Sendable {
    /// What tells it apart from all others.
    public let number: Int
    /// Its properties, nulls included.
    public var values: JSONObject
  }

  private var rows: [String: [Row]]
  private var count = 0

  /// An empty store of these classes.
  public init(classes: [String]) {
    rows = Dictionary(uniqueKeysWithValues: classes.map { ($0, []) })
  }

  /// The names of the classes.
  public var classes: [String] { rows.keys.sorted() }

  /// The objects of a class in the order in which they were created.
  public func all(_ type: String) -> [Row] { rows[type, default: []] }

  /// The object with that number.
  public func row(_ type: String, _ number: Int) -> Row? { all(type).first { $0.number == number } }

  /// The object with that primary key.
  public func row(_ type: String, key: JSON) -> Row? { all(type).first { $0.values["_id"] == key } }

  mutating func insert(_ type: String, _ values: JSONObject) -> Row {
    count += 1
    let row = Row(number: count, values: values)
    rows[type, default: []].append(row)
    return row
  }

  mutating func set(_ type: String, _ number: Int, _ property: String, _ value: JSON) {
    guard let index = all(type).firstIndex(where: { $0.number == number }) else { return }
    rows[type]?[index].values[property] = value
  }

  mutating func delete(_ type: String, _ number: Int) {
    rows[type]?.removeAll { $0.number == number }
  }
}
