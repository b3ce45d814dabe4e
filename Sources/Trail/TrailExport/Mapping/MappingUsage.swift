import Formats
import TrailReading
import TrailAnswers

/// Notes which parts of a mapping a trail made use of, so that a misspelt name does not pass for a trail without users or
/// patients.
struct MappingUsage {
  private let mapping: ExportMapping
  private var events = 0
  private var withoutUser = 0
  /// The fields of metadata and the classes that there are.
  private var fields = BoundedNames()
  private var classes = BoundedNames()
  /// The classes that have objects with the property that links to the patient.
  private var linked = BoundedNames()

  init(_ mapping: ExportMapping) { self.mapping = mapping }

  mutating func note(_ exported: ExportedEvent) {
    events += 1
    if exported.user == nil { withoutUser += 1 }
    for field in exported.event.document.metadata { fields.note(field.key) }
    var last = ""
    exported.event.forEachAct { act in
      if !act.name.hasBytes(of: last) {
        classes.note(act.name)
        last = act.name
      }
      guard let member = mapping.known(last)?.patientMember, !linked.has(last), act.has(member)
      else { return }
      linked.note(last)
    }
  }

  /// What the mapping names and the trail contradicts; nothing if there is no event.
  var mistakes: [String] {
    guard events > 0 else { return [] }
    var mistakes: [String] = []
    if mapping.user.isGiven, withoutUser == events {
      mistakes.append(
        "no event has the user: the mapping names \(list(mapping.user.id)), and the metadata has \(fields.text)"
      )
    }
    for name in mapping.metadata where !fields.has(name) {
      mistakes.append(
        "no event has the field \(name.quoted) of the mapping; the metadata has \(fields.text)"
      )
    }
    for known in mapping.classes {
      if classes.has(known.name) {
        if let patient = known.patient, !linked.has(known.name) {
          mistakes.append(
            "no object of class \(known.name.quoted) has the property \(patient.quoted), which is said to link to the patient"
          )
        }
      } else if let close = classes.names.first(where: {
        $0.lowercased() == known.name.lowercased()
      }) {
        mistakes.append(
          "no event is about the class \(known.name.quoted) of the mapping; there is \(close.quoted)"
        )
      }
    }
    return mistakes
  }

  /// What a reader of the export should know.
  var notes: [String] {
    guard events > 0 else { return [] }
    var notes: [String] = []
    if withoutUser > 0, mistakes.isEmpty {
      notes.append(
        "\(withoutUser) of \(events) events have no user: none of \(list(mapping.user.id)) is in their metadata"
      )
    }
    if !classes.isEmpty, !mapping.classes.contains(where: \.isPatient) {
      notes.append("no class is mapped to Patient, so no line names a patient: see --mapping")
    }
    let absent = mapping.classes.map(\.name).filter { !classes.has($0) }
    if !absent.isEmpty, mistakes.isEmpty {
      notes.append(
        "no event is about \(list(absent)) of the mapping; the classes are \(classes.text)"
      )
    }
    return notes
  }

  private func list(_ names: [String]) -> String {
    names.map { $0.quoted }.joined(separator: ", ")
  }
}

/// The names that were seen, as far as people can take them in: a trail may have any number.
private struct BoundedNames {
  private static let limit = 1000
  private(set) var names: [String] = []
  private var known: Set<[UInt8]> = []
  private var isCut = false

  var isEmpty: Bool { names.isEmpty }

  mutating func note(_ name: String) {
    let bytes = Array(name.utf8)
    guard !known.contains(bytes) else { return }
    guard names.count < Self.limit else { return isCut = true }
    known.insert(bytes)
    names.append(name)
  }

  /// Whether it was seen; if there were too many, it may have been.
  func has(_ name: String) -> Bool { isCut || known.contains(Array(name.utf8)) }

  var text: String {
    guard !names.isEmpty else { return "nothing" }
    let shown = 20
    let list = names.prefix(shown).map { $0.quoted }.joined(separator: ", ")
    return names.count > shown ? "\(list) and more" : list
  }
}
