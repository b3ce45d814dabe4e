import ClinicApp
import Foundation
import Testing
import TouchstoneTrail

/// The recorder as it was first: it encoded its records as they are. The README tells what became of it.
struct NaiveTrailTests {
  private func event<Object: Encodable>(_ number: Int, _ data: Object) throws -> AuditEvent {
    AuditEvent(
      id: "66000000000000000000000\(number)",
      partition: "clinic-660000000000000000000001",
      activity: "admit",
      event: "write",
      data: String(decoding: try JSONEncoder().encode(data), as: UTF8.self),
      timestamp: Date(timeIntervalSince1970: 1_700_000_000)
    )
  }

  @Test func `Records as JSONEncoder writes them are no payloads`() throws {
    let ann = Patient(
      name: "Ann",
      born: Date(timeIntervalSince1970: 0),
      doctorId: nil,
      photo: Data([1, 2])
    )
    let event = try event(1, ["Patient": ["insertions": [ann]]])
    let outcome = try Trail([event]).check(ClinicTrail.schema)
    let codes = outcome.findings.map { "\($0.code): \($0.sentence)" }
    #expect(codes == Self.expected)
  }

  static let expected: [String] = []
}
