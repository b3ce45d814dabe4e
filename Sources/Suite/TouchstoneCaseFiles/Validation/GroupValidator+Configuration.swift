import JSON
import Touchstone

extension GroupValidator {
  /// Checks metadata: an object of strings, or pairs where a case needs a key twice.
  mutating func checkMetadata(_ json: JSON, in place: Surroundings) {
    checkMembers(of: json, as: .string, in: place)
    for (index, pair) in (json.array ?? []).enumerated()
    where pair.array?.count != 2 || pair[0]?.string == nil || pair[1]?.string == nil {
      fault(place.path.appending(index), "metadata in an array must be pairs of two strings")
    }
  }

  mutating func checkPartitionValue(_ json: JSON, at path: JSONPath) {
    switch json {
    case .null, .string, .int: return
    case .object(let members)
    where members.count == 1 && ["$oid", "$uuid"].contains(members.keys[0]):
      checkExtended(members, at: path)
    default: fault(path, "a partition value is a string, an integer, an objectId, a uuid or null")
    }
  }

  /// Notes what an event configuration needs, whole or as a restart changes it.
  mutating func noteNeeds(ofEvents events: JSON?) {
    if conformanceClass == .eventRealm, events?["maxPartitionBytes"] != nil {
      note(need: .rotation, because: "the key \"maxPartitionBytes\"")
    }
  }

  mutating func checkRepresentations(_ json: JSON, in place: Surroundings) {
    for (className, value) in json.object ?? [:] {
      var inner = place.entering(className)
      inner.className = className
      checkClassName(className, in: inner)
      guard let entries = value.array, !entries.isEmpty else {
        fault(
          inner.path,
          "the representations of a class must be an array with an entry at least"
        )
        continue
      }
      for (index, entry) in entries.enumerated() {
        check(entry, as: .representation, in: inner.entering(index))
        let path = inner.path.appending(index).appending("text")
        checkPlaceholders(in: entry[.template] ?? "", of: className, at: path)
      }
    }
  }

  private mutating func checkPlaceholders(
    in text: String,
    of className: String,
    at path: JSONPath
  ) {
    guard let properties = schema[className]?.properties.map(\.name) else { return }
    for match in text.matches(of: #/\$\{([^}]*)\}/#) {
      check(String(match.output.1), isOneOf: properties, "a property of \(className)", at: path)
    }
  }
}
