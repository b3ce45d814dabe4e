// Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see Steps.swift.

import Foundation

var adapter = Adapter()
while !adapter.isFinished, let line = readLine() {
  if line.allSatisfy(\.isWhitespace) { continue }
  if let answer = adapter.answer(to: line) {
    try FileHandle.standardOutput.write(contentsOf: Data((answer.text + "\n").utf8))
  }
}
