import JSON
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Recorders with a limit of which their authors have forgotten.
  static let limits: [Violator] = [
    .text(
      "limit-of-a-column",
      "A text is cut where a column of a table ends.",
      violates: ["LIMIT-1"],
      of: .string
    ) {
      .string(String($0.prefix(65_535)))
    },
    .answer(
      "limit-of-a-message",
      "An event of more than a megabyte is not stored.",
      violates: ["LIMIT-1", "LIMIT-2"]
    ) { program, result in
      result.mapTrails(program) { $0.filter { $0["data"]?.string?.utf8.count ?? 0 < 1_000_000 } }
    },
    .answer(
      "limit-of-custom-data",
      "The data of a custom event is cut after a megabyte.",
      violates: ["LIMIT-2"]
    ) { program, result in
      result.mapTrails(program) { trail in
        trail.map { event in
          guard event["event"] != "read", event["event"] != "write",
            let text = event["data"]?.string, text.utf8.count > 1_000_000
          else { return event }
          return event.mapObject { $0["data"] = .string(String(text.prefix(1_000_000))) }
        }
      }
    },
    .answer(
      "limit-of-a-field",
      "The fields of an event have room for 64 KiB, except that for the payload.",
      violates: ["LIMIT-3"]
    ) { program, result in
      result.mapTrails(program) { $0.map { $0.mapObject(cutFields) } }
    },
    .payload(
      "limit-of-a-page",
      "A query is listed up to its thousandth object.",
      violates: ["LIMIT-4", "LIMIT-6"]
    ) {
      $0.payload = { kind, payload in
        guard kind == "read" else { return payload }
        return payload.mapObject { members in
          members["value"] = members["value"]?.mapArray { Array($0.prefix(1_000)) }
        }
      }
    },
    .payload(
      "limit-of-a-batch",
      "A write event lists a thousand objects of a kind, and no more.",
      violates: ["LIMIT-5"]
    ) {
      $0.entry = { _, lists in lists.mapValues { $0.mapArray { Array($0.prefix(1_000)) } } }
    },
    .answer(
      "limit-of-a-buffer",
      "Of many events of a scope the latest thousand are kept.",
      violates: ["LIMIT-6"]
    ) { program, result in
      result.mapTrails(program) { Array($0.suffix(1_000)) }
    },
    .answer(
      "limit-of-compressed-data",
      "What is left of a compressed payload after 4 KiB is lost.",
      violates: ["LIMIT-7"],
      edition: "2022"
    ) { program, result in
      result.mapTrails(program) { $0.map { $0.mapObject(cutCompressedData) } }
    },
  ]

  @Sendable private static func cutFields(_ event: inout JSONObject) {
    event = JSONObject(
      uniqueMembers: event.map { key, value in
        guard key != "data", let text = value.string, text.utf8.count > 65_536 else {
          return (key, value)
        }
        return (key, .string(String(text.prefix(65_536))))
      }
    )
  }

  @Sendable private static func cutCompressedData(_ event: inout JSONObject) {
    event["data"] = event["data"]?.mapObject { wrapper in
      wrapper["$binary"] = wrapper["$binary"]?.mapObject { binary in
        binary["base64"] = binary["base64"]?.string.map { .string(String($0.prefix(4_096))) }
      }
    }
  }
}
