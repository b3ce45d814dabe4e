import Testing

@testable import Touchstone

struct FingerprintTests {
  private let names = ["a/b/one", "a/b/two", "a/b/three", "a/b/four"]

  private var fingerprints: [Fingerprint] {
    [
      Fingerprint(violator: "all", violates: ["READ-1", "READ-2"], cases: Set(names)),
      Fingerprint(violator: "none", violates: ["READ-2"], cases: []),
      Fingerprint(violator: "some", violates: ["READ-3"], cases: ["a/b/one", "a/b/four"]),
    ]
  }

  @Test func `Fingerprints are read as they were written`() throws {
    let text = Fingerprint.text(of: fingerprints, cases: names)
    #expect(try Fingerprint.all(in: Array(text.utf8)) == fingerprints)
  }

  @Test func `Places that no case has are left out`() throws {
    let text =
      #"{"cases": ["a/b/one"], "violators": {"some": {"violates": [], "caught": "0-2 7 x 3-1"}}}"#
    #expect(try Fingerprint.all(in: Array(text.utf8)).map(\.cases) == [["a/b/one"]])
  }

  @Test func `A line tells which cases catch a violator, in ranges`() {
    let lines = Fingerprint.text(of: fingerprints, cases: names).split(separator: "\n")
    #expect(lines.contains(#""all": {"violates":["READ-1","READ-2"],"caught":"0-3"},"#))
    #expect(lines.contains(#""some": {"violates":["READ-3"],"caught":"0 3"}"#))
  }

  @Test func `The likeness of sets is what they have in common`() {
    #expect(Fingerprint.likeness(["a", "b"], ["b", "c"]) == 1.0 / 3)
    #expect(Fingerprint.likeness(["a"], ["a"]) == 1)
    #expect(Fingerprint.likeness([], []) == 0)
  }

  @Test func `Requirements that fingerprints name are those of the specification`() throws {
    let suite = try Suite.embedded()
    for fingerprint in try suite.fingerprints() {
      for id in fingerprint.violates {
        #expect(suite.requirements[id] != nil, "\(fingerprint.violator): \(id)")
      }
    }
  }
}
