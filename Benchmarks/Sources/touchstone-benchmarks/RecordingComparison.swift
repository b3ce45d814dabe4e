import Dispatch
import Foundation
import ReferenceEvents
import ReferenceRealm
import Synchronization

/// What is recorded, and how long it takes until that is on disk.
///
/// The time begins with the commit of the scope, so it has combining, serialization, SQLite and `fsync` in it; with many
/// scopes it begins with the first of them. The yardstick copies the same rows into a new file with SQLite alone.
enum RecordingComparison: String {
  /// So many objects are read, one after the other.
  case reads
  /// One query reads all of so many objects.
  case query
  /// So many transactions change ten objects each.
  case transactions
  /// So many scopes of one event, one after the other.
  case scopes
  /// So many scopes at once see one read.
  case overlapping
  /// One custom event of so many bytes.
  case large
  /// A chain of so many links is followed.
  case depth
  /// So many links of one list are followed, so that the first event has all of their objects in it.
  case width

  func run(size: Int) throws {
    switch self {
    case .reads:
      let workload = try Workload(people: min(size, 100_000))
      try measure(workload) {
        for index in 0..<size {
          let key = workload.keys[index % workload.keys.count]
          _ = try workload.realm.object(ofType: "Person", forPrimaryKey: key)
        }
      }
    case .query:
      let workload = try Workload(people: size)
      try measure(workload) { _ = try workload.realm.objects("Person").sorted(by: []).evaluate() }
    case .transactions:
      let workload = try Workload(people: 1_000)
      try measure(workload) {
        for transaction in 0..<size {
          try workload.realm.write {
            for index in 0..<10 {
              let person = workload.people[(transaction * 10 + index) % 1_000]
              person.name = .string("Anthony \(transaction)")
            }
          }
        }
      }
    case .scopes: try measureScopes(size, atOnce: false)
    case .overlapping: try measureScopes(size, atOnce: true)
    case .large:
      let workload = try Workload()
      let text = String(repeating: "0123456789abcdef", count: size / 16)
      let done = DispatchSemaphore(value: 0)
      let disk = ContinuousClock().measure {
        workload.events.recordEvent(activity: "large", data: text) { _ in done.signal() }
        done.wait()
      }
      try compare(disk, workload)
    case .depth:
      let workload = try Workload(chain: size)
      try measure(workload) {
        var node = try workload.realm.object(ofType: "Node", forPrimaryKey: .int(0))
        while let next = try node?.follow("next") { node = next }
      }
    case .width:
      let workload = try Workload(people: size, listed: true)
      try measure(workload) {
        let team = try workload.realm.object(ofType: "Team", forPrimaryKey: .int(0))
        guard let members = try team?.collection("members") else { fatalError("no team") }
        for index in 0..<size { _ = try members.element(at: index) }
      }
    }
  }

  /// Runs the body in a scope, and measures from its commit.
  private func measure(_ workload: Workload, _ body: () throws -> Void) throws {
    let scope = workload.events.beginScope(activity: rawValue)
    try body()
    let disk = ContinuousClock().measure { workload.commit(scope) }
    try compare(disk, workload)
  }

  private func compare(_ disk: Duration, _ workload: Workload) throws {
    // Before the yardstick takes its own.
    let peak = Workload.peakMegabytes
    report(ours: disk, theirs: try workload.timeOfBareSQLite(), peak: peak)
  }

  private func measureScopes(_ count: Int, atOnce: Bool) throws {
    let workload = try Workload(people: 10)
    let left = Mutex(count)
    let last = DispatchSemaphore(value: 0)
    func begin() -> Scope { workload.events.beginScope(activity: rawValue) }
    func commit(_ scope: Scope) {
      scope.commit { error in
        if let error { fatalError(error.description) }
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLast { last.signal() }
      }
    }
    func read(_ number: Int) throws {
      _ = try workload.realm.object(ofType: "Person", forPrimaryKey: workload.keys[number % 10])
    }
    let disk = try ContinuousClock().measure {
      if atOnce {
        let scopes = (0..<count).map { _ in begin() }
        try read(0)
        for scope in scopes { commit(scope) }
      } else {
        for number in 0..<count {
          let scope = begin()
          try read(number)
          commit(scope)
        }
      }
      last.wait()
    }
    try compare(disk, workload)
  }
}
