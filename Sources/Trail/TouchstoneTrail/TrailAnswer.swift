import TrailAnswers
import TrailReading

/// The answer to a question, and how far the trail could be read for it.
public struct TrailAnswer<Row: Sendable>: Sendable {
  /// What was asked for.
  public let rows: [Row]
  /// What has to be said besides.
  public let extent: TrailExtent

  init(_ rows: [Row], _ extent: TrailExtent) { (self.rows, self.extent) = (rows, extent) }
}

/// How far a trail could be read: an answer is silent about what could not.
public struct TrailExtent: Sendable, Hashable {
  /// How many documents were read.
  public let documents: Int
  /// How many events were left out because they had been read before, in another export.
  public let repeated: Int
  /// How many events have the `_id` of another one that says something else; they are not left out.
  public let conflicting: Int
  /// How many events were left out because their time cannot be read, and a time was asked for.
  public let undated: Int
  /// What could not be read: the first places of each kind, and how many there are.
  public let unread: [Finding]
  /// How many places could not be read.
  public let unreadCount: Int
  /// What should be known about the answer besides, a sentence each.
  public let remarks: [String]

  /// Whether nothing that could belong to the answer was passed over.
  public var isWhole: Bool { unreadCount == 0 && undated == 0 }

  init(_ reading: ReadingExtent) {
    (documents, repeated, conflicting) = (reading.documents, reading.repeated, reading.conflicting)
    (undated, unreadCount, remarks) = (reading.undated, reading.unreadCount, reading.remarks)
    let summary = reading.unread
    unread = summary.kinds.flatMap { summary.examples(of: $0).map(Finding.init) }
  }
}
