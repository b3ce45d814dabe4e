import Formats
import JSON

/// Defects of lines and of the fields of documents, made from a line that was right.
extension SampleDefect {
  static let documents: [String: Plant] = spoilers.mapValues { spoil in
    { sample, code, device in sample.plantLine(code, on: device, spoil) }
  }

  /// Changes the bytes of a line, which end without a line feed.
  typealias Spoiler = @Sendable (inout [UInt8], SampleTrail) -> Void

  private static func field(_ change: @escaping @Sendable (inout JSONObject, SampleTrail) -> Void)
    -> Spoiler
  {
    { line, sample in
      guard var document = try? JSON(parsing: line).object else { return }
      change(&document, sample)
      line = Array(JSON.object(document).text().utf8)
    }
  }

  private static let spoilers: [String: Spoiler] = [
    "line-damaged": { line, _ in line.removeLast(3) },
    "line-not-utf8": { line, _ in line.insert(0xFF, at: line.count - 3) },
    "line-no-object": { line, _ in line = Array("\"a text\"".utf8) },
    "field-twice": { line, _ in
      line.insert(contentsOf: "\"activity\":\"a\",\"activity\":\"b\",".utf8, at: 1)
    },
    "id-missing": field { document, _ in document["_id"] = nil },
    "id-type": field { document, _ in document["_id"] = "no objectId" },
    "id-twice": field { document, sample in document["_id"] = ["$oid": .string(sample.firstId)] },
    "partition-missing": field { document, _ in document["_partition"] = nil },
    "partition-type": field { document, _ in document["_partition"] = 7 },
    "partition-form": field { document, _ in document["_partition"] = "events" },
    "activity-missing": field { document, sample in document[sample.activityField] = nil },
    "activity-type": field { document, sample in document[sample.activityField] = 7 },
    "activity-field": field { document, sample in
      let right = sample.activityField
      document[right == "scope" ? "activity" : "scope"] = document[right]
      document[right] = nil
    },
    "event-case": field { document, _ in document["event"] = "Read" },
    "payload-custom": field { document, _ in document["data"] = "screen 7" },
    "event-type": field { document, _ in document["event"] = 7 },
    "data-type": field { document, _ in document["data"] = 7 },
    "data-missing": field { document, _ in document["data"] = nil },
    "timestamp-missing": field { document, _ in document["timestamp"] = nil },
    "timestamp-type": field { document, _ in document["timestamp"] = "now" },
    "time-far-off": field { document, _ in
      document["timestamp"] = ["$date": "1971-01-01T00:00:00Z"]
    },
    "id-time": field { document, sample in
      let late = Timestamp(milliseconds: sample.clock + 7_200_000)
      document["timestamp"] = ["$date": .string(late.description)]
    },
    "metadata-case": field { document, _ in
      document["userName"] = document["username"]
      document["username"] = nil
    },
    "metadata-type": field { document, _ in document["username"] = 7 },
    "metadata-key": field { document, _ in document[String(repeating: "k", count: 64)] = "" },
  ]
}

extension SampleTrail {
  /// Writes one read of a person, whose line is then spoilt.
  fileprivate mutating func plantLine(
    _ code: String,
    on device: Int,
    _ spoil: SampleDefect.Spoiler
  ) -> Bool {
    guard let place = realm.alive[SampleClass.person].first else { return false }
    let start = lines.count
    _ = plant(code, on: device) { $0.read([place]) }
    var line = Array(lines[start..<(lines.count - 1)])
    lines.removeSubrange(start...)
    spoil(&line, self)
    lines += line + [UInt8(ascii: "\n")]
    return true
  }
}
