import Formats
import JSON

extension Catalogue {
  /// Recorders with a limit of which their authors have forgotten.
  static let limits: Entries = [
    "limit-of-a-column": .texts(.string)["LIMIT-1"](
      "A text is cut where a column of a table ends."
    ) { .string($0.cut(65_535)) },
    "limit-of-a-message": .trails["LIMIT-1", "LIMIT-2"](
      "An event of more than a megabyte is not stored."
    ) { trail, _ in trail.filter { $0["data"]?.string?.utf8.count ?? 0 < 1_000_000 } },
    "limit-of-a-field": .document["LIMIT-3"](
      "The fields of an event have room for 64 KiB, except that for the payload."
    ) { event in
      let data = event["data"]
      event = event.mapValues { $0.mapString { $0.utf8.count > 65_536 ? $0.cut(65_536) : $0 } }
      event["data"] = data
    },
    "limit-of-a-page": .readPayload["LIMIT-4", "LIMIT-6"](
      "A query is listed up to its thousandth object."
    ) { $0["value"] = $0["value"]?.mapArray { Array($0.prefix(1_000)) } },
    "limit-of-a-batch": .entries["LIMIT-5"](
      "A write event lists a thousand objects of a kind, and no more."
    ) { lists, _ in lists = lists.mapValues { $0.mapArray { Array($0.prefix(1_000)) } } },
    "limit-of-a-buffer": .trails["LIMIT-6"](
      "Of many events of a scope the latest thousand are kept."
    ) { trail, _ in trail.suffix(1_000) },
    "limit-of-compressed-data": .document["LIMIT-7"](
      "What is left of a compressed payload after 4 KiB is lost.",
      edition: "2022"
    ) {
      let data = $0["data"]?["$binary"]?["base64"]?.mapString { $0.cut(4_096) }
      $0["data"]?[member: "$binary"]?[member: "base64"] = data
    },
  ]
}
