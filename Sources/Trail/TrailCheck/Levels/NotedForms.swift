import TrailReading

/// Which types the properties of each class were seen to have in the file that is read: what comes later there does not
/// come first, and is nearly everything.
struct NotedForms: Sendable {
  private struct Class: Sendable {
    let name: Name
    /// A bit for each type that a property was seen to have.
    var forms = KeyMemory()
  }

  private var file: String?
  private var classes: [Class] = []
  private var numbers: [PrecomputedHash: Int] = [:]

  /// Begins a file, unless it is the one that is read: a document of it may come before all others.
  mutating func begin(_ file: String) {
    if let known = self.file, known.utf8.elementsEqual(file.utf8) { return }
    self = NotedForms()
    self.file = file
  }

  /// The number of a class; nil if another one has its hash.
  mutating func number(of name: ClassName) -> Int? {
    let hash = name.hash
    if let known = numbers[hash] { return name.isSpelled(classes[known].name) ? known : nil }
    numbers[hash] = classes.count
    classes.append(Class(name: Name(name.text)))
    return classes.count - 1
  }

  /// Notes a type of a property; false if it was noted before.
  mutating func insert(_ form: Value.Form, of member: Value, in number: Int?) -> Bool {
    guard let number else { return true }
    let bit =
      switch form {
      case .bool: 1
      case .number: 2
      case .string: 4
      case .array: 8
      case .object: 16
      }
    let known = classes[number].forms.lookUp(member)?.flatMap { $0 } ?? 0
    guard known & bit == 0 else { return false }
    classes[number].forms.note(known | bit, of: member)
    return true
  }
}
