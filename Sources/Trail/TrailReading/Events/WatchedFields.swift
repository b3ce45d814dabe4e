import JSON

/// The metadata fields that a check is asked about: those that name users, and those that every event has to have.
package struct WatchedFields: Sendable {
  /// The metadata fields that usually name users.
  package static let usualUsers = ["username", "user", "userId", "user_id"]

  /// The fields that name users.
  private let userFields: [String]
  private let required: [String]
  private let userNames: [Name]
  private let requiredNames: [Name]
  /// Which of each a field is, by the number of its key; looking the name up for each event would cost more than the rest.
  private var matches: [Match?] = []
  private var texts: [DistinctTexts]
  /// The required fields that the event at hand has, in their order.
  private var present: [Bool]

  private struct Match {
    var user: Int?
    var required: Int?
  }

  package init(users: [String] = [], required: [String] = []) {
    userFields = users
    self.required = required
    userNames = users.map(Name.init)
    requiredNames = required.map(Name.init)
    texts = users.map { _ in DistinctTexts() }
    present = Array(repeating: false, count: required.count)
    if !users.isEmpty || !required.isEmpty {
      matches = Array(repeating: nil, count: ShapeMemory.nodeLimit)
    }
  }

  /// The values of each field that names users.
  package var users: [(field: String, texts: DistinctTexts)] {
    zip(userFields, texts).map { (field: $0, texts: $1) }
  }

  func contains(_ field: Value) -> Bool {
    userNames.contains { field.isNamed($0) } || requiredNames.contains { field.isNamed($0) }
  }

  /// Takes a field that is one of them.
  ///
  /// A blank text names no user, and neither does a null.
  ///
  /// - Returns: whether it names a user.
  @inline(__always)
  package mutating func note(_ field: Value) -> Bool {
    guard field.isString, let text = field.content, !Self.isBlank(field, text) else { return false }
    let number = Int(field.node.key)
    let match = number > 0 ? matches[number] ?? find(field, number) : find(field, number)
    if let user = match.user { texts[user].note(field) }
    if let required = match.required { present[required] = true }
    return match.user != nil
  }

  /// Whether a text of nothing but blanks names nobody; decoded where it begins like one, which few do.
  private static func isBlank(_ field: Value, _ text: Bytes) -> Bool {
    guard let first = text.first else { return true }
    guard first <= Ascii.space || first == Ascii.backslash || first >= 0x80 else { return false }
    return field.string.map(isBlank) ?? false
  }

  /// Whether a text of metadata says nothing: it is empty, or of blanks.
  package static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  @inline(never)
  private mutating func find(_ field: Value, _ number: Int) -> Match {
    let match = Match(
      user: userNames.firstIndex { field.isNamed($0) },
      required: requiredNames.firstIndex { field.isNamed($0) }
    )
    if number > 0 { matches[number] = match }
    return match
  }

  var hasRequired: Bool { !required.isEmpty }

  /// The required fields that the event at hand lacks; the next one begins anew.
  mutating func takeMissing() -> [String] {
    defer { for index in present.indices { present[index] = false } }
    return zip(required, present).filter { !$0.1 }.map(\.0)
  }
}
