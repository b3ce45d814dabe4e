import Dispatch
import Foundation
import ReferenceEvents
import ReferenceRealm

/// A realm of S0's persons that records into a folder of its own, on the disk of the current one.
final class Workload {
  let realm: Realm
  let events: Events
  private(set) var people: [Object] = []
  /// The keys of all persons, looked up beforehand.
  private(set) var keys: [Value] = []
  private let folder: URL

  /// - Parameters:
  ///   - count: how many persons there are.
  ///   - isListed: whether one team has all of them as its members.
  ///   - length: how many nodes are linked in a chain.
  /// - Throws: what keeps the realm from being opened or filled.
  init(people count: Int = 0, listed isListed: Bool = false, chain length: Int = 0) throws {
    folder = URL(filePath: FileManager.default.currentDirectoryPath)
      .appending(path: ".benchmark-\(UUID().uuidString)")
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema(
        "Person",
        primaryKey: "_id",
        properties: [
          "_id": "objectId", "name": "string", "employeeId": "int", "userId": "string?",
        ]
      ),
      ObjectSchema("Node", primaryKey: "_id", properties: ["_id": "int", "next": "Node?"]),
      ObjectSchema(
        "Team",
        primaryKey: "_id",
        properties: ["_id": "int", "members": "list<Person>"]
      ),
    ]
    configuration.eventConfiguration = EventConfiguration(
      metadata: ["username": "Jason Bourne"],
      directory: folder,
      maxPartitionBytes: .max
    )
    realm = try Realm(configuration: configuration)
    guard let events = realm.events else { fatalError("nothing is recorded") }
    self.events = events
    try realm.write {
      for number in 0..<count {
        let person = try realm.create(
          "Person",
          value: [
            "_id": .objectId(ObjectId()), "name": .string("Anthony \(number)"),
            "employeeId": .int(Int64(number)), "userId": "tony.stark@starkindustries.com",
          ]
        )
        people.append(person)
        keys.append(person._id)
      }
      if isListed {
        let members = people.map { Value.object($0.reference) }
        _ = try realm.create("Team", value: ["_id": .int(0), "members": .list(members)])
      }
      var next: Object?
      for number in (0..<length).reversed() {
        let link = next.map { Value.object($0.reference) } ?? .null
        next = try realm.create("Node", value: ["_id": .int(Int64(number)), "next": link])
      }
    }
  }

  deinit {
    events.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Commits a scope and waits until it is on disk.
  func commit(_ scope: Scope) {
    let done = DispatchSemaphore(value: 0)
    scope.commit { error in
      if let error { fatalError(error.description) }
      done.signal()
    }
    done.wait()
  }

  /// The memory that the process had at most.
  static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
  }

  /// How long SQLite alone takes for the rows that were written.
  func timeOfBareSQLite() throws -> Duration {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    guard let file = files.first(where: { $0.hasSuffix(".sqlite") }) else {
      fatalError("no partition")
    }
    return BareSQLite.copy(
      folder.appending(path: file).path(),
      to: folder.appending(path: "bare.db").path()
    )
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
