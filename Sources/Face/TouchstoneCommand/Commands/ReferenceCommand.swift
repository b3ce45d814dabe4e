import ArgumentParser
import Formats
import Foundation
import ReferenceAdapter
import Touchstone
import TouchstoneWire

/// Serves the reference on standard input and output, like any other implementation.
struct ReferenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Be an implementation: answer requests on standard input.",
    discussion: """
      Speaks the wire protocol (Spec, "Wire protocol"): JSON-RPC 2.0, a message a line. Ends after a request to shut \
      down, and at the end of its input.
      """
  )

  @Option(help: "Speak this edition only (default: all of them).")
  var edition: Edition?

  @Option(
    help: ArgumentHelp("How long a request may be at most, in MiB.", valueName: "mib")
  )
  var lineLimit = Wire.lineLimit >> 20

  @Option(
    help: ArgumentHelp(
      "Keep the event realm of each case in this folder, in one of its own (see touchstone export).",
      valueName: "folder"
    )
  )
  var store: String?

  func validate() throws {
    guard (1...4096).contains(lineLimit) else {
      throw ValidationError("--line-limit takes a number from 1 to 4096, not \(lineLimit)")
    }
  }

  func run() async throws {
    let reference =
      try store.map { try ReferenceImplementation(store: URL(filePath: $0)) }
      ?? ReferenceImplementation()
    let implementation: any Implementation =
      edition.map { OneEdition(edition: $0.rawValue, whole: reference) } ?? reference
    await WireServer(implementation, lineLimit: lineLimit << 20).serve()
  }
}

/// An implementation that speaks one edition only of those that another one does.
private struct OneEdition: Implementation {
  let edition: String
  let whole: any Implementation

  func initialize(edition: String) async throws -> ImplementationInfo {
    guard edition == self.edition else { throw UnknownEdition(edition, known: [self.edition]) }
    var info = try await whole.initialize(edition: edition)
    info.editions = [edition]
    return info
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    try await whole.runCase(program)
  }
}
