import Formats
import Foundation
import JSON

/// Writes a document of BSON as the Extended JSON that `mongoexport` would have written: dumps are then read by what reads
/// exports, and nothing is known of BSON behind this.
///
/// A class, so that its room is kept from one document to the next.
final class BSONText {
  /// Why some bytes are not a document.
  struct Fault: Error {
    let sentence: String
    /// Where in the document, counted from 0.
    let offset: Int
  }

  private let depthLimit: Int
  private var text: [UInt8] = []
  private var bytes = Bytes.none
  private var place = 0
  /// Where the element at hand begins.
  private var element = 0

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// Hands over the text of a document, with zeros behind it.
  func write(
    _ bytes: Bytes,
    _ body: (Bytes) -> Void
  ) throws(Fault) {
    text.removeAll(keepingCapacity: text.capacity < 1 << 20)
    self.bytes = bytes
    place = 0
    try writeDocument(isArray: false, end: bytes.count, depth: 0)
    let count = text.count
    text.append(contentsOf: repeatElement(0, count: ReadingWindow.padding))
    // The text is kept while it is handed on, with the zeros behind it.
    unsafe text.withUnsafeBufferPointer { body(unsafe Bytes($0)[bytes: 0..<count]) }
  }

  /// Takes a document apart that stands here, in full, and goes up to that end or is within it.
  private func writeDocument(isArray: Bool, end: Int, depth: Int) throws(Fault) {
    guard depth < depthLimit else { throw fault("it is deeper than \(depthLimit) levels") }
    let start = place
    let length = Int(try readInt32(until: end))
    guard length >= 5, start + length <= end else {
      place = start
      throw fault("the length of \(isArray ? "an array" : "a document") is wrong")
    }
    let last = start + length - 1
    text.append(isArray ? Ascii.openBracket : Ascii.openBrace)
    var isFirst = true
    while place < last {
      element = place
      let type = bytes[place]
      place += 1
      let name = try readName(until: last)
      if !isFirst { text.append(Ascii.comma) }
      isFirst = false
      if !isArray {
        writeString(name)
        text.append(Ascii.colon)
      }
      try writeValue(type, until: last, depth: depth + 1)
    }
    guard place == last, bytes[last] == 0 else {
      throw fault("an element goes beyond its document")
    }
    place += 1
    text.append(isArray ? Ascii.closeBracket : Ascii.closeBrace)
  }

