import JSON

/// How an edit is written to the file of a realm: the way, what is done, and with what.
///
/// A step is a number for a place, a text for a key, and an array with a number for a column.
extension Edit {
  var json: JSON {
    let (name, arguments): (String, [JSON]) =
      switch action {
      case .assign(let content, let isFresh): (isFresh ? "fill" : "assign", [content.json])
      case .refill(let content): ("refill", [content.json])
      case .insert(let contents, let place):
        ("insert", [.int(Int64(place))] + contents.map(\.json))
      case .remove(let place): ("remove", [.int(Int64(place))])
      case .add(let content): ("add", [content.json])
      case .take(let content): ("take", [content.json])
      case .removeEntry(let key): ("removeEntry", [.string(key)])
      }
    return [.array(path.map(\.json)), .string(name), .array(arguments)]
  }

  static func read(_ json: JSON) throws(DamagedFile) -> Edit {
    guard let path = json[0], let name = json[1]?.string, let arguments = json[2]?.array,
      let first = arguments.first
    else { throw DamagedFile() }
    let action: Action
    switch name {
    case "fill", "assign": action = .assign(try Content(first), isFresh: name == "fill")
    case "refill": action = .refill(try Content(first))
    case "insert":
      let contents = try arguments.dropFirst().map(Content.read)
      action = .insert(contents, at: try Step.number(first))
    case "remove": action = .remove(at: try Step.number(first))
    case "add": action = .add(try Content(first))
    case "take": action = .take(try Content(first))
    case "removeEntry":
      guard let key = first.string else { throw DamagedFile() }
      action = .removeEntry(key: key)
    default: throw DamagedFile()
    }
    return Edit(try path.elements.map(Step.read), action)
  }
}

extension Edit.Step {
  fileprivate var json: JSON {
    switch self {
    case .column(let column): [.int(Int64(column))]
    case .place(let place): .int(Int64(place))
    case .key(let key): .string(key)
    }
  }

  fileprivate static func read(_ json: JSON) throws(DamagedFile) -> Edit.Step {
    if let key = json.string { return .key(key) }
    if let column = json[0] { return .column(try number(column)) }
    return .place(try number(json))
  }

  /// A place or a column: never less than 0.
  fileprivate static func number(_ json: JSON) throws(DamagedFile) -> Int {
    guard let number = json.int, number >= 0 else { throw DamagedFile() }
    return Int(number)
  }
}
