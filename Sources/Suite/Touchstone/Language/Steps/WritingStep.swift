/// Steps that change objects.
package enum WritingStep: String, StepTopic {
  case write, create, set, add, put, remove, clear, delete, deleteAll

  var entry: StepEntry {
    switch self {
    case .write:
      StepEntry(
        does:
          "runs the steps in a write transaction, which is then committed, or cancelled if `cancel` is true",
        takes: [.required(.steps), .optional(.cancel)]
      ) { _ in "try realm.write" }
    case .create:
      StepEntry(
        does: "creates an object",
        takes: [.required(.type), .required(.members), .optional(.name(.object))]
      ) { "realm.create(\($0[.type]), value: \($0[.members]))" }
    case .set:
      StepEntry(
        does: "assigns a property; an array or an object replaces a whole collection",
        takes: [.required(.object), .required(.property), .required(.value)]
      ) { "\($0.member) = \($0[.value])" }
    case .add:
      StepEntry(
        does: "appends to a list, inserts into a set",
        takes: [.required(.object), .required(.property), .required(.value)]
      ) { "\($0.member).add(\($0[.value]))" }
    case .put:
      StepEntry(
        does: "replaces an element of a list, sets an entry of a dictionary",
        takes: [
          .required(.object), .required(.property), .optional(.index), .optional(.key),
          .required(.value),
        ],
        oneOf: ["at", "key"]
      ) { "\($0.member)[\($0.place)] = \($0[.value])" }
    case .remove:
      StepEntry(
        does: "removes from a list, a dictionary or a set",
        takes: [
          .required(.object), .required(.property), .optional(.index), .optional(.key),
          .optional(.value),
        ],
        oneOf: ["at", "key", "value"]
      ) { words in
        if words.has(.index) { return "\(words.member).remove(at: \(words[.index]))" }
        if words.has(.key) { return "\(words.member).removeValue(forKey: \(words[.key]))" }
        return "\(words.member).remove(\(words[.value]))"
      }
    case .clear:
      StepEntry(
        does: "removes all elements of a collection",
        takes: [.required(.object), .required(.property)]
      ) { "\($0.member).removeAll()" }
    case .delete:
      StepEntry(does: "deletes an object", takes: [.required(.object)], deletesObjects: true) {
        "realm.delete(\($0[.object]))"
      }
    case .deleteAll:
      StepEntry(
        does: "deletes every object of a class",
        takes: [.required(.type)],
        deletesObjects: true
      ) { "realm.deleteAll(\($0[.type]))" }
    }
  }
}
