import Formats
import JSON
import TrailReading

/// What there is in a trail to be asked for: an answer of no event says whether the question names something else.
struct TrailSurvey {
  private struct ClassCount {
    var objects = 0
    /// How many of them have the primary key.
    var keyed = 0
    var properties: Set<ByteKey> = []
    var keyForms: Set<KeyForm> = []
  }

  /// What the keys of a class look like.
  private enum KeyForm { case objectId, uuid, number, text }

  /// Trails are untrusted: no more names of each kind are kept, but for those that are asked for.
  private static let nameLimit = 1000
  private let named: Set<ByteKey>

  private let acts: ObjectActs
  private let keys: PrimaryKeys
  private var classes: [ByteKey: ClassCount] = [:]
  private var fields: [ByteKey: Set<ByteKey>] = [:]
  private var activities: Set<ByteKey> = []
  private var first, last: Int64?
  /// The properties that are asked for, and whether an object has one.
  private var paths: [(path: ValueFilter.Path, isFound: Bool)]
  /// The classes of which objects may have them; all if there are none.
  private let asked: Set<ByteKey>
  private var properties: Set<ByteKey> = []
  /// Whether the primary keys that a person named are there.
  private(set) var watch: KeyWatch

  init(_ question: TrailQuestion) {
    acts = ObjectActs(question.schema, question.primaryKeys, question.edition)
    keys = PrimaryKeys(question.schema, question.primaryKeys)
    watch = KeyWatch(question.primaryKeys)
    let filter = question.filter
    paths = (filter.properties + filter.values.map(\.path)).map { (ValueFilter.Path($0), false) }
    asked = Set((filter.classes + question.objects.map(\.className)).map { ByteKey($0) })
    let users = filter.users.flatMap { [$0.key, $0.value] }
    named = asked.union((filter.activities + users).map { ByteKey($0) })
  }

  /// Reads files for it.
  init(_ question: TrailQuestion, of inputs: [TrailInput]) throws(TrailError) {
    self.init(question)
    let log = FindingLog(examplesPerCode: 0)
    let reader = EventReader(edition: question.edition, log: log)
    for input in inputs {
      try reader.read(TrailReader(input), as: input.name) { event in
        note(event, event.isScoped ? reader.payloads.open(event) : nil)
      }
    }
  }

  /// Takes note of an event.
  mutating func note(_ document: borrowing Document, _ payload: Payload?) {
    if let activity = document.activity?.string { insert(activity, &activities) }
    widen(&first, &last, to: document.timestamp)
    for field in document.metadata {
      let name = ByteKey(field.name)
      guard fields[name] != nil || fields.count < Self.nameLimit || named.contains(name) else {
        continue
      }
      insert(field.string ?? "", &fields[name, default: []])
    }
    guard let payload else { return }
    watch.note(payload)
    acts.forEachAct(of: payload) { act in
      notePaths(of: act)
      guard let className = act.className else { return }
      let name = ByteKey(className)
      guard classes[name] != nil || classes.count < Self.nameLimit || named.contains(name) else {
        return
      }
      classes[name, default: ClassCount()].objects += 1
      if let key = act.key {
        classes[name]?.keyed += 1
        classes[name]?.keyForms.insert(Self.form(of: key))
      }
      // Objects of a class have the same properties nearly always.
      guard act.key == nil, classes[name]?.properties.isEmpty ?? false, act.object.isObject else {
        return
      }
      for member in act.object.children {
        insert(member.name, &classes[name, default: ClassCount()].properties)
      }
    }
  }

  private mutating func notePaths(of act: ObjectAct) {
    if paths.allSatisfy(\.isFound) { return }
    if !asked.isEmpty, let name = act.className, !asked.contains(ByteKey(name)) { return }
    for index in paths.indices where !paths[index].isFound {
      let path = paths[index].path
      paths[index].isFound =
        path.isShown(in: act.object) || act.newValue.map(path.isShown) ?? false
    }
    guard act.object.isObject else { return }
    for member in act.object.children { insert(member.name, &properties) }
  }

  private func insert(_ text: String, _ texts: inout Set<ByteKey>) {
    let name = ByteKey(text)
    if texts.count < Self.nameLimit || named.contains(name) { texts.insert(name) }
  }

  // MARK: Answers

  /// What should be said about a question that has no event; an error if it names objects that cannot be there.
  func remarks(onNothing question: TrailQuestion) throws(TrailError) -> [String] {
    let filter = question.filter
    for object in question.objects { try check(object, question.schema) }
    var remarks: [String] = []
    if filter.from != nil || filter.to != nil, let first, let last {
      remarks.append(
        "the trail has events from \(question.offset.text(first)) to \(question.offset.text(last))"
      )
    }
    if filter.isEmpty {
      for object in question.objects {
        remarks.append(
          classes[ByteKey(object.className)] == nil
            ? "no event mentions an object of class \(object.className), which the schema has"
            : "the trail has objects of class \(object.className), and none of this key"
        )
      }
    }
    return remarks
  }

