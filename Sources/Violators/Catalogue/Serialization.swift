import Formats
import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of how objects and values become JSON.
  static let serialization: [Violator] =
    [
      payloads, objects, numbers, strings, dates, binaryData, idsAndDecimals, collections,
      objectsInObjects, mixedValues,
    ].flatMap(\.named)

  private static let payloads: Entries = [
    "payload-python": .payloadText(
      "Payloads are literals of another language.",
      ["SERIAL-1"]
    ) {
      $0.replacing("null", with: "None").replacing("true", with: "True")
        .replacing("false", with: "False")
    },
    "payload-key-twice": .payloadText(
      "The key `type` of a read payload stands twice.",
      ["SERIAL-1", "DOC-1"]
    ) { $0.hasPrefix(#"{"type""#) ? String($0.dropLast()) + #","type":"object"}"# : $0 },
    "payload-pretty": .payloadText(
      "Payloads are written for people to read.",
      ["SERIAL-30"],
      edition: "core"
    ) { (try? JSON(parsing: $0))?.text(.pretty) ?? $0 },
    "payload-keys-unsorted": .objects(
      "The keys of a payload stand in the order of declaration.",
      ["SERIAL-30"],
      edition: "core"
    ) { object, _, owner in
      object = owner.properties.reduce(into: [:]) { $0[$1.name] = object[$1.name] }
    },
  ]

  private static let objects: Entries = [
    "class-in-object": .objects("An object tells its class.", ["SERIAL-2", "DOC-1", "DOC-6"]) {
      object,
      part,
      owner in
      if part != .newValue { object["_type"] = .string(owner.name) }
    },
    "underscored-properties-left-out": .values(
      "Properties that begin with an underscore are private.",
      ["SERIAL-2", "DOC-1", "DOC-6", "DOC-7"]
    ) { $0.property.hasPrefix("_") ? .none : $1 },
    "nulls-left-out": .values(
      "A property without a value is left out.",
      ["SERIAL-3", "DOC-1", "DOC-2"]
    ) { $1.isNull ? .none : $1 },
    "back-links-written": .backLinks(
      "Computed back links are part of an object.",
      ["SERIAL-29"]
    ),
  ]
}
