import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// Small trails of one class, told by time and user, and questions about them.
enum SmallAnswers {
  /// An event at a time of one user.
  static func event(
    _ number: Int,
    _ time: String,
    _ event: String,
    _ payload: String,
    by user: String = "Jason",
    _ changes: [String: JSON?] = [:]
  ) -> String {
    var fields: [String: JSON?] = [
      "timestamp": ["$date": .string(time)], "event": .string(event), "data": .string(payload),
      "username": .string(user),
    ]
    fields.merge(changes) { $1 }
    return SmallExport.document(number, fields)
  }

  static func read(_ number: Int, _ time: String, _ objects: String, by user: String = "Jason")
    -> String
  {
    event(number, time, "read", #"{"type":"Person","value":[\#(objects)]}"#, by: user)
  }

  static func write(_ number: Int, _ time: String, _ lists: String, by user: String = "Jason")
    -> String
  {
    event(number, time, "write", #"{"Person":{\#(lists)}}"#, by: user)
  }

  static func input(_ lines: [String]) -> [TrailInput] {
    [.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")]
  }

  static func question(
    _ object: String? = nil,
    _ change: (inout TrailQuestion) throws -> Void = { _ in }
  )
    throws -> TrailQuestion
  {
    var question = TrailQuestion()
    question.objects = try object.map { [try #require(ObjectName($0) as ObjectName?)] } ?? []
    try change(&question)
    return question
  }

  static func instant(_ text: String) throws -> Int64 {
    try #require(TrailFilter.instant(text, isEnd: false))
  }
}
