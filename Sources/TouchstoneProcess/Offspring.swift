import Foundation

/// What a process started and moved out of reach: a descendant with a session of its own is in no group that is ended
/// with it, and one whose parent has ended is nobody's child any more.
///
/// All of them inherit the environment, in which each process has a mark. Only Linux shows it to others; elsewhere such
/// a descendant stays.
struct Offspring: Sendable {
  private static let variable = "TOUCHSTONE_PROCESS"
  /// Between two looks a process may start another one, but not for ever.
  private static let rounds = 5
  /// More of an environment is not looked through.
  private static let environmentLimit = 1 << 20

  /// What the environment of the process has besides that of the suite.
  let name = Offspring.variable
  let mark = UUID().uuidString

  /// Ends every process that carries the mark.
  func kill() {
    #if os(Linux)
    for _ in 0..<Self.rounds {
      let found = marked()
      if found.isEmpty { return }
      for process in found { _ = Foundation.kill(process, SIGKILL) }
    }
    #endif
  }

  /// The processes that carry the mark and have not ended.
  private func marked() -> [pid_t] {
    let entry = Array("\(name)=\(mark)".utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      process != getpid() && Self.environment(of: process).contains(entry)
    }
  }

  /// Empty if the process has ended, or belongs to somebody else.
  private static func environment(of process: pid_t) -> Environment {
    let descriptor = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return Environment() }
    defer { Descriptor.close(descriptor) }
    var environment = Environment()
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { memory in
      while environment.bytes.count < environmentLimit,
        case .bytes(let count) = Descriptor.read(descriptor, into: memory)
      {
        environment.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<count]))
      }
    }
    return environment
  }

  /// Texts that end with a zero each.
  private struct Environment {
    var bytes: [UInt8] = []

    func contains(_ entry: [UInt8]) -> Bool {
      bytes.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
  }
}
