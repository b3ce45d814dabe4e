import Foundation

/// Why a file could not be read or written, in words that end a sentence: those of Foundation are a sentence of their own,
/// and name an error by its number if it is not a usual one.
package enum FileFailure {
  /// The sentence about a file or folder that cannot be read.
  package static func sentence(reading path: String, _ reason: String) -> String {
    "\(plainOrQuoted(path)) cannot be read: \(reason)"
  }

  /// Why something could not be read.
  package static func reason(_ error: any Error) -> String {
    number(of: error).map(reason) ?? error.localizedDescription
  }

  /// Why something could not be read, by its error number.
  package static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT: "there is no such file"
    case EISDIR: "it is a folder"
    default: unsafe String(cString: strerror(number))
    }
  }

  /// Why something could not be written, made or removed.
  package static func reason(writing error: any Error) -> String {
    switch number(of: error) {
    case ENOENT?: "there is no such folder"
    case let number?: reason(number)
    case nil: error.localizedDescription
    }
  }

  private static func number(of error: any Error) -> Int32? {
    let cause = (error as? CocoaError)?.underlying ?? error
    return (cause as? POSIXError)?.code.rawValue
  }
}
