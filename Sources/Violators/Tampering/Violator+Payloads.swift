import JSON
import ReferenceRealm

extension Violator {
  /// The reference with its payloads rewritten.
  static func payload(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ adjust: @escaping @Sendable (inout PayloadRewriter) -> Void
  ) -> Violator {
    .answer(id, title, violates: violates, edition: edition) { program, result in
      var rewriter = PayloadRewriter(program)
      adjust(&rewriter)
      return rewriter.rewrite(result, of: program)
    }
  }

  /// The reference with the values of properties rewritten; nil leaves a property out.
  static func values(
    _ id: String,
    _ title: String,
    violates: [String],
    _ replace: @escaping @Sendable (PayloadRewriter.Place, JSON) -> JSON?
  ) -> Violator {
    .payload(id, title, violates: violates) { $0.value = replace }
  }

  /// The reference with the objects in its payloads changed, whatever part they stand in.
  static func objects(
    _ id: String,
    _ title: String,
    violates: [String],
    edition: String = "2023",
    _ change: @escaping @Sendable (inout JSONObject, PayloadRewriter.Part, CaseSchema.Class) -> Void
  ) -> Violator {
    .payload(id, title, violates: violates, edition: edition) { rewriter in
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
  static func entries(
    _ id: String,
    _ title: String,
    violates: [String],
    _ change: @escaping @Sendable (_ lists: inout JSONObject, CaseSchema.Class) -> Void
  ) -> Violator {
    .payload(id, title, violates: violates) { rewriter in
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
