// The calls of your recorder: fill in what is marked with ADD HERE, and call your own code there.

import Foundation

/// What the adapter says of itself.
enum Offer {
  static let name = "my recorder"
  static let version = "0.1"
  static let editions = ["2023"]
  static let classes = ["recording"]
  // The foreign keys of the tables need "links". ADD HERE what else you offer: chapter "Wire protocol", "Optional features".
  static let features = ["links"]
}

/// Your recorder with an empty trail and empty tables, and what happens outside of single tables.
final class Recorder {
  /// Whatever stands for a scope in your code.
  typealias Scope = String

  private let partition = "events-" + objectId()
  private var events: [Value] = []

  /// `settings` are those of the events (metadata, partitionPrefix); nil means that nothing is recorded.
  ///
  /// What is refused throws `StepFailed`.
  init(settings: Value?) throws {
    if let key = settings?.object?.keys.first {
      throw Unsupported(reason: "ADD HERE: the setting \(key.text)")
    }
    // ADD HERE: empty the tables, and begin a trail.
  }

  /// The stored events in the order of their commits.
  ///
  /// Read them back from where your recorder puts them.
  func trail() throws -> [Value] { events }

  func beginTransaction() throws { throw Unsupported(reason: "ADD HERE: begin a transaction") }
  func commitTransaction() throws { throw Unsupported(reason: "ADD HERE: commit the transaction") }
  func cancelTransaction() throws {
    throw Unsupported(reason: "ADD HERE: roll the transaction back")
  }

  func beginScope(activity: String) throws -> Scope {
    throw Unsupported(reason: "ADD HERE: begin a scope")
  }
  func commit(_ scope: Scope) throws { throw Unsupported(reason: "ADD HERE: commit a scope") }
  func cancel(_ scope: Scope) throws { throw Unsupported(reason: "ADD HERE: cancel a scope") }
  func isActive(_ scope: Scope) throws -> Bool {
    throw Unsupported(reason: "ADD HERE: whether a scope is in progress")
  }

  func record(activity: String, eventType: String?, data: String?) throws {
    // ADD HERE a call of your recorder in place of this.
    let milliseconds = Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    events.append(
      .object([
        "_id": .object(["$oid": .string(objectId())]),
        "_partition": .string(partition),
        "activity": .string(activity),
        "event": eventType.map(Value.string) ?? .null,
        "timestamp": Cell.date(milliseconds: milliseconds).value,
        "data": data.map(Value.string) ?? .null,
      ])
    )
  }

  func updateMetadata(_ metadata: Value) throws {
    throw Unsupported(reason: "ADD HERE: replace the metadata")
  }
}
