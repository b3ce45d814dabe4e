// Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see Steps.swift.

import Foundation

// Standard output is for answers. What is printed goes to standard error, where it does no harm.
let output = FileHandle(fileDescriptor: dup(1))
dup2(2, 1)

var adapter = Adapter()
while !adapter.isFinished, let line = readLine() {
  if line.allSatisfy(\.isWhitespace) { continue }
  if let answer = adapter.answer(to: line) {
    try output.write(contentsOf: Data((answer.text + "\n").utf8))
  }
}
