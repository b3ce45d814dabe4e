import JSON
import ReferenceRealm

extension Violator {
  /// The reference with its payloads rewritten.
  static let payload = Kind<@Sendable (inout PayloadRewriter) -> Void> { adjust in
    answer { program, result in
      var rewriter = PayloadRewriter(program)
      adjust(&rewriter)
      return rewriter.rewrite(result, of: program)
    }
  }

  /// The reference with the values of properties rewritten; nil leaves a property out.
  static let values = Kind<@Sendable (PayloadRewriter.Place, JSON) -> JSON?> { replace in
    payload { $0.value = replace }
  }

  /// The reference with the objects in its payloads changed, whatever part they stand in.
  static let objects = Kind<
    @Sendable (inout JSONObject, PayloadRewriter.Part, CaseSchema.Class) -> Void
  > { change in
    payload { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        guard let definition = schema[name] else { return object }
        var object = object
        change(&object, part, definition)
        return object
      }
    }
  }

  /// The reference with the entries of classes in write events changed; one that loses all its arrays is left out.
  static let entries = Kind<@Sendable (_ lists: inout JSONObject, CaseSchema.Class) -> Void> {
    change in
    payload { rewriter in
      let schema = rewriter.schema
      rewriter.entry = { name, lists in
        guard let definition = schema[name] else { return lists }
        var lists = lists
        change(&lists, definition)
        return lists.isEmpty ? nil : lists
      }
    }
  }

  /// The reference with every plain value of a type rewritten, in properties and in collections.
  static func scalar(
    _ id: String,
    _ title: String,
    violates: [String],
    of element: PropertyType.Element,
    _ replace: @escaping @Sendable (JSON) -> JSON
  ) -> Violator {
    .payload(id, title, violates: violates) { rewriter in
      rewriter.value = { place, json in
        guard place.type.element == element else { return json }
        switch (place.type.shape, json) {
        case (.list, .array(let elements)), (.set, .array(let elements)):
          return .array(elements.map(replace))
        case (.dictionary, .object(let entries)):
          return .object(entries.mapValues(replace))
        default: return replace(json)
        }
      }
    }
  }

  /// The reference with every text of a type rewritten.
  static func text(
    _ id: String,
    _ title: String,
    violates: [String],
    of element: PropertyType.Element,
    _ replace: @escaping @Sendable (String) -> JSON
  ) -> Violator {
    .scalar(id, title, violates: violates, of: element) { $0.string.map(replace) ?? $0 }
  }
}
