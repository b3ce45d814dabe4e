import Formats
import Foundation
import JSON

/// What partial results say with other words than JSON has.
extension JSONNode {
  /// The place of an event.
  func position() throws(JSONFault) -> TrailPosition {
    let place = try member("place")
    return TrailPosition(
      file: try place.member("file").string(),
      document: try place.member("document").count(),
      line: try place.member("line").unlessNull?.count()
    )
  }

  /// A number from 0 on, added to another one.
  ///
  /// Enough room is left for whatever the merge itself counts.
  func sum(with number: Int) throws(JSONFault) -> Int {
    let (sum, isTooLarge) = try count().addingReportingOverflow(number)
    guard !isTooLarge, sum <= 1 << 62 else {
      throw fault("the sum of all parts is more than 2^62")
    }
    return sum
  }

  /// Words of eight bytes, the lowest first, in Base64.
  func words() throws(JSONFault) -> [UInt64] {
    guard let data = Data(base64Encoded: try string()), data.count % 8 == 0 else {
      throw fault("expected Base64 of words of eight bytes")
    }
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }
}

extension JSON {
  static func words(_ words: [UInt64]) -> JSON {
    var data = Data(capacity: words.count * 8)
    for word in words { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    return .string(data.base64EncodedString())
  }

  static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  static func count(_ number: Int) -> JSON { .int(Int64(number)) }

  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension TrailPosition {
  /// The place of an event in a partial result.
  var partial: JSON {
    [
      "file": .string(file), "document": .count(document), "line": line.map(JSON.count) ?? .null,
    ]
  }
}

extension DocumentId {
  init(_ reader: JSONNode) throws(JSONFault) {
    let digits = Array(try reader.string().utf8)
    let id = digits.withUnsafeBufferPointer { digits in
      digits.count == 24 ? digits.baseAddress.flatMap { DocumentId(hex: $0) } : nil
    }
    guard let id else { throw reader.fault("expected 24 hexadecimal digits") }
    self = id
  }
}
