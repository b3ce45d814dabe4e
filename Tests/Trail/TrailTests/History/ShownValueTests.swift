import Testing

@testable import TrailCheck
@testable import TrailReading

/// How findings show values.
struct ShownValueTests {
  /// What the events of the only finding show.
  private func statements(_ trail: SmallTrail, isFlipped: Bool = false) throws -> [String] {
    let findings = try trail.findings(linesPerFile: 1, isFlipped: isFlipped)
    #expect(findings.map(\.code) == [.readContradicts])
    return findings.flatMap(\.related).map(\.statement)
  }

  @Test(arguments: ["list", "text"])
  func `Long values that differ at the end are shown with their end`(_ form: String) throws {
    func person(_ last: Int) -> String {
      let numbers = (Array(1000..<1090) + [last]).map(String.init).joined(separator: ",")
      return #"{"_id":1,"a":\#(form == "list" ? "[\(numbers)]" : "\"\(numbers)\"")}"#
    }
    var trail = SmallTrail()
    trail.read(person(1), at: 1)
    trail.read(person(2), at: 2)
    let found = try statements(trail)
    let end = form == "list" ? "]" : "\""
    #expect(found.first?.hasSuffix(",1087,1088,1089,1\(end)") == true, "\(found)")
    #expect(found.last?.hasSuffix(",1087,1088,1089,2\(end)") == true, "\(found)")
    #expect(found.allSatisfy { $0.contains("1001,1002") && $0.contains("…") })
  }

  @Test(arguments: [false, true])
  func `A link in full is shown as its key, also in a list`(isFlipped: Bool) throws {
    var trail = SmallTrail()
    trail.read(#"{"_id":1,"a":[5,6]}"#, at: 1)
    trail.read(#"{"_id":2,"a":[5,{"_id":6,"a":[]}]}"#, at: 2)
    trail.read(#"{"_id":1,"a":[5]}"#, at: 3)
    #expect(try statements(trail, isFlipped: isFlipped) == ["showed a = [5,6]", "shows a = [5]"])
  }
}
