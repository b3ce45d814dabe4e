import Dispatch
import Foundation
import ReferenceEvents
import ReferenceRealm

/// A realm of S0's persons that records into a folder of its own.
final class Workload {
  let folder: URL
  let realm: Realm
  let events: Events
  private(set) var people: [Object] = []

  init(people count: Int) throws {
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
      )
    ]
    configuration.eventConfiguration = EventConfiguration(
      metadata: ["username": "Jason Bourne"],
      directory: folder,
      maxPartitionBytes: .max
    )
    realm = try Realm(configuration: configuration)
    guard let events = realm.events else { fatalError("nothing is recorded") }
    self.events = events
    guard count > 0 else { return }
    try realm.write {
      for number in 0..<count {
        people.append(
          try realm.create(
            "Person",
            value: [
              "_id": .objectId(ObjectId()), "name": .string("Anthony \(number)"),
              "employeeId": .int(Int64(number)), "userId": "tony.stark@starkindustries.com",
            ]
          )
        )
      }
    }
  }

  deinit {
    events.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The keys of all persons, looked up beforehand.
  lazy var keys: [Value] = people.map { $0._id }

  /// Commits a scope and waits until it is on disk.
  func commit(_ scope: Scope) {
    let done = DispatchSemaphore(value: 0)
    scope.commit { error in
      if let error { fatalError(error.description) }
      done.signal()
    }
    done.wait()
  }

  /// The file that was written, and the bytes of its payloads.
  func partition() throws -> String {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    guard let file = files.first(where: { $0.hasSuffix(".sqlite") }) else {
      fatalError("no partition")
    }
    return folder.appending(path: file).path()
  }

  func payloadBytes() throws -> Int {
    try events.trail().reduce(0) { $0 + ($1.data?.utf8.count ?? 0) }
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

/// The memory that the process had at most, in MiB.
func peakMegabytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
  return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
}