  /// What should be said about values of a filter that no event has; an error if it names what is not there.
  func remarks(onFilterOf question: TrailQuestion) throws(TrailError) -> [String] {
    let filter = question.filter
    for name in filter.classes { try check(class: name, question.schema) }
    for user in filter.users { try check(field: user.key) }
    for activity in filter.activities where !activities.contains(ByteKey(activity)) {
      throw TrailError(
        "no event has the activity \(activity.quoted)"
          + Self.alternatives(to: activity, in: activities, "the activities are")
      )
    }
    var remarks: [String] = []
    for (path, isFound) in paths where !isFound {
      remarks.append(try remark(on: path.path, question.schema))
    }
    for user in filter.users {
      let values = fields[ByteKey(user.key)] ?? []
      guard !values.contains(ByteKey(user.value)) else { continue }
      remarks.append(
        "no event has \(user.value.quoted) as its \(user.key)"
          // Where pseudonyms stand for names, the others are not told.
          + (question.pseudonym == nil
            ? Self.alternatives(to: user.value, in: values, "there are") : "")
      )
    }
    return remarks
  }

  /// Refuses a metadata field that no event has.
  func check(field name: String) throws(TrailError) {
    guard fields[ByteKey(name)] == nil else { return }
    throw TrailError(
      "no event has the metadata field \(name.quoted)"
        + Self.alternatives(to: name, in: Set(fields.keys), "the fields are")
    )
  }

  /// Refuses a property that no event shows and the schema does not have: an answer of no event would look as if no user
  /// had seen it.
  private func remark(
    on path: PropertyPath,
    _ schema: CaseSchema?
  ) throws(TrailError) -> String {
    let known = asked.isEmpty ? schema.map { Array($0.classes.keys) } ?? [] : asked.map(\.text)
    if known.contains(where: { schema?.type(of: path, in: $0) != nil }) {
      return "no event shows a value of the property \(path), which the schema has"
    }
    throw TrailError(
      "no event shows the property \(path)"
        + (asked.isEmpty
          ? "" : " of class \(asked.sorted().map { $0.text.quoted }.joined(separator: " or "))")
        + Self.alternatives(to: path.names[0], in: properties, "the properties are")
    )
  }

  /// Refuses a class that neither an event nor the schema names, of which a key was found inside objects, or none.
  func check(
    class name: String,
    of question: TrailQuestion,
    isFoundByKey: Bool
  ) throws(TrailError) {
    do throws(TrailError) { try check(class: name, question.schema) } catch {
      guard isFoundByKey, question.schema == nil else { throw error }
      throw TrailError("\(error.description); of a class that only links lead to, --schema tells")
    }
  }

  /// What the trail has of a class; nil if only the schema knows it.
  @discardableResult
  private func check(
    class name: String,
    _ schema: CaseSchema?
  ) throws(TrailError) -> ClassCount? {
    guard let found = classes[ByteKey(name)] else {
      if let known = schema?.classes[name] {
        if known.isEmbedded {
          throw TrailError(
            "the objects of class \(name.quoted) are embedded: they have no keys, and are seen and changed with the objects that hold them; ask for one of these, or with --property for a property of theirs"
          )
        }
        // The schema knows that there is such a class: no event saw or changed an object of it.
        return nil
      }
      throw TrailError(
        "no event mentions the class \(name.quoted)"
          + Self.alternatives(to: name, in: Set(classes.keys), "the classes are")
      )
    }
    return found
  }

  private func check(_ object: ObjectName, _ schema: CaseSchema?) throws(TrailError) {
    let name = object.className
    guard let found = try check(class: name, schema) else { return }
    guard found.keyed == 0 else { return try check(object, found.keyForms) }
    let key = keys.name(of: name).text
    let properties = found.properties.sorted().prefix(12).map(\.text).joined(separator: ", ")
    throw TrailError(
      "no object of class \(name.quoted) has the primary key \(key.quoted); "
        + (properties.isEmpty ? "" : "the objects have \(properties); ")
        + "name it with --primary-key, or in a file with --schema"
    )
  }

  private static func form(of key: Value) -> KeyForm {
    guard let text = key.string else { return .number }
    return IdentifierForm.isObjectId(text) ? .objectId : IdentifierForm.isUUID(text) ? .uuid : .text
  }

  /// Refuses a key that is of another form than all that the class has.
  private func check(_ object: ObjectName, _ forms: Set<KeyForm>) throws(TrailError) {
    guard forms.count == 1, let form = forms.first else { return }
    let type = IdentifierSpelling(object.key)?.type
    let (isOne, words) =
      switch form {
      case .objectId: (type == .objectId, "an objectId")
      case .uuid: (type == .uuid, "a UUID")
      case .number: (object.isInteger, "a number")
      case .text: (true, "a text")
      }
    if isOne { return }
    throw TrailError(
      "every key of class \(object.className.quoted) in this trail is \(words), and \(object.key.quoted) is not; "
        + "if it can be a key, give --schema with the type of the primary key"
    )
  }

  private static func alternatives(
    to name: String,
    in names: Set<ByteKey>,
    _ verb: String
  ) -> String {
    if names.isEmpty { return "; there are none in this trail" }
    let near = names.sorted().filter { $0.text.lowercased() == name.lowercased() }
    if let other = near.first { return "; did you mean \(other.text.quoted)?" }
    let shown = names.sorted().prefix(12).map { $0.text.quoted }.joined(separator: ", ")
    return "; \(verb) \(shown)" + (names.count > 12 ? " and \(names.count - 12) more" : "")
  }
}
