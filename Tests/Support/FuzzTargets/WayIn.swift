/// A way by which bytes of strangers come into the program: the code of a command, from a file that it is given to what
/// it prints.
///
/// libFuzzer and the tests drive the same ones, so that what the first finds stays found by the others.
package struct WayIn: Sendable {
  /// How it is asked for, such as `trail-state`.
  package let name: String
  /// What its input is.
  package let kind: InputKind
  /// Reads the input of a folder; what a command refuses, it throws.
  package let enter: @Sendable (FuzzFolder) throws -> Void

  init(_ name: String, _ kind: InputKind, _ enter: @escaping @Sendable (FuzzFolder) throws -> Void)
  {
    self.name = name
    self.kind = kind
    self.enter = enter
  }

  /// All of them.
  package static let all: [WayIn] = trails + answers + suite + stores

  /// Takes bytes in.
  package func take(_ bytes: [UInt8], in folder: FuzzFolder) throws {
    try folder.put(bytes)
    // What a command says of what it refuses is output too.
    do { try enter(folder) } catch { _ = "\(error)" }
  }
}

/// What bytes are meant to be: ways in with the same kind share their corpus.
package enum InputKind: String, Sendable, CaseIterable {
  /// Exported documents, a line each or in an array.
  case trail
  /// Dumps, archives, and what is compressed.
  case binary
  /// Texts of JSON that are about something else.
  case partial, report, expectations, casefile, answer, request, schema, mapping
  /// A database with rows.
  case database
  /// A partition of an event realm with its write-ahead log, behind the length of the former in four bytes.
  case store

  /// Whether documents of JSON can be changed as such.
  package var isJSON: Bool { ![.binary, .database, .store].contains(self) }
}
