import ArgumentParser
import Formats
import Foundation
import JSON
import ReferenceEvents

/// Prints what the reference recorded into a folder, as an export of the collection would.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the trail that the reference keeps in a folder.",
    discussion: """
      Prints every event below the folder as relaxed Extended JSON, one document a line: partition by partition in the \
      order of their paths, and within one in the order of the commits. The folder is that of `touchstone reference \
      --store`, or of an event configuration. No partition in it is changed.

      The exit status is 1 if the folder itself tells that events may be missing, such as those of a log that was cut \
      off or is gone, and 2 if not all that is there can be read.
      """
  )

  @Argument(help: ArgumentHelp("The folder of the event realms.", valueName: "folder"))
  var folder: String

  func run() throws {
    let trail = try StoredTrail(directory: URL(filePath: folder))
    var lines: [UInt8] = []
    try trail.forEachDocument { document in
      document.write(into: &lines)
      lines.append(UInt8(ascii: "\n"))
      if lines.count > 1 << 16 {
        Console.write(String(decoding: lines, as: UTF8.self))
        lines.removeAll(keepingCapacity: true)
      }
    }
    Console.write(String(decoding: lines, as: UTF8.self))
    for loss in trail.losses { Console.complain("touchstone: \(terminalSafe(loss))") }
    if !trail.losses.isEmpty { throw ExitCode(1) }
  }
}
