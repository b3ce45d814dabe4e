import CZlib
import Deflate
import Foundation
import JSON

@testable import TrailCheck
@testable import TrailReading

/// Small trails, and what is found in them.
enum SmallExport {
  static let partition = "events-62b396f4ebe94d2b871889ba"

  /// The id of the document of that number.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 24 - digits.count) + digits
  }

  /// A document with its fields in the order in which exports have them; a change to nil takes a field away.
  static func document(_ number: Int = 1, _ changes: [String: JSON?] = [:]) -> String {
    var fields: JSONObject = [
      "_id": ["$oid": .string(id(number))], "_partition": .string(partition),
      "activity": "read object", "event": "custom event",
      "timestamp": ["$date": "2022-06-23T14:54:37.756Z"],
    ]
    for (key, value) in changes.sorted(by: { $0.key < $1.key }) { fields[key] = value }
    return JSON.object(fields).text()
  }

  /// A read or write event with that payload.
  static func event(_ event: String, _ payload: String, number: Int = 1) -> String {
    document(number, ["event": .string(event), "data": .string(payload)])
  }

  /// A read of objects of one class.
  static func read(_ objects: String, of name: String = "Person") -> String {
    event("read", #"{"type":"\#(name)","value":[\#(objects)]}"#)
  }

  /// A write of changes of one class.
  static func write(_ lists: String, of name: String = "Person") -> String {
    event("write", #"{"\#(name)":{\#(lists)}}"#)
  }

  /// A write of one modification.
  static func modification(from old: String, to new: String) -> String {
    write(#""modifications":[{"oldValue":\#(old),"newValue":\#(new)}]"#)
  }

  /// A document of edition 2022 whose payload is compressed.
  static func compressed(_ payload: [UInt8], event: String = "read", cut: Int = 0) -> String {
    let bytes = Array(Deflate.compress(payload).dropLast(cut))
    let base64 = Data(bytes).base64EncodedString()
    return document(
      1,
      [
        "event": .string(event), "activity": .none, "scope": "read object",
        "data": ["$binary": ["base64": .string(base64), "subType": "00"]],
      ]
    )
  }

  /// What a check finds in a text.
  static func check(
    _ text: String,
    _ options: TrailOptions = TrailOptions()
  ) throws -> TrailCheck {
    try check(Array(text.utf8), options)
  }

  /// What a check finds in bytes.
  static func check(
    _ bytes: [UInt8],
    _ options: TrailOptions = TrailOptions()
  ) throws -> TrailCheck {
    var check = TrailCheck(options)
    try check.check(.bytes(bytes, name: "trail"))
    try check.finish()
    return check
  }

  /// The names of what is found, each as often as it is.
  static func codes(
    _ bytes: [UInt8],
    _ options: TrailOptions = TrailOptions()
  ) throws -> [String] {
    try check(bytes, options).findings.counts
      .flatMap { Array(repeating: $0.key.code.rawValue, count: $0.value) }.sorted()
  }

  /// The names of what is found, each as often as it is.
  static func codes(_ text: String, _ options: TrailOptions = TrailOptions()) throws -> [String] {
    try codes(Array(text.utf8), options)
  }

  /// Bytes in a member of gzip.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    precondition(
      deflateInit2_(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, 0, ZLIB_VERSION, size) == Z_OK
    )
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 10 + 1024) {
      buffer,
      count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        precondition(CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END)
      }
      count = buffer.count - Int(stream.avail_out)
    }
  }
}
