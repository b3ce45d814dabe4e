import Foundation
import JSON

// Prints how much faster JSON reads and writes event documents than Foundation does on the same machine.
//
//     touchstone-benchmarks [rounds]            the table
//     touchstone-benchmarks parse|write         one side in a loop, for a profiler

let arguments = CommandLine.arguments.dropFirst()
let documents = EventDocuments.all()

if let loop = arguments.first, loop == "parse" || loop == "write" {
  let value = documents[2].value
  var bytes: [UInt8] = []
  value.write(into: &bytes)
  var sum = 0
  for _ in 0..<20_000 {
    if loop == "parse" {
      sum += try JSON(parsing: bytes).object?.count ?? 0
    } else {
      var output: [UInt8] = []
      value.write(into: &output)
      sum += output.count
    }
  }
  print(sum)
  exit(0)
}

let rounds = arguments.first.flatMap { Int($0) } ?? 41
var report = Report()
for document in documents {
  var bytes: [UInt8] = []
  document.value.write(into: &bytes)
  let data = Data(bytes)
  let foundation = try JSONSerialization.jsonObject(with: data)

  // Both sides must be doing the same work.
  let copies = [
    try JSONSerialization.data(withJSONObject: foundation),
    try JSONEncoder().encode(EncodableTree(value: document.value)),
  ]
  for copy in copies + [data] where try JSON(parsing: copy) != document.value {
    fatalError("\(document.name): the other side does not hold the same document")
  }

  let parse = Comparison(
    ours: { (try? JSON(parsing: bytes)) == nil ? 0 : 1 },
    theirs: { (try? JSONSerialization.jsonObject(with: data)) == nil ? 0 : 1 }
  )
  report.add(
    "parse",
    document.name,
    bytes.count,
    parse.measure(rounds: rounds, roundTime: .milliseconds(10))
  )

  let ours = {
    var output: [UInt8] = []
    document.value.write(into: &output)
    return output.count
  }
  let write = Comparison(
    ours: ours,
    theirs: { (try? JSONSerialization.data(withJSONObject: foundation))?.count ?? 0 }
  )
  report.add(
    "write",
    document.name,
    bytes.count,
    write.measure(rounds: rounds, roundTime: .milliseconds(10))
  )

  let encoder = JSONEncoder()
  let tree = EncodableTree(value: document.value)
  let encode = Comparison(ours: ours, theirs: { (try? encoder.encode(tree))?.count ?? 0 })
  report.add(
    "write (JSONEncoder)",
    document.name,
    bytes.count,
    encode.measure(rounds: rounds, roundTime: .milliseconds(10))
  )
}
report.printTable()
