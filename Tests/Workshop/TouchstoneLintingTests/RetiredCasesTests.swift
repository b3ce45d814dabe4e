import JSON
import Testing

struct RetiredCasesTests {
  @Test func `A former name has a successor that lives, or a reason`() {
    let good: JSON = [
      ["name": "reads/plain/old", "successor": "reads/plain/recorded"],
      ["name": "reads/plain/gone", "reason": "The document was misread."],
    ]
    #expect(LintSample.findings(retired: good) == [])
  }

  @Test(
    arguments: [
      (
        ["name": "reads/plain/old", "successor": "reads/plain/recorde"],
        "does not exist (did you mean"
      ),
      (["name": "reads/plain/recorded", "reason": "Gone."], "is not a former name: a case has it"),
      (["name": "reads/plain/old"], "has a \"successor\" or a \"reason\""),
      (
        ["name": "reads/plain/old", "successor": "reads/plain/recorded", "reason": "Gone."],
        "has a \"successor\" or a \"reason\""
      ),
      (["was": "reads/plain/old"], "has its former full name"),
    ] as [(JSON, String)]
  )
  func `Any other entry is found`(_ entry: JSON, _ says: String) {
    let found = LintSample.findings(retired: [entry])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("retired.json:2:") == true)
    #expect(found.first?.contains(says) == true, "\(found)")
  }

  @Test func `A former name stands there once`() {
    let entry: JSON = ["name": "reads/plain/old", "reason": "Gone."]
    #expect(LintSample.findings(retired: [entry, entry]).count == 1)
  }
}
