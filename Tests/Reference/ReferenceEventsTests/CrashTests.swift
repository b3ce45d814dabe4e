import CrashingRecorder
import Formats
import Foundation
import ReferenceEvents
import Testing

/// What is left when the recording process is killed at any moment.
///
/// `TOUCHSTONE_SOAK=1` kills more than 500 times.
@Suite(.serialized)
struct CrashTests {
  /// Kills so many recorders on the same folder, and looks at what they left after each.
  private func killRepeatedly(seed: Int, kills: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    let store = EventStore()
    var expected = ExpectedScopes()
    for run in 0..<kills {
      let options = [
        "payload=\([0, 200, 5_000, 60_000].randomElement(using: &numbers) ?? 0)",
        "partition=\([1, 40_000, 1 << 28].randomElement(using: &numbers) ?? 1)",
      ]
      let recorder = try RecorderProcess(
        folder: store.folder,
        run: run,
        seed: Int.random(in: 0..<1_000_000, using: &numbers),
        options: options
      )
      expected.add(try recorder.kill(after: Int.random(in: 15...300, using: &numbers)))
      #expect(recorder.signal == SIGKILL)
      let trail = try store.open().trail()
      expected.check(trail.activities, ids: trail.map(\.id))
    }
    // The next recorder uploads it all.
    let server = EventServer()
    let last = try store.open(server: server)
    try last.record("last")
    #expect(last.waitForUploads(timeout: .seconds(300)))
    let documents = server.documents()
    expected.check(documents.activities.dropLast(), ids: documents.map(\.id))
    #expect(documents.last?.activity == "last")
    last.close()
    #expect(store.files().isEmpty)
    #expect(store.errors.list.isEmpty)
    #expect(store.files(".damaged").isEmpty)
  }

  @Test(arguments: 0..<(isSoak ? 32 : 2))
  func `No scope whose completion ran is missing, in part or twice`(seed: Int) throws {
    try killRepeatedly(seed: seed, kills: isSoak ? 10 : 6)
  }

  @Test(arguments: 0..<(isSoak ? 20 : 1))
  func `Killed while it uploads, a recorder sends every event once`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed + 1_000))
    let store = EventStore()
    let ledger = EventStore()
    try FileManager.default.createDirectory(at: ledger.folder, withIntermediateDirectories: true)
    let file = ledger.url("arrivals")
    var expected = ExpectedScopes()
    let kills = isSoak ? 10 : 6
    for run in 0..<kills {
      let recorder = try RecorderProcess(
        folder: store.folder,
        run: run,
        seed: Int.random(in: 0..<1_000_000, using: &numbers),
        options: [
          "ledger=\(file.path())", "partition=\([1, 40_000].randomElement(using: &numbers) ?? 1)",
        ]
      )
      expected.add(try recorder.kill(after: Int.random(in: 15...300, using: &numbers)))
    }
    let last = try RecorderProcess(
      folder: store.folder,
      run: kills,
      seed: 0,
      options: ["ledger=\(file.path())", "count=1"]
    )
    expected.add(try last.finish())
    // What the last one had no time to send, a server with the same ledger gets.
    let events = try store.open(server: EventServer(), upload: ArrivalLedger(file).upload)
    try events.record("end")
    #expect(events.waitForUploads(timeout: .seconds(300)))
    events.close()
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let arrivals = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(arrivals.allSatisfy { $0.count == 3 })
    let scopes = arrivals.map { $0[2] }.filter { $0 != "end" }
    expected.check(scopes, ids: arrivals.map { $0[0] })
    #expect(store.files().isEmpty)
    #expect(last.complaints.isEmpty)
  }

  @Test(arguments: 0..<(isSoak ? 20 : 2))
  func `Two processes record into one folder, and both are killed`(seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed + 2_000))
    let store = EventStore()
    var expected: [ExpectedScopes] = [ExpectedScopes(), ExpectedScopes()]
    for round in 0..<3 {
      let recorders = try (0..<2).map { index in
        try RecorderProcess(
          folder: store.folder,
          run: round * 2 + index,
          seed: Int.random(in: 0..<1_000_000, using: &numbers),
          options: ["partition=40000"]
        )
      }
      for (index, recorder) in recorders.enumerated() {
        expected[index].add(try recorder.kill(after: Int.random(in: 50...300, using: &numbers)))
      }
    }
    let trail = try store.open().trail()
    for index in 0..<2 {
      let own = trail.filter { event in
        Int(event.activity.prefix { $0 != "." }).map { $0 % 2 == index } ?? false
      }
      expected[index].check(own.activities, ids: own.map(\.id))
    }
    #expect(store.files(".damaged").isEmpty)
  }

  @Test(arguments: [4_000, 50_000, 200_000])
  func `Where no file can grow completions have an error, and nothing is half-written`(
    limit: Int
  ) throws {
    for seed in 0..<(isSoak ? 20 : 1) {
      let store = EventStore()
      let recorder = try RecorderProcess(
        folder: store.folder,
        run: 0,
        seed: seed,
        options: ["fileLimit=\(limit)", "payload=9000", "count=25"]
      )
      try checkFull(recorder, store, hasRoomForNothing: limit == 4_000)
    }
  }

  @Test(
    .enabled(if: RecorderProcess.canHaveSmallDisk, "this machine mounts no file system for us"),
    arguments: [16_384, 80_000, 200_000, 400_000]
  )
  func `Where the disk is full completions have an error, and nothing is half-written`(
    bytes: Int
  ) throws {
    for seed in 0..<(isSoak ? 20 : 1) {
      let store = EventStore()
      try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
      let recorder = try RecorderProcess(
        folder: store.folder,
        run: 0,
        seed: seed,
        options: ["payload=9000", "count=25"],
        disk: bytes
      )
      try checkFull(recorder, store, hasRoomForNothing: bytes == 16_384)
    }
  }

  private func checkFull(
    _ recorder: RecorderProcess,
    _ store: EventStore,
    hasRoomForNothing: Bool
  ) throws {
    let lines = try recorder.finish()
    #expect(recorder.signal == nil)
    #expect(lines.count == 25)
    let outcomes = Set(lines.map(\.outcome))
    #expect(outcomes.isSubset(of: ["ok", "event-realm-unavailable"]))
    #expect(outcomes.contains("event-realm-unavailable"))
    #expect(outcomes.contains("ok") != hasRoomForNothing)
    var expected = ExpectedScopes()
    expected.add(lines)
    // With room again the same folder is used.
    let events = try store.open()
    try events.record("with room")
    let trail = try events.trail()
    expected.check(trail.activities.dropLast(), ids: trail.map(\.id))
    #expect(trail.last?.activity == "with room")
    #expect(store.errors.list.isEmpty)
  }

  @Test
  func `Without an error handler a refusal by the server ends the process, and the events stay`()
    throws
  {
    let store = EventStore()
    let recorder = try RecorderProcess(
      folder: store.folder,
      run: 0,
      seed: 1,
      options: ["schema=none"]
    )
    let lines = try recorder.finish()
    #expect(recorder.signal == SIGABRT)
    var expected = ExpectedScopes()
    expected.add(lines)
    let trail = try store.open().trail()
    #expect(!trail.isEmpty)
    expected.check(trail.activities, ids: trail.map(\.id))
  }
}
