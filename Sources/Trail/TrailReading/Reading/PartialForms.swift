package import Formats
import Foundation
package import JSON

/// What partial results say with other words than JSON has.
extension JSONNode {
  /// The place of an event.
  package func position() throws(JSONFault) -> TrailPosition {
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
  package func sum(with number: Int) throws(JSONFault) -> Int {
    let (sum, isTooLarge) = try count().addingReportingOverflow(number)
    guard !isTooLarge, sum <= 1 << 62 else {
      throw fault("the sum of all parts is more than 2^62")
    }
    return sum
  }

  /// Words of eight bytes, the lowest first, in Base64.
  package func words() throws(JSONFault) -> [UInt64] {
    guard let data = Data(base64Encoded: try string()), data.count % 8 == 0 else {
      throw fault("expected Base64 of words of eight bytes")
    }
    return stride(from: data.startIndex, to: data.endIndex, by: 8).map { start in
      data[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension JSON {
  package static func words(_ words: [UInt64]) -> JSON {
    var data = Data(capacity: words.count * 8)
    for word in words {
      for place in 0..<8 { data.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }
    return .string(data.base64EncodedString())
  }

  package static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  package static func count(_ number: Int) -> JSON { .int(Int64(number)) }

  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension TrailPosition {
  /// The place of an event in a partial result.
  package var partial: JSON {
    [
      "file": .string(file), "document": .count(document), "line": line.map(JSON.count) ?? .null,
    ]
  }
}

extension DocumentId {
  package init(_ reader: JSONNode) throws(JSONFault) {
    guard let id = DocumentId(hex: try reader.string()) else {
      throw reader.fault("expected 24 hexadecimal digits")
    }
    self = id
  }
}
