import Formats
import JSON
import ReferenceEvents
import Touchstone

extension Catalogue {
  // What is put together of other values: collections, embedded objects, links and mixed values.

  static let collections: Entries = [
    "list-without-repetitions": .collections(.list)["SERIAL-19"](
      "A list has each element once."
    ) { json in
      json.mapArray { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    },
    "list-sorted": .collections(.list)["SERIAL-19"]("A list is sorted.") {
      $0.mapArray { $0.sorted { $0.text() < $1.text() } }
    },
    "list-empty-is-null": .collections(.list)["SERIAL-19"]("An empty list is null.") {
      $0 == [] ? .null : $0
    },
    "list-without-nulls": .collections(.list)["SERIAL-22"](
      "Elements without a value are left out."
    ) { $0.mapArray { $0.filter { !$0.isNull } } },
    "set-as-object": .collections(.set)["SERIAL-20"](
      "A set is an object whose keys are the elements."
    ) { json in
      json.array.map { .object($0.reduce(into: [:]) { $0[$1.string ?? $1.text()] = true }) } ?? json
    },
    "set-with-repetitions": .collections(.set)["SERIAL-20"](
      "A set has its first element twice."
    ) { $0.mapArray { $0 + $0.prefix(1) } },
    "dictionary-without-nulls": .collections(.dictionary)["SERIAL-21"](
      "An entry without a value is left out."
    ) { $0.mapObject { $0 = $0.withoutNulls } },
    "elements-as-extended-json": .values["SERIAL-22"](
      "The elements of a collection are Extended JSON."
    ) { place, json in
      let names: [PropertyType.Scalar: String] = [
        .date: "$date", .uuid: "$uuid", .objectId: "$oid", .decimal128: "$numberDecimal",
      ]
      guard let name = place.type.scalar.flatMap({ names[$0] }), !place.isSingle else {
        return json
      }
      return place.mapElements(json) { [name: $0] }
    },
  ]

  static let objectsInObjects: Entries = [
    "embedded-one-level": .embedded["SERIAL-23"](
      "An embedded object within another is null."
    ) { json in
      json.mapObject { members in members = members.mapValues { $0.object == nil ? $0 : .null } }
    },
    "embedded-as-text": .embedded["SERIAL-23"](
      "An embedded object is a text that holds JSON."
    ) { json in
      let text = json.text()
      // Texts within texts double with every level: what is deep enough for that stays an object.
      return json.object == nil || text.utf8.count > 4096 ? json : .string(text)
    },
    "embedded-32-levels": .payloads["SERIAL-34"](
      "An embedded object more than 32 levels down is null."
    ) { cut($1, levels: 32) },
    "embedded-collections-counted": .values["SERIAL-23"](
      "A list of embedded objects is only their number."
    ) { place, json in
      guard place.type.shape == .list, place.target?.isEmbedded == true else { return json }
      return json.array.map { .int(Int64($0.count)) } ?? json
    },
    "link-as-reference": .link["SERIAL-24", "DOC-7"](
      "A link names the class of its target."
    ) { target, json in
      json.isNull || json.object != nil ? json : ["type": .string(target), "key": json]
    },
    "link-as-text": .link["SERIAL-24"]("A link is its key as a text.") { _, json in
      json.int.map { .string(String($0)) } ?? json
    },
    "link-not-set-is-empty": .link["SERIAL-24"]("A link that is not set is an empty object.") {
      $1.isNull ? [:] : $1
    },
    "links-left-out": .link["SERIAL-24", "DOC-7"](
      "Links that were not followed are left out."
    ) { $1.isNull || $1.object != nil ? $1 : .none },
  ]

  /// The value without what stands in more objects than that.
  private static func cut(_ json: JSON, levels: Int) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map { cut($0, levels: levels) })
    case .object(let members):
      levels == 0 ? .null : .object(members.mapValues { cut($0, levels: levels - 1) })
    default: json
    }
  }

  static let mixedValues: Entries = [
    "mixed-with-type": .values["SERIAL-25", "SERIAL-27"](
      "A mixed value tells its type besides."
    ) { $0.isMixed && !$1.isNull ? ["type": "mixed", "value": $1] : $1 },
    "mixed-as-text": .values["SERIAL-25", "SERIAL-27"](
      "A mixed value is always a text."
    ) { $0.isMixed && $1.string == nil ? .string($1.text()) : $1 },
    "mixed-collections-written-in-core": .rule["SERIAL-27", "SERIAL-35"](
      "Edition core writes collections in mixed values.",
      edition: "core"
    ) { $0.omitsCollectionsInMixed = false },
    "elements-of-mixed-collections-left-out": .rule["SERIAL-35"](
      "A collection that is an element of a collection of mixed values is null."
    ) { $0.omitsCollectionsInMixed = true },
    "empty-classes-written-in-core": .rule["SERIAL-36"](
      "Edition core writes objects of embedded classes without properties.",
      edition: "core"
    ) { $0.writesNullForEmptyClasses = false },
    "empty-classes-are-null": .rule["SERIAL-36"](
      "An object of an embedded class without properties is null."
    ) { $0.writesNullForEmptyClasses = true },
  ]
}

extension Violator {
  /// The reference with every collection of a shape rewritten.
  fileprivate static func collections(
    _ shape: PropertyType.Shape
  ) -> Violation<@Sendable (JSON) -> JSON> {
    Violation { replace in values { $0.type.shape == shape ? replace($1) : $1 } }
  }

  /// The reference with single embedded objects rewritten.
  fileprivate static let embedded = Violation<@Sendable (JSON) -> JSON?> { replace in
    values { $0.isEmbedded ? replace($1) : $1 }
  }

  /// The reference with links to one object rewritten; those that expanded are objects.
  fileprivate static let link = Violation<@Sendable (_ target: String, JSON) -> JSON?> { replace in
    values { place, json in
      guard place.isSingle, let target = place.linkTarget else { return json }
      return replace(target.name, json)
    }
  }
}
