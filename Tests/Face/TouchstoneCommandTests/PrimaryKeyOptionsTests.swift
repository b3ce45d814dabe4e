import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// What `--primary-key` takes and refuses, in every command that has it.
struct PrimaryKeyOptionsTests {
  private static let commands = [
    ["check"], ["schema"], ["trail"], ["trail", "events"], ["trail", "access", "--class", "P"],
    ["trail", "users"],
    ["trail", "coverage"], ["trail", "state", "--object", "P/1", "--at", "2022-01-01"],
    ["convert", "--to", "ocsf"],
  ]

  private func message(_ arguments: [String]) -> String {
    do { _ = try TouchstoneCommand.parseAsRoot(arguments) } catch {
      return TouchstoneCommand.message(for: error)
    }
    return ""
  }

  @Test(arguments: commands)
  func `Keys of several classes are taken, and bad ones refused`(_ command: [String]) {
    func message(_ keys: String...) -> String {
      self.message(command + ["t"] + keys.flatMap { ["--primary-key", $0] })
    }
    #expect(message("Patient=id", "Visit=number") == "")
    #expect(message("Patient").contains("a class, an equals sign and a property"))
    #expect(message("Patient=id", "Patient=number").contains("a key of Patient twice"))
  }

  @Test func `A schema names the keys itself, and documents alone have none`() {
    for command in [["check"], ["trail"], ["convert", "--to", "ocsf"]] {
      let arguments = command + ["t", "--primary-key", "P=id", "--schema", "s.json"]
      #expect(message(arguments).contains("trails without a schema"))
    }
    let arguments = ["check", "t", "--primary-key", "P=id", "--level", "document"]
    #expect(message(arguments).contains("which --level document leaves out"))
  }
}
