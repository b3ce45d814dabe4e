import Foundation
import Subprocess

/// How a process is watched and ended.
struct ProcessHandle: Sendable {
  let identifier: pid_t
  private let descendants: DescendantProcesses
  /// Can be read from when the process has ended; -1 where there is no such thing.
  let exitDescriptor: Int32

  init(_ identifier: ProcessIdentifier, _ descendants: DescendantProcesses) {
    self.identifier = identifier.value
    self.descendants = descendants
    #if os(Linux)
    exitDescriptor = identifier.processDescriptor
    #else
    exitDescriptor = -1
    #endif
  }

  /// Whether the process has ended.
  ///
  /// It is not reaped, so that its number is not given to another one.
  var hasEnded: Bool {
    var info = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT)
    #if os(Linux)
    return unsafe result == 0 && info._sifields._kill.si_pid == identifier
    #else
    return result == 0 && info.si_pid == identifier
    #endif
  }

  /// Ends the process and all that it started.
  func kill() {
    _ = Foundation.kill(-identifier, SIGKILL)
    _ = Foundation.kill(identifier, SIGKILL)
    descendants.kill()
  }
}
