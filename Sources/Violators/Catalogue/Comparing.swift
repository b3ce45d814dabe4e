import Foundation
import JSON
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of when two values are the same, and of what a text depends on.
  static let comparing: [Violator] = [
    .payload(
      "decimals-compared-as-doubles",
      "A decimal that is the same as a double has not changed.",
      violates: ["WRITE-41"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        unchanged(
          members,
          where: { property, old, new in
            guard schema[name]?.type(of: property)?.element == .decimal128 else { return false }
            return old.string.flatMap(Double.init) == new.string.flatMap(Double.init)
          }
        )
      }
    },
    .payload(
      "links-compared-as-written",
      "A link that is written as before has not changed.",
      violates: ["WRITE-42"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        unchanged(
          members,
          where: { property, old, new in
            let type = schema[name]?.type(of: property)
            return type.flatMap(schema.linkTarget) != nil && old == new
          }
        )
      }
    },
    .program(
      "followed-link-within-a-text",
      "A link that was followed expands within a custom representation as well.",
      violates: ["REPR-16"]
    ) { program in
      let followed = program.allSteps.filter { $0["do"] == "follow" }.compactMap {
        $0["property"]?.string
      }
      var program = program
      program.configuration = program.configuration.mapObject { configuration in
        configuration["representations"] = configuration["representations"]?.mapObject { classes in
          classes = classes.mapValues { entries in
            entries.mapArray { $0.map { expanding(followed, in: $0) } }
          }
        }
      }
      return program
    },
  ]

  /// A modification without the properties of `newValue` that count as unchanged.
  private static func unchanged(
    _ members: JSONObject,
    where isSame: (_ property: String, _ old: JSON, _ new: JSON) -> Bool
  ) -> JSONObject {
    guard let old = members["oldValue"]?.object, let new = members["newValue"]?.object else {
      return members
    }
    var remaining = JSONObject()
    for (property, value) in new {
      if let before = old[property], isSame(property, before, value) { continue }
      remaining[property] = value
    }
    var result = members
    result["newValue"] = .object(remaining)
    return result
  }

  private static func expanding(_ properties: [String], in entry: JSON) -> JSON {
    entry.mapObject { members in
      guard var text = members["text"]?.string else { return }
      for property in properties {
        text = text.replacing("${\(property)}", with: "{\"_id\": ${\(property)}}")
      }
      members["text"] = .string(text)
    }
  }
}
