import Foundation
import ReferenceEvents
import ReferenceRealm
import Synchronization

let clock = ContinuousClock()
let selected = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "abcdeg"

func row(
  _ name: String,
  _ figure: String,
  _ took: Duration,
  _ bare: Duration?,
  _ cost: String = "–"
) {
  let ratio = bare.map { String(format: "%.2f", $0.seconds / took.seconds) } ?? "–"
  let bareMs = bare.map { String(format: "%.1f", $0.seconds * 1_000) } ?? "–"
  print(
    "| \(name) | \(figure) | \(String(format: "%.1f", took.seconds * 1_000)) | \(bareMs) | \(ratio) | \(cost) |"
  )
}

func bare(_ workload: Workload, rowsPerCommit: Int = .max) throws -> Duration {
  BareSQLite.copy(
    try workload.partition(),
    to: workload.folder.appending(path: "bare.db").path(),
    rowsPerCommit: rowsPerCommit
  )
}

/// Reads objects one by one, and hands out what that took on the recording thread and until all was on disk.
func reads(_ count: Int, people: Int) throws -> (
  recording: Duration, unrecorded: Duration, disk: Duration, workload: Workload
) {
  let workload = try Workload(people: people)
  let keys = workload.keys
  func readAll() throws {
    for index in 0..<count {
      _ = try workload.realm.object(ofType: "Person", forPrimaryKey: keys[index % keys.count])
    }
  }
  let unrecorded = try clock.measure { try readAll() }
  let scope = workload.events.beginScope(activity: "read people")
  let recording = try clock.measure { try readAll() }
  let disk = clock.measure { workload.commit(scope) }
  return (recording, unrecorded, disk, workload)
}

func perSecond(_ count: Int, _ took: Duration, _ unit: String) -> String {
  "\(Int(Double(count) / took.seconds)) \(unit)/s"
}

func cost(_ with: Duration, _ without: Duration, _ count: Int) -> String {
  String(format: "%.2f µs", (with - without).seconds / Double(count) * 1e6)
}

print("| | figure | ms to disk | bare SQLite ms | bare/ours | recording an event |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
if selected.contains("a") {
  let result = try reads(100_000, people: 100_000)
  row(
    "a: 100,000 object reads, one scope",
    perSecond(100_000, result.disk, "events"),
    result.disk,
    try bare(result.workload),
    cost(result.recording, result.unrecorded, 100_000)
  )
}
if selected.contains("b") {
  let workload = try Workload(people: 100_000)
  let scope = workload.events.beginScope(activity: "query")
  let query = try clock.measure {
    let all = try workload.realm.objects("Person").sorted(by: [])
    try all.evaluate()
  }
  let disk = clock.measure { workload.commit(scope) }
  let bytes = try workload.payloadBytes()
  row(
    "b: one query over 100,000 (\(bytes / 1_000_000) MB)",
    "\(Int(Double(bytes) / 1e6 / disk.seconds)) MB/s",
    disk,
    try bare(workload),
    String(format: "query %.1f ms", query.seconds * 1_000)
  )
}
if selected.contains("c") {
  let workload = try Workload(people: 1_000)
  func change(_ round: String) throws {
    for transaction in 0..<1_000 {
      try workload.realm.write {
        for index in 0..<10 {
          workload.people[(transaction * 10 + index) % 1_000].name = .string(
            "\(round) \(transaction)"
          )
        }
      }
    }
  }
  let unrecorded = try clock.measure { try change("Tony") }
  let scope = workload.events.beginScope(activity: "change")
  let recording = try clock.measure { try change("Anthony") }
  let disk = clock.measure { workload.commit(scope) }
  row(
    "c: 1,000 transactions of ten modifications",
    perSecond(10_000, disk, "modifications"),
    disk,
    try bare(workload),
    cost(recording, unrecorded, 1_000)
  )
}
if selected.contains("d") {
  let workload = try Workload(people: 10)
  let keys = workload.keys
  let last = DispatchSemaphore(value: 0)
  let count = Mutex(0)
  var recording = Duration.zero
  let disk = try clock.measure {
    recording = try clock.measure {
      for number in 0..<10_000 {
        let scope = workload.events.beginScope(activity: "scope")
        _ = try workload.realm.object(ofType: "Person", forPrimaryKey: keys[number % 10])
        scope.commit { error in
          let all = count.withLock { count in
            if error == nil { count += 1 }
            return count
          }
          if all == 10_000 { last.signal() }
        }
      }
    }
    last.wait()
  }
  row(
    "d: 10,000 scopes of one event",
    perSecond(10_000, disk, "scopes"),
    disk,
    try bare(workload),
    cost(recording, .zero, 10_000) + " a scope"
  )
}
if selected.contains("e") {
  let workload = try Workload(people: 0)
  let text = String(repeating: "0123456789abcdef", count: 4 << 20)
  let done = DispatchSemaphore(value: 0)
  let disk = clock.measure {
    workload.events.recordEvent(activity: "large", data: text) { _ in done.signal() }
    done.wait()
  }
  row(
    "e: one event of 64 MiB",
    "\(Int(67.108864 / disk.seconds)) MB/s",
    disk,
    try bare(workload)
  )
}
if selected.contains("g") {
  for count in [10_000, 100_000, 1_000_000] {
    let result = try reads(count, people: 10_000)
    row(
      "growth: \(count) object reads",
      perSecond(count, result.disk, "events"),
      result.disk,
      nil,
      cost(result.recording, result.unrecorded, count) + ", peak \(peakMegabytes()) MiB"
    )
  }
}
