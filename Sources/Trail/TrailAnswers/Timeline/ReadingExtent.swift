package import TrailReading

/// How far a trail could be read: what every answer has to say besides what it was asked.
package struct ReadingExtent: Sendable, Hashable {
  /// How many documents were read.
  package var documents = 0
  /// How many events were left out because they had been read before, in another export.
  package var repeated = 0
  /// How many events have the `_id` of another one that says something else; they are not left out.
  package var conflicting = 0
  /// How many events a filter of time left out because their time cannot be read.
  package var undated = 0
  /// What could not be read.
  package var unread = FindingSummary(examplesPerCode: 5)
  /// What should be known about the answer besides.
  package var remarks: [String] = []

  /// The number of places that could not be read.
  package var unreadCount: Int { unread.unreadCount }

  /// Whether nothing that could belong to the answer was passed over.
  package var isWhole: Bool { unreadCount == 0 && undated == 0 }
}
