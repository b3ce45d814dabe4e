import Testing

@testable import Touchstone
@testable import TouchstoneLinting

struct QuotedRequirementsExistTests {
  @Test func `A quoted id that does not exist is found where it stands`() {
    let found = LintSample.findings(
      specification: LintSample.specification + "\n- Decision: as `READ-12`, see (READ-1).\n"
    )
    #expect(
      found == [
        "Spec/reads.md:15:17: the specification has no requirement \"READ-12\" (did you mean \"READ-1\" or \"READ-2\"?)"
      ]
    )
  }

  @Test(arguments: [
    "UTF-8 and SHA-256", "READ-1, READ-2.", "PREREAD-7", "READ-x", "READ-1st", "read-7", "READ-",
    "MY_READ-7",
  ])
  func `Words that only look like ids are none`(_ text: String) {
    let found = LintSample.findings(
      specification: "Prose: \(text)\n\n" + LintSample.specification
    )
    #expect(found == [])
  }

  @Test func `Sources quote requirements that exist`() {
    var text = LintSample.text()
    text.sources = [
      ("Sources/A.swift", Array("// READ-2\n  // é READ-9\n".utf8)),
      ("Sources/B.swift", Array("// READ-1".utf8)),
    ]
    #expect(
      SuiteLint(text).lines.map { $0.prefix(24) } == ["Sources/A.swift:2:9: the"]
    )
  }

  @Test func `Another's specification is not checked again`() {
    var text = LintSample.text(specification: LintSample.specification + "\n- Decision: READ-9\n")
    text.hasOwnSpecification = false
    #expect(SuiteLint(text).lines == [])
  }
}
