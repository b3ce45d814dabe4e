/// Steps that look at objects.
package enum ReadingStep: String, StepTopic {
  case get, query, all, collection, count, element, follow, value

  var entry: StepEntry {
    switch self {
    case .get:
      StepEntry(
        does: "looks an object up by its primary key, and instantiates it if there is one",
        takes: [.required(.type), .required(.primaryKey), .optional(.name(.object))],
        yields: .flag,
        value: "whether it was found"
      ) { "realm.object(ofType: \($0[.type]), forPrimaryKey: \($0[.primaryKey]))" }
    case .query:
      StepEntry(
        does: "queries a class, or the collection with that name, and evaluates the result",
        takes: [
          .optional(.type), .optional(.collection), .optional(.filter), .optional(.sort),
          .optional(.name(.collection)),
        ],
        oneOf: ["type", "in"],
        yields: .natural,
        value: "the number of matches"
      ) { words in
        let source =
          words.has(.collection) ? words[.collection] : "realm.objects(\(words[.type]))"
        let filter = words.has(.filter) ? ".where(\(words[.filter]))" : ""
        let order = words.has(.sort) ? ".sorted(by: \(words[.sort]))" : ""
        return source + filter + order + ".evaluated()"
      }
    case .all:
      StepEntry(
        does: "names the lazy collection of all objects of a class; reads nothing",
        takes: [.required(.type), .required(.name(.collection))]
      ) { "realm.objects(\($0[.type]))" }
    case .collection:
      StepEntry(
        does: "names a list, set or dictionary; reads nothing",
        takes: [.required(.object), .required(.property), .required(.name(.collection))]
      ) { $0.member }
    case .count:
      StepEntry(
        does: "counts elements without reading one",
        takes: [.required(.source)],
        yields: .natural,
        value: "the number"
      ) { "\($0[.source]).count" }
    case .element:
      StepEntry(
        does: "takes one element, and instantiates it if it is an object",
        takes: [.required(.source), .optional(.index), .optional(.key), .optional(.name(.object))],
        oneOf: ["at", "key"],
        yields: .expected,
        value: "the element if it is a plain value"
      ) { "\($0[.source])[\($0.place)]" }
    case .follow:
      StepEntry(
        does: "reads a link to one object, and instantiates its target",
        takes: [.required(.object), .required(.property), .optional(.name(.object))],
        yields: .flag,
        value: "whether it is set"
      ) { $0.member }
    case .value:
      StepEntry(
        does: "reads a property that is not a link",
        takes: [.required(.object), .required(.property)],
        yields: .expected,
        value: "its value"
      ) { $0.member }
    }
  }
}
