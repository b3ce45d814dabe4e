import JSON
import Touchstone

extension Violator {
  /// The reference that takes other metadata keys for good, or for the same, than it has to: it is given a stand-in for
  /// each, and its events have the key that was meant.
  static func metadataKeys(
    _ id: String,
    _ title: String,
    violates requirement: String,
    _ standIn: @escaping @Sendable (String) -> String
  ) -> Violator {
    Violator(id, title, violates: [requirement]) {
      Tampered { program in
        var program = program.mapEventConfigurations { rename(in: &$0, standIn) }
        program = program.mapSteps { step in
          var step = step
          if step["do"] == "updateMetadata" { rename(in: &step, standIn) }
          return step
        }
        return program
      } answer: { program, result in
        var meant: [String: String] = [:]
        for metadata in [program.events ?? [:]] + program.allSteps.compactMap(\.object) {
          for (key, _) in metadata.metadataPairs { meant[standIn(key)] = key }
        }
        let restore: ([JSON]) -> [JSON] = { events in
          events.map { event in
            event.mapObject { fields in
              fields = fields.metadata.reduce(into: fields.withoutMetadata) { restored, field in
                restored[meant[field.key] ?? field.key] = field.value
              }
            }
          }
        }
        return result.mapTrails(program, restore).mapServerEvents(program, restore)
      }
    }
  }

  /// Replaces the metadata of a configuration or an update by pairs with other keys.
  private static func rename(in members: inout JSONObject, _ standIn: (String) -> String) {
    guard members["metadata"] != nil else { return }
    members["metadata"] = .array(
      members.metadataPairs.map { [.string(standIn($0.key)), $0.value] }
    )
  }
}
