import JSON
import TrailReading

/// Those of what an event says of objects that were asked for.
struct WantedActs {
  private let acts: ObjectActs
  private let objects: [ObjectName]
  private let classes: Set<ByteKey>
  private let values: ValueFilter
  /// The objects that events of other users mention; nil if that was not asked.
  private var known: KnownObjects?

  /// Whether only some objects were asked for.
  var isSelective: Bool {
    !objects.isEmpty || !classes.isEmpty || !values.isEmpty || known != nil
  }

  init(_ question: TrailQuestion) {
    acts = ObjectActs(question.schema, question.primaryKeys, question.edition)
    objects = question.objects
    classes = Set(question.filter.classes.map { ByteKey($0) })
    values = ValueFilter(question)
  }

  /// Only what is said of some objects.
  mutating func narrow(to known: KnownObjects) { self.known = known }

  func forEach(in payload: Payload, _ body: (ObjectAct) -> Void) {
    acts.forEachAct(of: payload) { if !isSelective || wants($0) { body($0) } }
  }

  private func wants(_ act: ObjectAct) -> Bool {
    if !objects.isEmpty, !objects.contains(where: act.isAbout) { return false }
    if !classes.isEmpty {
      guard let name = act.className, classes.contains(ByteKey(name)) else { return false }
    }
    if let known, !known.contains(act) { return false }
    return values.isEmpty || values.admits(act)
  }
}

/// The objects that some events mention: a set that other events are joined with.
struct KnownObjects {
  /// Trails are untrusted: more are refused, since an answer about some would look like one about all.
  static let limit = 2_000_000

  private var names: Set<ByteKey> = []
  /// What should be known of the events that mention them.
  private(set) var remarks: [String] = []
  /// The keys alone, for objects whose class is not known.
  private var keys: Set<ByteKey> = []

  /// Reads the events that have one of the values of each field.
  init(of question: TrailQuestion, in inputs: [TrailInput]) throws(TrailError) {
    guard inputs.allSatisfy(\.canBeReadAgain) else {
      throw TrailError(
        "the trail is read twice for --objects-of, and standard input can be read only once: give a file"
      )
    }
    var others = question
    others.filter = TrailFilter()
    (others.filter.users, others.filter.classes) = (
      question.filter.objectsOf, question.filter.classes
    )
    others.userFields = []
    var isFull = false
    var events = WantedEvents(others)
    try events.forEach(in: inputs) { event in
      event.forEachAct { act in
        guard let key = act.key.map(Self.text) else { return }
        if keys.count >= Self.limit || names.count >= Self.limit { isFull = true }
        if isFull { return }
        keys.insert(ByteKey(key))
        if let name = act.className { names.insert(ByteKey("\(name)/\(key)")) }
      }
    }
    remarks = events.reading.remarks
    if isFull {
      throw TrailError(
        "--objects-of follows \(Self.limit) objects, and the events mention more: give --class or --object"
      )
    }
  }

  /// Whether an act is about one of them; where its class is not known, its key tells.
  func contains(_ act: ObjectAct) -> Bool {
    guard let key = act.key.map(Self.text) else { return false }
    guard let name = act.className else {
      let possible = act.possibleClasses
      return possible.isEmpty
        ? keys.contains(ByteKey(key))
        : possible.contains { names.contains(ByteKey("\($0)/\(key)")) }
    }
    return names.contains(ByteKey("\(name)/\(key)"))
  }

  /// A number and the text of its digits are two keys.
  private static func text(_ key: Value) -> String {
    (key.isString ? "\"" : "") + key.keyText
  }
}
