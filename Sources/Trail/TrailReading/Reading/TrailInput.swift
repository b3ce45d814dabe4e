/// Where documents are read from.
package enum TrailInput: Sendable, Hashable {
  /// A file of that path, compressed with gzip or not.
  case file(String)
  /// Standard input, likewise.
  case standardInput
  /// Bytes that are there already, under a name.
  case bytes([UInt8], name: String)

  /// An argument of the command line: a path, or `-`.
  package init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }

  /// What findings call it.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name): name
    }
  }
}

extension TrailInput {
  /// How many bytes there are; nil if that is not known before they are read.
  package var size: Int? {
    switch self {
    case .file(let path): FileSource.size(ofRegular: path)
    case .standardInput: nil
    case .bytes(let bytes, _): bytes.count
    }
  }

  /// Whether it can be read a second time: pipes cannot.
  package var canBeReadAgain: Bool { size != nil }
}
