import Formats
package import Foundation

extension SuiteText {
  /// The bytes of a file of a suite.
  package static func bytes(of file: URL) throws(SuiteError) -> [UInt8] {
    do { return try FileBytes.read(file) } catch {
      throw unreadable(file.relativePath, error)
    }
  }

  /// The bytes of a file that a user names; `what` is said before the path if it cannot be read.
  package static func bytes(of path: String, _ what: String) throws(SuiteError) -> [UInt8] {
    do { return try FileBytes.read(URL(filePath: path)) } catch {
      throw unreadable("\(what) \(path.quoted)", error)
    }
  }

  package static func unreadable(_ what: String, _ error: any Error) -> SuiteError {
    SuiteError(.unreadable, "\(what) cannot be read: \(FileFailure.reason(error))")
  }
}
