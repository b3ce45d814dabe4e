import Deflate
import Formats
import Foundation

/// Writes events of a sample as `mongoexport` writes documents: relaxed Extended JSON, a document a line.
struct SampleLine {
  let activityField: String
  let isCompressed: Bool

  func write(
    _ event: SampleEvent,
    id: String,
    partition: String,
    metadata: String,
    into bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "{\"_id\":{\"$oid\":\"".utf8)
    bytes.append(contentsOf: id.utf8)
    bytes.append(contentsOf: "\"},\"_partition\":\"".utf8)
    bytes.append(contentsOf: partition.utf8)
    bytes.append(contentsOf: "\",\"".utf8)
    bytes.append(contentsOf: activityField.utf8)
    bytes.append(contentsOf: "\":\"".utf8)
    Self.append(escaped: event.activity.utf8, to: &bytes)
    bytes.append(contentsOf: "\",\"timestamp\":{\"$date\":\"".utf8)
    bytes.append(contentsOf: Timestamp(milliseconds: event.milliseconds).description.utf8)
    bytes.append(contentsOf: "\"}".utf8)
    if let kind = event.event {
      bytes.append(contentsOf: ",\"event\":\"".utf8)
      Self.append(escaped: kind.utf8, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    if let payload = event.payload { append(payload, of: event, to: &bytes) }
    bytes.append(contentsOf: metadata.utf8)
    bytes.append(contentsOf: "}\n".utf8)
  }

  private func append(_ payload: [UInt8], of event: SampleEvent, to bytes: inout [UInt8]) {
    guard isCompressed, event.isScoped else {
      bytes.append(contentsOf: ",\"data\":\"".utf8)
      Self.append(escaped: payload, to: &bytes)
      return bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(contentsOf: ",\"data\":{\"$binary\":{\"base64\":\"".utf8)
    bytes.append(contentsOf: Data(Deflate.compress(payload)).base64EncodedString().utf8)
    bytes.append(contentsOf: "\",\"subType\":\"00\"}}".utf8)
  }

  /// Appends what stands between the quotes of a JSON string.
  ///
  /// The texts of a sample hold no control characters but those that a payload has escaped already.
  static func append(escaped text: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.count + text.count / 4)
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
  }
}
