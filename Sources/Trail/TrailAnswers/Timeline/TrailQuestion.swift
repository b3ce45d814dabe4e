package import Formats
import JSON
package import TrailReading

/// What is to be known of a trail: every answer is one to such a question.
package struct TrailQuestion: Sendable {
  /// The edition of the documents.
  package var edition = Edition.current
  /// The classes, if they are known.
  package var schema: CaseSchema?
  /// The primary keys that are not `_id`, as far as a person named them in place of a schema.
  package var primaryKeys: [NamedPrimaryKey] = []
  /// Which events are wanted.
  package var filter = TrailFilter()
  /// The objects that the events have to mention: one of them, if there are several.
  package var objects: [ObjectName] = []
  /// The metadata fields that say who it was; all of them if none is named.
  package var userFields: [String] = []
  /// The metadata field that says which device it was; nil if partitions stand for devices.
  package var deviceField: String?
  /// Whether the answer is what objects are, which changes of embedded objects in place change as well.
  var isAboutStates = false
  /// In how many threads the files are looked through for an object.
  package var jobs = 1
  /// How many bytes of the files a thread looks through at a time, where several do.
  var partBytes = TrailLimits().partBytes
  /// What days are.
  package var offset = UTCOffset.zero
  /// What stands for a key, for a field of the metadata or for a partition where names are not to be handed on.
  package var pseudonym: (@Sendable (_ kind: String, _ text: String) -> String)?

  /// All of a trail.
  package init() {}

  /// Who acted, as every answer names them.
  package func user(_ document: AuditDocument) -> String {
    // A blank text names no user, and the order of fields says nothing.
    let fields = document.metadata.filter { field in
      !WatchedFields.isBlank(field.value)
        && (userFields.isEmpty || userFields.contains { $0.utf8.elementsEqual(field.key.utf8) })
    }.sorted { ByteKey($0.key) < ByteKey($1.key) }
    // One field needs no name before it.
    if userFields.count == 1 { return fields.first?.value ?? "" }
    return fields.map { "\($0.key)=\(Self.word($0.value))" }.joined(separator: ", ")
  }

  /// A value among others: in quotes if it could be taken for two.
  private static func word(_ value: String) -> String {
    value.utf8.contains { $0 == Ascii.comma || $0 == Ascii.quote }
      ? JSON.string(value).text() : value
  }

  /// Who acted, for answers that gather events by it: without a field that is named, those that usually name users.
  func person(_ document: AuditDocument) -> String {
    guard userFields.isEmpty, hasPerson(document) else { return user(document) }
    var known = document
    known.metadata.removeAll { !Self.usuallyNamesUsers($0) }
    return user(known)
  }

  /// Whether a document has a field that names users, if only an empty one.
  func hasPerson(_ document: AuditDocument) -> Bool {
    !userFields.isEmpty || document.metadata.contains(where: Self.usuallyNamesUsers)
  }

  private static func usuallyNamesUsers(_ field: AuditDocument.Field) -> Bool {
    WatchedFields.usualUsers.contains { $0.utf8.elementsEqual(field.key.utf8) }
  }

  /// The key of an object as it may be shown: the text "5" and the number are two keys.
  func shownKey(of object: ObjectName) -> String {
    let key = object.keyDescription
    return pseudonym?("key", key) ?? key
  }

  /// A document as it may be shown.
  func shown(_ document: AuditDocument) -> AuditDocument {
    guard let pseudonym else { return document }
    var document = document
    document.partition = document.partition.map { pseudonym("_partition", $0) }
    for index in document.metadata.indices where !document.metadata[index].value.isEmpty {
      document.metadata[index].value = pseudonym(
        document.metadata[index].key,
        document.metadata[index].value
      )
    }
    return document
  }
}
