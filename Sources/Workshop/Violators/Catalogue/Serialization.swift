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
    "payload-python": .payloadText["SERIAL-1"](
      "Payloads are literals of another language."
    ) {
      $0.replacing("null", with: "None").replacing("true", with: "True")
        .replacing("false", with: "False")
    },
    "payload-key-twice": .payloadText["SERIAL-1", "DOC-1"](
      "The key `type` of a read payload stands twice."
    ) { $0.hasPrefix(#"{"type""#) ? String($0.dropLast()) + #","type":"object"}"# : $0 },
    "payload-pretty": .payloadText["SERIAL-30"](
      "Payloads are written for people to read.",
      edition: "core"
    ) { (try? JSON(parsing: $0))?.text(.pretty) ?? $0 },
    "payload-keys-unsorted": .objects["SERIAL-30"](
      "The keys of a payload stand in the order of declaration.",
      edition: "core"
    ) { object, _, owner in
      object = owner.properties.reduce(into: [:]) { $0[$1.name] = object[$1.name] }
    },
  ]

  private static let objects: Entries = [
    "class-in-object": .objects["SERIAL-2", "DOC-1", "DOC-6"]("An object tells its class.") {
      object,
      part,
      owner in
      if part != .newValue { object["_type"] = .string(owner.name) }
    },
    "underscored-properties-left-out": .values["SERIAL-2", "DOC-1", "DOC-6", "DOC-7"](
      "Properties that begin with an underscore are private."
    ) { $0.property.hasPrefix("_") ? .none : $1 },
    "nulls-left-out": .values["SERIAL-3", "DOC-1", "DOC-2"](
      "A property without a value is left out."
    ) { $1.isNull ? .none : $1 },
    "back-links-written": .backLinks["SERIAL-29"](
      "Computed back links are part of an object."
    ),
  ]
}
