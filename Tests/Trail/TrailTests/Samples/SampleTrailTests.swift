import Formats
import Foundation
import JSON
import Testing

@testable import TrailSamples

/// A sample has to be the same for everybody, and as long as was asked for: findings are told by line.
struct SampleTrailTests {
  static func lines(_ start: SampleTrail) -> [String] {
    var sample = start
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: Edition.allCases, [0, 1, 2, 7, 60, 500])
  func `A sample has exactly as many documents as were asked for`(
    edition: Edition,
    events: Int
  ) throws {
    let lines = Self.lines(SampleTrail(events: events, seed: 3, edition: edition))
    #expect(lines.count == events)
    let ids = try lines.map { try JSON(parsing: $0)["_id"] }
    #expect(Set(ids).count == events)
  }

  @Test func `The same seed makes the same trail, another seed another one`() {
    let first = Self.lines(SampleTrail(events: 300, seed: 5))
    #expect(first == Self.lines(SampleTrail(events: 300, seed: 5)))
    #expect(first != Self.lines(SampleTrail(events: 300, seed: 6)))
  }

  @Test func `Reads, writes and custom events of several people and partitions are in it`() throws {
    let documents = try Self.lines(SampleTrail(events: 4000)).map { try JSON(parsing: $0) }
    let kinds = Set(documents.map { $0["event"]?.string ?? "none" })
    #expect(kinds.isSuperset(of: ["read", "write", "pressed button", "none"]))
    #expect(Set(documents.compactMap { $0["username"]?.string }).count == 5)
    #expect(Set(documents.compactMap { $0["_partition"]?.string }).count > 5)
    let texts = documents.compactMap { $0["data"]?.string }.joined()
    for part in ["insertions", "modifications", "deletions", "\"Contact\"", "\"newValue\":{}"] {
      #expect(texts.contains(part), "no \(part)")
    }
  }

  @Test func `Edition 2022 has the field scope and compressed payloads`() throws {
    let documents = try Self.lines(SampleTrail(events: 40, edition: .draft)).map {
      try JSON(parsing: $0)
    }
    #expect(documents.allSatisfy { $0["scope"] != nil && $0["activity"] == nil })
    let scoped = documents.filter { ["read", "write"].contains($0["event"]?.string ?? "") }
    #expect(!scoped.isEmpty && scoped.allSatisfy { $0["data"]?["$binary"] != nil })
  }
}
