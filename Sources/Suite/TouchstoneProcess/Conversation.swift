import DequeModule
import JSON
import TouchstoneWire

/// What one process was asked and has answered so far; pure, so that it can be tested without a process.
///
/// Requests are sent ahead, up to a window that opens with quick answers and closes with slow ones: that hides the
/// way through the pipe, and leaves few cases to sort out when the process ends.
struct Conversation<Job: Sendable>: Sendable {
  /// Time since the process was started.
  typealias Instant = Duration

  /// What a line of the process means.
  enum Event {
    /// It answered `initialize`.
    case initialized(Result<JSON, WireError>)
    /// It answered a case, which was the oldest one or not.
    case answered(Job, Result<JSON, WireError>, Duration, wasOldest: Bool)
    /// It answered `shutdown`.
    case finished
    /// It answered a second time what is answered already: wrong, but it harms no case.
    case repeated(id: Int64)
    /// It is not to be trusted any more.
    case violation(String)
    /// An empty line.
    case nothing
  }

  private struct Request {
    let id: Int64
    let job: Job
    let sent: Instant
  }

  private enum Phase { case starting, ready, finishing }

  private static var shutdownID: Int64 { -1 }
  /// An answer that takes longer than this gains nothing from a request that waits behind it.
  private static var quick: Duration { .milliseconds(5) }

  private let limit: Int
  private var phase = Phase.starting
  private var nextID: Int64 = 1
  private var requests: Deque<Request> = []
  private var window = 1
  /// Whether it said that it can't do a case: it is replaced when what it has is done.
  private(set) var hasRefused = false
  /// When the oldest open request became that: from then on its time counts.
  private(set) var oldestSince: Instant?
  /// How many cases the process was ever given.
  private(set) var sentCount = 0
  /// How many it has answered.
  private(set) var answeredCount = 0

  init(window limit: Int) { self.limit = max(1, limit) }

  /// Cases without an answer, the oldest first.
  var open: [Job] { requests.map(\.job) }

  /// Whether all that was asked is answered.
  var isIdle: Bool { requests.isEmpty }

  /// Whether `initialize` was answered, and `shutdown` not sent.
  var isReady: Bool { phase == .ready }

  /// How many more cases may be sent now.
  var room: Int { isReady && !hasRefused ? max(0, window - requests.count) : 0 }

  /// The first message of all.
  func initialize(edition: String) -> WireRequest { .initialize(edition: edition) }

  /// The last message of all.
  mutating func shutdown() -> WireRequest {
    phase = .finishing
    return WireRequest(id: .int(Self.shutdownID), method: "shutdown")
  }

  /// Adds a case.
  ///
  /// - Returns: the line that asks for it, with its parameters as they are.
  mutating func send(_ job: Job, parameters: [UInt8], at now: Instant) -> [UInt8] {
    if requests.isEmpty { oldestSince = now }
    requests.append(Request(id: nextID, job: job, sent: now))
    defer { nextID += 1 }
    sentCount += 1
    return #"{"jsonrpc":"2.0","id":\#(nextID),"method":"runCase","params":"#.utf8 + parameters
      + "}\n".utf8
  }

  /// Takes in a line.
  mutating func receive(_ line: ArraySlice<UInt8>, at now: Instant) -> Event {
    if line.isBlank { return .nothing }
    let answer: WireAnswer
    do {
      answer = try WireAnswer(message: JSON(parsing: line))
    } catch let error as WireError {
      return .violation(
        "it wrote \(Quotation.of(line)), which is not an answer: \(error.message)"
      )
    } catch {
      return .violation(
        "it wrote \(Quotation.of(line)) \(Self.notAMessage): \(error). Standard output is for messages, standard error "
          + "for everything else"
      )
    }
    guard case .int(let id) = answer.id else { return reject(answer, line) }
    switch (id, phase) {
    case (0, .starting):
      phase = .ready
      return .initialized(answer.outcome)
    case (Self.shutdownID, .finishing): return .finished
    default: break
    }
    if let place = requests.firstIndex(where: { $0.id == id }) {
      return settle(place, answer.outcome, now)
    }
    if id >= 0 && id < nextID && phase != .starting { return .repeated(id: id) }
    return reject(answer, line)
  }

  private mutating func settle(
    _ place: Int,
    _ outcome: Result<JSON, WireError>,
    _ now: Instant
  ) -> Event {
    let request = requests.remove(at: place)
    let wasOldest = place == 0
    let duration = now - (wasOldest ? oldestSince ?? request.sent : request.sent)
    if wasOldest { oldestSince = requests.isEmpty ? nil : now }
    answeredCount += 1
    window = duration >= Self.quick ? max(1, window / 2) : min(limit, window * 2)
    if case .failure = outcome { hasRefused = true }
    return .answered(request.job, outcome, duration, wasOldest: wasOldest)
  }

  private func reject(_ answer: WireAnswer, _ line: ArraySlice<UInt8>) -> Event {
    if answer.id == .null, case .failure(let error) = answer.outcome {
      return .violation("it could not read a request: \(error)")
    }
    return .violation("\(Self.notAsked): \(Quotation.of(line))")
  }

  /// How a line is told that is not a message.
  static var notAMessage: String { "to standard output, which is not a message" }
  /// How an answer is told that belongs to no request.
  static var notAsked: String { "it answered what was not asked" }
}
