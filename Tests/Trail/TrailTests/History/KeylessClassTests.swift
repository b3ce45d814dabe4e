import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Classes whose keys were not named: what was not followed is said, and what would let it.
struct KeylessClassTests {
  private static let start =
    #""Patient": an object has no "_id", so it is not followed "#

  private func write(_ lists: String, _ number: Int = 1, of name: String = "Patient") -> String {
    SmallExport.event("write", #"{"\#(name)":{\#(lists)}}"#, number: number)
  }

  private func findings(_ lines: [String], _ options: TrailOptions = TrailOptions()) throws
    -> [TrailFinding]
  {
    let summary = try SmallExport.check(lines.joined(separator: "\n"), options).findings
    return summary.examples(of: .init(code: .classUnfollowed, level: .info))
  }

  private func sentence(_ lines: [String]) throws -> String {
    let found = try findings(lines)
    #expect(found.count == 1)
    return found.first?.sentence ?? ""
  }

  @Test(arguments: [
    // Each of them has it, and no two share it.
    (
      #"{"id":7,"ward":"A"},{"id":8,"ward":"A"}"#,
      #"(2×); the key may be "id" (--primary-key Patient=id names it)"#
    ),
    (
      #"{"id":7,"ward":"A"}"#,
      #"(1×); the key may be "id" or "ward" (--primary-key Patient=id names it)"#
    ),
    (#"{"id":7},{"id":7}"#, "(2×); no property can be the key of all of them"),
    (#"{"id":7},{"number":8}"#, "(2×); no property can be the key of all of them"),
    (#"{"id":null},{"id":true}"#, "(2×); no property can be the key of all of them"),
    (#"{"a":1,"b":2,"c":3,"d":4}"#, "(1×); each of 4 properties can be the key"),
    // Of two objects, one has the usual key.
    (#"{"_id":1},{"id":7}"#, "(1×); no property can be the key of all of them"),
    (#""shown otherwise""#, "(1×); no property can be the key of all of them"),
  ])
  func `A class is named with what may be its key`(_ objects: String, _ rest: String) throws {
    #expect(try sentence([write(#""insertions":[\#(objects)]"#)]) == Self.start + rest)
    #expect(try sentence([SmallExport.read(objects, of: "Patient")]) == Self.start + rest)
  }

  @Test func `What changes is not a key, in whatever order the events come`() throws {
    let lines = [
      write(#""insertions":[{"id":7,"weight":70}]"#, 1),
      write(#""modifications":[{"oldValue":{"id":7,"weight":70},"newValue":{"weight":71}}]"#, 2),
    ]
    for lines in [lines, lines.reversed()] {
      #expect(
        try sentence(lines) == Self.start
          + #"(2×); the key may be "id" (--primary-key Patient=id names it)"#
      )
    }
  }

  @Test func `Objects that only change may be embedded ones`() throws {
    let change = write(#""modifications":[{"oldValue":{"street":"A"},"newValue":{"street":"B"}}]"#)
    #expect(
      try sentence([change]) == Self.start
        + "(1×); such objects only change, so they may be embedded ones"
    )
  }

  @Test func `A key that is named is missed by its name, and one that is there is not missed`()
    throws
  {
    var options = TrailOptions()
    options.primaryKeys = [try #require(NamedPrimaryKey("Patient=id"))]
    let named = write(#""insertions":[{"id":7}]"#, 1)
    #expect(try findings([named], options).isEmpty)
    let other = write(#""insertions":[{"number":7}]"#, 2)
    #expect(
      try findings([named, other], options).map(\.sentence) == [
        #""Patient": an object has no "id", so it is not followed (1×); "#
          + #"the key may be "number" (--primary-key Patient=number names it)"#
      ]
    )
    #expect(try findings([write(#""insertions":[{"_id":7}]"#)]).isEmpty)
  }

  @Test func `A class that no option can name is left to the schema`() throws {
    let line = write(#""insertions":[{"id":7}]"#, of: "a=b")
    #expect(try sentence([line]).hasSuffix(#"the key may be "id" (--schema names it)"#))
  }

  @Test func `Of too many classes, the rest is counted, and parts say the same`() throws {
    let lines = (0..<600).map { number in
      write(#""insertions":[{"id":1},{"id":2}]"#, number + 1, of: "C\(1000 + number)")
    }
    var options = TrailOptions()
    options.examplesPerCode = 1000
    let whole = try findings(lines, options)
    #expect(whole.count == 501)
    #expect(whole.contains { $0.sentence.hasPrefix(#""C1499": "#) })
    #expect(
      whole.last?.sentence
        == "500 classes are named; 200× an object of further ones is not followed"
    )
    options.isPartial = true
    var merge = TrailMerge()
    for half in [300..<600, 0..<300] {
      let part = lines.indices.map { half.contains($0) ? lines[$0] : "" }
      var check = TrailCheck(options)
      try check.check(.bytes(Array(part.joined(separator: "\n").utf8), name: "trail"))
      try merge.add(try check.partial())
    }
    let merged = try merge.finish().findings
    #expect(merged.examples(of: .init(code: .classUnfollowed, level: .info)) == whole)
  }
}
