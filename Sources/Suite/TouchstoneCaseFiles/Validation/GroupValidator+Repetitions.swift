import JSON
import Touchstone

extension GroupValidator {
  /// Checks the form and the place of every repetition in a file, before anything is made of them.
  mutating func checkRepetitions(
    in json: JSON,
    at path: JSONPath = JSONPath(),
    isElement: Bool = false,
    isRepeated: Bool = false
  ) {
    switch json {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let place = path.appending(index)
        checkRepetitions(in: element, at: place, isElement: true, isRepeated: isRepeated)
      }
    case .object(let members):
      if let body = members[Repetition.key] {
        guard members.count == 1 else {
          return fault(path, "a repetition has no other key beside \"$repeat\"")
        }
        let place = path.appending(Repetition.key)
        guard checkForm(of: body, at: place), let value = body["value"] else { return }
        if isRepeated { fault(path, "a repetition holds no other with a \"value\"") }
        if !isElement { fault(path, "a repeated \"value\" stands only in an array") }
        checkRepetitions(in: value, at: place.appending("value"), isRepeated: true)
      } else if let form = members[Repetition.indexKey] {
        guard members.count == 1 else {
          return fault(path, "an object with \"$index\" has no other key")
        }
        if !isRepeated { fault(path, "\"$index\" stands only in a repeated \"value\"") }
        if form.int == nil, form.string?.contains(Repetition.indexMark) != true {
          let message = "\"$index\" takes an integer, or a text with # in place of the index"
          fault(path.appending(Repetition.indexKey), message)
        }
      } else {
        for (key, value) in members {
          checkRepetitions(in: value, at: path.appending(key), isRepeated: isRepeated)
        }
      }
    default: break
    }
  }

  /// Whether what stands under `$repeat` can be written out.
  private mutating func checkForm(of body: JSON, at path: JSONPath) -> Bool {
    let found = Self.faults(in: body, as: .repetition)
    faults.add(found, below: path)
    if found.isEmpty, Repetition([Repetition.key: body]) == nil {
      let most = body["text"] == nil ? "\(Repetition.elementLimit) elements" : "16 MiB of text"
      fault(path.appending("times"), "a repetition makes \(most) at most")
      return false
    }
    return found.isEmpty
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
  mutating func bindRepeatedNames(of element: JSON, at path: JSONPath) {
    guard let repetition = Repetition(element), case .value(let step) = repetition.content,
      repetition.times > 2, let name = step["as"], name.string == nil,
      let first = repetition.element(at: 0)?["as"]?.string, walk.names[first] != nil
    else { return }
    for index in 1..<repetition.times - 1 {
      guard let name = repetition.name(name, at: index) else { return }
      checkNew(name, at: path)
      guard walk.names[name] == nil else { return }
      walk.bind(name, like: first)
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
