import Deflate
import Formats
import Foundation
import JSON
import Touchstone

/// Turns the answer of one implementation into what a case expects of another.
///
/// What the specification leaves open is freed here, in `PayloadExpectation` and in `TrailChoices`, and nowhere else; each
/// place cites the requirement, or the point.
struct AnswerExpectation {
  private let program: CaseProgram
  private let edition: Edition
  private let conformanceClass: ConformanceClass
  private let types: [String: PropertyType]
  private let values: PayloadExpectation
  private let clock: ClockReadings
  private let customEvents: Set<JSON>

  /// - Parameters:
  ///   - program: what was run.
  ///   - edition: decides how the fields of a stored event are called.
  ///   - conformanceClass: decides what steps yield, and whether events have an order: those of several partitions
  ///     have none at a server.
  init(_ program: CaseProgram, edition: Edition, conformanceClass: ConformanceClass) {
    self.program = program
    self.edition = edition
    self.conformanceClass = conformanceClass
    values = PayloadExpectation(program.schema)
    let properties = program.schema.classes.flatMap(\.properties)
    types = Dictionary(
      properties.compactMap { property in property.type.map { (property.name, $0) } }
    ) { first, _ in first }
    clock = ClockReadings(of: program)
    customEvents = Set(
      (program.given + program.steps).flatMap(\.withNested)
        .filter { $0.kind == .recording(.recordEvent) }
        .map { step in .array(["activity", "eventType", "data"].map { step[$0] ?? .null }) }
    )
  }

  /// The steps with what is expected of them.
  ///
  /// - Parameters:
  ///   - outcomes: what came of each.
  ///   - wider: what came of each where a trail lists what may be listed.
  /// - Returns: the steps of the case.
  func steps(_ outcomes: [StepOutcome], wider: [StepOutcome]?) -> [Step] {
    var told: [String: JSON] = [:]
    var changes = ServerChanges(program.given)
    let steps = changes.freed(expecting(outcomes, wider: wider, of: program.steps))
    return Self.freeingRepeats(steps, &told)
  }

  /// What a block was told last may be told once more, or not.
  private static func freeingRepeats(_ steps: [Step], _ told: inout [String: JSON]) -> [Step] {
    steps.map { step in
      if step.kind?.isBlock ?? false {
        return Step(step.json.with("steps", .array(freeingRepeats(step.steps, &told).map(\.json))))
      }
      guard step.kind == .mobileSession(.progress), let watch: String = step[.watch],
        let pairs = step.returns?.array
      else { return step }
      let last = told[watch]
      told[watch] = pairs.last ?? last
      guard let last else { return step }
      let news = pairs.first == last ? Array(pairs.dropFirst()) : pairs
      let choice = OpenPoint.toldTwice.any(of: [.array(news), .array([last] + news)])
      return Step(step.json.with("returns", choice))
    }
  }

  /// What is expected of the trail.
  ///
  /// - Parameters:
  ///   - events: the trail that one implementation left.
  ///   - wider: a trail that lists what may be listed.
  /// - Returns: the value of `expect`.
  func expectation(_ events: [JSON], wider: [JSON]?) -> JSON {
    let points = TrailChoices(wider: wider?.map(event), of: program)
    let changes = ServerChanges(program.given + program.steps)
    let events = JSON.array(trail(events, points: points).map(changes.freed))
    return isOrdered ? ["events": events] : ["events": events, "order": "any"]
  }

  /// Whether the trail is in the order of commits.
  private var isOrdered: Bool { conformanceClass != .eventRealm }

  /// Whether a server is restored in the program.
  private var needsReset: Bool {
    (program.given + program.steps).flatMap(\.withNested)
      .contains { $0.kind == .mobileServer(.restoreServer) }
  }

  // MARK: Steps

  private func expecting(_ outcomes: [StepOutcome], wider: [StepOutcome]?, of steps: [Step])
    -> [Step]
  {
    zip(steps, outcomes).enumerated().map { index, pair in
      let other = wider.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      return expecting(pair.1, wider: other, of: pair.0)
    }
  }

