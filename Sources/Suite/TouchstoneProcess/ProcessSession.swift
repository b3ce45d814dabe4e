import Formats
import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// One process from its start to its end, in a session of its own, so that all that it started ends with it.
struct ProcessSession {
  let pool: ProcessPool
  let worker: Int
  private let descendants = DescendantProcesses()

  init(pool: ProcessPool, worker: Int) {
    self.pool = pool
    self.worker = worker
  }

  func run() async -> ProcessEnd {
    do {
      let pipes = try ProcessPipes()
      let result = try await Subprocess.run(
        configuration,
        input: .fileDescriptor(pipes.input.reading.forChild, closeAfterSpawningProcess: false),
        output: .fileDescriptor(pipes.output.writing.forChild, closeAfterSpawningProcess: false),
        error: .fileDescriptor(pipes.log.writing.forChild, closeAfterSpawningProcess: false)
      ) { execution in
        pipes.closeEndsOfProcess()
        return await talk(
          with: ProcessHandle(execution.processIdentifier, descendants),
          through: pipes
        )
      }
      var end = result.closureResult
      end.status = result.terminationStatus
      return end
    } catch {
      return ProcessEnd(cause: .faulty(fault(error)))
    }
  }

  /// Runs the event loop on a thread of its own, because it blocks.
  private func talk(with process: ProcessHandle, through pipes: ProcessPipes) async -> ProcessEnd {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // A closed pipe is noticed here, and must not end the suite.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        var loop = ProcessEventLoop(pool: pool, worker: worker, process: process, pipes: pipes)
        continuation.resume(returning: loop.run())
      }
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
        Environment.Key(stringLiteral: descendants.name): descendants.mark
      ]),
      platformOptions: platform
    )
  }

  /// Why the process was not started.
  private func fault(_ error: any Error) -> CaseFault {
    if let fault = error as? CaseFault { return fault }
    let program = pool.options.command.first ?? ""
    var reason = "\(error)"
    if let error = error as? SubprocessError {
      if error.code == .executableNotFound {
        reason = Self.absence(of: program)
      } else if let underlying = error.underlyingError {
        reason = "\(underlying)"
      }
    }
    return CaseFault(.notStarted, "\(terminalSafe(program)) cannot be started: \(reason)")
  }
}

extension ProcessSession {
  /// Why a program was not found: what is at its path need not be one.
  private static func absence(of program: String) -> String {
    if !program.contains("/") { return "there is no such program in PATH" }
    switch FileManager.default.isFolder(program) {
    case nil: return "there is no such program"
    case true?: return "it is a folder"
    case false?: return "the file may not be executed (chmod +x permits it)"
    }
  }
}

extension Descriptor {
  fileprivate var forChild: FileDescriptor { FileDescriptor(rawValue: rawValue) }
}
