import Foundation
import ReferenceEvents
import Testing

/// What a process leaves that is killed: its events stand in the write-ahead log only.
struct Leftover {
  private static let frameLength = 24 + 4096

  let store = EventStore()
  let file: URL
  var log: URL { URL(filePath: file.path() + "-wal") }
  var kept: URL { URL(filePath: log.path() + ".damaged") }

  /// Records these payloads one commit each, and keeps the files with these endings as they are then.
  init(_ payloads: [String], _ endings: [String] = ["", "-wal"]) throws {
    let source = EventStore()
    let events = try source.open()
    for (number, payload) in payloads.enumerated() {
      try events.record("\(number)", data: payload)
    }
    // Waits for what the writer does after the last completion.
    _ = try events.partitions()
    let name = try #require(source.files().first)
    file = store.url(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    for ending in endings {
      try FileManager.default.copyItem(
        at: source.url(name + ending),
        to: store.url(name + ending)
      )
    }
  }

  /// Where the frames begin with which commits end.
  func ends() throws -> [Int] {
    let bytes = try Data(contentsOf: log)
    return stride(from: 32, to: bytes.count, by: Self.frameLength).filter { place in
      bytes[place + 4..<place + 8].contains { $0 != 0 }
    }
  }

  /// How many frames there are up to the one that begins at a place, with it.
  static func frames(upTo place: Int) -> Int { (place - 32) / frameLength + 1 }

  func change(_ body: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: log)
    body(&bytes)
    try bytes.write(to: log)
  }
}
