import ReferenceRealm

/// The objects of a device that have no primary key, and what each is called where it travels: two of them are never
/// one.
struct KeylessObjects {
  /// What names begin with; nil where such objects do not travel.
  private let prefix: String?
  private(set) var count: Int
  private var ids: [ObjectReference: DocumentID] = [:]
  private var references: [DocumentID: ObjectReference] = [:]

  /// The objects of a device.
  ///
  /// - Parameters:
  ///   - prefix: what no other device calls its objects.
  ///   - count: how many names it has given so far.
  init(prefix: String, count: Int) {
    self.prefix = prefix
    self.count = count
  }

  private init() {
    prefix = nil
    count = 0
  }

  /// Objects without a primary key stay on the device.
  static let untold = KeylessObjects()

  /// What an object is called; nil if it has no name.
  subscript(object: ObjectReference) -> DocumentID? { ids[object] }

  /// The object of a name; nil if it is not here.
  subscript(id: DocumentID) -> ObjectReference? { references[id] }

  /// Gives a new object a name, if such objects travel.
  mutating func name(_ object: ObjectReference) -> DocumentID? {
    guard let prefix else { return nil }
    count += 1
    let id = DocumentID(table: object.table, key: .string("\(prefix)-\(count)"))
    note(object, id)
    return id
  }

  /// Notes what an object is called that came from elsewhere.
  mutating func note(_ object: ObjectReference, _ id: DocumentID) {
    ids[object] = id
    references[id] = object
  }
}
