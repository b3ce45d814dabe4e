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

  /// The payload of a `data` field.
  ///
  /// - Returns: nil if there is none.
  static func read(_ data: JSON?) -> Result<JSON, Fault>? {
    if let text = data?.string { return parse { () throws(JSONError) in try JSON(parsing: text) } }
    guard let binary = binary(data) else { return nil }
    switch binary {
    case .failure(let fault): return .failure(fault)
    case .success(let bytes):
      do throws(Deflate.Failure) {
        let text = try Deflate.inflate(bytes, limit: inflationLimit)
        return parse { () throws(JSONError) in try JSON(parsing: text) }
      } catch {
        return .failure(Fault(description: words(for: error)))
      }
    }
  }

  /// Whether a field is binary data, be it sound or not.
  static func isBinary(_ data: JSON?) -> Bool { data?["$binary"] != nil }

  private static func binary(_ data: JSON?) -> Result<[UInt8], Fault>? {
    guard isBinary(data) else { return nil }
    guard let text = data?["$binary"]?["base64"]?.string, let bytes = Data(base64Encoded: text)
    else {
      return .failure(Fault(description: "is no base64"))
    }
    return .success(Array(bytes))
  }

  private static func parse(_ body: () throws(JSONError) -> JSON) -> Result<JSON, Fault> {
    do { return .success(try body()) } catch {
      return .failure(Fault(description: "is no JSON: \(error.description)"))
    }
  }

  private static func words(for failure: Deflate.Failure) -> String {
    switch failure {
    case .corrupt: "does not inflate: it is no DEFLATE data"
    case .truncated: "does not inflate: its end is missing"
    case .trailingBytes: "does not inflate: bytes follow its end"
    case .tooLarge(let limit): "inflates to more than \(limit >> 20) MiB"
    }
  }
}
