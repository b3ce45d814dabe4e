import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// A custom representation described as data: the first entry whose filter matches gives the text.
struct Representation: Sendable {
  private let entries: [(filter: Filter, outcome: Result<String, StepError>)]

  /// The representations of a configuration by class, with properties as an edition writes them.
  static func all(_ classes: JSONObject, _ edition: Edition) throws
    -> [String: ObjectSchema.EventRepresentation]
  {
    var all: [String: ObjectSchema.EventRepresentation] = [:]
    for (name, list) in classes {
      let representation = try Representation(list)
      all[name] = { try representation.text(for: $0, edition) }
    }
    return all
  }

  private init(_ list: JSON) throws {
    entries = try (list.array ?? []).map { entry in
      let filter = try entry[.condition].map {
        try FilterDecoding.filter($0) { _ in
          throw Unsupported(reason: "a representation that refers to objects")
        }
      }
      if let text = entry[.template] { return (filter ?? .all, .success(text)) }
      if let message = entry[.throwing] {
        return (filter ?? .all, .failure(StepError(code: "other", message: message)))
      }
      throw Unsupported(reason: "representation \(entry)")
    }
  }

  /// - Returns: nil where no entry matches.
  private func text(for object: FrozenObject, _ edition: Edition) throws -> String? {
    for entry in entries where try object.matches(entry.filter) {
      return Self.fill(try entry.outcome.get(), from: object, edition)
    }
    return nil
  }

  /// `${property}` stands for the default JSON of that property, null if it is left out.
  private static func fill(_ template: String, from object: FrozenObject, _ edition: Edition)
    -> String
  {
    var text = ""
    var rest = Substring(template)
    while let open = rest.firstRange(of: "${") {
      text += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstIndex(of: "}") else {
        rest = rest[open.lowerBound...]
        break
      }
      text += object.eventJSON(of: String(rest[open.upperBound..<close]), edition) ?? "null"
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
