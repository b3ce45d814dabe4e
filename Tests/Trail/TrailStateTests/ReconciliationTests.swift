import Formats
import Foundation
import JSON
import TrailCheck
import TrailReading
import Testing

@testable import TrailState

@Suite(.serialized)
struct ReconciliationTests {
  private static func reconcile(
    _ clinic: SimulatedClinic,
    _ form: StateForm,
    isComplete: Bool = true,
    memory: Int = 64 << 20
  ) throws -> Reconciliation {
    let folder = try TemporaryFolder()
    let path = try clinic.write(form, to: folder)
    var options = TrailOptions()
    options.schema = try CaseSchema(JSON(parsing: SimulatedClinic.schema))
    options.isComplete = isComplete
    options.examplesPerCode = 1000
    options.limits.memory = memory
    return try Reconciliation(
      of: [NamedInput(.bytes(clinic.trail, name: "trail.ndjson"))],
      with: StateLocation(path: path),
      options
    )
  }

  private static func sentences(_ outcome: Reconciliation) -> [String] {
    outcome.findings.kinds.flatMap { kind in
      outcome.findings.examples(of: kind).map { "\(kind.code.rawValue) \($0.sentence)" }
    }
  }

  /// More of them with `TOUCHSTONE_SOAK`.
  private static var patients: Int {
    ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 150 : 100_000
  }

  @Test(arguments: StateForm.allCases)
  func `A database that its trail accounts for gives no finding`(_ form: StateForm) throws {
    let clinic = SimulatedClinic(patients: Self.patients)
    let outcome = try Self.reconcile(clinic, form)
    #expect(Self.sentences(outcome) == [])
    let count = clinic.tables.values.reduce(0) { $0 + $1.count }
    #expect(outcome.balance.objects.accounted == count)
    #expect(outcome.balance.objects.unaccounted == 0 && outcome.balance.values.unaccounted == 0)
    #expect(outcome.balance.values.accounted > count * 10)
    #expect(outcome.balance.values.notComparable["data, which no payload shows"] ?? 0 > 0)
  }

  @Test func `More than fifty kinds of discrepancies are planted`() {
    #expect(Discrepancy.all.count > 50)
    #expect(Set(Discrepancy.all.map(\.name)).count == Discrepancy.all.count)
  }

  @Test(arguments: StateForm.allCases)
  func `Every discrepancy is found at its object, and nothing else`(_ form: StateForm) throws {
    var clinic = SimulatedClinic(patients: Self.patients)
    let planted = Discrepancy.all.filter { $0.forms.contains(form) }
    for (number, discrepancy) in planted.enumerated() {
      // A set and a dictionary in another order are none.
      discrepancy.plant(&clinic, SimulatedClinic.key(number + 1))
    }
    let outcome = try Self.reconcile(clinic, form)
    let sentences = Self.sentences(outcome)
    for (number, discrepancy) in planted.enumerated() {
      let start = "\(discrepancy.code) Patient/\(SimulatedClinic.key(number + 1))"
      let found = sentences.filter { $0.hasPrefix(start) }
      let isFound = found.contains { sentence in
        discrepancy.property.map { sentence.contains("\($0) ") } ?? true
      }
      #expect(isFound, "\(discrepancy.name) (\(start))")
    }
    let keys = planted.indices.map { SimulatedClinic.key($0 + 1) }
    let stray = sentences.filter { sentence in
      !keys.contains { sentence.contains($0.dropFirst(4)) }
    }
    #expect(stray == [])
  }
}
