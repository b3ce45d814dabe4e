import CSubreaper
import Formats
import Foundation
import Synchronization

/// What implementations left behind: a descendant whose parent has ended, in a session of its own and with another
/// environment, which nothing leads to but that the system hands it to this program.
///
/// For a program that starts nothing but implementations, such as the command: another one would end children of its
/// own. Only Linux hands orphans on; elsewhere such a descendant stays.
package enum Orphans {
  /// Between two looks a process may start another one, but not for ever.
  private static let rounds = 100
  /// No more of them are named.
  private static let namedCount = 10

  /// The children that this process had before: a shell that becomes this program leaves it its own.
  private static let former = Mutex<Set<pid_t>?>(nil)

  /// Has the system hand orphans on from now on.
  package static func adopt() {
    #if os(Linux)
    if touchstone_adopt_orphans() == 0 { former.withLock { $0 = $0 ?? Set(children()) } }
    #endif
  }

  /// Ends all that is left when every implementation was ended.
  ///
  /// - Returns: what was ended, as a sentence; nil if nothing was left.
  package static func end() -> String? {
    guard let former = former.withLock({ $0 }) else { return nil }
    var names: [String] = []
    for _ in 0..<rounds {
      let found = children().filter { !former.contains($0) }
      if found.isEmpty { break }
      for process in found {
        let name = Self.name(of: process)
        // One that has ended by itself is only taken note of here, as its parent would have.
        if kill(process, SIGKILL) == 0, waitpid(process, nil, 0) == process, let name {
          names.append("\(name) (process \(process))")
        }
      }
    }
    if names.isEmpty { return nil }
    let more = names.count - namedCount
    return "the implementation left processes behind, which were ended: "
      + names.prefix(namedCount).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The processes whose parent is this one.
  private static func children() -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { status(of: $0)?.parent == getpid() }
  }

  /// What a process that runs is called; nil if it has ended.
  private static func name(of process: pid_t) -> String? {
    guard let status = status(of: process), status.state != "Z" else { return nil }
    return terminalSafe(status.name)
  }

  /// What the system says of a process: `17 (sleep) S 1 …`, where a name may hold anything.
  private static func status(of process: pid_t) -> (name: String, state: String, parent: pid_t)? {
    let file = unsafe Descriptor(open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC))
    guard case .done(let bytes) = file.read(),
      let begin = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), begin < end
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    return (String(decoding: bytes[(begin + 1)..<end], as: UTF8.self), fields[0], parent)
  }
}
