public import Foundation
import Formats
import JSON
import TrailAnswers
import TrailReading

/// Which events a question is about, and how its answer counts days: all of a trail, until something is asked of it.
///
/// Several values of one kind are alternatives, and what is said of different kinds all has to hold.
///
/// ```swift
/// var query = TrailQuery()
/// query.objects = ["Patient/5"]
/// query.metadata = ["username": ["jason"]]
/// query.hours = ["22:00-06:00"]
/// query.timeZone = TimeZone(identifier: "Europe/Amsterdam")!
/// let nights = try Trail(files: ["trail.ndjson"]).access(query)
/// ```
public struct TrailQuery: Sendable {
  /// A day of the week; what is after midnight belongs to the next day.
  public enum Weekday: Int, Sendable, CaseIterable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The classes, which name primary keys and say what expanded links are; nil if they are not known.
  public var schema: TrailSchema?
  /// Objects that the events have to mention: each a class, a slash and a primary key, such as `Patient/5`.
  public var objects: [String] = []
  /// Classes of objects that the events have to mention.
  public var classes: [String] = []
  /// The activities under which they were recorded.
  public var activities: [String] = []
  /// Fields of the metadata with the texts that each may have, such as `["username": ["jane", "jason"]]`.
  public var metadata: [String: [String]] = [:]
  /// The first instant.
  public var from: Date?
  /// The first instant that is too late.
  public var to: Date?
  /// Times of the day, such as `22:00-06:00`, also over midnight; the end is left out.
  public var hours: [String] = []
  /// Days of the week.
  public var weekdays: Set<Weekday> = []
  /// Properties that the events have to show or change, such as `address`, or `address.city` within an embedded object.
  public var properties: [String] = []
  /// What a value has to be, shown, before or after a change: `diagnosis = "flu"`, `address.zip != 12345`, the value as JSON.
  ///
  /// Several with `=` of one property are alternatives, and all others have to hold.
  public var conditions: [String] = []
  /// Metadata of other events, whenever they happened, that have to mention the object too: what one user saw of another's patients.
  public var objectsOf: [String: [String]] = [:]
  /// The metadata fields that say who it was, several of them together; if none is named, all, or those that usually name users.
  public var userFields: [String] = []
  /// The clock that shows days and times of the day.
  public var timeZone = TimeZone.gmt

  /// All of a trail.
  public init() {}

  /// All that mentions one of these objects.
  ///
  /// ```swift
  /// TrailQuery(about: "Patient/5", schema)
  /// ```
  public init(about objects: String..., schema: TrailSchema? = nil) {
    (self.objects, self.schema) = (objects, schema)
  }

  func question() throws(TrailFault) -> TrailQuestion {
    var question = TrailQuestion()
    question.schema = schema?.classes
    question.userFields = userFields
    question.offset = UTCOffset(timeZone)
    question.jobs = ProcessInfo.processInfo.activeProcessorCount
    for object in objects {
      guard let name = ObjectName(object) else {
        throw TrailFault("an object is a class, a slash and a key: Patient/5, not \(object)")
      }
      question.objects.append(name)
    }
    question.filter = try filter(question.offset)
    return question
  }

  private func filter(_ clock: UTCOffset) throws(TrailFault) -> TrailFilter {
    var filter = TrailFilter()
    (filter.activities, filter.classes) = (activities, classes)
    (filter.users, filter.objectsOf) = (Self.fields(metadata), Self.fields(objectsOf))
    (filter.from, filter.to) = (from.map(\.milliseconds), to.map(\.milliseconds))
    if let from, let to, from >= to {
      throw TrailFault("no instant is from \(from) on before \(to)")
    }
    filter.hours.clock = clock
    filter.hours.days = Set(weekdays.map(\.rawValue))
    for text in hours {
      guard let span = DayHours.Span(text) else {
        throw TrailFault("hours are two times of the day: 22:00-06:00, not \(text)")
      }
      filter.hours.spans.append(span)
    }
    for text in properties {
      guard let path = PropertyPath(text) else {
        throw TrailFault(
          "a property is a name, or a path into an embedded object: address.city, not \(text); a name with a dot is in quotes"
        )
      }
      filter.properties.append(path)
    }
    for text in conditions {
      guard let condition = ValueCondition(text) else {
        throw TrailFault(
          "a condition is a property, = or !=, and a value as JSON: diagnosis = \"flu\" or address.zip != 12345, not \(text)"
        )
      }
      filter.values.append(condition)
    }
    return filter
  }

  private static func fields(_ values: [String: [String]]) -> [AuditDocument.Field] {
    values.sorted { $0.key < $1.key }.flatMap { field, texts in
      texts.map { AuditDocument.Field(key: field, value: $0) }
    }
  }
}
