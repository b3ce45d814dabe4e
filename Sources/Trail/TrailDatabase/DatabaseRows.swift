import Dispatch
import Synchronization
import TrailReading

/// A row of a table.
struct DatabaseRow: Sendable {
  /// The tables that have rows.
  enum Table: String {
    case events, metadata
    case seen = "objects_seen"
    case changes, unread, about
  }

  /// A value of a row.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    /// A text, or null.
    init(_ text: String?) { self = text.map(Value.text) ?? .null }
    /// A number, or null.
    init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  }

  let table: Table
  /// A value for each column.
  let values: [Value]

  /// How many bytes its texts have.
  var bytes: Int {
    values.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } }
  }
}

/// Rows on their way from the thread that reads a trail to the one that writes them: few wait, so memory has a bound.
final class DatabaseRows: Sendable {
  private struct State {
    var batches: [[DatabaseRow]] = []
    var isWhole = false
    var failure: TrailError?
  }

  /// A batch has so many rows, or rows with so many bytes, whichever it has first.
  private static let rowsInBatch = 512
  private static let bytesInBatch = 1 << 20

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 4)

  // MARK: The thread that reads

  /// Gathers rows, and hands them over many at a time.
  struct Batch {
    private let rows: DatabaseRows
    private var gathered: [DatabaseRow] = []
    private var bytes = 0

    init(_ rows: DatabaseRows) { self.rows = rows }

    /// - Throws: if rows cannot be written any more.
    mutating func add(
      _ table: DatabaseRow.Table,
      _ values: DatabaseRow.Value...
    ) throws(TrailError) {
      let row = DatabaseRow(table: table, values: values)
      gathered.append(row)
      bytes += row.bytes
      if gathered.count >= rowsInBatch || bytes >= bytesInBatch { try handOver() }
    }

    /// Hands over what was gathered.
    mutating func handOver() throws(TrailError) {
      try rows.put(gathered)
      (gathered, bytes) = ([], 0)
      gathered.reserveCapacity(rowsInBatch)
    }
  }

  private func put(_ batch: [DatabaseRow]) throws(TrailError) {
    room.wait()
    let failure = state.withLock { state in
      state.batches.append(batch)
      return state.failure
    }
    filled.signal()
    if let failure { throw failure }
  }

  /// Says that no more rows come, and whether these are all.
  func end(isWhole: Bool) {
    state.withLock { $0.isWhole = isWhole }
    filled.signal()
  }

  // MARK: The thread that writes

  /// The next rows; nil at the end, however often it is asked.
  func next() -> [DatabaseRow]? {
    filled.wait()
    let batch = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
    if batch == nil { filled.signal() } else { room.signal() }
    return batch
  }

  /// Whether all rows have come; ask when there are no more.
  var isWhole: Bool { state.withLock { $0.isWhole } }

  /// Takes no more rows, and says why to the thread that reads.
  func refuse(_ failure: TrailError) {
    state.withLock { $0.failure = failure }
    while next() != nil {}
  }
}
