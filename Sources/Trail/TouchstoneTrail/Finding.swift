public import Foundation
import TrailReading

/// One thing that is wrong in a trail, or on which a trail and a database differ.
///
/// ```swift
/// let outcome = try Trail(recorder.events).check(schema)
/// for finding in outcome.findings where finding.level == .error {
///   print(finding.code, finding.requirement, finding.sentence)
/// }
/// ```
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing it is, by a name that never changes; the Spec, "Trails", has all of them.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `read-contradicts`.
    public let rawValue: String
    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// A value in the database is not the one that the trail says it has.
    public static let stateDiffers = Code(rawValue: "state-differs")
    /// An object that exists by the trail is not in the database.
    public static let stateMissing = Code(rawValue: "state-missing")
    /// An object that was deleted by the trail is in the database.
    public static let stateOfDeleted = Code(rawValue: "state-of-deleted")
    /// An object in the database is mentioned by no event.
    public static let stateUnmentioned = Code(rawValue: "state-unmentioned")
  }

  /// How much it matters.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing, and not a fault.
    case info
    /// There are trails in which it is right.
    case warning
    /// A recorder that keeps the specification never writes this.
    case error

    /// By weight.
    public static func < (left: Level, right: Level) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// An event that takes part in it.
  public struct Event: Sendable, Hashable {
    /// Its `_id`.
    public let id: String?
    /// When it happened, as it says.
    public let date: Date?
    /// The number of its document in the trail.
    public let document: Int
    /// What it says, and who did it under which activity.
    public let statement: String
    /// The activity that it was recorded under; nil if the event names none.
    public let activity: String?
    /// The metadata of the event, such as the user.
    public let metadata: [String: String]
  }

  /// What kind of thing it is.
  public let code: Code
  /// How much it matters.
  public let level: Level
  /// The requirement of the specification that it is about.
  public let requirement: String
  /// What is wrong, as a sentence.
  public let sentence: String
  /// What may explain it, the harmless first.
  public let explanation: String
  /// Where it is: the name of the trail or a file, and the number of the document.
  public let place: String
  /// The events that take part in it, the first one first.
  public let events: [Event]

  /// All of it in words.
  public var description: String {
    let chain = events.map { "\n  \($0.statement)" }.joined()
    return
      "\(level.rawValue) \(code) (\(requirement)) at \(place): \(sentence)\(chain)\n  What may explain it: \(explanation)"
  }

  init(_ finding: TrailFinding) {
    code = Code(rawValue: finding.code.rawValue)
    level = Level(rawValue: finding.level.rawValue) ?? .error
    requirement = finding.code.requirement
    sentence = finding.sentence
    explanation = finding.code.entry.explanation
    place = finding.position.description
    events = finding.related.map { event in
      Event(
        id: event.id,
        date: event.timestamp.map { Date(milliseconds: $0) },
        document: event.position.document,
        statement: [event.statement, event.event?.grounds].compactMap(\.self)
          .joined(separator: ", "),
        activity: event.event?.activity,
        metadata: event.event?.firstMetadata ?? [:]
      )
    }
  }
}
