import Formats
import JSON

/// By which property the objects of each class are told apart.
struct PrimaryKeys: Sendable {
  /// What it is called unless a schema says otherwise.
  private let usual = Name("_id")

  private var names: ByteDictionary<Name> = [:]

  init(_ schema: CaseSchema?) {
    for (className, description) in schema?.classes ?? [:] {
      if let key = description.primaryKey, key != "_id" { names[className] = Name(key) }
    }
  }

  /// The primary key of a class.
  func name(of className: @autoclosure () -> String) -> Name {
    names.isEmpty ? usual : names[className()] ?? usual
  }
}
