public import Foundation

extension UUID {
  /// Appends the lowercase text of the form 8-4-4-4-12 to a buffer.
  ///
  /// `uuidString` is uppercase and makes a string; payloads have lowercase ids and many of them.
  public func write(into out: inout [UInt8]) {
    unsafe withUnsafeBytes(of: uuid) { bytes in
      for position in 0..<16 {
        if position == 4 || position == 6 || position == 8 || position == 10 {
          out.append(ASCII.minus)
        }
        ASCII.writeHex(unsafe bytes[position], into: &out)
      }
    }
  }
}
