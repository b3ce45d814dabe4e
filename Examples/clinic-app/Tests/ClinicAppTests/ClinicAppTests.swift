import ClinicApp
import Foundation
import GRDB
import Testing
import TouchstoneTrail
import TouchstoneTrailTesting

struct ClinicAppTests {
  /// A clinic in a folder of its own, and how its database is compared.
  private struct Fixture: ~Copyable {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "clinic-\(UUID().uuidString)"
    )
    let clinic: Clinic

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      clinic = try Clinic(path: folder.appending(path: "clinic.sqlite").path, user: "jane")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var state: DatabaseState {
      DatabaseState(path: clinic.database.path, mapping: ClinicTrail.mapping)
    }

    var events: [AuditEvent] { clinic.recorder.events.map(ClinicTrail.event) }
  }

  @Test func `Everything that happens to patients is recorded`() async throws {
    let fixture = try Fixture()
    let (clinic, ann) = (fixture.clinic, UUID())
    try clinic.write("hire") { db in
      try Doctor(id: 1, name: "Dr. No").insert(db)
      try Doctor(id: 2, name: "Dr. \"Who\"").insert(db)
    }
    try clinic.write("admit") { db in
      let born = Date(timeIntervalSince1970: -86_400.25)
      try Patient(id: ann, name: "Ann", born: born, doctorId: 1, photo: Data([1, 2])).insert(db)
      try Patient(name: "Bea", born: nil, doctorId: nil).insert(db)
    }
    _ = try clinic.patients("browse")
    try clinic.write("hand over") { db in
      try db.execute(sql: "UPDATE patient SET doctorId = 2, name = 'Anna' WHERE name = 'Ann'")
    }
    try clinic.write("visit") { db in
      let visit = Visit(patientId: ann, at: Date(), weight: 70.5, note: nil)
      try visit.insert(db)
      try Visit(patientId: ann, at: Date(), weight: 71, note: "again\n").insert(db)
      try visit.delete(db)
    }
    try clinic.write("discharge") { db in
      try db.execute(sql: "DELETE FROM patient WHERE name = 'Bea'")
    }
    let outcome = try await expectTrail(
      fixture.events,
      schema: ClinicTrail.schema,
      state: fixture.state
    )
    #expect(outcome.findings == [])
    #expect(outcome.balance?.objects.accounted == 4)
  }

  @Test func `What is rolled back is not recorded`() async throws {
    struct Failure: Error {}
    let fixture = try Fixture()
    try fixture.clinic.write("hire") { try Doctor(id: 1, name: "Dr. No").insert($0) }
    #expect(throws: Failure.self) {
      try fixture.clinic.write("hire") { db in
        try Doctor(id: 2, name: "Dr. Who").insert(db)
        throw Failure()
      }
    }
    let outcome = try await expectTrail(
      fixture.events,
      schema: ClinicTrail.schema,
      state: fixture.state
    )
    #expect(outcome.balance?.objects.accounted == 1)
  }

  @Test func `A change past the recorder is an issue`() async throws {
    let fixture = try Fixture()
    try fixture.clinic.write("hire") { try Doctor(id: 1, name: "Dr. No").insert($0) }
    // As another process would: this connection is not observed.
    let other = try DatabaseQueue(path: fixture.clinic.database.path)
    try await other.write { try $0.execute(sql: "UPDATE doctor SET name = 'Dr. Evil'") }
    let (events, state) = (fixture.events, fixture.state)
    try await withKnownIssue {
      try await expectTrail(events, schema: ClinicTrail.schema, state: state)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("state-differs") }
    }
  }
}
