import Formats
import Foundation
import FuzzTargets

/// Inputs taken in one after the other, without instruments: what the tests do in a moment.
struct Trial {
  /// How long one input may take, and what all of them may.
  private static let longest = Duration.seconds(10)
  private static let memoryLimit = 1_500 << 20

  private let way: WayIn
  private let folder: FuzzFolder
  private var count = 0
  private var slowest = Duration.zero

  init(_ way: WayIn, _ folder: FuzzFolder) {
    self.way = way
    self.folder = folder
    // What commands print is made, and goes nowhere.
    let nowhere = open("/dev/null", O_WRONLY)
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  /// Takes the seeds in, and so many changes of them, the same ones for the same seed, until that time of the processor is over.
  mutating func run(_ changes: Int, seed: UInt64, for limit: Duration? = nil) throws {
    let seeds = try way.kind.seeds()
    let start = Self.processorTime()
    func isOver() -> Bool { limit.map { Self.processorTime() - start > $0 } ?? false }
    for input in seeds where !isOver() { try take(input) }
    var random = SplitMix64(seed: seed)
    var bytes = ByteMutator(seed: seed, samples: seeds)
    for number in 0..<changes where !isOver() {
      var documents = DocumentMutator(seed: seed &+ UInt64(number))
      let changed =
        way.kind.isJSON && random.chance(70)
        ? documents.change(seeds[random.below(seeds.count)]) : nil
      try take(changed ?? bytes.next())
    }
  }

  /// Takes one in.
  mutating func take(_ input: [UInt8]) throws {
    let start = Self.processorTime()
    try way.take(input, in: folder)
    slowest = max(slowest, Self.processorTime() - start)
    count += 1
  }

  var isWithinLimits: Bool { slowest < Self.longest && Self.peakMemory() < Self.memoryLimit }

  /// What was tried, in a line.
  var summary: String {
    "\(way.name): \(count) inputs, the slowest took \(slowest), at most \(Self.peakMemory() >> 20) MiB"
  }

  /// What this process has used: others run on the same machine.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The most memory that the process ever had, in bytes.
  ///
  /// On Linux, `getrusage` counts what the parent had before the program began, which is much where all tests run in one process.
  private static func peakMemory() -> Int {
    #if os(Linux)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    // A process that cannot be asked is not one within its limits.
    guard let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return .max
    }
    return kilobytes << 10
    #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }
}
