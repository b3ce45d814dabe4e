import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  // What is put together of other values: collections, embedded objects, links and mixed values.

  static let collections: [Violator] = [
    .collection(
      "list-without-repetitions",
      "A list has each element once.",
      violates: ["SERIAL-19"],
      .list
    ) { json in
      json.mapArray { elements in
        elements.enumerated().filter { !elements[..<$0.offset].contains($0.element) }.map(\.element)
      }
    },
    .collection("list-sorted", "A list is sorted.", violates: ["SERIAL-19"], .list) {
      $0.mapArray { $0.sorted { $0.text() < $1.text() } }
    },
    .collection("list-empty-is-null", "An empty list is null.", violates: ["SERIAL-19"], .list) {
      $0 == [] ? .null : $0
    },
    .collection(
      "list-without-nulls",
      "Elements without a value are left out.",
      violates: ["SERIAL-22"],
      .list
    ) {
      $0.mapArray { $0.filter { !$0.isNull } }
    },
    .collection(
      "set-as-object",
      "A set is an object whose keys are the elements.",
      violates: ["SERIAL-20"],
      .set
    ) {
      json in
      guard let elements = json.array else { return json }
      var object = JSONObject()
      for element in elements { object[element.string ?? element.text()] = true }
      return .object(object)
    },
    .collection(
      "set-with-repetitions",
      "A set has its first element twice.",
      violates: ["SERIAL-20"],
      .set
    ) {
      $0.mapArray { $0 + $0.prefix(1) }
    },
    .collection(
      "dictionary-as-pairs",
      "A dictionary is an array of pairs.",
      violates: ["SERIAL-21"],
      .dictionary
    ) {
      json in
      guard let entries = json.object else { return json }
      return .array(entries.map { ["key": .string($0.key), "value": $0.value] })
    },
    .collection(
      "dictionary-without-nulls",
      "An entry without a value is left out.",
      violates: ["SERIAL-21"],
      .dictionary
    ) { json in
      guard let entries = json.object else { return json }
      let remaining = entries.filter { !$0.value.isNull }.map { ($0.key, $0.value) }
      return .object(JSONObject(uniqueMembers: remaining))
    },
    .payload(
      "elements-as-extended-json",
      "The elements of a collection are Extended JSON.",
      violates: ["SERIAL-22"]
    ) { rewriter in
      let names: [PropertyType.Element: String] = [
        .date: "$date", .uuid: "$uuid", .objectId: "$oid", .decimal128: "$numberDecimal",
      ]
      rewriter.value = { place, json in
        guard let name = names[place.type.element] else { return json }
        if case .object(let entries) = json {
          return .object(
            JSONObject(uniqueMembers: entries.map { ($0.key, [name: $0.value]) })
          )
        }
        return json.mapArray { $0.map { [name: $0] } }
      }
    },
  ]

  static let objectsInObjects: [Violator] = [
    .embedded("embedded-left-out", "Embedded objects are left out.", violates: ["SERIAL-23"]) { _ in
      nil
    },
    .embedded(
      "embedded-one-level",
      "An embedded object within another is null.",
      violates: ["SERIAL-23"]
    ) { json in
      json.mapObject { members in
        for (key, value) in members.map({ ($0.key, $0.value) }) where value.object != nil {
          members[key] = .null
        }
      }
    },
    .embedded(
      "embedded-as-text",
      "An embedded object is a text that holds JSON.",
      violates: ["SERIAL-23"]
    ) { json in
      let text = json.text()
      // Texts within texts double with every level: what is deep enough for that stays an object.
      return json.object == nil || text.utf8.count > 4096 ? json : .string(text)
    },
    .payload(
      "embedded-32-levels",
      "An embedded object more than 32 levels down is null.",
      violates: ["SERIAL-34"]
    ) { rewriter in rewriter.payload = { Self.cut($1, levels: 32) } },
    .payload(
      "embedded-collections-counted",
      "A list of embedded objects is only their number.",
      violates: ["SERIAL-23"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        guard place.type.shape == .list, let target = schema.target(of: place.type),
          schema[target]?.isEmbedded == true, let elements = json.array
        else { return json }
        return .int(Int64(elements.count))
      }
    },
    .link(
      "link-as-reference",
      "A link names the class of its target.",
      violates: ["SERIAL-24", "DOC-7"]
    ) { target, json in
      json.isNull || json.object != nil ? json : ["type": .string(target), "key": json]
    },
    .link("link-as-text", "A link is its key as a text.", violates: ["SERIAL-24"]) { _, json in
      json.int.map { .string(String($0)) } ?? json
    },
    .link(
      "link-not-set-is-empty",
      "A link that is not set is an empty object.",
      violates: ["SERIAL-24"]
    ) { _, json in
      json.isNull ? [:] : json
    },
    .link(
      "links-left-out",
      "Links that were not followed are left out.",
      violates: ["SERIAL-24", "DOC-7"]
    ) { _, json in
      json.isNull || json.object != nil ? json : .none
    },
  ]

  /// The value without what stands in more objects than that.
  private static func cut(_ json: JSON, levels: Int) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { cut($0, levels: levels) })
    case .object(let members):
      if levels == 0 { return .null }
      let shallower = members.map { ($0.key, cut($0.value, levels: levels - 1)) }
      return .object(JSONObject(uniqueMembers: shallower))
    default: return json
    }
  }

  static let mixedValues: [Violator] = [
    .payload(
      "mixed-with-type",
      "A mixed value tells its type besides.",
      violates: ["SERIAL-25", "SERIAL-27"]
    ) { rewriter in
      rewriter.value = { place, json in
        place.type.element == .mixed && place.type.shape == .single && !json.isNull
          ? ["type": "mixed", "value": json] : json
      }
    },
    .payload(
      "mixed-as-text",
      "A mixed value is always a text.",
      violates: ["SERIAL-25", "SERIAL-27"]
    ) { rewriter in
      rewriter.value = { place, json in
        place.type.element == .mixed && place.type.shape == .single && json.string == nil
          ? .string(json.text()) : json
      }
    },
    .rule(
      "mixed-collections-left-out",
      "A mixed property that holds a collection is left out.",
      violates: ["SERIAL-27"]
    ) { $0.omitsCollectionsInMixed = true },
    .rule(
      "mixed-collections-written-in-core",
      "Edition core writes a mixed property that holds a collection.",
      violates: ["SERIAL-27"],
      edition: "core"
    ) { $0.omitsCollectionsInMixed = false },
  ]
}

extension Violator {
  /// The reference with every collection of a shape rewritten.
  fileprivate static func collection(
    _ id: String,
    _ title: String,
    violates: [String],
    _ shape: PropertyType.Shape,
    _ replace: @escaping @Sendable (JSON) -> JSON
  ) -> Violator {
    .payload(id, title, violates: violates) { rewriter in
      rewriter.value = { $0.type.shape == shape ? replace($1) : $1 }
    }
  }

  /// The reference with single embedded objects rewritten.
  fileprivate static let embedded = Kind<@Sendable (JSON) -> JSON?> { replace in
    payload { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        guard place.type.shape == .single, let target = schema.target(of: place.type),
          schema[target]?.isEmbedded == true
        else { return json }
        return replace(json)
      }
    }
  }

  /// The reference with links to one object rewritten; those that expanded are objects.
  fileprivate static let link = Kind<@Sendable (_ target: String, JSON) -> JSON?> { replace in
    payload { rewriter in
      let schema = rewriter.schema
      rewriter.value = { place, json in
        guard place.type.shape == .single, let target = schema.linkTarget(of: place.type) else {
          return json
        }
        return replace(target, json)
      }
    }
  }
}
