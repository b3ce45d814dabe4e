import JSON
import Touchstone

extension Violator {
  /// The reference that takes other metadata keys for good, or for the same, than it has to: it is given a stand-in for
  /// each, and its events have the key that was meant.
  static let metadataKeys = Violation<@Sendable (String) -> String> { standIn in
    running { program, run in
      var renamed = program
      renamed.mapEventConfigurations { rename(in: &$0, standIn) }
      renamed.mapSteps { step in
        guard step.kind == .recording(.updateMetadata) else { return step }
        return Step(step.json.mapObject { rename(in: &$0, standIn) })
      }
      var meant: [String: String] = [:]
      for members in [program.events ?? [:]] + program.allSteps.compactMap(\.json.object) {
        for (key, _) in members.metadataPairs { meant[standIn(key)] = key }
      }
      let kind = StepKind.eventRealm(.serverEvents)
      return try await run(renamed).mapTrails(program, alsoBy: kind) { [meant] events in
        events.map { event in
          event.mapObject { fields in
            fields.metadata = fields.metadata.reduce(into: [:]) {
              $0[meant[$1.key] ?? $1.key] = $1.value
            }
          }
        }
      }
    }
  }

  /// Replaces the metadata of a configuration or an update by pairs with other keys.
  private static func rename(in members: inout JSONObject, _ standIn: (String) -> String) {
    guard members["metadata"] != nil else { return }
    members.metadataPairs = members.metadataPairs.map { (standIn($0.key), $0.value) }
  }
}
