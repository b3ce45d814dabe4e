import Foundation
import FuzzTargets
import Testing

/// Whatever is read of what others wrote: no input ends the process, takes more than ten seconds, or more memory than it
/// is allowed.
///
/// Inputs that once did are in `Corpus`, and are tried first.
///
/// Each way in is tried by a process of its own. `TOUCHSTONE_SOAK=1` tries a million inputs of each, or as many as
/// `TOUCHSTONE_FUZZ` says, with a new seed each time; otherwise it takes a second for each, the corpus first.
/// `make fuzz` looks further, with libFuzzer.
@Suite(.serialized) struct FuzzingTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isSoak = environment["TOUCHSTONE_SOAK"] != nil
  private static let count =
    environment["TOUCHSTONE_FUZZ"].flatMap { Int($0) } ?? (isSoak ? 1_000_000 : 20)
  /// A short run takes as much of the corpus and of the samples as fits into a second.
  private static let limit = isSoak ? [] : ["1"]
  private static let seed =
    environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) }
    ?? (isSoak ? .random(in: 0...(1 << 62)) : 1)

  @Test(arguments: WayIn.all.map(\.name)) func `No input ends the process`(_ way: String) throws {
    let outcome = try Self.run([way, "\(Self.count)", "\(Self.seed)"] + Self.limit)
    #expect(outcome.status == 0, "seed \(Self.seed): \(outcome.text)")
    #expect(outcome.text.contains("\(way): "), "\(outcome.text)")
  }

  @Test func `The memory of whoever starts the fuzzer is not counted as its own`() throws {
    let ours = [UInt8](repeating: 1, count: 512 << 20)
    let outcome = try Self.run(["request", "1", "1", "1"])
    #expect(ours.last == 1)
    let words = outcome.text.split(separator: " ")
    let megabytes = words.firstIndex(of: "most").flatMap { Int(words[$0 + 1]) }
    #expect(try #require(megabytes, "\(outcome.text)") < 512)
  }

  /// Runs the fuzzer; what is left of its folder says which input ended it.
  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let products =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = products.appending(path: "Fuzzer")
    process.arguments = arguments
    let log = FileManager.default.temporaryDirectory.appending(path: "fuzzing-\(UUID())")
    _ = FileManager.default.createFile(atPath: log.path(), contents: nil)
    defer { try? FileManager.default.removeItem(at: log) }
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    process.waitUntilExit()
    var text = String(decoding: try Data(contentsOf: log).suffix(2_000), as: UTF8.self)
    let left = URL(filePath: "/dev/shm/touchstone-fuzz-\(process.processIdentifier)")
    if process.terminationStatus != 0,
      let input = try? Data(contentsOf: left.appending(path: "input"))
    {
      text += "\ninput: \(input.base64EncodedString())"
    }
    try? FileManager.default.removeItem(at: left)
    return (process.terminationStatus, text)
  }
}
