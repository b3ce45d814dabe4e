import ClinicApp
import Foundation
import Testing
import TouchstoneTrail

/// The recorder as it was first: it encoded its records as they are. The README tells what became of it.
struct NaiveTrailTests {
  /// A patient as `JSONEncoder` writes it.
  private struct NaivePatient: Encodable {
    var _id: UUID
    var name: String
    var born: Date?
    var doctorId: Int64
    var photo: Data?
  }

  /// What is wrong with a property.
  private struct Fault: Hashable {
    let code: String
    let property: String
  }

  private func faults(_ patient: NaivePatient) throws -> Set<Fault> {
    let payload = try JSONEncoder().encode(["Patient": ["insertions": [patient]]])
    let event = AuditEvent(
      id: "660000000000000000000001",
      partition: "clinic-660000000000000000000001",
      activity: "admit",
      event: "write",
      data: String(decoding: payload, as: UTF8.self),
      timestamp: Date(timeIntervalSince1970: 1_700_000_000)
    )
    let outcome = try Trail([event]).check(ClinicTrail.schema)
    let names = ["_id", "name", "born", "doctorId", "doctor", "photo"]
    return Set(
      outcome.findings.map { finding in
        let name = names.first { finding.sentence.contains("\"\($0)\"") }
        return Fault(code: "\(finding.code)", property: name ?? finding.sentence)
      }
    )
  }

  @Test func `What JSONEncoder writes is not what a payload has`() throws {
    let ann = NaivePatient(
      _id: UUID(),
      name: "Ann",
      born: Date(),
      doctorId: 1,
      photo: Data([1, 2])
    )
    #expect(
      try faults(ann) == [
        // Upper case.
        Fault(code: "type-uuid", property: "_id"),
        // Seconds since 2001.
        Fault(code: "type-date", property: "born"),
        // Base64, where data is left out.
        Fault(code: "type-data", property: "photo"),
        // The name of the foreign key, not of the link.
        Fault(code: "property-unknown", property: "doctorId"),
        Fault(code: "property-missing", property: "doctor"),
      ]
    )
  }

  @Test func `A value that is nil is null in a payload, and not left out`() throws {
    let bea = NaivePatient(_id: UUID(), name: "Bea", born: nil, doctorId: 1, photo: nil)
    #expect(try faults(bea).contains(Fault(code: "property-missing", property: "born")))
  }
}
