import Formats
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Trails of a few events, told line by line: who, when, what.
struct SmallTrail {
  private var lines: [String] = []
  /// The seconds within the ids of further events, if they are not those of the events.
  var idSeconds: Int?
  /// Whether one process has made the ids of further events, and counted them.
  var idsCount = true
  /// Further fields of further events.
  var metadata: [String: String] = [:]

  private var schema: CaseSchema?

  init(schema: JSON? = nil) { self.schema = schema.flatMap { try? CaseSchema($0) } }

  /// The codes of the history level that a trail has.
  static func codes(
    schema: JSON? = nil,
    isComplete: Bool = true,
    _ tell: (inout SmallTrail) -> Void
  ) throws -> [String] {
    var trail = SmallTrail(schema: schema)
    tell(&trail)
    return try trail.codes(isComplete: isComplete)
  }

  /// An event of a scope; its time is a number of seconds.
  mutating func event(
    _ kind: String,
    _ payload: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a",
    user: String? = nil
  ) {
    let process = idsCount ? 0 : (lines.count + 1) * 0x10_0000_0000
    let number = String(process + lines.count, radix: 16)
    let made = String(UInt32(truncatingIfNeeded: idSeconds ?? seconds), radix: 16)
    let id =
      String(repeating: "0", count: 8 - made.count) + made
      + String(repeating: "0", count: 16 - number.count) + number
    var document: JSONObject = [
      "_id": ["$oid": .string(id)],
      "_partition": .string("events-" + String(repeating: device, count: 24)),
      "activity": .string(activity),
      "timestamp": ["$date": .string(Timestamp(milliseconds: Int64(seconds) * 1000).description)],
      "event": .string(kind), "data": .string(payload),
    ]
    if let user { document["user"] = .string(user) }
    for (key, value) in metadata { document[key] = .string(value) }
    lines.append(JSON.object(document).text())
  }

  mutating func read(
    _ object: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a",
    user: String? = nil
  ) {
    event(
      "read",
      #"{"type":"Person","value":[\#(object)]}"#,
      at: seconds,
      activity: activity,
      device: device,
      user: user
    )
  }

  mutating func readOffice(
    _ office: String,
    at seconds: Int,
    activity: String = "work"
  ) {
    event("read", #"{"type":"Office","value":[\#(office)]}"#, at: seconds, activity: activity)
  }

  mutating func change(
    _ old: String,
    to new: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a"
  ) {
    write(
      #""modifications":[{"oldValue":\#(old),"newValue":\#(new)}]"#,
      at: seconds,
      activity: activity,
      device: device
    )
  }

  mutating func insert(
    _ object: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a"
  ) { write(#""insertions":[\#(object)]"#, at: seconds, activity: activity, device: device) }

  mutating func delete(
    _ object: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a"
  ) { write(#""deletions":[\#(object)]"#, at: seconds, activity: activity, device: device) }

  mutating func write(
    _ changes: String,
    at seconds: Int,
    activity: String = "work",
    device: Character = "a",
    className: String = "Person"
  ) {
    event(
      "write",
      #"{"\#(className)":{\#(changes)}}"#,
      at: seconds,
      activity: activity,
      device: device
    )
  }

  /// Changes the fields of the last event.
  mutating func rewriteLast(_ change: (inout JSONObject) -> Void) {
    guard var document = lines.last.flatMap({ try? JSON(parsing: $0) })?.object else { return }
    change(&document)
    lines[lines.count - 1] = JSON.object(document).text()
  }

  /// Cuts the end of the last line off.
  mutating func cutLast() { lines[lines.count - 1].removeLast(9) }

  /// The same events in this order.
  func ordered(by numbers: [Int]) -> SmallTrail {
    var trail = self
    trail.lines = numbers.map { lines[$0] }
    return trail
  }

  /// The same events, the newest one first.
  var reversed: SmallTrail {
    var trail = self
    trail.lines.reverse()
    return trail
  }

  /// The same events by time, the newest first, those of one instant as they were.
  var sortedByTime: SmallTrail {
    var trail = self
    let stable = lines.enumerated().sorted { left, right in
      let (a, b) = (Self.time(left.element), Self.time(right.element))
      return a == b ? left.offset < right.offset : a > b
    }
    trail.lines = stable.map(\.element)
    return trail
  }

  private static func time(_ line: String) -> String {
    (try? JSON(parsing: line))?["timestamp"]?["$date"]?.string ?? ""
  }

  /// The findings of the history level.
  ///
  /// The trail can be given in several files, of so many lines each, whose names are in their order.
  func findings(isComplete: Bool = false, linesPerFile: Int = .max, isFlipped: Bool = false) throws
    -> [TrailFinding]
  {
    let summary = try summary(
      isComplete: isComplete,
      linesPerFile: linesPerFile,
      isFlipped: isFlipped
    )
    return summary.kinds.flatMap { summary.examples(of: $0) }.filter { $0.code.stage == .history }
  }

  /// All findings.
  func summary(isComplete: Bool = false, linesPerFile: Int = .max, isFlipped: Bool = false) throws
    -> FindingSummary
  {
    var options = TrailOptions()
    options.isComplete = isComplete
    options.schema = schema
    var check = TrailCheck(options)
    var files = stride(from: 0, to: lines.count, by: min(lines.count, linesPerFile)).map { start in
      let text = lines[start..<min(lines.count, start + min(lines.count, linesPerFile))]
      let name = linesPerFile == .max ? "t" : "t\(100 + start)"
      return TrailInput.bytes(Array(text.joined(separator: "\n").utf8), name: name)
    }
    if isFlipped { files.reverse() }
    var merge = TrailMerge()
    options.isPartial = true
    for file in files {
      try check.check(file)
      var part = TrailCheck(options)
      try part.check(file)
      try merge.add(try JSON(parsing: try part.partial().text()))
    }
    try check.finish()
    let findings = check.findings
    var told = findings
    // A merge does not have the files, so that no event is read again.
    told.rephrase { finding in
      finding.event = nil
      for index in finding.related.indices { finding.related[index].event = nil }
    }
    #expect(try merge.finish().findings == told, "A merge of the files says something else")
    return findings
  }

  /// Code and line of each finding.
  func codes(isComplete: Bool = false) throws -> [String] {
    try findings(isComplete: isComplete).map { "\($0.code.rawValue) \($0.position.document)" }
  }
}
