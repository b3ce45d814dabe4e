import JSON

/// Reads documents and their payloads in place, with memory that is kept from one to the next.
///
/// A class, so that copies of a check share that memory.
package final class TextReader {
  private var documents: Scanner<PlainSpelling>
  private let payloads: PayloadReader?
  private var plain: Scanner<PlainSpelling>
  private let depthLimit: Int
  /// The payload that had to be inflated or unescaped: it is kept until the next one, since values stand in it.
  private var payload = PaddedText([])

  init(depthLimit: Int, readsPayloads: Bool) {
    self.depthLimit = depthLimit
    payloads = readsPayloads ? PayloadReader(depthLimit: depthLimit) : nil
    documents = Scanner(0, depthLimit: depthLimit, holdsDocument: true, payloads: payloads)
    plain = Scanner(2, depthLimit: depthLimit)
  }

  /// A document's text, behind which there are more bytes that may be read.
  func document(_ text: Bytes) throws(JSONError) -> Value {
    guard let value = value(of: text) else { throw fault(in: text) }
    return value
  }

  /// The same where it is an object; nil for anything else, of which nothing is said.
  @inline(__always)
  func object(in text: Bytes) -> Value? {
    guard let value = value(of: text), value.isObject else { return nil }
    return value
  }

  @inline(__always)
  private func value(of text: Bytes) -> Value? {
    payloads?.place = nil
    guard let (value, end) = documents.scan(text.start), end - text.start == text.count else {
      return nil
    }
    return value
  }

  /// The JSON in a string of a document.
  func payload(in string: Value) throws(JSONError) -> Value {
    if let payloads, payloads.place == string.start, let value = payloads.value { return value }
    return try payload(Array((string.string ?? "").utf8))
  }

  /// The JSON of some bytes.
  func payload(_ bytes: [UInt8]) throws(JSONError) -> Value {
    // The former one may be as large.
    payload = PaddedText([])
    payload = PaddedText(bytes)
    // White space behind it makes no difference.
    var isOdd = false
    if let (value, end) = plain.scan(payload.start),
      PlainSpelling.skipSpace(end, &isOdd) == payload.end
    {
      return value
    }
    throw fault(in: Bytes(from: payload.start, count: bytes.count))
  }

  /// What is wrong with a text that is not JSON, in the words of the parser.
  private func fault(in text: Bytes) -> JSONError {
    do throws(JSONError) {
      _ = try JSON(parsing: text, depthLimit: depthLimit)
    } catch {
      return error
    }
    return JSONError("the text cannot be read", at: .init(offset: 0, line: 1, column: 1))
  }
}

extension TextReader {
  /// The fields of a document; what is wrong with a text that is not one is noted.
  func fields(of text: Bytes, _ log: FindingLog) -> Value? {
    do throws(JSONError) {
      let value = try document(text)
      if value.isObject { return value }
      log(.lineNoObject, "\(value.words) stands where a document should")
    } catch {
      // Where it is damaged, which in a document of several lines is not where it begins.
      if let line = log.line { log.line = line + error.position.line - 1 }
      log(error.documentCode, "column \(error.position.column): \(error.shortMessage)")
    }
    return nil
  }
}

extension JSONError {
  /// The code of a document in which this was found.
  var documentCode: FindingCode {
    switch rule {
    case .uniqueKeys: .fieldTwice
    case .encoding: .lineNotUTF8
    case .grammar, .depth: .lineDamaged
    }
  }
}

/// Reads the payload of a document where it stands, while the document is scanned.
final class PayloadReader {
  /// The string that was read last, and the JSON in it.
  fileprivate(set) var place: Place?
  package private(set) var value: Value?
  private var scanner: Scanner<QuotedSpelling>

  init(depthLimit: Int) { scanner = Scanner(1, depthLimit: depthLimit) }

  /// Behind the string that begins at a place; nil if it has to be unescaped first.
  package func read(at place: Place) -> Place? {
    // Whatever comes of this text, the value of another one is gone.
    self.place = nil
    value = nil
    guard place[1] == Ascii.openBrace, let (value, end) = scanner.scan(place + 1) else {
      return nil
    }
    var isOdd = false
    let quote = QuotedSpelling.skipSpace(end, &isOdd)
    guard quote[0] == Ascii.quote else { return nil }
    self.place = place
    self.value = value
    return quote + 1
  }
}