  private func writeValue(_ type: UInt8, until end: Int, depth: Int) throws(Fault) {
    switch type {
    case 0x01: writeDouble(Double(bitPattern: UInt64(bitPattern: try readInt64(until: end))))
    case 0x02: writeString(try readString(until: end))
    case 0x03: try writeDocument(isArray: false, end: end, depth: depth)
    case 0x04: try writeDocument(isArray: true, end: end, depth: depth)
    case 0x05: try writeBinary(until: end)
    case 0x06: write(#"{"$undefined":true}"#)
    case 0x07: try writeObjectId(until: end)
    case 0x08: try writeBool(until: end)
    case 0x09: writeDate(try readInt64(until: end))
    case 0x0A: write("null")
    case 0x0B: try writeExpression(until: end)
    case 0x0C:
      write(#"{"$dbPointer":{"$ref":"#)
      writeString(try readString(until: end))
      write(#","$id":"#)
      try writeObjectId(until: end)
      write("}}")
    case 0x0D: try writeWrapped("$code", until: end)
    case 0x0E: try writeWrapped("$symbol", until: end)
    case 0x0F: try writeScopedCode(until: end, depth: depth)
    case 0x10: write(#"{"$numberInt":"\#(try readInt32(until: end))"}"#)
    case 0x11:
      let increment = UInt32(bitPattern: try readInt32(until: end))
      let time = UInt32(bitPattern: try readInt32(until: end))
      write(#"{"$timestamp":{"t":\#(time),"i":\#(increment)}}"#)
    case 0x12: write(#"{"$numberLong":"\#(try readInt64(until: end))"}"#)
    case 0x13:
      let low = UInt64(bitPattern: try readInt64(until: end))
      let high = UInt64(bitPattern: try readInt64(until: end))
      write(#"{"$numberDecimal":"\#(BSONDecimal(high: high, low: low))"}"#)
    case 0xFF: write(#"{"$minKey":1}"#)
    case 0x7F: write(#"{"$maxKey":1}"#)
    default:
      let sentence = "an element has the type \(type), which BSON does not have"
      throw Fault(sentence: sentence, offset: element)
    }
  }

  // MARK: Values

  private func writeDouble(_ number: Double) {
    let words =
      number.isNaN
      ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
    write(#"{"$numberDouble":"\#(words)"}"#)
  }

  private func writeBool(until end: Int) throws(Fault) {
    let byte = try take(1, until: end)[0]
    guard byte < 2 else { throw fault("a bool is neither 0 nor 1") }
    write(byte == 1 ? "true" : "false")
  }

  private func writeObjectId(until end: Int) throws(Fault) {
    let id = try take(12, until: end)
    write(#"{"$oid":""#)
    for byte in id {
      text.append(Self.digits[Int(byte >> 4)])
      text.append(Self.digits[Int(byte & 15)])
    }
    write(#""}"#)
  }

  private func writeBinary(until end: Int) throws(Fault) {
    let length = try readLength(until: end)
    let subtype = try take(1, until: end)[0]
    var content = try take(length, until: end)
    if subtype == 2 {
      // The old form of bytes has their number once more before them.
      guard length >= 4, Self.int32(content) == length - 4 else {
        throw fault("binary data of the old form has two lengths")
      }
      content = content[bytes: 4..<content.count]
    }
    write(#"{"$binary":{"base64":""#)
    text.append(contentsOf: Data(content).base64EncodedData())
    write(#"","subType":""#)
    text.append(Self.digits[Int(subtype >> 4)])
    text.append(Self.digits[Int(subtype & 15)])
    write(#""}}"#)
  }

  private func writeExpression(until end: Int) throws(Fault) {
    write(#"{"$regularExpression":{"pattern":"#)
    writeString(try readName(until: end))
    write(#","options":"#)
    writeString(try readName(until: end))
    write("}}")
  }

  private func writeWrapped(_ key: String, until end: Int) throws(Fault) {
    write("{\"\(key)\":")
    writeString(try readString(until: end))
    text.append(Ascii.closeBrace)
  }

  private func writeScopedCode(until end: Int, depth: Int) throws(Fault) {
    let start = place
    let length = try readLength(until: end)
    guard length >= 14, start + length <= end else { throw fault("the length of code is wrong") }
    write(#"{"$code":"#)
    writeString(try readString(until: start + length))
    write(#","$scope":"#)
    try writeDocument(isArray: false, end: start + length, depth: depth)
    guard place == start + length else { throw fault("the length of code is wrong") }
    text.append(Ascii.closeBrace)
  }

  /// In the years that relaxed documents write as text, others as a number.
  private func writeDate(_ milliseconds: Int64) {
    guard 0...253_402_300_799_999 ~= milliseconds else {
      return write(#"{"$date":{"$numberLong":"\#(milliseconds)"}}"#)
    }
    write(#"{"$date":"\#(Timestamp(milliseconds: milliseconds))"}"#)
  }

  private func write(_ words: String) { text.append(contentsOf: words.utf8) }

  /// Bytes that are not UTF-8 stay what they are: the reader of the text says so.
  private func writeString(_ content: Bytes) {
    text.append(Ascii.quote)
    var start = 0
    for index in content.indices {
      let byte = content[index]
      guard byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash else { continue }
      text.append(contentsOf: content[start..<index])
      start = index + 1
      text.append(Ascii.backslash)
      switch byte {
      case Ascii.quote, Ascii.backslash: text.append(byte)
      case 0x0A: text.append(UInt8(ascii: "n"))
      case 0x0D: text.append(UInt8(ascii: "r"))
      case 0x09: text.append(UInt8(ascii: "t"))
      default:
        write("u00")
        text.append(Self.digits[Int(byte >> 4)])
        text.append(Self.digits[Int(byte & 15)])
      }
    }
    text.append(contentsOf: content[start...])
    text.append(Ascii.quote)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  // MARK: Reading

  private func fault(_ sentence: String) -> Fault { Fault(sentence: sentence, offset: place) }

  private func take(_ count: Int, until end: Int) throws(Fault) -> Bytes {
    guard count >= 0, count <= end - place else {
      throw fault("a value goes beyond its document")
    }
    defer { place += count }
    return bytes[bytes: place..<place + count]
  }

  private static func int32(_ bytes: Bytes) -> Int {
    Int(
      Int32(truncatingIfNeeded: bytes[0]) | Int32(truncatingIfNeeded: bytes[1]) << 8
        | Int32(truncatingIfNeeded: bytes[2]) << 16 | Int32(truncatingIfNeeded: bytes[3]) << 24
    )
  }

  private func readInt32(until end: Int) throws(Fault) -> Int32 {
    Int32(truncatingIfNeeded: Self.int32(try take(4, until: end)))
  }

  private func readInt64(until end: Int) throws(Fault) -> Int64 {
    try take(8, until: end).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private func readLength(until end: Int) throws(Fault) -> Int {
    let length = Int(try readInt32(until: end))
    guard length >= 0 else { throw fault("a length is negative") }
    return length
  }

  /// A text with its length before it and a zero behind it.
  private func readString(until end: Int) throws(Fault) -> Bytes {
    let content = try take(try readLength(until: end), until: end)
    guard content.last == 0 else { throw fault("a string does not end with a zero") }
    return content[bytes: 0..<content.count - 1]
  }

  /// A text that a zero ends.
  private func readName(until end: Int) throws(Fault) -> Bytes {
    guard place < end, let count = bytes[bytes: place..<end].first(0)
    else { throw fault("the name of an element has no end") }
    defer { place += count + 1 }
    return bytes[bytes: place..<place + count]
  }
}
