import Formats
import JSON
import Touchstone

/// What differences of one cause have in common, whatever their programs call things and whichever values they have.
extension Difference {
  /// A line such as `beginScope, commitScope, get: events[].data.value[].(int) not expected`: the kinds of steps of the
  /// smallest program, and what the implementation did otherwise.
  package var cause: String {
    let steps = (program.given + program.steps).map(Step.init).flatMap(\.withNested)
    let kinds = Set(steps.compactMap(\.name)).sorted().joined(separator: ", ")
    return "\(kinds): " + Abbreviation.shorten(symptoms.joined(separator: "; "), to: 300)
  }

  private var symptoms: [String] {
    guard !verdict.findings.isEmpty else {
      return [(verdict.reason ?? "").replacing(/[0-9]+/, with: "…")]
    }
    let words = plainWords
    let symptoms = verdict.findings.map { finding in
      let place = finding.place.replacing(/\[\d+\]/, with: "[]").replacing(/\w+/) { word in
        words[String(word.output)] ?? String(word.output)
      }
      return place + " " + finding.message.withoutValues
    }
    return Set(symptoms).sorted()
  }

  /// What stands for the names of the program: for classes that they are one, for properties their types.
  private var plainWords: [String: String] {
    var words: [String: String] = [:]
    for definition in program.classes.classes {
      words[definition.name] = definition.isEmbedded ? "(embedded class)" : "(class)"
      for property in definition.properties where property.name != "_id" {
        guard var type = property.type else { continue }
        if type.className != nil { type.base = "class" }
        words[property.name] = "(\(type.text))"
      }
    }
    return words
  }
}

extension String {
  /// A message as far as it is the same whichever values are compared: codes of errors stay.
  fileprivate var withoutValues: String {
    replacing(/"(?:[^"\\]|\\.)*"|\{.*\}|\[.*\]/, with: "…")
      .replacing(/[+\-]?\d[\d.eE+\-]*/, with: "…")
  }
}
