import Foundation
import JSON
import Synchronization
import Touchstone

/// Talks with one process until it ends: a thread that waits for whatever happens first.
///
/// It owns its ends of the pipes. When it is done, the process and all that it started are gone.
final class ProcessLoop: Sendable {
  private let pool: Pool
  private let worker: Int
  private let waker: Waker
  /// Until the talk begins, which closes it when there is nothing more to say.
  private let input: Mutex<Int32>
  private let output: Int32
  private let log: Int32

  init(pool: Pool, worker: Int, waker: Waker, input: Int32, output: Int32, log: Int32) {
    self.pool = pool
    self.worker = worker
    self.waker = waker
    self.input = Mutex(input)
    (self.output, self.log) = (output, log)
    for descriptor in [input, output, log] { Descriptor.makeNonBlocking(descriptor) }
  }

  deinit {
    Descriptor.close(takeInput())
    for descriptor in [output, log] { Descriptor.close(descriptor) }
  }

  func run(_ process: ProcessHandle) async -> ProcessEnd {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        // Writing to a process that has ended is an answer to be read here, not a reason to end as well.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var talk = ProcessTalk(
          pool: pool,
          worker: worker,
          waker: waker,
          process: process,
          pipes: ProcessTalk.Pipes(input: takeInput(), output: output, log: log)
        )
        continuation.resume(returning: talk.run())
      }
    }
  }

  private func takeInput() -> Int32 {
    input.withLock { input in
      defer { input = -1 }
      return input
    }
  }
}
