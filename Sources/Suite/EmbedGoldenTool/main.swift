// Writes the texts below some folders as one Swift file: `EmbedGoldenTool <root> <output> <folder>...`. What is written
// `name=text` instead of a folder is a text by itself.

import Foundation

let root = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let output = URL(filePath: CommandLine.arguments[2])

/// A Swift literal of exactly these characters.
func literal(_ text: String) -> String {
  var escaped = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped += "\\\""
    case "\\": escaped += "\\\\"
    case "\n": escaped += "\\n"
    case "\r": escaped += "\\r"
    case "\t": escaped += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped + "\""
}

var entries: [(path: String, text: String)] = []
let kinds = [
  ".css", ".go", ".js", ".json", ".md", ".mjs", ".mod", ".mts", ".py", ".swift",
]
for folder in CommandLine.arguments.dropFirst(3) {
  if let equals = folder.firstIndex(of: "=") {
    entries.append((String(folder[..<equals]), String(folder[folder.index(after: equals)...])))
    continue
  }
  let base = root.appending(path: folder)
  let paths = FileManager.default.enumerator(atPath: base.path())?.allObjects ?? []
  for case let path as String in paths {
    let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
    let file = base.appending(path: path)
    if isHidden { continue }
    if kinds.contains(where: path.hasSuffix) {
      entries.append(("\(folder)/\(path)", try String(contentsOf: file, encoding: .utf8)))
    } else if folder == "Golden/observed", path.hasSuffix(".gz") {
      // Bytes that are not text stand in Base64.
      entries.append(("\(folder)/\(path)", try Data(contentsOf: file).base64EncodedString()))
    }
  }
}
entries.sort { $0.path < $1.path }

// The texts stand in the body of a function: no other file is compiled again for an edited sentence.
var source = """
  // Generated from the texts themselves.

  let embeddedFiles = texts()

  private func texts() -> [(path: String, text: String)] {
    [

  """
for entry in entries { source += "    (\(literal(entry.path)), \(literal(entry.text))),\n" }
source += "  ]\n}\n"
try source.write(to: output, atomically: true, encoding: .utf8)