  private func expecting(_ outcome: StepOutcome, wider: StepOutcome?, of step: Step) -> Step {
    guard case .object(var members) = step.json else { return step }
    members["fails"] = nil
    switch outcome {
    // The message is for people ("Error codes").
    case .error(let error): members["fails"] = Self.failure(error.code)
    case .ok(.array(let nested)) where step.kind?.isBlock ?? false:
      let outcomes = nested.map(StepOutcome.init(message:))
      let others = wider?.value?.array?.map(StepOutcome.init(message:))
      members["steps"] = .array(expecting(outcomes, wider: others, of: step.steps).map(\.json))
    case .ok(let value):
      members["returns"] = returned(value, wider: wider?.value?.array, by: step)
    case .unsupported, .malformed: break
    }
    return Step(.object(members))
  }

  /// What is expected of a value; nil for one that is not specified.
  private func returned(_ value: JSON, wider: [JSON]?, by step: Step) -> JSON? {
    guard let kind = step.kind, let form = kind.entry(in: conformanceClass).yields else {
      return nil
    }
    switch (kind, form) {
    case (_, .trail):
      let events = trail(
        value.array ?? [],
        points: TrailChoices(wider: wider?.map(event), of: program)
      )
      return isOrdered ? .array(events) : .object([Matcher.unordered.rawValue: .array(events)])
    // An element that is an object has no value.
    case (.reading(.element), _) where value.isNull: return nil
    case _ where point(freeing: value, of: step) != nil: return nil
    case (.flexibleSync(.synchronize), _): return compensatingWrites(value)
    case (.flexibleSync(.subscriptionSet), _):
      let subscriptions = OpenPoint.replacedSubscription.anyOrder(of: value["subscriptions"] ?? [])
      return value.with("subscriptions", subscriptions)
    case (.mobileSession(.progressSummary), _): return progressSummary(value)
    // A client that needs a reset has a session that is not active (RESET-14).
    case (.mobileSession(.sessionState), _) where value == "invalid" && needsReset:
      return [Matcher.anyOf.rawValue: ["invalid", "inactive"]]
    case (.mobileServer(.syncLog), _): return syncLog(value)
    case (.reading(.value), _)
    where conformanceClass == .mobilePlatform && step["property"] == "statusCode":
      return statusCode(value)
    case (.flexibleSync(.serverObjects), _):
      let type: String = step[.type] ?? ""
      let objects = JSON.array((value.array ?? []).map { values.object($0, of: type) })
      return program.schema[type]?.primaryKey == nil
        ? OpenPoint.unkeyedOrder.anyOrder(of: objects) : objects
    default:
      guard let type = step[.property].flatMap({ types[$0] }) else { return value }
      return values.value(value, of: type)
    }
  }

  /// Why a value is not compared; nil if it is.
  private func point(freeing value: JSON, of step: Step) -> OpenPoint? {
    let isMobile = conformanceClass == .mobilePlatform
    return switch step.kind {
    case .flexibleSync(.syncErrors)? where value != []: .errorCount
    case .mobileSession(.watchProgress)? where step[.mode] == "current": .finishedWork
    case .reading(.value)? where isMobile && step["property"] == "token" && !value.isNull:
      .answeredOffer
    default: nil
    }
  }

  /// What a synchronization has refused, for whatever reason (FLEX-5).
  private func compensatingWrites(_ json: JSON) -> JSON {
    let writes = (json.array ?? []).map { write -> JSON in
      guard case .object(var members) = write else { return write }
      members["reason"] = [Matcher.type.rawValue: "string"]
      return .object(members)
    }
    return OpenPoint.refusalOrder.anyOrder(of: .array(writes))
  }

  /// Lines of the levels that are logged, however many; none of others (ERROR-9).
  private func syncLog(_ json: JSON) -> JSON {
    let levels = json.object ?? [:]
    let known = Set(
      (program.given + program.steps).flatMap(\.withNested).compactMap { $0[.logLevel] as String? }
    )
    let order = ["fatal", "error", "warn", "info", "detail", "debug", "trace"]
    // Each device has a level of its own, which is not told apart here; without one, it is info (ERROR-12).
    let last =
      known.union(["info"]).map { $0 == "all" ? order.count : order.firstIndex(of: $0) ?? -1 }
      .max() ?? 0
    return .object(
      JSONObject(
        uniqueMembers: levels.map { name, count in
          let isOff = name == "total" ? last < 0 : (order.firstIndex(of: name) ?? 0) > last
          return (name, isOff ? 0 : [Matcher.between.rawValue: [0, .int(.max)]])
        }
      )
    )
  }

