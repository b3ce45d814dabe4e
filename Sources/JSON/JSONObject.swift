/// The members of a JSON object in the order of its text, each key once.
public struct JSONObject: Sendable {
  public typealias Element = (key: String, value: JSON)

  private var members: [(key: String, value: JSON)] = []

  /// An object without members.
  public init() {}

  /// An object of these members. Traps on a key that is given twice.
  public init(uniqueMembers: some Sequence<(String, JSON)>) {
    members = uniqueMembers.map { (key: $0.0, value: $0.1) }
    precondition(Set(members.map(\.key)).count == members.count, "a key is given twice")
  }

  /// The member of that name. Setting one that is there replaces it in its place, setting a new one
  /// appends it, setting nil removes it.
  public subscript(key: String) -> JSON? {
    get { members.first { $0.key == key }?.value }
    set {
      if let index = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append((key, newValue))
      }
    }
  }

  /// The keys in their order.
  public var keys: [String] { members.map(\.key) }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }
  public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Traps on a key that is given twice, as a dictionary literal does.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(uniqueMembers: elements) }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    var sum = 0
    for (key, value) in self {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum ^= member.finalize()
    }
    hasher.combine(sum)
  }
}
