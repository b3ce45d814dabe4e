import Foundation
import FuzzTargets

/// Tries inputs on one way in: `Fuzzer WAY COUNT [SEED [SECONDS]]` takes the seeds and as many changes of them, as far
/// as it gets in that time, `Fuzzer WAY FILE…` the files, and `Fuzzer` names the ways.
///
/// Built by `make fuzz`, it is a fuzzer of libFuzzer, which takes that library's arguments; the way is in
/// `TOUCHSTONE_FUZZ_WAY`, because libFuzzer starts the program again with arguments of its own.
@main
enum Fuzzer {
  static func main() throws {
    signal(SIGPIPE, SIG_IGN)
    let arguments = CommandLine.arguments.dropFirst()
    if let name = ProcessInfo.processInfo.environment["TOUCHSTONE_FUZZ_WAY"] {
      #if LIBFUZZER
      return try LibFuzzer.run(way(named: name))
      #else
      fatalError("this was built without libFuzzer, which \(name) asks for: run make fuzz")
      #endif
    }
    guard let name = arguments.first else {
      for way in WayIn.all { print("\(way.name)\t\(way.kind.rawValue)") }
      return
    }
    let way = try way(named: name)
    let rest = arguments.dropFirst()
    if rest.first == "seeds", let folder = rest.dropFirst().first {
      for (number, seed) in try way.kind.seeds().enumerated() {
        try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
      }
      return
    }
    let folder = try FuzzFolder()
    var trial = Trial(way, folder)
    if let count = rest.first.flatMap({ Int($0) }) {
      let seed = rest.dropFirst().first.flatMap { UInt64($0) } ?? 1
      let seconds = rest.dropFirst(2).first.flatMap { Int($0) }
      try trial.run(count, seed: seed, for: seconds.map { .seconds($0) })
    } else {
      for path in rest { try trial.take(Array(try Data(contentsOf: URL(filePath: path)))) }
    }
    folder.remove()
    FileHandle.standardError.write(Data((trial.summary + "\n").utf8))
    if !trial.isWithinLimits { exit(1) }
  }

  private static func way(named name: String) throws -> WayIn {
    guard let way = WayIn.all.first(where: { $0.name == name }) else {
      fatalError("there is no way in called \(name)")
    }
    return way
  }
}
