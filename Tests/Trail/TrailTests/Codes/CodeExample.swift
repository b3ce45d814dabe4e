import Formats
import Testing

@testable import TrailCheck
@testable import TrailReading

/// A code with the smallest trail that shows it, and one that comes close and is fine.
struct CodeExample: Sendable, CustomTestStringConvertible {
  let code: FindingCode
  let shows: [UInt8]
  let fine: [UInt8]
  let options: TrailOptions

  init(
    _ code: FindingCode,
    shows: String,
    fine: String,
    edition: Edition = .current,
    schema: CaseSchema? = nil,
    change: (inout TrailOptions) -> Void = { _ in }
  ) {
    self.init(
      code,
      bytes: Array(shows.utf8),
      fine: Array(fine.utf8),
      edition: edition,
      schema: schema,
      change: change
    )
  }

  init(
    _ code: FindingCode,
    bytes: [UInt8],
    fine: [UInt8],
    edition: Edition = .current,
    schema: CaseSchema? = nil,
    change: (inout TrailOptions) -> Void = { _ in }
  ) {
    self.code = code
    shows = bytes
    self.fine = fine
    var options = TrailOptions()
    options.edition = edition
    options.schema = schema
    options.stage = .types
    change(&options)
    self.options = options
  }

  var testDescription: String { code.rawValue }
}

struct CodeExampleTests {
  static let all =
    CodeExample.documents + CodeExample.payloads + CodeExample.types

  @Test(arguments: all)
  func `The smallest trail of a code shows it alone, and its neighbour shows nothing`(
    example: CodeExample
  ) throws {
    #expect(try SmallExport.codes(example.shows, example.options) == [example.code.rawValue])
    #expect(try SmallExport.codes(example.fine, example.options) == [])
  }

  @Test func `Every code before history has an example`() {
    let shown = Set(Self.all.map(\.code))
    let all = FindingCode.allCases.filter { $0.stage < .history }
    #expect(all.filter { !shown.contains($0) }.map(\.rawValue) == [])
  }

  @Test func `No two codes have one name`() {
    #expect(Set(FindingCode.allCases.map(\.rawValue)).count == FindingCode.allCases.count)
  }
}
