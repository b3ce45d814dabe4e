package import JSON

/// What is wrong with one file, as ways into its JSON: where those stand in the text is looked up at the end, and only
/// if there is something to report.
package struct FaultList {
  /// One fault of the file.
  struct Entry {
    var path: JSONPath
    var message: String
  }

  /// More than these would only repeat one mistake.
  static let limit = 100

  private(set) var entries: [Entry] = []
  private(set) var omitted = 0

  package init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Takes note of a fault at a place.
  package mutating func add(_ path: JSONPath, _ message: String) {
    if entries.count < Self.limit {
      entries.append(Entry(path: path, message: message))
    } else {
      omitted += 1
    }
  }

  /// The faults with their places in the text they were found in.
  package func located(in text: [UInt8], of file: String) -> [SuiteFault] {
    var faults = entries.map { entry in
      let position = JSON.position(of: entry.path, in: text)
      let location = TextLocation(
        file: file,
        line: position?.line ?? 1,
        column: position?.column ?? 1
      )
      return SuiteFault(location: location, message: entry.message)
    }
    faults.sort()
    if omitted > 0, let last = faults.last {
      faults.append(
        SuiteFault(location: last.location, message: "… and \(omitted) more in this file")
      )
    }
    return faults
  }
}
