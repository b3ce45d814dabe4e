import Foundation
import Subprocess
import Touchstone

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// One process from its start to its end, in a session of its own, so that all that it started ends with it.
struct ProcessLife {
  let pool: Pool
  let worker: Int
  let waker: Waker
  private let offspring = Offspring()

  init(pool: Pool, worker: Int, waker: Waker) {
    self.pool = pool
    self.worker = worker
    self.waker = waker
  }

  func run() async -> ProcessEnd {
    do {
      let (input, output, log) = (try PipeEnds(), try PipeEnds(), try PipeEnds())
      let loop = ProcessLoop(
        pool: pool,
        worker: worker,
        waker: waker,
        input: input.write,
        output: output.read,
        log: log.read
      )
      return try await run(loop, input.read, output.write, log.write)
    } catch {
      return ProcessEnd(cause: .notStarted(error.description))
    }
  }

  private func run(
    _ loop: ProcessLoop,
    _ input: Int32,
    _ output: Int32,
    _ log: Int32
  ) async throws(CaseFault) -> ProcessEnd {
    do {
      let result = try await Subprocess.run(
        configuration,
        input: .fileDescriptor(
          FileDescriptor(rawValue: input),
          closeAfterSpawningProcess: true
        ),
        output: .fileDescriptor(
          FileDescriptor(rawValue: output),
          closeAfterSpawningProcess: true
        ),
        error: .fileDescriptor(FileDescriptor(rawValue: log), closeAfterSpawningProcess: true)
      ) { execution in
        await loop.run(ProcessHandle(execution.processIdentifier, offspring))
      }
      var end = result.closureResult
      end.status = result.terminationStatus
      return end
    } catch {
      throw CaseFault(.notStarted, Self.words(for: error, command: pool.options.command))
    }
  }

  private var configuration: Configuration {
    let command = pool.options.command
    let program = command.first ?? ""
    var platform = PlatformOptions()
    platform.createSession = true
    return Configuration(
      executable: program.contains("/") ? .path(FilePath(program)) : .name(program),
      arguments: Arguments(Array(command.dropFirst())),
      environment: .inherit.updating([
        Environment.Key(stringLiteral: offspring.name): offspring.mark
      ]),
      platformOptions: platform
    )
  }

  private static func words(for error: any Error, command: [String]) -> String {
    let program = terminalSafe(command.first ?? "")
    guard let error = error as? SubprocessError else {
      return "\(program) cannot be started: \(error)"
    }
    if error.code == .executableNotFound {
      return "\(program) cannot be started: there is no such program"
        + (program.contains("/") ? "" : " in PATH")
    }
    if let reason = error.underlyingError { return "\(program) cannot be started: \(reason)" }
    return "\(program) cannot be started: \(error)"
  }
}

/// How a process is watched and ended.
struct ProcessHandle: Sendable {
  private let identifier: pid_t
  private let offspring: Offspring
  /// Can be read from when the process has ended; -1 where there is no such thing.
  let exitDescriptor: Int32

  init(_ identifier: ProcessIdentifier, _ offspring: Offspring) {
    self.identifier = identifier.value
    self.offspring = offspring
    #if os(Linux)
    exitDescriptor = identifier.processDescriptor
    #else
    exitDescriptor = -1
    #endif
  }

  /// Whether the process has ended.
  ///
  /// It stays there, so that its number is not given to another one.
  var hasEnded: Bool {
    var info = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT)
    #if os(Linux)
    return result == 0 && info._sifields._kill.si_pid == identifier
    #else
    return result == 0 && info.si_pid == identifier
    #endif
  }

  /// Ends the process and all that it started.
  func kill() {
    _ = Foundation.kill(-identifier, SIGKILL)
    _ = Foundation.kill(identifier, SIGKILL)
    offspring.kill()
  }
}