  /// What a block was told, however often ("Progress of a session", introduction).
  private func progressSummary(_ json: JSON) -> JSON {
    guard case .object(var members) = json else { return json }
    if members["calls"] == 0 {
      members["finished"] = OpenPoint.uncalledBlock.any(of: [true, false])
    }
    members["calls"] = [Matcher.type.rawValue: "int"]
    return .object(members)
  }

  /// The status of a request: any number but 0 is an error (ACCESS-11).
  private func statusCode(_ json: JSON) -> JSON {
    guard let code = json.int, code != 0 else { return json }
    let (below, above): (JSON, JSON) = (
      [Matcher.between.rawValue: [.int(.min), -1]], [Matcher.between.rawValue: [1, .int(.max)]]
    )
    return [Matcher.anyOf.rawValue: [below, above]]
  }

  /// The code of an error; a server need not tell why a user cannot log in (USER-5, USER-6).
  private static func failure(_ code: String) -> JSON {
    switch ErrorCode(rawValue: code) {
    case .userExists, .noSuchUser:
      let codes: [JSON] = [.string(code), .string(ErrorCode.invalidCredentials.rawValue)]
      return ["code": [Matcher.anyOf.rawValue: .array(codes)]]
    default: return .string(code)
    }
  }

  // MARK: Events

  private func trail(_ events: [JSON], points: TrailChoices) -> [JSON] {
    points.settled(events.map(event), freeing: values.payload)
  }

  private func event(_ document: JSON) -> JSON {
    var expected: JSONObject = ["event": nil, "activity": nil, "data": nil]
    var metadata: JSONObject = [:]
    for (key, value) in document.object ?? [:] where !value.isNull {
      switch key {
      case "_id", "_partition": break
      case edition.activityField: expected["activity"] = value
      case "event": expected["event"] = value
      case "data": expected["data"] = value
      case "timestamp": break
      default: metadata[key] = value
      }
    }
    let kind = expected["event"] ?? nil
    let data = expected["data"] ?? nil
    let isCustom =
      customEvents.contains([expected["activity"] ?? nil, kind, data])
      || (kind != "read" && kind != "write")
    if !isCustom { expected["data"] = Self.payload(of: data) ?? data }
    if !metadata.isEmpty { expected["metadata"] = .object(metadata) }
    if let time = document["timestamp"] {
      expected["timestamp"] = clock.expectation(of: time, isExact: isCustom || edition == .core)
    }
    return .object(expected)
  }

  /// The payload of a scope's event, inflated where the edition compresses it.
  private static func payload(of data: JSON) -> JSON? {
    if let text = data.string { return try? JSON(parsing: text) }
    guard let base64 = data["$binary"]?["base64"]?.string, let bytes = Data(base64Encoded: base64),
      let text = try? Deflate.inflate(Array(bytes), limit: 64 << 20)
    else { return nil }
    return try? JSON(parsing: text)
  }
}

extension StepOutcome {
  /// The value of a step that succeeded.
  var value: JSON? { if case .ok(let value) = self { value } else { nil } }
}

/// What the clock of a program shows in its course.
private struct ClockReadings {
  private var readings: [Timestamp] = []

  init(of program: CaseProgram) {
    for step in (program.given + program.steps).flatMap(\.withNested) {
      switch (step.kind, step[.time].flatMap(ExtendedValue.init)) {
      case (.clock(.setClock)?, .date(let time)?): readings.append(time)
      case (.clock(.advanceClock)?, _):
        guard let last = readings.last, let distance = step[.milliseconds] else { continue }
        readings.append(Timestamp(milliseconds: last.milliseconds + Int64(distance)))
      default: continue
      }
    }
  }

  /// What is expected of a timestamp; nil where the judge's own rule has to do.
  func expectation(of json: JSON, isExact: Bool) -> JSON? {
    guard case .date(let time)? = ExtendedValue(json), readings.contains(time) else { return nil }
    if isExact { return json }
    // Any time from the event to the commit (META-6). Where the clock was set back there is no such stretch (META-8).
    guard let last = readings.last, readings == readings.sorted() else { return nil }
    return [
      Matcher.between.rawValue: [
        ["$date": .string(time.description)], ["$date": .string(last.description)],
      ]
    ]
  }
}
