import Foundation
import JSON

/// Takes a partial result apart, and says what is missing: it may come from anywhere, like a trail.
struct PartialReader {
  let json: JSON
  /// Where it stands in the partial result.
  let path: String

  init(_ json: JSON, path: String = "") {
    self.json = json
    self.path = path
  }

  func member(_ name: String) throws(TrailError) -> PartialReader {
    guard let value = json[name] else { throw fault("lacks \(name)") }
    return PartialReader(value, path: path.isEmpty ? name : path + "." + name)
  }

  func string() throws(TrailError) -> String {
    guard let text = json.string else { throw fault("is not a text") }
    return text
  }

  /// One of the names that a type knows.
  func name<Known: RawRepresentable<String>>(of type: Known.Type) throws(TrailError) -> Known {
    let text = try string()
    guard let known = Known(rawValue: text) else { throw fault("is not known here: \(text)") }
    return known
  }

  func optionalString() throws(TrailError) -> String? { json.isNull ? nil : try string() }

  func count() throws(TrailError) -> Int {
    guard let number = json.int, number >= 0 else { throw fault("is not a count") }
    return Int(number)
  }

  func optionalInt() throws(TrailError) -> Int64? {
    if json.isNull { return nil }
    guard let number = json.int else { throw fault("is not a whole number") }
    return number
  }

  func bool() throws(TrailError) -> Bool {
    guard let truth = json.bool else { throw fault("is neither true nor false") }
    return truth
  }

  func array() throws(TrailError) -> [PartialReader] {
    guard let elements = json.array else { throw fault("is not an array") }
    return elements.enumerated().map { PartialReader($0.element, path: "\(path)[\($0.offset)]") }
  }

  func strings() throws(TrailError) -> [String] {
    var texts: [String] = []
    for element in try array() { texts.append(try element.string()) }
    return texts
  }

  /// Words of eight bytes, the lowest first, in Base64.
  func words() throws(TrailError) -> [UInt64] {
    guard let data = Data(base64Encoded: try string()), data.count % 8 == 0 else {
      throw fault("is not Base64 of words of eight bytes")
    }
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }

  func fault(_ sentence: String) -> TrailError {
    TrailError(path.isEmpty ? "it \(sentence)" : "\(path) \(sentence)")
  }

  static func text(of words: [UInt64]) -> JSON {
    var data = Data(capacity: words.count * 8)
    for word in words { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    return .string(data.base64EncodedString())
  }
}
