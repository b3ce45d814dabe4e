/// The members of a JSON object in the order of its text, each key once.
///
/// ```swift
/// var book: JSONObject = ["title": "Ulysses", "_id": 2]
/// book["year"] = 1922
/// book.keys             // ["title", "_id", "year"]
/// book["title"]         // "Ulysses"
/// ```
///
/// Keys are the same when they have the same bytes. Looking one up takes the same time whatever the
/// number of members; removing one moves those behind it.
public struct JSONObject: Sendable {
  /// A key and its value.
  public typealias Element = (key: String, value: JSON)

  /// What is stored.
  ///
  /// The runtime copies and destroys a struct much faster than a tuple.
  struct Member: Sendable {
    let key: String
    var value: JSON
  }

  private(set) var members: [Member]
  /// Up to that many members are looked through for a key, which is quicker than an index.
  static let indexThreshold = 16
  /// Where the keys are, if there are more.
  private var index: [ByteKey: Int]?

  /// An object without members.
  public init() { members = [] }

  /// An object without members that takes that many without moving them.
  package init(minimumCapacity: Int) {
    members = []
    members.reserveCapacity(minimumCapacity)
  }

  /// An object of these members.
  ///
  /// Traps on a key that is given twice.
  public init(uniqueMembers: some Sequence<(String, JSON)>) {
    self.init()
    members.reserveCapacity(uniqueMembers.underestimatedCount)
    for (key, value) in uniqueMembers {
      precondition(position(of: key) == nil, "the key \(key) is given twice")
      append(key, value)
    }
  }

  /// Takes members whose keys are known to differ.
  ///
  /// There is an index if they are above the threshold.
  init(members: [Member], index: [ByteKey: Int]?) {
    self.members = members
    self.index = index
  }

  /// The member of that name.
  ///
  /// Setting one that is there replaces it in its place, setting a new one appends it, setting nil
  /// removes it.
  public subscript(key: String) -> JSON? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// The same keys in their order, each with what becomes of its value.
  ///
  /// Takes no look at the keys, unlike making an object anew.
  public func mapValues(_ transform: (JSON) -> JSON) -> JSONObject {
    let mapped = members.map { Member(key: $0.key, value: transform($0.value)) }
    return JSONObject(members: mapped, index: index)
  }

  /// The object with the members of another one in it, which take the place of those of the same keys.
  package func merging(_ other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }

  /// The keys in their order.
  public var keys: [String] { members.map(\.key) }

  private func position(of key: String) -> Int? {
    if let index { return index[ByteKey(key)] }
    // By its place, a member is looked at without a copy of its value.
    return members.indices.first { members[$0].key.equalsByBytes(key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
    if index == nil { makeIndex() } else { index?[ByteKey(key)] = members.count - 1 }
  }

  private mutating func remove(at position: Int) {
    members.remove(at: position)
    makeIndex()
  }

  private mutating func makeIndex() {
    index = nil
    guard members.count > Self.indexThreshold else { return }
    let keys = members.enumerated().map { (ByteKey($1.key), $0) }
    index = Dictionary(keys) { first, _ in first }
  }
}

extension JSONObject: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at that place.
  public subscript(position: Int) -> Element { (members[position].key, members[position].value) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Traps on a key that is given twice, as a dictionary literal does.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(uniqueMembers: elements) }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    var position = 0
    while position < left.members.count {
      let other = right.counterpart(of: position, in: left)
      if other < 0 || left.value(at: position) != right.value(at: other) { return false }
      position += 1
    }
    return true
  }

  /// Where the key of another object's member stands here, -1 if it does not.
  private func counterpart(of position: Int, in other: JSONObject) -> Int {
    let key = other.members[position].key
    // Most objects that are equal have the same order, too.
    return members[position].key.equalsByBytes(key) ? position : self.position(of: key) ?? -1
  }

  private func value(at position: Int) -> JSON { members[position].value }

  /// A hasher that has seen the key of that member.
  private func keyHasher(at position: Int) -> Hasher {
    var hasher = Hasher()
    ByteKey(members[position].key).hash(into: &hasher)
    return hasher
  }

  /// Feeds the members in a way that does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    var sum = 0
    var position = 0
    while position < members.count {
      var member = keyHasher(at: position)
      value(at: position).hash(into: &member)
      sum ^= member.finalize()
      position += 1
    }
    hasher.combine(sum)
  }
}
