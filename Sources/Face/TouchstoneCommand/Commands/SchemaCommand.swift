import ArgumentParser
import Formats
import JSON
import TrailCheck
import TrailReading

/// Infers the classes of a recorded realm from its trail.
struct SchemaCommand: TrailFiles {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Infer the classes of the recorded realm from a trail.",
    discussion: """
      Prints an object with the classes under "schema", in the form of a case's schema, and under "unsure" what the trail \
      leaves open, such as whether a text is a date. Decide on these, and give the file to touchstone check --schema, \
      which takes it as it is. Files are taken as by touchstone check.

      The exit status is 1 if something could not be read: then the classes may lack properties.
      """
  )

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @OptionGroup var keys: PrimaryKeyOptions

  func run() throws {
    var inference = SchemaInference(edition: edition, primaryKeys: try keys.keys(schema: nil))
    for file in files { try inference.read(TrailInput(argument: file)) }
    guard inference.documents > 0 else {
      throw TrailError.noDocuments(in: files)
    }
    if let fault = inference.keyFault { throw TrailError(fault) }
    Console.print(inference.json.text(.pretty))
    if inference.damaged > 0 { throw ExitCode(1) }
  }
}
