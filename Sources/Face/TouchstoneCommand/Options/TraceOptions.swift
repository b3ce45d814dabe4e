import ArgumentParser
import Foundation
import Pages
import TouchstoneProcess

/// Where what is said between the suite and a program is noted.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write every line to a program and from it to this file, with the time and the number of the process.",
      valueName: "file"
    )
  )
  var trace: String?

  /// Begins the file, if there is to be one.
  func open() throws -> WireTrace? {
    guard let trace else { return nil }
    try OutputFile.checkFolder(of: trace)
    guard let file = WireTrace(path: trace) else {
      throw OutputError(unsafe "\(trace) cannot be written: \(String(cString: strerror(errno)))")
    }
    return file
  }

  /// Says that a file is not whole.
  func close(_ file: WireTrace?) throws {
    guard let trace, let fault = file?.fault else { return }
    throw OutputError("\(trace) could not be written: \(fault)")
  }
}
