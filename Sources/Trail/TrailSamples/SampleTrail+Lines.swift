import Deflate
import Formats
import Foundation

/// Writes events as `mongoexport` writes documents: relaxed Extended JSON, a document a line.
extension SampleTrail {
  /// The field in which the edition has the activity.
  var activityField: String { edition == .draft ? "scope" : "activity" }

  mutating func emit(_ event: SampleEvent, on number: Int) {
    idCounter += 1
    let seconds = String(clock / 1000, radix: 16)
    let count = String(idCounter & 0xFF_FFFF, radix: 16)
    let id = seconds + idProcess + String(repeating: "0", count: 6 - count.utf8.count) + count
    if firstId.isEmpty { firstId = id }
    let device = devices[number]
    let time = Timestamp(milliseconds: device.stampsAtCommit ? clock : event.milliseconds)
    lines += "{\"_id\":{\"$oid\":\"\(id)\"},\"_partition\":\"\(device.partition)\",\"".utf8
    lines += "\(activityField)\":\"\(event.activity)\",\"timestamp\":{\"$date\":\"".utf8
    lines += "\(time)\"}".utf8
    if let kind = event.event { lines += ",\"event\":\"\(kind)\"".utf8 }
    if let payload = event.payload { append(payload, of: event) }
    lines += "\(device.metadata)}\n".utf8
    written += 1
    devices[number].written += 1
    if let code = event.planted {
      planted.append(PlantedDefect(code: code, line: written, id: id))
    }
  }

  /// Appends a payload as a JSON string, or compressed where the edition does that.
  ///
  /// The texts of a sample hold no control characters but those that a payload has escaped already.
  private mutating func append(_ payload: String, of event: SampleEvent) {
    guard edition == .draft, event.isScoped else {
      lines += ",\"data\":\"".utf8
      lines.reserveCapacity(lines.count + payload.utf8.count * 5 / 4)
      for byte in payload.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          lines.append(UInt8(ascii: "\\"))
        }
        lines.append(byte)
      }
      return lines.append(UInt8(ascii: "\""))
    }
    let base64 = Data(Deflate.compress(Array(payload.utf8))).base64EncodedString()
    lines += ",\"data\":{\"$binary\":{\"base64\":\"\(base64)\",\"subType\":\"00\"}}".utf8
  }
}
