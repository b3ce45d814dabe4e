import Formats
import JSON
import TrailReading

/// The classes without keys of a part of a trail, written down and read again.
extension KeylessClasses {
  var partial: JSON {
    let classes = entries.map { entry -> JSON in
      [
        "class": .string(entry.className), "key": .string(entry.keyName),
        "count": .count(entry.count), "listed": .bool(entry.isListed),
        "candidates": .strings(entry.candidates.map(\.text)),
        "place": entry.first.position.partial, "_id": .optional(entry.first.id),
      ]
    }
    return ["classes": .array(classes), "omitted": omitted.partial]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    try omitted.take(try reader.member("omitted"))
    for entry in try reader.member("classes").elements() {
      let count = try entry.member("count")
      add(
        Entry(
          className: try entry.member("class").string(),
          keyName: try entry.member("key").string(),
          // Sums of such counts have room.
          count: min(try count.count(), 1 << 40),
          isListed: try entry.member("listed").bool(),
          candidates: try entry.member("candidates").strings().map(Name.init),
          first: (try entry.position(), try entry.member("_id").unlessNull?.string())
        )
      )
    }
  }
}
