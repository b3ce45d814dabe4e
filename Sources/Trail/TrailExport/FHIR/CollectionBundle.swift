package import JSON

/// Writes resources as one FHIR Bundle of type `collection`, piece by piece.
package struct CollectionBundle {
  private var isEmpty = true

  /// A bundle without entries.
  package init() {}

  /// What comes before the entries.
  package var beginning: String { #"{"resourceType":"Bundle","type":"collection""# }

  /// What comes behind them: an array of FHIR is never empty, so there is none without entries.
  package var end: String { isEmpty ? "}\n" : "\n]}\n" }

  /// Appends an entry.
  package mutating func write(_ resource: JSON, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: (isEmpty ? ",\"entry\":[\n" : ",\n").utf8)
    isEmpty = false
    let url = Self.url(of: resource["id"]?.string ?? "")
    JSON.object(["fullUrl": .string(url), "resource": resource]).write(into: &bytes)
  }

  /// A UUID of version 8 (RFC 9562) that holds the 96 bits of the event's `_id` and the number of the line in 26.
  static func url(of lineId: String) -> String {
    let parts = lineId.split(separator: "-")
    let id = parts.first.map(String.init) ?? ""
    let number = parts.count > 1 ? UInt64(parts[1]) ?? 0 : 0
    let high = UInt64(id.prefix(16), radix: 16) ?? 0
    let low = UInt64(id.dropFirst(16), radix: 16) ?? 0
    // 48 bits, the version, 12 bits, the variant, and the 62 bits that are left.
    let first = (high >> 16) << 16 | 0x8000 | ((high >> 4) & 0x0FFF)
    let second = 0x8000_0000_0000_0000 | ((high & 0xF) << 58) | (low << 26) | (number & 0x03FF_FFFF)
    let digits = hex(first) + hex(second)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return "urn:uuid:" + text
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
