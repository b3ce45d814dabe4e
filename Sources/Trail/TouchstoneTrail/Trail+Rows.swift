public import Foundation
import JSON
import TrailAnswers

/// The rows of answers about who did what and how much, and about what a trail covers.
extension Trail {
  /// What one user did with one object on one day: a row of an access report, which holds no value.
  public struct Access: Sendable, Hashable {
    /// The class, a slash and the key.
    public let object: String
    /// The day, such as `2022-06-23`; nil for events without a time.
    public let day: String?
    /// The metadata under which it was done; empty where it names no user.
    public let user: String
    /// How many events show the object.
    public let seen: Int
    /// How many of these show it inside another object, found by its key alone: its class is not known.
    public let seenByKey: Int
    /// How many events create, change or delete it.
    public let created, changed, deleted: Int
    /// The first and the last instant.
    public let first, last: Date?
    /// How many events of each activity there are; nil stands for the events that have none.
    public let activities: [String?: Int]
  }

  /// What one user did under one activity.
  public struct UserActivity: Sendable, Hashable {
    /// The metadata under which it was done; empty where it names no user.
    public let user: String
    /// The activity; nil for the events that have none.
    public let activity: String?
    /// The events.
    public let reads, writes, customs: Int
    /// How often objects were shown, and how often they were created, changed or deleted.
    public let seen, changed: Int
    /// The first and the last instant.
    public let first, last: Date?
  }

  /// What happened under one activity.
  public struct Activity: Sendable, Hashable {
    /// Its name; nil for the events that have none.
    public let name: String?
    /// The events.
    public let reads, writes, customs: Int
    /// The first and the last instant.
    public let first, last: Date?
    /// How many events each user has.
    public let users: [String: Int]
    /// How often objects of each class were seen or changed.
    public let classes: [String: Int]
  }

  /// On which days a trail has events.
  public struct Coverage: Sendable, Hashable {
    /// A day of a partition, or of a device.
    public struct Day: Sendable, Hashable {
      /// The partition, or the device; empty where a document has none.
      public let partition: String
      /// The day, such as `2022-06-23`; nil for events without a time.
      public let day: String?
      /// How many events there are.
      public let events: Int
      /// The first and the last instant.
      public let first, last: Date?
      /// How many days before it are without events, back to the last one that has some.
      public let gap: Int
      /// The first of those days; nil if there are none.
      public let gapStart: String?
    }

    /// By partition and day.
    public let days: [Day]
    /// How many days lie between the first and the last event, and on how many of them no partition has one.
    public let span, emptyDays: Int
    /// How far the trail could be read.
    public let extent: TrailExtent

    /// The days behind gaps, which prove nothing by themselves: that takes knowing when a device was in use.
    public var gaps: [Day] { days.filter { $0.gap > 0 } }
  }
}

extension Trail.Access {
  init(_ entry: AccessList.Entry) {
    (object, user) = (entry.object, entry.user)
    day = entry.day.isEmpty ? nil : entry.day
    (seen, seenByKey) = (entry.seen, entry.seenByKey)
    (created, changed, deleted) = (entry.created, entry.changed, entry.deleted)
    (first, last) = (Date(entry.first), Date(entry.last))
    activities = Dictionary(
      entry.activities.map { ($0.key?.text, $0.value) },
      uniquingKeysWith: +
    )
  }
}

extension Trail.UserActivity {
  init(_ entry: UserList.Entry) {
    (user, activity) = (entry.user, entry.activity)
    (reads, writes, customs) = (entry.reads, entry.writes, entry.customs)
    (seen, changed) = (entry.seen, entry.changed)
    (first, last) = (Date(entry.first), Date(entry.last))
  }
}

extension Trail.Activity {
  init(_ entry: ActivityList.Entry) {
    name = entry.name
    (reads, writes, customs) = (entry.reads, entry.writes, entry.customs)
    (first, last) = (Date(entry.first), Date(entry.last))
    users = Dictionary(entry.users.map { ($0.key.text, $0.value) }, uniquingKeysWith: +)
    classes = Dictionary(entry.classes.map { ($0.key.text, $0.value) }, uniquingKeysWith: +)
  }
}

extension Trail.Coverage.Day {
  init(_ entry: CoverageList.Entry) {
    (partition, events, gap) = (entry.partition, entry.events, entry.gap)
    day = entry.day.isEmpty ? nil : entry.day
    (first, last) = (Date(entry.first), Date(entry.last))
    gapStart = entry.gapStart.isEmpty ? nil : entry.gapStart
  }
}

extension Date {
  fileprivate init?(_ milliseconds: Int64?) {
    guard let milliseconds else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
