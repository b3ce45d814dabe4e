package import JSON

/// What is wrong with a file or an answer, as ways into its JSON: never more than can be read, and where those ways
/// stand in a text is looked up at the end, and only if there is something to report.
package struct FaultList {
  /// One fault.
  struct Entry {
    var path: JSONPath
    var message: String
    var requirement: String?
  }

  /// More than these would only repeat one mistake.
  static let limit = 100

  private(set) var entries: [Entry] = []
  private(set) var omitted = 0

  private let limit: Int

  package init(limit: Int = FaultList.limit) { self.limit = limit }

  package var isEmpty: Bool { entries.isEmpty }

  /// Takes note of a fault at a place.
  package mutating func add(
    _ path: JSONPath,
    _ message: String,
    breaking requirement: String? = nil
  ) {
    if entries.count < limit {
      entries.append(Entry(path: path, message: message, requirement: requirement))
    } else {
      omitted += 1
    }
  }

  /// Takes note of what is wrong with what stands at a place.
  package mutating func add(_ others: FaultList, below path: JSONPath) {
    for entry in others.entries {
      add(
        JSONPath(path.components + entry.path.components),
        entry.message,
        breaking: entry.requirement
      )
    }
    omitted += others.omitted
  }

  /// Lets each fault of which it is not known name the requirement that stands at its place.
  mutating func name(_ requirement: (JSONPath) -> String?) {
    for index in entries.indices where entries[index].requirement == nil {
      entries[index].requirement = requirement(entries[index].path)
    }
  }

  /// The faults as findings on an answer, and a last one that counts the others.
  var findings: [Finding] {
    entries.map {
      Finding(place: $0.path.description, message: $0.message, requirement: $0.requirement)
    }
      + (omitted > 0 ? [Finding(place: "", message: "and \(omitted) more")] : [])
  }

  /// The faults with their places in the text they were found in.
  package func located(in text: [UInt8], of file: String) -> [SuiteFault] {
    var faults = entries.map { entry in
      let position = JSON.position(of: entry.path, in: text)
      let (line, column) = (position?.line ?? 1, position?.column ?? 1)
      return SuiteFault(at: TextLocation(file: file, line: line, column: column), entry.message)
    }
    faults.sort()
    if omitted > 0, let last = faults.last {
      faults.append(SuiteFault(at: last.location, "… and \(omitted) more in this file"))
    }
    return faults
  }
}
