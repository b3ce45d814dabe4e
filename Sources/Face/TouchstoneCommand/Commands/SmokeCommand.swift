import ArgumentParser
import Formats
import Touchstone
import TouchstoneProcess

/// Finds out whether an adapter works at all.
struct SmokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "smoke",
    abstract: "Probe an adapter, and say what to fix first.",
    discussion: """
      Runs a few tiny cases that are not part of the suite:

        touchstone smoke -- python3 my_adapter.py

      The exit status is 0 if all of them work, 1 if one does not, and 2 if the command does not even start, or was \
      interrupted.
      """
  )

  @Option(help: "The edition that is asked for.")
  var edition = Edition.current

  @OptionGroup var trace: TraceOptions

  @OptionGroup var implementation: ImplementationOptions

  func validate() throws {
    if implementation.command.isEmpty {
      throw ValidationError("name the adapter: touchstone smoke -- COMMAND ARGUMENTS")
    }
  }

  func run() async throws {
    let file = try trace.open()
    let test = SmokeTest(
      implementation.subprocessOptions,
      edition: edition.rawValue,
      trace: file
    )
    let signals = InterruptSignals()
    let results = try await signals.cancelling {
      await test.run { result in
        // Of what was cancelled there is nothing to fix.
        if Task.isCancelled { return }
        Console.print(SmokeText.lines(for: result).joined(separator: "\n"))
      }
    }
    if signals.haveCome {
      Console.complain("touchstone: interrupted")
      try trace.close(file)
      throw ExitCode(2)
    }
    Console.print("\n" + SmokeText.conclusion(of: results))
    try trace.close(file)
    guard let first = results.first(where: { !$0.isGood }) else { return }
    throw ExitCode(first.suspect == .command ? 2 : 1)
  }
}

/// Results of probes for people.
enum SmokeText {
  static func lines(for result: SmokeResult) -> [String] {
    if let lack = result.lack {
      return ["– " + terminalSafe(result.title), "    not tried: " + terminalSafe(lack)]
    }
    var lines = [(result.isGood ? "✓ " : "✗ ") + terminalSafe(result.title)]
    lines += result.faults.map { "    " + terminalSafe($0) }
    if let log = result.log {
      lines += log.split(separator: "\n").map { "    log: " + terminalSafe(String($0)) }
    }
    if !result.isGood { lines.append("    → " + result.advice) }
    return lines
  }

  static func conclusion(of results: [SmokeResult]) -> String {
    guard let first = results.first(where: { !$0.isGood }) else {
      let offered = results.flatMap(\.classes)
      let usual = RunSelection().conformanceClass
      // Without the class, a run would say that this program does not offer it.
      let other = offered.contains(usual) ? "" : offered.first.map { "--class \($0) " } ?? ""
      return results.contains { $0.lack != nil } && other.isEmpty
        ? "The adapter works as far as it goes. Next: touchstone run -- COMMAND, or, if it has tables of its own,\n"
          + "touchstone run --cases FOLDER -- COMMAND and touchstone explore --schema FILE -- COMMAND"
        : "The adapter works. Next: touchstone run \(other)-- COMMAND"
    }
    let title = terminalSafe(first.title)
    switch first.suspect {
    case .command: return "The adapter does not start."
    case .adapter: return "The adapter does not keep the protocol yet. Fix first: \(title)."
    case .recorder:
      return "The adapter answers, but what it drives is wrong. Fix first: \(title)."
    }
  }
}
