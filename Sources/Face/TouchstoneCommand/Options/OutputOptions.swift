import ArgumentParser

/// Where a command writes what it makes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; by default, standard output.", valueName: "path")
  )
  var output: String?

  /// Refuses a path that could not be written to.
  func check() throws { if let output { try OutputFile.checkFolder(of: output) } }

  /// The file, to be written piece by piece; nil for standard output.
  func begin() throws -> StreamedFile? { try output.map { try StreamedFile($0) } }
}
