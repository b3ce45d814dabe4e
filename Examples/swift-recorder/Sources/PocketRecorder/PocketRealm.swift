public import JSON

/// The store with its recorder: what an application works with.
public struct PocketRealm {
  /// The objects as the application sees them.
  public private(set) var store: Store
  /// What was recorded.
  public var recorder = Recorder()
  /// The state before the transaction that is going on, if one is.
  private var before: Store?

  /// An empty realm of these classes.
  public init(classes: [String]) { store = Store(classes: classes) }

  /// Whether objects can be changed now.
  public var isWriting: Bool { before != nil }

  // MARK: Transactions

  /// Begins a transaction.
  public mutating func beginWrite() { before = store }

  /// Ends the transaction and keeps its changes.
  public mutating func commitWrite() {
    if let before { recorder.didWrite(from: before, to: store) }
    before = nil
  }

  /// Ends the transaction and undoes its changes.
  public mutating func cancelWrite() {
    if let before { store = before }
    before = nil
  }

  // MARK: Objects

  /// Looks an object up, which is a read.
  ///
  /// Within a transaction what was there before it is read.
  public mutating func object(_ type: String, key: JSON) -> Store.Row? {
    guard let row = store.row(type, key: key) else { return nil }
    if let read = (before ?? store).row(type, row.number) { recorder.didRead(type, read) }
    return row
  }

  /// Creates an object.
  public mutating func create(_ type: String, _ values: JSONObject) -> Store.Row {
    store.insert(type, values)
  }

  /// Changes a property.
  public mutating func set(_ type: String, _ number: Int, _ property: String, _ value: JSON) {
    store.set(type, number, property, value)
  }

  /// Deletes an object.
  public mutating func delete(_ type: String, _ number: Int) { store.delete(type, number) }
}
