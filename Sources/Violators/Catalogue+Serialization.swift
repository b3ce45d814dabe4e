import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  /// Wrong ideas of how objects and values become JSON.
  static let serialization: [Violator] =
    texts + objects + numbers + strings + dates + binaryData + idsAndDecimals + collections
    + objectsInObjects + mixedValues

  private static let texts: [Violator] = [
    .payloadText(
      "payload-python",
      "Payloads are literals of another language.",
      violates: ["SERIAL-1"]
    ) {
      $0.replacing("null", with: "None").replacing("true", with: "True")
        .replacing("false", with: "False")
    },
    .payloadText(
      "payload-key-twice",
      "The key `type` of a read payload stands twice.",
      violates: ["SERIAL-1", "DOC-1"]
    ) {
      $0.hasPrefix(#"{"type""#) ? String($0.dropLast()) + #","type":"object"}"# : $0
    },
    .payloadText(
      "payload-pretty",
      "Payloads are written for people to read.",
      violates: ["SERIAL-30"],
      edition: "core"
    ) { (try? JSON(parsing: $0))?.text(.pretty) ?? $0 },
    .payload(
      "payload-keys-unsorted",
      "The keys of a payload stand in the order of declaration.",
      violates: ["SERIAL-30"],
      edition: "core"
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, _, object in
        var declared = JSONObject()
        for property in schema[name]?.properties ?? [] {
          declared[property.name] = object[property.name]
        }
        return declared
      }
    },
  ]

  private static let objects: [Violator] = [
    .payload(
      "class-in-object",
      "An object tells its class.",
      violates: ["SERIAL-2", "DOC-1", "DOC-6"]
    ) { rewriter in
      rewriter.object = { name, part, object in
        var object = object
        if part != .newValue { object["_type"] = .string(name) }
        return object
      }
    },
    .payload(
      "underscored-properties-left-out",
      "Properties that begin with an underscore are private.",
      violates: ["SERIAL-2", "DOC-1", "DOC-6", "DOC-7"]
    ) { rewriter in
      rewriter.value = { place, json in place.property.hasPrefix("_") ? .none : json }
    },
    .payload(
      "nulls-left-out",
      "A property without a value is left out.",
      violates: ["SERIAL-3", "DOC-1", "DOC-2"]
    ) { rewriter in rewriter.value = { $1.isNull ? .none : .some($1) } },
    .payload(
      "back-links-written",
      "Computed back links are part of an object.",
      violates: ["SERIAL-29"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        var object = object
        for property in schema[name]?.properties ?? []
        where property.type.shape == .linkingObjects && part != .newValue {
          object[property.name] = []
        }
        return object
      }
    },
  ]

  private static let numbers: [Violator] = [
    .scalar("bool-as-number", "A bool is 1 or 0.", violates: ["SERIAL-4"], of: .bool) {
      $0.bool.map { $0 ? 1 : 0 } ?? $0
    },
    .scalar(
      "int-as-double",
      "An int goes through a double and loses its last bits.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { .int(Int64(exactly: Double($0)) ?? .max) } ?? $0 },
    .scalar(
      "int-as-string",
      "An int that a double can't hold is a string.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { $0.magnitude > 1 << 53 ? .string(String($0)) : .int($0) } ?? $0 },
    .scalar(
      "int-of-32-bits",
      "An int keeps its lower 32 bits.",
      violates: ["SERIAL-5"],
      of: .int
    ) { $0.int.map { .int(Int64(Int32(truncatingIfNeeded: $0))) } ?? $0 },
    .scalar(
      "double-of-six-digits",
      "A double is written with six digits.",
      violates: ["SERIAL-7"],
      of: .double
    ) { json in
      guard case .double(let value) = json else { return json }
      return .double(Double(String(format: "%.5e", value)) ?? value)
    },
    .scalar(
      "float-by-its-own-digits",
      "A float is written with the digits of a float.",
      violates: ["SERIAL-8"],
      of: .float
    ) { json in
      guard case .double(let value) = json else { return json }
      return .double(Double("\(Float(value))") ?? value)
    },
    .payload(
      "nan-as-string",
      "What JSON has no number for is the string `NaN`.",
      violates: ["SERIAL-9"]
    ) { rewriter in
      rewriter.value = { place, json in
        json.isNull && !place.type.isOptional && [.double, .float].contains(place.type.element)
          ? "NaN" : json
      }
    },
    .payload(
      "nan-literal",
      "What JSON has no number for is the bare word NaN.",
      violates: ["SERIAL-9"]
    ) { rewriter in
      rewriter.value = { place, json in
        json.isNull && !place.type.isOptional && [.double, .float].contains(place.type.element)
          ? .number("NaN") : json
      }
    },
    .rule(
      "nan-is-a-change",
      "A NaN that stays NaN is in every `newValue`.",
      violates: ["SERIAL-10"]
    ) {
      $0.listsUnchangedNaN = true
    },
    .rule(
      "nan-is-no-change-in-core",
      "In edition core a NaN that stays NaN is no change.",
      violates: ["SERIAL-10"],
      edition: "core"
    ) { $0.listsUnchangedNaN = false },
  ]

  private static let strings: [Violator] = [
    .text(
      "string-normalised",
      "Strings are brought into Unicode's composed form.",
      violates: ["SERIAL-6"],
      of: .string
    ) { .string($0.precomposedStringWithCanonicalMapping) },
    .text(
      "string-trimmed",
      "Strings lose the space around them.",
      violates: ["SERIAL-6"],
      of: .string
    ) {
      .string($0.trimmingCharacters(in: .whitespacesAndNewlines))
    },
    .text("string-to-nul", "Strings end at a NUL.", violates: ["SERIAL-6"], of: .string) {
      .string(String($0.prefix { $0 != "\0" }))
    },
    .text(
      "string-of-255",
      "Strings are cut after 255 characters.",
      violates: ["SERIAL-6"],
      of: .string
    ) {
      .string(String($0.prefix(255)))
    },
    .text(
      "string-basic-plane",
      "Characters beyond the basic plane become question marks.",
      violates: ["SERIAL-6"],
      of: .string
    ) { .string(String($0.map { $0.unicodeScalars.contains { $0.value > 0xFFFF } ? "?" : $0 })) },
    .text(
      "string-that-is-a-number",
      "A string that looks like a number is one.",
      violates: ["SERIAL-6"],
      of: .string
    ) { Int64($0).map(JSON.int) ?? .string($0) },
    .text(
      "string-empty-is-null",
      "An empty string is null.",
      violates: ["SERIAL-6"],
      of: .string
    ) { $0.isEmpty ? .null : .string($0) },
  ]

  private static let dates: [Violator] = [
    .text(
      "date-without-milliseconds",
      "A date has whole seconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing(#/\.\d{3}Z$/#) { _ in "Z" })
    },
    .text(
      "date-zeros-left-out",
      "A date of a whole second has no milliseconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) { .string($0.replacing(".000Z", with: "Z")) },
    .text(
      "date-with-offset",
      "A date has an offset in place of the Z.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing("Z", with: "+00:00"))
    },
    .text(
      "date-as-milliseconds",
      "A date is a number of milliseconds.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      text in
      Timestamp(iso8601: text).map { .int($0.milliseconds) } ?? .string(text)
    },
    .text(
      "date-in-local-time",
      "A date is in the time of a place, marked as UTC.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      text in
      Timestamp(iso8601: text).map {
        .string(Timestamp(milliseconds: $0.milliseconds + 7_200_000).iso8601)
      } ?? .string(text)
    },
    .text(
      "date-fraction-before-1970",
      "Before 1970 the fraction of a second counts backwards.",
      violates: ["SERIAL-11"],
      of: .date
    ) { text in
      guard let time = Timestamp(iso8601: text), time.milliseconds < 0,
        case let fraction = -(time.milliseconds % 1000), fraction > 0
      else { return .string(text) }
      let digits = "00\(fraction)".suffix(3)
      return .string(text.replacing(#/\.\d{3}Z$/#) { _ in ".\(digits)Z" })
    },
    .text(
      "date-years-not-padded",
      "A year before 1000 has fewer than four digits.",
      violates: ["SERIAL-11"],
      of: .date
    ) {
      .string($0.replacing(#/^0+/#) { _ in "" })
    },
    .text(
      "date-year-10000",
      "A year beyond 9999 just has five digits.",
      violates: ["SERIAL-12"],
      of: .date
    ) {
      .string($0.replacing(#/^\+0*/#) { _ in "" })
    },
  ]

  private static let binaryData: [Violator] = [
    .rule(
      "data-as-base64",
      "Data is written as base64.",
      violates: ["SERIAL-13", "SERIAL-14", "SERIAL-26"]
    ) { $0.serialization.writesDataAsBase64 = true },
    .rule("data-as-null", "Data is written as null.", violates: ["SERIAL-13", "SERIAL-14"]) {
      $0.writesNullForData = true
    },
    .payload(
      "data-collections-empty",
      "A collection of data is empty.",
      violates: ["SERIAL-14"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        var object = object
        for property in schema[name]?.properties ?? []
        where property.type.element == .data && part != .newValue {
          switch property.type.shape {
          case .list, .set: object[property.name] = []
          case .dictionary: object[property.name] = [:]
          default: break
          }
        }
        return object
      }
    },
    .payload(
      "data-change-is-silent",
      "A modification with an empty `newValue` is left out.",
      violates: ["SERIAL-15"]
    ) { rewriter in rewriter.modification = { $1["newValue"] == [:] ? .none : .some($1) } },
    .rule(
      "data-in-mixed-is-null",
      "Data in a mixed property is null.",
      violates: ["SERIAL-26", "SERIAL-28"]
    ) {
      $0.serialization.omitsDataInMixed = false
    },
    .rule(
      "new-value-null-for-data",
      "A property that comes to hold data is null in `newValue`.",
      violates: ["SERIAL-28"]
    ) {
      $0.serialization.omitsInNewValue = false
    },
    .payload(
      "data-elements-are-gone",
      "Data among mixed elements is not even null.",
      violates: ["SERIAL-33"]
    ) { rewriter in
      rewriter.value = { place, json in
        place.type.element == .mixed && place.type.shape == .list
          ? json.mapArray { $0.filter { !$0.isNull } } : json
      }
    },
  ]

  private static let idsAndDecimals: [Violator] = [
    .text("uuid-upper-case", "A UUID has capital letters.", violates: ["SERIAL-16"], of: .uuid) {
      .string($0.uppercased())
    },
    .text("uuid-without-hyphens", "A UUID has no hyphens.", violates: ["SERIAL-16"], of: .uuid) {
      .string($0.replacing("-", with: ""))
    },
    .text(
      "object-id-extended",
      "An object id is Extended JSON.",
      violates: ["SERIAL-17", "DOC-1", "DOC-6", "DOC-9", "DOC-11"],
      of: .objectId
    ) { ["$oid": .string($0)] },
    .text(
      "object-id-upper-case",
      "An object id has capital letters.",
      violates: ["SERIAL-17"],
      of: .objectId
    ) {
      .string($0.uppercased())
    },
    .text("decimal-as-number", "A decimal is a number.", violates: ["SERIAL-18"], of: .decimal128) {
      Double($0).map { $0.isFinite ? .double($0) : .null } ?? .string($0)
    },
    .text(
      "decimal-trimmed",
      "A decimal loses its trailing zeros.",
      violates: ["SERIAL-18"],
      of: .decimal128
    ) {
      .string($0.replacing(#/(\.\d*?)0+$/#) { $0.1 == "." ? "" : String($0.1) })
    },
    .text(
      "decimal-extended",
      "A decimal is Extended JSON.",
      violates: ["SERIAL-18"],
      of: .decimal128
    ) {
      ["$numberDecimal": .string($0)]
    },
    .rule("decimals-left-out", "Decimals are left out.", violates: ["SERIAL-18"]) {
      $0.omitsDecimals = true
    },
    .rule(
      "decimals-written-in-core",
      "Edition core writes decimals.",
      violates: ["SERIAL-18"],
      edition: "core"
    ) { $0.omitsDecimals = false },
  ]

  private static let collections: [Violator] = [
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

  private static let objectsInObjects: [Violator] = [
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

  private static let mixedValues: [Violator] = [
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
  /// The reference with the texts of its payloads rewritten.
  fileprivate static func payloadText(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ replace: @escaping @Sendable (String) -> String
  ) -> Violator {
    .answer(id, title, violates: violates, edition: edition) { program, result in
      let given = Set(program.customEvents.compactMap(\.data))
      return result.mapTrails(program) { trail in
        trail.map { event in
          guard event["event"] == "read" || event["event"] == "write",
            let text = event["data"]?.string, !given.contains(text)
          else { return event }
          return event.mapObject { $0["data"] = .string(replace(text)) }
        }
      }
    }
  }

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
  fileprivate static func embedded(
    _ id: String,
    _ title: String,
    violates: [String],
    _ replace: @escaping @Sendable (JSON) -> JSON?
  ) -> Violator {
    .payload(id, title, violates: violates) { rewriter in
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
  fileprivate static func link(
    _ id: String,
    _ title: String,
    violates: [String],
    _ replace: @escaping @Sendable (_ target: String, JSON) -> JSON?
  ) -> Violator {
    .payload(id, title, violates: violates) { rewriter in
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
