import DequeModule
import JSON
import Touchstone

/// What one process was asked and has answered so far; pure, so that it can be tested without a process.
///
/// Requests are sent ahead, up to a window that opens with quick answers and closes with slow ones: that hides the
/// way through the pipe, and leaves few cases to sort out when the process ends.
struct Conversation<Job> {
  /// Time since the process was started.
  typealias Instant = Duration

  /// What a line of the process means.
  enum Event {
    /// It answered `initialize`.
    case initialized(Result<JSON, WireError>)
    /// It answered a case.
    case answered(Job, Reply, Duration, wasHead: Bool)
    /// It answered `shutdown`.
    case finished
    /// It answered a second time what is answered already: wrong, but it harms no case.
    case repeated(id: Int64)
    /// It is not to be trusted any more.
    case violation(String)
    /// An empty line.
    case nothing
  }

  /// What is known of an answer.
  enum Reply {
    case read(Result<JSON, WireError>)
    /// It has a result; whether the rest of the line is what it should be is not known.
    case unread(AnswerHead)
  }

  private struct Request {
    let id: Int64
    let job: Job
    let isReadAtOnce: Bool
    let sent: Instant
  }

  private enum Phase { case starting, ready, finishing }

  private let limit: Int
  private var phase = Phase.starting
  private var nextID: Int64 = 1
  private var requests: Deque<Request> = []
  private var window = 1
  /// When the oldest open request became that: from then on its time counts.
  private(set) var headSince: Instant?
  /// How many cases the process was ever given.
  private(set) var sentCount = 0
  /// How many it has answered.
  private(set) var answeredCount = 0
  /// Whether it said that it cannot do a case: it is replaced when what it has is done.
  private(set) var hasRefused = false

  private static var shutdownID: Int64 { -1 }
  /// An answer that takes longer than this gains nothing from a request that waits behind it.
  private static var quick: Duration { .milliseconds(5) }
  /// How many requests are sent ahead at the most, unless answers come at once.
  private static var usualWindow: Int { 8 }
  /// An answer that takes less than this costs less than the way.
  private static var immediate: Duration { .microseconds(100) }

  init(window limit: Int) { self.limit = max(1, limit) }

  /// Cases without an answer, the oldest first.
  var open: [Job] { requests.map(\.job) }

  /// The oldest case without an answer.
  var oldest: Job? { requests.first?.job }

  /// Whether all that was asked is answered.
  var isIdle: Bool { requests.isEmpty }

  /// What whoever hands out cases has to know.
  struct Standing {
    /// Whether all that was asked is answered.
    var isIdle: Bool
    /// How many more cases may be sent now.
    var room: Int
    /// Whether `initialize` was answered.
    var isReady: Bool
    /// Whether it said that it cannot do a case.
    var hasRefused: Bool
  }

  var standing: Standing {
    Standing(isIdle: isIdle, room: room, isReady: phase == .ready, hasRefused: hasRefused)
  }

  /// How many more cases may be sent now.
  var room: Int { phase == .ready && !hasRefused ? max(0, window - requests.count) : 0 }

  /// The first message of all.
  func initialize(edition: String) -> WireRequest {
    WireRequest(
      id: 0,
      method: "initialize",
      params: ["protocolVersion": .int(Wire.version), "edition": .string(edition)]
    )
  }

  /// The last message of all.
  mutating func shutdown() -> WireRequest {
    phase = .finishing
    return WireRequest(id: .int(Self.shutdownID), method: "shutdown")
  }

  /// Adds the request for a case to what is to be sent.
  ///
  /// The answer may be left unread unless it is said that it is read at once.
  mutating func send(
    _ job: Job,
    parameters: UnsafeRawBufferPointer,
    isReadAtOnce: Bool = false,
    at now: Instant,
    to bytes: inout [UInt8]
  ) {
    RequestText.append(id: nextID, parameters, to: &bytes)
    if requests.isEmpty { headSince = now }
    requests.append(Request(id: nextID, job: job, isReadAtOnce: isReadAtOnce, sent: now))
    nextID += 1
    sentCount += 1
  }

  /// Takes in a line.
  mutating func receive(_ line: UnsafeRawBufferPointer, at now: Instant) -> Event {
    if let head = AnswerHead(of: line), let place = place(of: head.id),
      !requests[place].isReadAtOnce
    {
      return settle(place, .unread(head), now)
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return .nothing }
    let answer: WireAnswer
    do { answer = try WireAnswer(line: line) } catch { return .violation(error.description) }
    guard case .int(let id) = answer.id else { return reject(answer, line) }
    switch (id, phase) {
    case (0, .starting):
      phase = .ready
      return .initialized(answer.outcome)
    case (Self.shutdownID, .finishing): return .finished
    default: break
    }
    guard let place = place(of: id) else {
      if id >= 0 && id < nextID && phase != .starting { return .repeated(id: id) }
      return reject(answer, line)
    }
    return settle(place, .read(answer.outcome), now)
  }

  /// Where the open request of this id is: mostly in front.
  private func place(of id: Int64) -> Int? {
    !requests.isEmpty && requests[0].id == id ? 0 : requests.firstIndex { $0.id == id }
  }

  private mutating func settle(
    _ place: Int,
    _ reply: Reply,
    _ now: Instant
  ) -> Event {
    let request = place == 0 ? requests.removeFirst() : requests.remove(at: place)
    let began = place == 0 ? headSince ?? request.sent : request.sent
    let duration = now - began
    if place == 0 { headSince = requests.isEmpty ? nil : now }
    answeredCount += 1
    adjustWindow(after: duration)
    if case .read(.failure) = reply { hasRefused = true }
    return .answered(request.job, reply, duration, wasHead: place == 0)
  }

  private mutating func adjustWindow(after duration: Duration) {
    if duration >= Self.quick {
      window = max(1, window / 2)
    } else {
      window = min(duration < Self.immediate ? limit : min(limit, Self.usualWindow), window * 2)
    }
  }

  private func reject(_ answer: WireAnswer, _ line: UnsafeRawBufferPointer) -> Event {
    if answer.id == .null, case .failure(let error) = answer.outcome {
      return .violation("it could not read a request: \(error)")
    }
    return .violation("it answered what was not asked: \(Quotation.of(line))")
  }
}

/// The text around the parameters of `runCase`.
private enum RequestText {
  private static let start = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let middle = Array(#","method":"runCase","params":"#.utf8)
  private static let end = Array("}\n".utf8)

  static func append(id: Int64, _ parameters: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: start)
    bytes.append(contentsOf: String(id).utf8)
    bytes.append(contentsOf: middle)
    bytes.append(contentsOf: parameters)
    bytes.append(contentsOf: end)
  }
}
