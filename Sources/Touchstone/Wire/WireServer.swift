import Dispatch
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
  ///   - lineLimit: how many bytes a request may have.
  ///   - concurrency: how many cases run at the same time; nil for one a core.
  public init(
    _ implementation: any Implementation,
    lineLimit: Int = Wire.lineLimit,
    concurrency: Int? = nil
  ) {
    self.implementation = implementation
    self.lineLimit = max(1, lineLimit)
    self.concurrency = max(1, concurrency ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Answers requests until one asks to shut down, the input ends, or nobody reads the answers.
  ///
  /// - Parameters:
  ///   - input: the descriptor that requests are read from; standard input if nothing is said.
  ///   - output: the one that answers are written to; standard output if nothing is said.
  public func serve(input: Int32 = 0, output: Int32 = 1) async {
    await withCheckedContinuation { continuation in
      // Reading blocks, which a thread of its own may do and one that runs tasks may not.
      Thread.detachNewThread {
        read(input, LineWriter(output))
        continuation.resume()
      }
    }
  }

  private func read(_ input: Int32, _ writer: LineWriter) {
    var buffer = LineBuffer(limit: lineLimit)
    var service = WireService()
    let running = RunningCases(limit: concurrency)
    defer { running.waitForAll() }
    var isSkipping = false
    while !writer.isBroken {
      let count = buffer.fill { readBytes(input, into: $0) }
      while let line = buffer.next() {
        if isSkipping {
          isSkipping = false
          continue
        }
        if line.count > lineLimit {
          writer.write(service.refuse(limit: lineLimit).line)
        } else if !handle(line, &service, running, writer) {
          return
        }
      }
      if count <= 0 {
        if !buffer.rest.isEmpty && !isSkipping {
          _ = handle(buffer.rest, &service, running, writer)
        }
        return
      }
      if buffer.isOverLimit || isSkipping {
        if !isSkipping { writer.write(service.refuse(limit: lineLimit).line) }
        isSkipping = true
        buffer.discard()
      }
    }
  }

  /// - Returns: whether more lines are to be read.
  private func handle(
    _ line: UnsafeRawBufferPointer,
    _ service: inout WireService,
    _ running: RunningCases,
    _ writer: LineWriter
  ) -> Bool {
    switch service.receive(line) {
    case .none: break
    case .answer(let answer): writer.write(answer.line)
    case .initialize(let id, let edition):
      let outcome = Blocking.wait { await initialize(edition) }
      service.finishInitializing(successfully: (try? outcome.get()) != nil)
      writer.write(WireAnswer(id: id, outcome: outcome.map(\.message)).line)
    case .runCase(let id, let program):
      running.start {
        writer.write(WireAnswer(id: id, outcome: await runCase(program)).line)
      }
    case .shutdown(let id):
      running.waitForAll()
      writer.write(WireAnswer(id: id, outcome: .success(.null)).line)
      return false
    }
    return true
  }

  private func initialize(_ edition: String) async -> Result<ImplementationInfo, WireError> {
    do {
      return .success(try await implementation.initialize(edition: edition))
    } catch let error as UnknownEdition {
      return .failure(.notSpoken(error.description, editions: error.known))
    } catch {
      return .failure(.failed("\(error)"))
    }
  }

  private func runCase(_ program: CaseProgram) async -> Result<JSON, WireError> {
    do {
      return .success(try await implementation.runCase(program).message)
    } catch {
      return .failure(.failed("\(error)"))
    }
  }
}

/// Reads what is there, at least a byte; zero or less at the end.
private func readBytes(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, memory.baseAddress, memory.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Lets a few cases run at the same time, so that requests that were sent ahead wait where they cost nothing.
private final class RunningCases: Sendable {
  private let free: DispatchSemaphore
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    free = DispatchSemaphore(value: limit)
  }

  /// Waits for a place.
  func start(_ work: @escaping @Sendable () async -> Void) {
    free.wait()
    Task {
      await work()
      free.signal()
    }
  }

  func waitForAll() {
    for _ in 0..<limit { free.wait() }
    for _ in 0..<limit { free.signal() }
  }
}

/// Lets a thread that may block wait for a task.
private enum Blocking {
  static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Task {
      box.put(await work())
      done.signal()
    }
    while true {
      done.wait()
      if let value = box.value { return value }
    }
  }
}
