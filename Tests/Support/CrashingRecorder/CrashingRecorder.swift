import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm

/// Records scopes until it is killed, and writes the activity of each whose completion has run to standard output, with
/// `ok` or the code of its error.
///
/// `crashing-recorder FOLDER RUN SEED [key=value …]`: an activity is `RUN.NUMBER.EVENTS`, so that a finder of part of
/// a scope can tell. Keys: `partition` the size of partitions in bytes, `ledger` the file of the server to upload to,
/// `fileLimit` the size beyond which writing to a file fails as on a full disk, `descriptors` how many files may be open,
/// `payload` the length of texts, `count` how many scopes there are, `schema=none` a server that refuses metadata, without
/// an error handler.
@main
enum CrashingRecorder {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let seed = UInt64(arguments[3]) else {
      FileHandle.standardError.write(Data("usage: crashing-recorder FOLDER RUN SEED\n".utf8))
      exit(2)
    }
    var options: [String: String] = [:]
    for argument in arguments.dropFirst(4) {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { options[parts[0]] = parts[1] }
    }
    if let limit = options["fileLimit"].flatMap({ rlim_t($0) }) {
      // Writing then fails instead of killing.
      signal(SIGXFSZ, SIG_IGN)
      restrict(RLIMIT_FSIZE, to: limit)
    }
    if let limit = options["descriptors"].flatMap({ rlim_t($0) }) {
      restrict(RLIMIT_NOFILE, to: limit)
    }
    let realm = try open(folder: arguments[1], options)
    try record(realm, run: arguments[2], seed: seed, options)
    realm.events?.close()
  }

  #if os(Linux)
  private typealias Resource = __rlimit_resource
  #else
  private typealias Resource = Int32
  #endif

  private static func restrict(_ resource: Resource, to limit: rlim_t) {
    var limits = rlimit()
    #if os(Linux)
    let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    getrlimit(resource, &limits)
    limits.rlim_cur = limit
    setrlimit(resource, &limits)
  }

  private static func open(folder: String, _ options: [String: String]) throws -> Realm {
    var configuration = User(id: "u").configuration(partitionValue: "")
    configuration.objectTypes = [
      ObjectSchema("Note", primaryKey: "_id", properties: ["_id": "int", "text": "string"])
    ]
    var events = EventConfiguration(directory: URL(filePath: folder))
    if let size = options["partition"].flatMap({ Int($0) }) { events.maxPartitionBytes = size }
    if let ledger = options["ledger"] {
      events.server = EventServer()
      events.pipeline.upload = try ArrivalLedger(URL(filePath: ledger)).upload
    }
    if options["schema"] == "none" {
      events.metadata = ["username": "Jason Bourne"]
      events.server = EventServer(schema: ["properties": [:]])
    } else {
      events.errorHandler = { error in
        FileHandle.standardError.write(Data("\(error.description)\n".utf8))
      }
    }
    configuration.eventConfiguration = events
    return try Realm(configuration: configuration)
  }

  private static func record(
    _ realm: Realm,
    run: String,
    seed: UInt64,
    _ options: [String: String]
  ) throws {
    guard let events = realm.events else { return }
    let count = options["count"].flatMap { Int($0) } ?? .max
    let length = options["payload"].flatMap { Int($0) } ?? 200
    var state = seed
    var id: Int64 = 0
    var notes: [Object] = []
    for number in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let size = Int(state >> 33) % 5 + 1
      let activity = "\(run).\(number).\(size)"
      let scope = events.beginScope(activity: activity)
      for _ in 0..<size {
        id += 1
        let text = String(repeating: "x", count: Int(state >> 40) % (length + 1))
        try realm.write {
          notes.append(try realm.create("Note", value: ["_id": .int(id), "text": .string(text)]))
          // A realm that grew without end would be what is measured.
          if notes.count > 20 { try realm.delete(notes.removeFirst()) }
        }
      }
      scope.commit { error in say("\(activity) \(error.map { $0.code.rawValue } ?? "ok")\n") }
      // Now and then the worker catches up, so that scopes are persisted together and alone.
      if number.isMultiple(of: 50) || options["fileLimit"] != nil { _ = try? events.partitions() }
    }
  }

  /// Writes a line at once.
  private static func say(_ line: String) {
    _ = line.utf8.withContiguousStorageIfAvailable {
      write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
  }
}
