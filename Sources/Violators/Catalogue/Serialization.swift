import Foundation
import JSON
import ReferenceRealm

extension Catalogue {
  /// Wrong ideas of how objects and values become JSON.
  static let serialization: [Violator] =
    payloads + objects + numbers + strings + dates + binaryData + idsAndDecimals + collections
    + objectsInObjects + mixedValues

  private static let payloads: [Violator] = [
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
    .objects(
      "payload-keys-unsorted",
      "The keys of a payload stand in the order of declaration.",
      violates: ["SERIAL-30"],
      edition: "core"
    ) { object, _, definition in
      var declared = JSONObject()
      for property in definition.properties { declared[property.name] = object[property.name] }
      object = declared
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
    .values(
      "underscored-properties-left-out",
      "Properties that begin with an underscore are private.",
      violates: ["SERIAL-2", "DOC-1", "DOC-6", "DOC-7"]
    ) { place, json in place.property.hasPrefix("_") ? .none : json },
    .values(
      "nulls-left-out",
      "A property without a value is left out.",
      violates: ["SERIAL-3", "DOC-1", "DOC-2"]
    ) { $1.isNull ? .none : .some($1) },
    .objects(
      "back-links-written",
      "Computed back links are part of an object.",
      violates: ["SERIAL-29"]
    ) { object, part, definition in
      for property in definition.properties
      where property.type.shape == .linkingObjects && part != .newValue {
        object[property.name] = []
      }
    },
  ]
}

extension Violator {
  /// The reference with the texts of its payloads rewritten.
  fileprivate static let payloadText = Kind<@Sendable (String) -> String> { replace in
    answer { program, result in
      result.flatMapRecorded(program) { event, text in
        [event.mapObject { $0["data"] = .string(replace(text)) }]
      }
    }
  }
}
