import Foundation
import JSON
public import Touchstone

/// Makes a program of an implementation: serves it on two descriptors, as Spec, "Wire protocol" says.
///
/// ```swift
/// await WireServer(MyRecorder()).serve()
/// ```
public struct WireServer: Sendable {
  private let implementation: any Implementation
  private let lineLimit: Int
  private let concurrency: Int

  /// A server.
  ///
  /// - Parameters:
  ///   - implementation: what answers.
  ///   - lineLimit: how many bytes a request may have; nil for what the protocol allows.
  ///   - concurrency: how many cases run at the same time; nil for one a core.
  public init(
    _ implementation: any Implementation,
    lineLimit: Int? = nil,
    concurrency: Int? = nil
  ) {
    self.implementation = implementation
    self.lineLimit = max(1, lineLimit ?? Wire.lineLimit)
    self.concurrency = max(1, concurrency ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Answers requests until one asks to shut down, the input ends, or the reader of the answers has gone.
  ///
  /// - Parameters:
  ///   - input: the descriptor that requests are read from; standard input if nothing is said.
  ///   - output: the one that answers are written to; standard output if nothing is said.
  public func serve(input: Int32 = 0, output: Int32 = 1) async {
    var reader = LineReader(input, limit: lineLimit)
    let writer = LineWriter(output)
    var service = WireService(lineLimit: lineLimit)
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      while !writer.isBroken, let line = await reader.next() {
        switch service.receive(line) {
        case .none: break
        case .answer(let answer): writer.write(answer.message)
        case .initialize(let id, let edition):
          let answer = await answer(id) {
            try await implementation.initialize(edition: edition).message
          }
          service.noteInitialized(by: answer)
          writer.write(answer.message)
        case .runCase(let id, let program):
          // Requests that were sent ahead wait in the pipe, where they cost nothing.
          if running == concurrency { await group.next() } else { running += 1 }
          group.addTask {
            let answer = await answer(id) { try await implementation.runCase(program).message }
            writer.write(answer.message)
          }
        case .shutdown(let id):
          await group.waitForAll()
          return writer.write(WireAnswer(id: id, outcome: .success(.null)).message)
        }
      }
    }
  }

  private func answer(_ id: JSON, _ work: () async throws -> JSON) async -> WireAnswer {
    do { return WireAnswer(id: id, outcome: .success(try await work())) } catch {
      let failure = (error as? UnknownEdition).map { edition in
        WireError.notSpoken(edition.description, editions: edition.known)
      }
      return WireAnswer(id: id, outcome: .failure(failure ?? .failed("\(error)")))
    }
  }
}
