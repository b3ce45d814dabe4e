import TouchstoneCommand

/// The program around the command line, which is a library, so that its commands can be driven from within a process too.
@main
enum TouchstoneMain {
  static func main() async { await TouchstoneCommand.main() }
}
