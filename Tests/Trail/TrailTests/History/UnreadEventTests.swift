import JSON
import Testing

@testable import TrailAnswers
@testable import TrailCheck
@testable import TrailReading

/// What an event without a place in time, or one that cannot be read, may explain is not held against other events.
struct UnreadEventTests {
  private static let schema: JSON = [
    "Person": [
      "primaryKey": "_id", "properties": ["_id": "int", "name": "string", "office": "Office?"],
    ],
    "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
  ]

  private static func person(_ name: String, office: String = "null") -> String {
    #"{"_id":1,"name":"\#(name)","office":\#(office)}"#
  }

  private static let anthony = person("Anthony")
  private static let tony = person("Tony")

  /// Codes, levels and lines of what is found in a complete trail.
  private func found(_ body: (inout SmallTrail) -> Void) throws -> [String] {
    var trail = SmallTrail(schema: Self.schema)
    body(&trail)
    return try trail.findings(isComplete: true)
      .map { "\($0.level) \($0.code.rawValue) \($0.position.document)" }.sorted()
  }

  // MARK: Events whose place is not known

  private static let lacks: [[String]] = [
    ["timestamp"], ["_partition"], ["timestamp", "_partition"],
  ]

  @Test(arguments: lacks)
  func `A change of which the time or the device is not known explains a value`(fields: [String])
    throws
  {
    func found(_ name: String) throws -> [String] {
      try self.found {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.read(Self.person(name), at: 3)
      }
    }
    #expect(try found("Tony") == [])
    #expect(try found("Anthony") == [])
    #expect(try found("Antonia") == ["error read-contradicts 3"])
  }

  @Test(arguments: lacks)
  func `It may have put a value back that the device had replaced`(fields: [String]) throws {
    func found(_ value: String) throws -> [String] {
      try self.found {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
        $0.change(Self.tony, to: #"{"name":"\#(value)"}"#, at: 3)
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.read(Self.anthony, at: 4, activity: "later")
      }
    }
    #expect(try found("Anthony") == [])
    #expect(try found("Antonia") == ["error read-stale 4"])
  }

  @Test(arguments: lacks)
  func `It may have created an object, and created it again`(fields: [String]) throws {
    func found(_ key: Int) throws -> [String] {
      try self.found {
        $0.insert(#"{"_id":\#(key),"name":"Anthony","office":null}"#, at: 1)
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.delete(Self.anthony, at: 2)
        $0.read(Self.anthony, at: 3, activity: "later")
      }
    }
    #expect(try found(1) == [])
    #expect(try found(2) == ["error never-inserted 2", "error read-of-deleted 3"])
  }

  @Test(arguments: lacks)
  func `It may have deleted an object`(fields: [String]) throws {
    func found(_ key: Int) throws -> [String] {
      try self.found {
        $0.insert(Self.anthony, at: 1)
        $0.insert(#"{"_id":2,"name":"Jim","office":null}"#, at: 1)
        $0.delete(#"{"_id":\#(key),"name":"Anthony","office":null}"#, at: 2)
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.insert(Self.tony, at: 3, activity: "later")
      }
    }
    #expect(try found(1) == [])
    #expect(try found(2) == ["error inserted-twice 4"])
  }

  @Test(arguments: lacks)
  func `It may have created what a link leads to, before or after a deletion`(fields: [String])
    throws
  {
    func found(_ key: Int) throws -> [String] {
      try self.found {
        $0.write(#""insertions":[{"_id":\#(key)}]"#, at: 1, className: "Office")
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.insert(Self.person("Anthony", office: "7"), at: 2)
      }
    }
    #expect(try found(7) == [])
    #expect(try found(8) == ["error link-unknown 2"])
    func again(_ key: Int) throws -> [String] {
      try self.found {
        $0.write(#""insertions":[{"_id":7}]"#, at: 1, className: "Office")
        $0.write(#""deletions":[{"_id":7}]"#, at: 2, className: "Office")
        $0.write(#""insertions":[{"_id":\#(key)}]"#, at: 3, className: "Office")
        $0.rewriteLast { for field in fields { $0[field] = nil } }
        $0.insert(Self.person("Anthony", office: "7"), at: 4, activity: "later")
      }
    }
    #expect(try again(7) == [])
    #expect(try again(8) == ["error link-to-deleted 4"])
  }

  @Test(arguments: lacks)
  func `It may be the read of what a link shows in full`(fields: [String]) throws {
    func found(_ key: Int) throws -> [String] {
      try self.found {
        $0.write(#""insertions":[{"_id":7},{"_id":8}]"#, at: 1, className: "Office")
        $0.insert(Self.person("Anthony", office: "7"), at: 1)
        $0.read(Self.person("Anthony", office: #"{"_id":7}"#), at: 2)
        $0.event("read", #"{"type":"Office","value":[{"_id":\#(key)}]}"#, at: 3)
        $0.rewriteLast { for field in fields { $0[field] = nil } }
      }
    }
    #expect(try found(7) == [])
    #expect(try found(8) == ["error expansion-unread 3"])
  }

  @Test(arguments: lacks)
  func `It is not a copy of an event in another partition`(fields: [String]) throws {
    let found = try found { trail in
      trail.insert(Self.anthony, at: 1)
      for device in ["a", "b"] as [Character] {
        trail.read(Self.anthony, at: 2, device: device)
        trail.rewriteLast { for field in fields { $0[field] = nil } }
      }
    }
    #expect(found == [])
  }

  // MARK: Events that cannot be read

  private static let losses: [@Sendable (inout SmallTrail) -> Void] = [
    { $0.cutLast() },
    { $0.rewriteLast { $0["data"] = .string(String(($0["data"]?.string ?? "").dropLast(3))) } },
    { $0.rewriteLast { $0["data"] = ["Person": [:]] } },
    { $0.rewriteLast { $0["data"] = nil } },
    { $0.rewriteLast { $0["event"] = 1 } },
    { $0.rewriteLast { $0["event"] = "Write" } },
  ]

  @Test(arguments: losses.indices)
  func `A complete trail of which something is lost proves nothing that it may explain`(
    number: Int
  ) throws {
    var trail = SmallTrail(schema: Self.schema)
    trail.insert(Self.anthony, at: 1)
    trail.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
    Self.losses[number](&trail)
    trail.read(Self.tony, at: 3)
    trail.delete(#"{"_id":2,"name":"Jim","office":8}"#, at: 4)
    let findings = try trail.findings(isComplete: true)
    #expect(
      Set(findings.map(\.code)) == [.readContradicts, .neverInserted, .linkUnknown]
    )
    for finding in findings {
      #expect(finding.level == .warning)
      #expect(finding.sentence.hasSuffix("; what cannot be read may explain it"))
      #expect(finding.related.last?.position.document == 2)
      #expect(finding.related.last?.statement == "cannot be read, and may explain it")
    }
  }

  @Test func `What is wrong with an event that can be read explains nothing`() throws {
    let found = try found {
      $0.insert(Self.anthony, at: 1)
      $0.rewriteLast { $0["activity"] = nil }
      $0.read(Self.tony, at: 3)
    }
    #expect(found == ["error read-contradicts 2"])
  }
}
