import Foundation

// Measures one thing in rounds, and prints a line of JSON for each: `{"ours": seconds, "theirs": seconds}`,
// with the most memory that the process had for ours until then, where that bears.
//
//     touchstone-benchmarks NAME ROUNDS [SIZE]
//
// One name a process, so that the memory of the process is that of what it names.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let rounds = Int(arguments[2]),
  let size = arguments.count > 3 ? Int(arguments[3]) : .some(100_000)
else {
  print("usage: touchstone-benchmarks NAME ROUNDS [SIZE]")
  exit(64)
}

func report(ours: Duration, theirs: Duration, peak: Int? = nil) {
  let memory = peak.map { ", \"peak\": \($0)" } ?? ""
  print("{\"ours\": \(ours.seconds), \"theirs\": \(theirs.seconds)\(memory)}")
}

switch arguments[1] {
case "json-parse": try JSONComparison.parsing(rounds: rounds)
case "json-write": try JSONComparison.writing(rounds: rounds)
case let name:
  guard let measured = RecordingComparison(rawValue: name) else {
    print("there is nothing called \(name)")
    exit(64)
  }
  for _ in 0..<rounds { try measured.run(size: size) }
}
