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
    of device: SampleDevice,
    into bytes: inout [UInt8]
  ) {
    bytes += "{\"_id\":{\"$oid\":\"\(id)\"},\"_partition\":\"\(device.partition)\",\"".utf8
    bytes += "\(activityField)\":\"\(event.activity)\",\"timestamp\":{\"$date\":\"".utf8
    bytes += "\(Timestamp(milliseconds: event.milliseconds))\"}".utf8
    if let kind = event.event { bytes += ",\"event\":\"\(kind)\"".utf8 }
    if let payload = event.payload { append(payload, of: event, to: &bytes) }
    bytes += "\(device.metadata)}\n".utf8
  }

  private func append(_ payload: String, of event: SampleEvent, to bytes: inout [UInt8]) {
    guard isCompressed, event.isScoped else {
      bytes += ",\"data\":\"".utf8
      Self.append(escaped: payload.utf8, to: &bytes)
      return bytes.append(UInt8(ascii: "\""))
    }
    let base64 = Data(Deflate.compress(Array(payload.utf8))).base64EncodedString()
    bytes += ",\"data\":{\"$binary\":{\"base64\":\"\(base64)\",\"subType\":\"00\"}}".utf8
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
