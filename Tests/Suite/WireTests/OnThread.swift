import Foundation

/// Runs what blocks on a thread of its own, because one that runs tasks must not block.
func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) -> Task<Value, any Error> {
  Task {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
  }
}
