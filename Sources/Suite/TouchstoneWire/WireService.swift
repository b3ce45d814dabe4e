import JSON
import Touchstone

/// What an implementation does with each line that it receives; pure, so that any transport can carry it.
struct WireService {
  /// What is to be done about a line.
  enum Reaction {
    /// Nothing: no answer is waited for.
    case none
    case answer(WireAnswer)
    /// The implementation is to say what it is; nothing else is read meanwhile.
    case initialize(id: JSON, edition: String)
    case runCase(id: JSON, CaseProgram)
    /// To be answered when all else is, and the last thing that is.
    case shutdown(id: JSON)
  }

  private let lineLimit: Int
  private var isInitialized = false

  init(lineLimit: Int) { self.lineLimit = lineLimit }

  mutating func receive(_ line: LineBuffer.Line) -> Reaction {
    guard case .whole(let line) = line else {
      let reason = "it is longer than \(lineLimit) bytes"
      return .answer(WireAnswer(id: .null, outcome: .failure(.unparsable(reason))))
    }
    if line.isBlank { return .none }
    let message: JSON
    do { message = try JSON(parsing: line) } catch {
      return .answer(WireAnswer(id: .null, outcome: .failure(.unparsable(error.description))))
    }
    do {
      let request = try WireRequest(message: message)
      guard let id = request.id else { return .none }
      do throws(WireError) {
        return try perform(request, id)
      } catch {
        return .answer(WireAnswer(id: id, outcome: .failure(error)))
      }
    } catch {
      let id = message["id"] ?? .null
      let isId = id.int != nil || id.string != nil
      return .answer(WireAnswer(id: isId ? id : .null, outcome: .failure(error)))
    }
  }

  /// Takes note of whether `initialize` succeeded; until it does, no case runs.
  mutating func noteInitialized(by answer: WireAnswer) {
    if case .success = answer.outcome { isInitialized = true }
  }

  private func perform(_ request: WireRequest, _ id: JSON) throws(WireError) -> Reaction {
    switch request.method {
    case "initialize":
      if isInitialized { throw .invalidRequest("initialize comes once") }
      guard let version = request.params["protocolVersion"]?.int else {
        throw .invalidParameters("initialize takes \"protocolVersion\", an integer")
      }
      guard version == Wire.version else {
        throw .notSpoken("version \(version) of the protocol is not spoken")
      }
      guard let edition = request.params["edition"]?.string else {
        throw .invalidParameters("initialize takes \"edition\", a string")
      }
      return .initialize(id: id, edition: edition)
    case "runCase":
      guard isInitialized else { throw .invalidRequest("initialize comes before runCase") }
      return .runCase(id: id, try CaseProgram(message: request.params))
    case "shutdown": return .shutdown(id: id)
    default: throw .unknownMethod(request.method)
    }
  }
}

extension Collection<UInt8> {
  /// Whether a line says nothing: it is empty, or ends with a carriage return as well as a line feed.
  package var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }
}
