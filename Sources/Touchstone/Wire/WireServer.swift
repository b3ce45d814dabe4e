import Foundation
import JSON

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

  /// Answers requests until one asks to shut down, the input ends, or nobody reads the answers.
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
        case .answer(let answer): writer.write(answer.line)
        case .initialize(let id, let edition):
          let answer = await initialize(id, edition)
          service.noteInitialized(by: answer)
          writer.write(answer.line)
        case .runCase(let id, let program):
          // Requests that were sent ahead wait in the pipe, where they cost nothing.
          if running == concurrency { await group.next() } else { running += 1 }
          group.addTask { writer.write(await runCase(id, program).line) }
        case .shutdown(let id):
          await group.waitForAll()
          return writer.write(WireAnswer(id: id, outcome: .success(.null)).line)
        }
      }
    }
  }

  private func initialize(_ id: JSON, _ edition: String) async -> WireAnswer {
    do {
      let info = try await implementation.initialize(edition: edition)
      return WireAnswer(id: id, outcome: .success(info.message))
    } catch let error as UnknownEdition {
      let error = WireError.notSpoken(error.description, editions: error.known)
      return WireAnswer(id: id, outcome: .failure(error))
    } catch {
      return WireAnswer(id: id, outcome: .failure(.failed("\(error)")))
    }
  }

  private func runCase(_ id: JSON, _ program: CaseProgram) async -> WireAnswer {
    do {
      return WireAnswer(
        id: id,
        outcome: .success(try await implementation.runCase(program).message)
      )
    } catch {
      return WireAnswer(id: id, outcome: .failure(.failed("\(error)")))
    }
  }
}
