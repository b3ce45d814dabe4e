import Formats
import Foundation
import ReferenceSync
import Testing

/// Whatever a URL is made of, no user gets to see what is not theirs, and no file leaves the folder of the device:
/// `TOUCHSTONE_SOAK=1` tries a hundred thousand URLs instead of two thousand.
struct GeneratedURLTests {
  private static let count =
    ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 2_000 : 100_000
  private static let parts = [
    "ana1", "ben1", "~", "widgets", "..", ".", "", "*", "/", "%2f", "%2F", "%2e", "%2E%2e", "%7e",
    "%61na1", "%25", "%00", "ANA1", "Ana1", "\u{FF41}na1", "ana1\u{301}", "an\u{430}1", "\\", "?",
    "#",
    ";", ":80", "@", "__management", "%5f%5fmanagement", "__MANAGEMENT", "widgets.realm", " ", "\n",
    "server", "realm://server/ana1/widgets", "\u{2025}", "\u{2215}", "-", "a",
  ]

  @Test func `No user sees by any URL what is not theirs`() throws {
    let sample = try PlatformSample()
    let anas = sample.device("anas")
    let ana = try anas.logIn("ana")
    for name in ["widgets", "a"] {
      let realm = try anas.open(ana, "realm://server/~/\(name)")
      try realm.add(1, "ana's")
      try anas.synchronize(realm)
    }
    try anas.grant(ana, to: "ben1", write: true)
    let bens = sample.device("bens")
    let ben = try bens.logIn("ben")
    var generator = SplitMix64(seed: 7)
    var opened = 0
    for _ in 0..<Self.count {
      var url =
        ["realm://server/", "realms://server/", "realm://server", "realm:/"].randomElement(
          using: &generator
        ) ?? ""
      for place in 0..<Int.random(in: 1...4, using: &generator) {
        if place > 0, generator.chance(80) { url += "/" }
        url += Self.parts.randomElement(using: &generator) ?? ""
      }
      guard let realm = try? bens.open(ben, url) else { continue }
      opened += 1
      try? bens.session(realm).synchronize()
      #expect(try realm.names.isEmpty, "\(url.debugDescription)")
      bens.manager.close(realm)
    }
    #expect(opened > Self.count / 50)
    #expect(sample.serverNames() == [1: "ana's"])
    try expectNothingOutside(sample.folder)
  }

  /// Every file is two folders below that of the device, or one of its own.
  private func expectNothingOutside(_ folder: URL) throws {
    let found = FileManager.default.enumerator(atPath: folder.path())
    while let name = found?.nextObject() as? String {
      let parts = name.split(separator: "/")
      #expect(["anas", "bens"].contains(parts[0]), "\(name)")
      #expect(parts.count <= 4, "\(name)")
      #expect(parts.count < 2 || ["realms", "users.json"].contains(parts[1]), "\(name)")
      #expect(parts.count < 3 || ["ana1", "ben1"].contains(parts[2]), "\(name)")
    }
  }
}
