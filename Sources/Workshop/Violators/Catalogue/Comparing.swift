import Formats
import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of when two values are the same, and of what a text depends on.
  static let comparing: Entries = [
    "decimals-compared-as-doubles": .unchanged["WRITE-41"](
      "A decimal that is the same as a double has not changed."
    ) { old, new, property, owner in
      owner.type(of: property)?.scalar == .decimal128
        && old.string.flatMap(Double.init) == new.string.flatMap(Double.init)
    },
    "links-compared-as-written": .unchanged["WRITE-42"](
      "A link that is written as before has not changed."
    ) { old, new, property, owner in owner.linkTarget(of: property) != nil && old == new },
    "followed-link-within-a-text": .program["REPR-16"](
      "A link that was followed expands within a custom representation as well."
    ) { program in
      let followed = program.allSteps.filter { $0.kind == .reading(.follow) }
        .compactMap { $0[.property] }
      program.configuration[member: "representations"] =
        program.configuration["representations"]?.mapObject { classes in
          classes = classes.mapValues { $0.mapElements { expanding(followed, in: $0) } }
        }
    },
  ]

  private static func expanding(_ properties: [String], in entry: JSON) -> JSON {
    entry.mapObject { members in
      members["text"] = members["text"]?.mapString { text in
        properties.reduce(text) {
          $0.replacing("${\($1)}", with: "{\"_id\": ${\($1)}}")
        }
      }
    }
  }
}
