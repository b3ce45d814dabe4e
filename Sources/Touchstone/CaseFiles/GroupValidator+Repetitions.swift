import JSON

extension GroupValidator {
  /// Where a value stands, as far as repetitions care.
  private struct Surroundings {
    var isElement = false
    var isRepeated = false
  }

  /// Checks the form and the place of every repetition in a file, before anything is made of them.
  mutating func checkRepetitions(in json: JSON) {
    checkRepetitions(in: json, at: JSONPath(), Surroundings())
  }

  private mutating func checkRepetitions(
    in json: JSON,
    at path: JSONPath,
    _ surroundings: Surroundings
  ) {
    switch json {
    case .array(let elements):
      var surroundings = surroundings
      surroundings.isElement = true
      for (index, element) in elements.enumerated() {
        checkRepetitions(in: element, at: path.appending(index), surroundings)
      }
    case .object(let members):
      if members[Repetition.key] != nil { return checkRepetition(members, at: path, surroundings) }
      if members[Repetition.indexKey] != nil { return checkIndex(members, at: path, surroundings) }
      var surroundings = surroundings
      surroundings.isElement = false
      for (key, value) in members {
        checkRepetitions(in: value, at: path.appending(key), surroundings)
      }
    default: break
    }
  }

  private mutating func checkRepetition(
    _ members: JSONObject,
    at path: JSONPath,
    _ surroundings: Surroundings
  ) {
    guard members.count == 1, let body = members[Repetition.key] else {
      return fault(path, "a repetition has no other key beside \"$repeat\"")
    }
    let place = path.appending(Repetition.key)
    guard let form = self.members(of: body, as: .repetition, at: place) else { return }
    if (form["text"] == nil) == (form["value"] == nil) {
      return fault(place, "\"$repeat\" has either \"text\" or \"value\"")
    }
    guard form["times"]?.int ?? 0 > 0 else {
      return fault(place.appending("times"), "\"times\" must be an integer above 0")
    }
    if let text = form["text"], text.string == nil {
      return fault(place.appending("text"), "\"text\" must be a string, not \(text.kindName)")
    }
    guard Repetition(.object(members)) != nil else {
      let most = form["text"] == nil ? "\(Repetition.elementLimit) elements" : "16 MiB of text"
      return fault(place.appending("times"), "a repetition makes \(most) at most")
    }
    guard let value = form["value"] else { return }
    if surroundings.isRepeated { fault(path, "a repetition holds no other with a \"value\"") }
    if !surroundings.isElement { fault(path, "a repeated \"value\" stands only in an array") }
    let inner = Surroundings(isElement: false, isRepeated: true)
    checkRepetitions(in: value, at: place.appending("value"), inner)
  }

  private mutating func checkIndex(
    _ members: JSONObject,
    at path: JSONPath,
    _ surroundings: Surroundings
  ) {
    guard members.count == 1, let form = members[Repetition.indexKey] else {
      return fault(path, "an object with \"$index\" has no other key")
    }
    if !surroundings.isRepeated {
      fault(path, "\"$index\" stands only in a repeated \"value\"")
    }
    guard form.int == nil, form.string?.contains(Repetition.indexMark) != true else { return }
    fault(
      path.appending(Repetition.indexKey),
      "\"$index\" takes an integer, or a text with # in place of the index"
    )
  }

  // MARK: Checking what is repeated

  /// The elements of an array with their places; of a repeated one the first and the last stand for all.
  func elements(_ array: [JSON], at path: JSONPath) -> [(value: JSON, path: JSONPath)] {
    array.enumerated().flatMap { samples(of: $1, at: path.appending($0)) }
  }

  /// An element itself, or the first and the last of what it repeats.
  func samples(of element: JSON, at path: JSONPath) -> [(value: JSON, path: JSONPath)] {
    guard let repetition = Repetition(element), let first = repetition.element(at: 0) else {
      return [(element, path)]
    }
    let inner = path.appending(Repetition.key).appending("value")
    guard repetition.times > 1, let last = repetition.element(at: repetition.times - 1) else {
      return [(first, inner)]
    }
    return [(first, inner), (last, inner)]
  }

  /// Binds the names between the first and the last of a repetition, which are checked as steps.
  mutating func bindRepeatedNames(of element: JSON, at path: JSONPath, _ handles: inout Handles) {
    guard let repetition = Repetition(element), case .value(let step) = repetition.content,
      repetition.times > 2, let name = step["as"], name.string == nil,
      let first = repetition.element(at: 0)?["as"]?.string, let handle = handles.bound[first]
    else { return }
    for index in 1..<repetition.times - 1 {
      guard let name = repetition.name(name, at: index) else { return }
      if handles.bound[name] == nil {
        handles.bound[name] = handle
      } else {
        return fault(path, "\(name.quoted) is bound already: take another name")
      }
    }
  }
}

extension Repetition {
  /// A name that holds the index, at one index.
  fileprivate func name(_ form: JSON, at index: Int) -> String? {
    Repetition(["$repeat": ["times": .int(Int64(times)), "value": form]])?
      .element(at: index)?.string
  }

  /// A file with every repeated text said once: enough to check what stands around it.
  static func textsSaidOnce(_ json: JSON) -> JSON {
    guard isRepeating(json) else { return json }
    switch json {
    case .array(let elements): return .array(elements.map(textsSaidOnce))
    case .object(let members):
      if case .text(let text)? = Repetition(json)?.content { return .string(text) }
      return .object(members.mapValues(textsSaidOnce))
    default: return json
    }
  }

  /// The elements of an array, of a repeated one the first.
  static func firsts(_ elements: [JSON]) -> [JSON] {
    elements.map { Repetition($0)?.element(at: 0) ?? $0 }
  }
}
