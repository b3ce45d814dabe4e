import Foundation

/// What a process started and moved out of reach: a descendant with a session of its own is in no group that is ended
/// with it, and one whose parent has ended is not a child of the implementation any more.
///
/// All of them inherit the environment, in which each process has a mark, but for those that clear it, which `Orphans` finds
/// when the command ends. Only Linux shows the mark to others; elsewhere such a descendant stays.
struct DescendantProcesses: Sendable {
  /// Between two looks a process may start another one, but not for ever.
  private static let rounds = 5
  /// More of an environment is not looked through.
  private static let environmentLimit = 1 << 20

  /// What the environment of the process has besides that of the suite.
  let name = "TOUCHSTONE_PROCESS"
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
      process != getpid() && Self.environment(of: process).contains { $0.elementsEqual(entry) }
    }
  }

  /// The entries of an environment; none if the process has ended, or belongs to another user.
  private static func environment(of process: pid_t) -> [ArraySlice<UInt8>] {
    let file = unsafe Descriptor(open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC))
    var bytes: [UInt8] = []
    while bytes.count < environmentLimit, case .done(let more) = file.read() { bytes += more }
    return bytes.split(separator: 0)
  }
}
