package import Formats

/// The lines on which documents begin that are elements of an array, or take several lines.
///
/// What is noted of an event is the number of its document alone. The line is looked up for those that a report names.
package struct ElementLines: Sendable {
  package init() {}

  private var names = NumberedNames()
  private var files: [File] = []
  /// The number of the file that is read.
  private var file = 0

  /// A byte a document: how many lines it begins behind the one before it.
  private struct File: Sendable {
    private var steps: [UInt8] = []
    /// The steps that have no room in a byte, by their places.
    private var far: [Int: Int] = [:]
    /// The line of each document of which the number is a multiple of the stride.
    private var marks: [Int] = []
    private var last = 0

    private static let stride = 256

    mutating func note(_ line: Int, of number: Int) {
      // The first thing that is said of a document counts.
      guard number == steps.count + 1, line >= last else { return }
      let step = line - last
      if step >= UInt8.max { far[steps.count] = step }
      steps.append(UInt8(clamping: step))
      last = line
      if steps.count % Self.stride == 0 { marks.append(line) }
    }

    func line(of number: Int) -> Int? {
      guard number > 0, number <= steps.count else { return nil }
      let mark = number / Self.stride
      let start = mark > 0 ? marks[mark - 1] : 0
      return (mark * Self.stride..<number).reduce(start) { $0 + step(at: $1) }
    }

    private func step(at place: Int) -> Int {
      steps[place] == .max ? far[place] ?? Int(UInt8.max) : Int(steps[place])
    }

    var allSteps: [UInt64] { steps.indices.map { UInt64(step(at: $0)) } }
  }

  /// The lines of a file, as they are written down.
  package struct Steps: JSONItem {
    fileprivate var file = ""
    fileprivate var steps: [UInt64] = []

    package init() {}

    fileprivate init(_ file: String, _ steps: [UInt64]) { (self.file, self.steps) = (file, steps) }

    package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("file", &file)
      try fields.words("steps", &steps)
      guard steps.allSatisfy({ $0 <= 1 << 31 }) else {
        throw fields.fault("expected how many lines lie between documents")
      }
    }
  }

  /// Begins to read a file.
  mutating func begin(_ name: String) {
    file = names.number(of: name)
    while files.count <= file { files.append(File()) }
  }

  /// Notes the line of the document that comes next in the file that is read.
  package mutating func note(_ line: Int, of number: Int) { files[file].note(line, of: number) }

  /// Puts the line beside the number of a document whose line was noted.
  package func complete(_ position: inout TrailPosition) {
    guard position.line == nil, let file = names.known(position.file) else { return }
    position.line = files[file].line(of: position.document)
  }

  /// Puts the lines beside the numbers in what was found.
  package func complete(_ findings: inout FindingSummary) {
    findings.rephrase { finding in
      complete(&finding.position)
      for index in finding.related.indices { complete(&finding.related[index].position) }
    }
  }

  /// Takes over what was noted of a part of the trail: files that were read as a whole.
  package mutating func take(_ part: ElementLines) {
    for (name, lines) in zip(part.names.names, part.files) {
      begin(name)
      files[file] = lines
    }
  }

  /// How many lines lie between the documents of each file.
  package var steps: [Steps] { zip(names.names, files).map { Steps($0, $1.allSteps) } }

  /// Takes over what was written down of a file.
  package mutating func take(_ part: Steps) {
    begin(part.file)
    var line = 0
    for (index, step) in part.steps.enumerated() {
      line += Int(step)
      note(line, of: index + 1)
    }
  }
}
