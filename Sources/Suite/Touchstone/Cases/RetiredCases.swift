import Formats
import JSON

/// Reads `retired.json`: `[{"name": …, "successor" or "reason": …}]`.
struct RetiredCases {
  private(set) var entries: [RetiredCase] = []
  private(set) var faults: [SuiteFault] = []

  /// Reads the file; `names` are the cases that exist.
  init(path: String, text: [UInt8], names: Set<String>) {
    let json: JSON
    do { json = try JSON(parsing: text) } catch {
      faults = [SuiteFault(error, in: path)]
      return
    }
    var list = FaultList()
    if let elements = json.array {
      for (index, element) in elements.enumerated() {
        read(element, at: JSONPath().appending(index), names, &list)
      }
    } else {
      list.add(JSONPath(), "retired cases must be an array, not \(json.kindName)")
    }
    faults = list.located(in: text, of: path)
  }

  private mutating func read(
    _ json: JSON,
    at path: JSONPath,
    _ names: Set<String>,
    _ faults: inout FaultList
  ) {
    guard let name = json["name"]?.string else {
      return faults.add(path, "a retired case has its former full name as \"name\"")
    }
    let entry = RetiredCase(
      name: name,
      successor: json["successor"]?.string,
      reason: json["reason"]?.string
    )
    if (entry.successor == nil) == (entry.reason == nil) || json.object?.count != 2 {
      faults.add(path, "a retired case has a \"successor\" or a \"reason\"")
    }
    if names.contains(name) {
      faults.add(path, "\(name.quoted) is not a former name: a case has it")
    }
    if let successor = entry.successor, !names.contains(successor) {
      let hint = NearNames.hint(for: successor, among: names.sorted())
      faults.add(path, "the successor \(successor.quoted) does not exist\(hint)")
    }
    if entries.contains(where: { $0.name == name }) {
      faults.add(path, "\(name.quoted) is there twice")
    }
    entries.append(entry)
  }
}
