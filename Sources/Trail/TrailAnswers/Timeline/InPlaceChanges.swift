import Formats
import JSON
import TrailReading

/// Changes of embedded objects that an answer may lack: an event names their class, and not the object that holds them
/// (WRITE-25).
struct InPlaceChanges {
  /// The embedded classes of which objects may be in what is asked for; nil without a schema.
  let classes: Set<ByteKey>?
  /// Without a schema, the properties of embedded objects that are asked for.
  private let properties: [Name]
  private var identities = EventIdentities()
  private var count = 0
  private var found: Set<ByteKey> = []

  /// Nil if the question is about no embedded object.
  init?(_ question: TrailQuestion) {
    let paths = (question.filter.properties + question.filter.values.map(\.path)).map(\.names)
    if let schema = question.schema {
      let asked = question.filter.classes + question.objects.map(\.className)
      let names = asked.isEmpty ? schema.classes.keys : asked
      var classes: Set<ByteKey> = []
      if !paths.isEmpty {
        for name in names {
          for path in paths { schema.addHolders(of: path, in: name, to: &classes) }
        }
      } else if question.isAboutStates {
        for name in names { schema.addEmbedded(in: name, to: &classes) }
      }
      guard !classes.isEmpty else { return nil }
      (self.classes, properties) = (classes, [])
    } else {
      let inner = Set(paths.flatMap { $0.dropFirst() }.map { ByteKey($0) })
      guard !inner.isEmpty else { return nil }
      (classes, properties) = (nil, inner.map { Name($0.text) })
    }
  }

  /// What stands in each payload that may hold such a change.
  var needles: [String] { classes.map { $0.map(\.text) } ?? properties.map(\.text) }

  /// Takes note of what an event changes in place.
  mutating func note(_ payload: Payload, of document: borrowing Document, _ acts: ObjectActs) {
    guard document.kind == .write else { return }
    var isFound = false
    for objects in payload.eachClass {
      let name = ByteKey(objects.className)
      if let classes, !classes.contains(name) { continue }
      let key = classes == nil ? acts.key(of: objects.className) : nil
      objects.forEachAct { kind, object, newValue in
        guard kind == .changed else { return }
        if let key, object[key] != nil || !isAbout(newValue) { return }
        isFound = true
        if found.count < 1000 { found.insert(name) }
      }
    }
    if isFound, identities.note(document) != .repeated { count += 1 }
  }

  private func isAbout(_ newValue: Value?) -> Bool {
    guard let newValue, newValue.isObject else { return false }
    return properties.contains { newValue[$0] != nil }
  }

  /// What should be said of an answer.
  var remark: String? {
    guard count > 0 else { return nil }
    let names = found.sorted().prefix(12).map(\.text.quoted).joined(separator: ", ")
    let verbs = count == 1 ? ("changes", "does") : ("change", "do")
    return
      "\(Plural.of(count, "event")) \(verbs.0) embedded objects in place, of class \(names), and \(verbs.1) not tell which objects hold them "
      + "(WRITE-25): what is asked for may have changed there, and the answer does not have it"
  }
}

extension CaseSchema {
  /// Adds the embedded classes that a path leads through.
  fileprivate func addHolders(of path: [String], in name: String, to found: inout Set<ByteKey>) {
    var className: String? = name
    for (index, property) in path.enumerated() {
      guard let type = className.flatMap({ classes[$0]?.properties[property] }) else { return }
      className = type.className
      guard let inner = className, classes[inner]?.isEmbedded ?? false else { continue }
      // What holds a property, and not what is asked for as a whole, is on the way; a whole one changes with its parts.
      found.insert(ByteKey(inner))
      if index == path.count - 1 { addEmbedded(in: inner, to: &found) }
    }
  }

  /// Adds the embedded classes of which objects of a class hold objects.
  fileprivate func addEmbedded(in name: String, to found: inout Set<ByteKey>) {
    for type in (classes[name]?.properties ?? [:]).map(\.value) {
      guard let inner = type.className, classes[inner]?.isEmbedded ?? false,
        found.insert(ByteKey(inner)).inserted
      else { continue }
      addEmbedded(in: inner, to: &found)
    }
  }
}
