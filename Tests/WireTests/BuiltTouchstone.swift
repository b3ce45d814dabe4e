import Foundation
import Testing

/// The command that was built together with the tests.
enum BuiltTouchstone {
  /// Where it is: beside the test bundle.
  static func path() throws -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder =
      bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = folder.appending(path: "touchstone").path()
    try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    return path
  }
}
