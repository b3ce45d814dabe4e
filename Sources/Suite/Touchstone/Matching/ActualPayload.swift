import Deflate
import Foundation
import JSON

/// Reads the payload of a stored event: JSON text, or in edition 2022 its DEFLATE form as binary.
enum ActualPayload {
  /// Why a payload can't be read, in words that follow "the payload".
  struct Fault: Error {
    let description: String
  }

  /// What a payload may inflate to at the most.
  static let inflationLimit = 64 << 20

  /// The payload of a `data` field; nil if there is none.
  static func read(_ data: JSON?) throws(Fault) -> JSON? {
    if let text = data?.string {
      return try json { () throws(JSONError) in try JSON(parsing: text) }
    }
    guard isBinary(data) else { return nil }
    guard let text = data?["$binary"]?["base64"]?.string, let bytes = Data(base64Encoded: text)
    else { throw Fault(description: "is not base64") }
    let inflated: [UInt8]
    do throws(Deflate.Failure) {
      inflated = try Deflate.inflate(Array(bytes), limit: inflationLimit)
    } catch { throw Fault(description: words(for: error)) }
    return try json { () throws(JSONError) in try JSON(parsing: inflated) }
  }

  /// Whether a field is binary data, be it sound or not.
  static func isBinary(_ data: JSON?) -> Bool { data?["$binary"] != nil }

  private static func json(_ parse: () throws(JSONError) -> JSON) throws(Fault) -> JSON {
    do { return try parse() } catch {
      throw Fault(description: "is not JSON: \(error.description)")
    }
  }

  private static func words(for failure: Deflate.Failure) -> String {
    switch failure {
    case .corrupt: "does not inflate: it is not DEFLATE data"
    case .truncated: "does not inflate: its end is missing"
    case .trailingBytes: "does not inflate: bytes follow its end"
    case .tooLarge(let limit): "inflates to more than \(limit >> 20) MiB"
    }
  }
}
