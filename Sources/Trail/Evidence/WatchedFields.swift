/// The metadata fields that a check is asked about: those that name users, and those that every event has to have.
struct WatchedFields: Sendable {
  private let names: [Name]
  private let required: [String]
  /// The values of the first fields, which name users.
  private(set) var users: [(field: String, texts: DistinctTexts)]
  /// The required fields that the event at hand has, in their order.
  private var present: [Bool]

  init(users: [String] = [], required: [String] = []) {
    names = (users + required).map(Name.init)
    self.required = required
    self.users = users.map { ($0, DistinctTexts()) }
    present = Array(repeating: false, count: required.count)
  }

  func contains(_ field: Value) -> Bool { names.contains { field.isNamed($0) } }

  /// Takes a field that is one of them.
  ///
  /// An empty text names nobody, and neither does a null.
  mutating func note(_ field: Value) {
    guard field.isString, field.content?.isEmpty == false else { return }
    for (index, name) in names.enumerated() where field.isNamed(name) {
      if index < users.count {
        users[index].texts.note(field)
      } else {
        present[index - users.count] = true
      }
    }
  }

  var hasRequired: Bool { !required.isEmpty }

  /// The required fields that the event at hand lacks; the next one begins anew.
  mutating func takeMissing() -> [String] {
    defer { for index in present.indices { present[index] = false } }
    return zip(required, present).filter { !$0.1 }.map(\.0)
  }
}
