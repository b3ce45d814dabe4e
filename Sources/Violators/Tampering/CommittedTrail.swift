package import JSON
import ReferenceAdapter
package import Touchstone

/// A trail in the parts that commits and custom events added to it, to be tampered with.
package struct CommittedTrail {
  /// What one step persisted.
  package struct Part {
    /// The scope's name in the case; nil for a custom event.
    let scope: String?
    let activity: String
    /// Whether the scope was begun while a write transaction was open.
    let isBegunInWrite: Bool
    /// The keys of the metadata that was in force at its beginning.
    let metadataKeys: Set<String>
    let tag: String
    var outcome: StepOutcome
    var events: [JSON]

    /// Whether it is a scope that could not be written as JSON.
    var isFailed: Bool { outcome.errorCode == "serialization-failed" }
  }

  package var parts: [Part] = []
  package fileprivate(set) var program: CaseProgram
  /// The activities of scopes in the order of their beginning.
  package fileprivate(set) var beginnings: [String] = []
  /// The names of scopes that were released.
  package fileprivate(set) var released: Set<String> = []

  /// Has the event realm fail for some parts, which then are not stored.
  mutating func loseParts(where isLost: (_ part: Part, _ former: ArraySlice<Part>) -> Bool) {
    for index in parts.indices where isLost(parts[index], parts[..<index]) {
      parts[index].outcome = .error(
        StepError(code: "event-realm-unavailable", message: "the event realm can't be written")
      )
      parts[index].events = []
    }
  }
}

/// The reference with a trail that was tampered with part by part.
struct TrailTampered: Implementation {
  let tamper: @Sendable (inout CommittedTrail) -> Void
  private let reference = ReferenceImplementation()

  init(_ tamper: @escaping @Sendable (inout CommittedTrail) -> Void) { self.tamper = tamper }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    var tagged = program
    tagged.stepValues = StepTags.tagging(program.stepValues)
    var knowledge = CaseKnowledge(given: tagged)
    var trail = CommittedTrail(program: program)
    var begunInWrite: Set<String> = []
    var keys = Set(program.metadataPairs.map(\.key))
    var keysAtBeginning: [String: Set<String>] = [:]
    var asking = tagged
    asking.stepValues = knowledge.rewriting(tagged.stepValues) { step, knowledge in
      let name = step["scope"]?.string
      switch step["do"]?.string {
      case "beginScope":
        trail.beginnings.append(step["activity"]?.string ?? "")
        guard let name = step["as"]?.string else { break }
        if knowledge.isInWrite { begunInWrite.insert(name) }
        keysAtBeginning[name] = keys
      case "updateMetadata":
        if let metadata = step["metadata"]?.object { keys = Set(metadata.keys) }
      case "dropScope": if let name { trail.released.insert(name) }
      case "commitScope", "recordEvent":
        let tag = StepTags.tag(of: step) ?? ""
        trail.parts.append(
          CommittedTrail.Part(
            scope: name,
            activity: name.flatMap { knowledge.activities[$0] } ?? step["activity"]?.string ?? "",
            isBegunInWrite: name.map(begunInWrite.contains) ?? false,
            metadataKeys: name.flatMap { keysAtBeginning[$0] } ?? keys,
            tag: tag,
            outcome: .ok(.null),
            events: []
          )
        )
        return [step, StepTags.tagged(["do": "events"], "trail \(tag)")]
      default: break
      }
      return [step]
    }
    let result = try await reference.runCase(asking)
    guard case .completed(let outcomes, let events) = result else { return result }
    var found = StepTags.outcomes(outcomes, of: asking.stepValues)
    var rest = events[...]
    for index in trail.parts.indices {
      let tag = trail.parts[index].tag
      trail.parts[index].outcome = found[tag] ?? .ok(.null)
      guard case .ok(.array(let soFar))? = found["trail \(tag)"] else { continue }
      let count = soFar.count - (events.count - rest.count)
      trail.parts[index].events = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    tamper(&trail)
    for part in trail.parts { found[part.tag] = part.outcome }
    return .completed(
      steps: StepTags.restoring(tagged.stepValues, from: found),
      events: trail.parts.flatMap(\.events) + rest
    )
  }
}

extension Violator {
  /// The reference with a trail that was tampered with part by part.
  package static let trail = Kind<@Sendable (inout CommittedTrail) -> Void> { tamper in
    TrailTampered(tamper)
  }

  /// The reference with each event of its trail tampered with; nil takes it out.
  package static let events = Kind<@Sendable (JSONObject, CaseProgram) -> JSONObject?> { tamper in
    answer { program, result in
      guard case .completed(let steps, let events) = result else { return result }
      return .completed(
        steps: steps,
        events: events.compactMap { event in
          event.object.map { tamper($0, program) }.map { $0.map(JSON.object) } ?? event
        }
      )
    }
  }

  /// The reference with the outcomes of steps tampered with, nested ones included.
  package static let outcomes = Kind<@Sendable (JSON, StepOutcome) -> StepOutcome> { tamper in
    answer { program, result in
      result.mapOutcomes(program, tamper)
    }
  }
}

extension JSONObject {
  /// The payload of a read or write event; nil for other events.
  var payload: JSONObject? {
    get {
      guard let kind = self["event"]?.string, ["read", "write"].contains(kind),
        let text = self["data"]?.string
      else { return nil }
      return (try? JSON(parsing: text))?.object
    }
    set {
      if let newValue { self["data"] = .string(JSON.object(newValue).text()) }
    }
  }
}
