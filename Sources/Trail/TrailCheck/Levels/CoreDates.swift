import Formats
import TrailReading

extension Value {
  /// Whether it is a date of a year that has other than four digits as edition core writes it (SERIAL-12).
  var isCoreDate: Bool {
    guard let text = string, let date = Timestamp(anyYear: text) else { return false }
    return date.text(in: .core) == text && date.description != text
  }
}
