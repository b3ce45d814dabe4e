import JSON
import Touchstone

extension CaseProgram {
  /// The steps in their order, those within transactions included.
  var allSteps: [Step] { steps.flatMap(\.withNested) }

  /// What the last update of the metadata gives; nil if there is none.
  var latestUpdate: JSON? {
    allSteps.last { $0.kind == .recording(.updateMetadata) }?[.metadata]
  }

  /// The properties that steps assign to, of whatever class, in their order.
  var assignedProperties: [String] {
    let assigning: Set<StepKind> = [
      .writing(.set), .writing(.add), .writing(.put), .writing(.remove), .writing(.clear),
    ]
    return allSteps.filter { $0.kind.map(assigning.contains) ?? false }
      .compactMap { $0[.property] }
  }

  /// The event configuration; nil if there is none.
  var events: JSONObject? {
    get {
      guard let events = configuration["events"] else { return [:] }
      return events.object
    }
    set { configuration[member: "events"] = newValue.map(JSON.object) ?? .null }
  }

  /// The prefix of the events' partitions, if one is given.
  var partitionPrefix: String? {
    get { events?["partitionPrefix"]?.string }
    set { events?["partitionPrefix"] = newValue.map(JSON.string) }
  }

  /// The metadata of the configuration as pairs.
  var metadataPairs: [(key: String, value: JSON)] {
    get { events?.metadataPairs ?? [] }
    set { events?.metadataPairs = newValue }
  }

  /// Replaces each step, and first those within it.
  mutating func mapSteps(_ body: (Step) -> Step) { steps = Self.map(steps, body) }

  private static func map(_ steps: [Step], _ body: (Step) -> Step) -> [Step] {
    steps.map { body($0.steps.isEmpty ? $0 : $0.with(steps: map($0.steps, body))) }
  }

  /// Changes the event configurations, that of the beginning and those of restarts.
  mutating func mapEventConfigurations(_ body: (inout JSONObject) -> Void) {
    mapRestarts(body)
    events = events.map { events in
      var events = events
      body(&events)
      return events
    }
  }

  /// Changes what restarts replace of the event configuration.
  mutating func mapRestarts(_ body: (inout JSONObject) -> Void) {
    mapSteps { step in
      guard step.kind == .eventRealm(.restart), var events = step[.events] else { return step }
      body(&events)
      return step.with(.events, .object(events))
    }
  }
}

extension Violator {
  /// The reference with other event configurations than it was given.
  static let configuration = Violation<@Sendable (inout JSONObject) -> Void> { change in
    program { $0.mapEventConfigurations(change) }
  }

  /// The reference with another prefix of partitions than the one that it was given.
  static let prefix = Violation<@Sendable (String) -> String> { change in
    program { $0.partitionPrefix = $0.partitionPrefix.map(change) }
  }
}
