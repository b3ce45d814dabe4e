import Formats
import JSON

extension Violator {
  /// The reference with its payloads rewritten.
  static let payload = Violation<@Sendable (inout PayloadRewriter) -> Void> { adjust in
    answer { program, result in
      var rewriter = PayloadRewriter(program)
      adjust(&rewriter)
      return rewriter.rewrite(result)
    }
  }

  /// The reference with the values of properties rewritten; nil leaves a property out.
  static let values = Violation<@Sendable (PayloadPlace, JSON) -> JSON?> { replace in
    payload { $0.value = replace }
  }

  /// The reference with the objects in its payloads changed, whatever part they stand in.
  static let objects = Violation<
    @Sendable (inout JSONObject, PayloadRewriter.Part, PayloadClass) -> Void
  > { change in payload { $0.object = change } }

  /// The reference with its modifications changed; one that loses all its members is left out.
  static let modifications = Violation<@Sendable (inout JSONObject, PayloadClass) -> Void> {
    change in
    payload { $0.modification = change }
  }

  /// The reference with the `newValue` of modifications changed, where objects are written as such.
  static let changedValues = Violation<
    @Sendable (_ new: inout JSONObject, _ old: JSONObject, PayloadClass) -> Void
  > { change in
    modifications { members, owner in
      guard let old = members["oldValue"]?.object, var new = members["newValue"]?.object else {
        return
      }
      change(&new, old, owner)
      members["newValue"] = .object(new)
    }
  }

  /// The reference with changed properties taken for unchanged.
  static let unchanged = Violation<
    @Sendable (_ old: JSON, _ new: JSON, _ property: String, PayloadClass) -> Bool
  > { isSame in
    changedValues { new, old, owner in
      new = new.members { property, value in
        !(old[property].map { isSame($0, value, property, owner) } ?? false)
      }
    }
  }

  /// The reference with the entries of classes in write events changed; one that loses all its arrays is left out.
  static let entries = Violation<@Sendable (_ lists: inout JSONObject, PayloadClass) -> Void> {
    change in
    payload { $0.entry = change }
  }

  /// The reference with whole payloads replaced.
  static let payloads = Violation<@Sendable (_ event: String, JSON) -> JSON> { replace in
    payload { $0.payload = replace }
  }

  /// The reference with the payloads of reads changed.
  static let readPayload = Violation<@Sendable (inout JSONObject) -> Void> { change in
    payloads { $0 == "read" ? $1.mapObject(change) : $1 }
  }

  /// The reference with the texts of its payloads rewritten.
  static let payloadText = Violation<@Sendable (String) -> String> { replace in
    answer { program, result in
      result.flatMapRecorded(program) { [$0.with("data", .string(replace($1)))] }
    }
  }

  /// The reference with every plain value of a type rewritten, in properties and in collections.
  static func scalars(_ type: PropertyType.Scalar) -> Violation<@Sendable (JSON) -> JSON> {
    Violation { replace in values { $0.type.scalar == type ? $0.mapElements($1, replace) : $1 } }
  }

  /// The reference with every text of a type rewritten; nil leaves one as it is.
  static func texts(_ type: PropertyType.Scalar) -> Violation<@Sendable (String) -> JSON?> {
    Violation { replace in scalars(type)({ $0.string.flatMap(replace) ?? $0 }) }
  }
}
