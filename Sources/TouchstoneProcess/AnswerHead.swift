import Foundation
import JSON
import Touchstone

/// The beginning of a line that says whose answer it is, where the rest can be read later.
///
/// It is found in `{"jsonrpc":"2.0","id":7,"result":{…}}`, with or without spaces and in this order or with `id`
/// first. Whatever looks different is read as a whole at once.
struct AnswerHead: Sendable, Hashable {
  /// The id of the request.
  let id: Int64
  /// Where the result begins in the line, and where it ends if nothing follows it.
  private let start: Int
  private let end: Int

  /// Looks at a line; nil if it has to be read to know more.
  init?(of line: UnsafeRawBufferPointer) {
    var scan = HeadScan(line: line)
    guard let id = scan.usualBeginning() ?? scan.anyBeginning() else { return nil }
    self.id = id
    start = scan.position
    guard let end = scan.lastBrace, end > start else { return nil }
    self.end = end
  }

  /// Reads the result of the line that this is the head of; a ``CaseFault`` if the line turns out to be no answer.
  func result(of line: UnsafeRawBufferPointer) -> Result<JSON, CaseFault> {
    // Usually the result is all that follows. It stands one level deeper than what is read here.
    let limits = JSONLimits(depth: JSONLimits.default.depth - 1)
    let rest = UnsafeRawBufferPointer(rebasing: line[start..<end])
    if let result = try? JSON(parsing: rest, limits: limits) { return .success(result) }
    // There is an object as result: an error besides it is refused here, too.
    return Result { () throws(CaseFault) in try WireAnswer(line: line) }.flatMap { answer in
      answer.outcome.mapError { CaseFault(.refused, "the process answered with an error: \($0)") }
    }
  }
}

extension WireAnswer {
  /// Reads the line of a process.
  ///
  /// - Throws: a ``CaseFault`` that says why it is no answer.
  init(line: UnsafeRawBufferPointer) throws(CaseFault) {
    do {
      try self.init(message: JSON(parsing: line))
    } catch let error as WireError {
      throw CaseFault(
        .notAMessage,
        "it wrote \(Quotation.of(line)), which is no answer: \(error.message)"
      )
    } catch {
      throw CaseFault(
        .notAMessage,
        "it wrote \(Quotation.of(line)) to standard output, which is no message: \(error). "
          + "Standard output is for messages, standard error for everything else"
      )
    }
  }
}

/// Goes through the few bytes before the result.
private struct HeadScan {
  let line: UnsafeRawBufferPointer
  private(set) var position = 0

  init(line: UnsafeRawBufferPointer) { self.line = line }

  /// The id of a line that is written as the suite itself writes lines; goes to its result.
  ///
  /// Almost every answer begins in one way, so that comparing it with that is quicker than looking at each token.
  mutating func usualBeginning() -> Int64? {
    guard skipExactly(#"{"jsonrpc":"2.0","id":"#), let id = number(),
      skipExactly(#","result":{"#)
    else {
      position = 0
      return nil
    }
    position -= 1
    return id
  }

  private mutating func skipExactly(_ token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard count <= line.count - position, let base = line.baseAddress,
      memcmp(base + position, token.utf8Start, count) == 0
    else { return false }
    position += count
    return true
  }

  /// The id of a line with white space, or with `id` first; goes to its result.
  mutating func anyBeginning() -> Int64? {
    guard skip("{") else { return nil }
    var id: Int64?
    var hasVersion = false
    while id == nil || !hasVersion {
      if id == nil, skip(#""id""#) {
        guard skip(":"), let number = number() else { return nil }
        id = number
      } else if !hasVersion, skip(#""jsonrpc""#) {
        guard skip(":"), skip(#""2.0""#) else { return nil }
        hasVersion = true
      } else {
        return nil
      }
      guard skip(",") else { return nil }
    }
    return skip(#""result""#) && skip(":") && isAtObject ? id : nil
  }

  private mutating func skipSpace() {
    while position < line.count, line[position] == 0x20 || line[position] == 0x09 { position += 1 }
  }

  /// Goes past these bytes and white space before them; stays if something else is there.
  private mutating func skip(_ token: StaticString) -> Bool {
    skipSpace()
    let count = token.utf8CodeUnitCount
    guard count <= line.count - position else { return false }
    for offset in 0..<count where line[position + offset] != token.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  /// A number without sign, leading zero, fraction and exponent, which is small enough.
  private mutating func number() -> Int64? {
    skipSpace()
    let start = position
    var value: Int64 = 0
    while position < line.count, case let digit = line[position] &- 0x30, digit < 10 {
      guard position - start < 18 else { return nil }
      value = value * 10 + Int64(digit)
      position += 1
    }
    let count = position - start
    return count == 0 || count > 1 && line[start] == 0x30 ? nil : value
  }

  /// Whether an object begins here.
  private var isAtObject: Bool {
    mutating get {
      skipSpace()
      return position < line.count && line[position] == 0x7B
    }
  }

  /// Where the brace stands with which the line ends, but for white space.
  var lastBrace: Int? {
    var end = line.count
    while end > 0, line[end - 1] <= 0x20 { end -= 1 }
    return end > 0 && line[end - 1] == 0x7D ? end - 1 : nil
  }
}
