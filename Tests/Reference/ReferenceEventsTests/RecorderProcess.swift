import Foundation
import Testing

/// A recorder in a process of its own, which can be killed at any moment.
final class RecorderProcess {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts to record.
  ///
  /// - Parameters:
  ///   - folder: where the event realm is.
  ///   - run: the first number of its activities.
  ///   - seed: what it records.
  ///   - options: see `CrashingRecorder`.
  ///   - disk: how many bytes the file system of the folder holds, for as long as the recorder runs; what it holds then is
  ///     in the folder.
  /// - Throws: an error if it can't be started.
  init(folder: URL, run: Int, seed: Int, options: [String] = [], disk: Int? = nil) throws {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let products =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let recorder = products.appending(path: "CrashingRecorder")
    if let disk {
      process.executableURL = URL(filePath: "/usr/bin/unshare")
      process.arguments =
        ["-Urm", "sh", "-c", Self.smallDiskScript, "sh", "\(disk)", folder.path(), recorder.path()]
        + ["\(run)", "\(seed)"] + options
    } else {
      process.executableURL = recorder
      process.arguments = [folder.path(), "\(run)", "\(seed)"] + options
    }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Runs a command on a small file system of its own, and copies what it holds then.
  private static let smallDiskScript = """
    size=$1 folder=$2 recorder=$3
    shift 3
    mkdir -p "$folder/disk" && mount -t tmpfs -o "size=$size" none "$folder/disk" || exit 99
    "$recorder" "$folder/disk" "$@"
    status=$?
    cp -a "$folder/disk/." "$folder" && exit $status
    """

  /// Whether this machine lets a process have a file system of its own.
  static let canHaveSmallDisk: Bool = {
    #if os(Linux)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-Urm", "mount", "-t", "tmpfs", "none", "/tmp"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
    #else
    return false
    #endif
  }()

  /// Lets it record for a while, and kills it.
  ///
  /// - Returns: the lines that it wrote, the last of which may be unfinished.
  func kill(after milliseconds: Int) throws -> [Line] {
    let pid = process.processIdentifier
    Thread.detachNewThread {
      usleep(UInt32(milliseconds) * 1_000)
      _ = killNow(pid)
    }
    return try finish()
  }

  /// Waits for its end.
  func finish() throws -> [Line] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Line($0) }
  }

  /// The signal that ended it; nil if it ended by itself.
  var signal: Int32? {
    process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
  }

  /// What it wrote to standard error.
  var complaints: String {
    String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// What the completion of a scope was told.
  struct Line {
    /// The run, the number of the scope in it and how many events it has.
    let activity: String
    /// `ok`, or the code of an error.
    let outcome: String

    init?(_ text: Substring) {
      let parts = text.split(separator: " ")
      guard parts.count == 2 else { return nil }
      activity = String(parts[0])
      outcome = String(parts[1])
    }
  }
}

private func killNow(_ pid: Int32) -> Int32 { kill(pid, SIGKILL) }

/// What is known of scopes from their completions, and whether a trail agrees.
struct ExpectedScopes {
  private(set) var persisted: Set<String> = []
  private(set) var failed: Set<String> = []

  mutating func add(_ lines: [RecorderProcess.Line]) {
    for line in lines {
      if line.outcome == "ok" {
        persisted.insert(line.activity)
      } else {
        failed.insert(line.activity)
      }
    }
  }

  /// Makes sure that every scope is there as a whole, once, in order, and none is missing or too much.
  func check(
    _ activities: [String],
    ids: some Collection<some Hashable>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Set(ids).count == ids.count, "an event is there twice", sourceLocation: sourceLocation)
    var counts: [String: Int] = [:]
    var last: (run: Int, number: Int) = (-1, -1)
    var ended: Set<String> = []
    var current: String?
    for activity in activities {
      counts[activity, default: 0] += 1
      if activity == current { continue }
      if let current { ended.insert(current) }
      #expect(!ended.contains(activity), "\(activity) is divided", sourceLocation: sourceLocation)
      current = activity
      let parts = activity.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 3 else { continue }
      #expect(
        last < (parts[0], parts[1]),
        "\(activity) is out of order",
        sourceLocation: sourceLocation
      )
      last = (parts[0], parts[1])
    }
    let missing = persisted.subtracting(counts.keys)
    #expect(missing.isEmpty, "missing scopes", sourceLocation: sourceLocation)
    #expect(failed.isDisjoint(with: counts.keys), "failed scopes", sourceLocation: sourceLocation)
    for (activity, count) in counts {
      let size = activity.split(separator: ".").last.flatMap { Int($0) }
      #expect(size == nil || count == size, "a part of \(activity)", sourceLocation: sourceLocation)
    }
  }
}
