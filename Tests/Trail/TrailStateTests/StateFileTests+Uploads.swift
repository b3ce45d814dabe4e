import Foundation
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// What a server had at a time is what had been uploaded by then.
extension StateFileTests {
  @Test(arguments: [
    (#"{"_id":1,"name":"Ann"}"#, []), (#"{"_id":1,"name":"Bob"}"#, []),
    (#"{"_id":1,"name":"Eve"}"#, ["state-differs"]), ("", ["state-missing"]),
  ])
  func `What was uploaded after the time that is asked for may not be in the database`(
    row: String,
    codes: [String]
  ) throws {
    func insert(_ key: Int, _ name: String) -> String {
      #"{"Person":{"insertions":[{"_id":\#(key),"born":null,"name":"\#(name)"}]}}"#
    }
    let trail = SmallTrail(
      insert(1, "Ann"),
      #"{"Person":{"modifications":[{"newValue":{"name":"Bob"},"oldValue":{"_id":1,"born":null,"name":"Ann"}}]}}"#,
      insert(2, "Bea"),
      insert(3, "Cy"),
      insert(4, "Dee"),
      insert(5, "Eli"),
      devices: [1, 2, 2, 1, 1, 1],
      uploads: [0, 3, 4, 5, 1, 2]
    )
    let folder = try TemporaryFolder()
    try Data(row.utf8).write(to: URL(filePath: "\(folder.path)/Person.ndjson"))
    let outcome = try reconcile(folder.path, instant: SmallTrail.start + 3000, trail: trail)
    #expect(outcome.findings.kinds.map(\.code.rawValue) == codes)
    let reason = "what had not been uploaded by then, if documents are in the order of uploads"
    #expect(outcome.balance.objects.notComparable[reason] == 1)
    #expect(outcome.balance.values.notComparable[reason] == (row.contains("Ann") ? 1 : nil))
  }
}
