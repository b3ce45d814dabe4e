import Formats
import JSON

/// A clinic with two devices: its trail, and its database at the end.
///
/// The devices learn late of each other's changes, change the same object at the same time, and one shows what the other
/// has replaced or deleted. All of it is recorded, so the trail accounts for the database.
struct SimulatedClinic {
  typealias Row = [(name: String, value: SimulatedValue)]

  static let schema = """
    {"Patient": {"primaryKey": "_id", "properties": {
      "_id": "objectId", "name": "string", "nick": "string?", "born": "date", "seen": "date?",
      "weight": "double", "height": "float?", "active": "bool", "visits": "int", "fee": "decimal128?",
      "tag": "uuid?", "notes": "list<string>", "codes": "set<int>", "scores": "dictionary<double>",
      "doctor": "Doctor?", "others": "list<Doctor>", "address": "Address?", "extra": "mixed?", "photo": "data?"}},
     "Doctor": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}},
     "Ward": {"primaryKey": "_id", "properties": {"_id": "string", "beds": "int"}},
     "Address": {"embedded": true, "properties": {"street": "string?", "zip": "int?", "map": "data?"}}}
    """

  /// The rows of each class by their keys.
  var tables: [String: [(key: String, row: Row)]] = [:]
  private(set) var events: [Event] = []
  private var time: Int64 = 1_700_000_000_000
  private var number = 0

  /// An event of the trail.
  struct Event {
    var device: Int
    var time: Int64
    var kind: String
    var data: String
    var number: Int

    var line: String {
      let id = hex(0x6600_0000_0000 + number, 24)
      let partition = "events-\(hex(0x6600_0000_0000 + device, 24))"
      return
        #"{"_id":{"$oid":"\#(id)"},"_partition":"\#(partition)","activity":"visit","timestamp":{"$date":"\#(Timestamp(milliseconds: time))"},"event":"\#(kind)","data":\#(JSON.string(data).text()),"username":"user \#(device)"}"#
    }
  }

  /// A clinic of so many patients.
  init(patients: Int) {
    for doctor in 0..<10 {
      let row: Row = [("_id", .int(Int64(doctor))), ("name", .string("Dr. \(doctor)"))]
      create("Doctor", "\(doctor)", row, on: doctor % 2)
    }
    for ward in 0..<4 {
      create(
        "Ward",
        "w\(ward)",
        [("_id", .string("w\(ward)")), ("beds", .int(Int64(ward)))],
        on: 0
      )
    }
    for patient in 0..<patients { live(patient) }
    // A doctor that is deleted by one device is cleared from what the other has.
    let last = patients - 1
    change("Patient", Self.key(last), ["doctor": .int(9)], on: 0)
    delete("Doctor", "9", on: 1)
    set("Patient", Self.key(last), "doctor", .null)
  }

  static func key(_ patient: Int) -> String { hex(0x65AA_0000_0000 + patient, 24) }

  private static func patient(_ number: Int) -> Row {
    [
      ("_id", .objectId(key(number))), ("name", .string("Zoë \"\(number)\" Ångström")),
      ("nick", number % 3 == 0 ? .null : .string("n\(number)")),
      ("born", .date(Int64(number - 50) * 86_400_123_000)),
      ("seen", .date(1_650_000_000_000_000 + Int64(number) * 1000)),
      ("weight", .double(number % 7 == 6 ? -0.0 : Double(number) / 8)),
      ("height", .double(Double(Float(1.1) + Float(number)))), ("active", .bool(number % 2 == 0)),
      ("visits", .int(Int64(number) - 20)), ("fee", .decimal("\(number).50")),
      ("tag", .uuid("0f000000-0000-4000-8000-\(hex(number, 12))")),
      ("notes", .list([.string("a"), .string("b\(number)")])),
      ("codes", .list([.int(1), .int(2), .int(Int64(number) + 3)])),
      ("scores", .object([("x", .double(1.5)), ("y", .double(Double(number)))])),
      ("doctor", .int(Int64(number % 9))), ("others", .list([.int(1), .int(Int64(number % 5))])),
      ("address", .object([("street", .string("Road \(number)")), ("zip", .int(1000))])),
      ("extra", number % 2 == 0 ? .int(Int64(number)) : .string("\(number)")),
      ("photo", .data([1, 2, UInt8(number % 256)])),
    ]
  }

  // MARK: What happens

  private mutating func live(_ number: Int) {
    let (key, device) = (Self.key(number), number % 2)
    create("Patient", key, Self.patient(number), on: device)
    let before = row("Patient", key)
    change(
      "Patient",
      key,
      ["name": .string("name \(number)"), "visits": .int(Int64(number))],
      on: device
    )
    // The other device has not heard of it.
    read("Patient", [before], on: 1 - device)
    switch number % 5 {
    case 1:
      // Both change a value at once: the later change stays.
      change("Patient", key, ["nick": .string("first")], on: device)
      change("Patient", key, ["nick": .string("second")], on: 1 - device, knowing: before)
    case 2: read("Patient", [row("Patient", key)], on: device)
    case 3 where number > Self.firstFree:
      delete("Patient", key, on: device)
      read("Patient", [before], on: 1 - device)
    case 4 where number > Self.firstFree:
      delete("Patient", key, on: device)
      create("Patient", key, Self.patient(number + 1).replacing("_id", .objectId(key)), on: device)
    default: break
    }
    change("Patient", key, ["weight": .double(Double(number) / 3)], on: device)
  }

  /// The patients up to this one stay: discrepancies are planted in them.
  static let firstFree = 120

  func row(_ table: String, _ key: String) -> Row {
    tables[table]?.last { $0.key == key }?.row ?? []
  }

  mutating func set(_ table: String, _ key: String, _ property: String, _ value: SimulatedValue) {
    guard let place = tables[table]?.lastIndex(where: { $0.key == key }) else { return }
    let row = row(table, key).replacing(property, value)
    tables[table]?[place].row = row
  }

  private mutating func create(_ table: String, _ key: String, _ row: Row, on device: Int) {
    tables[table, default: []].append((key, row))
    record("write", #"{"\#(table)":{"insertions":[\#(Self.object(row))]}}"#, on: device)
  }

  private mutating func change(
    _ table: String,
    _ key: String,
    _ values: [String: SimulatedValue],
    on device: Int,
    knowing known: Row? = nil
  ) {
    let old = known ?? row(table, key)
    guard !old.isEmpty, !row(table, key).isEmpty else { return }
    for (name, value) in values { set(table, key, name, value) }
    let new = values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    record(
      "write",
      #"{"\#(table)":{"modifications":[{"newValue":\#(Self.object(new)),"oldValue":\#(Self.object(old))}]}}"#,
      on: device
    )
  }

  private mutating func delete(_ table: String, _ key: String, on device: Int) {
    let old = row(table, key)
    // It is one of the last rows, so looking from the end takes the same time for any number of patients.
    if let place = tables[table]?.lastIndex(where: { $0.key == key }) {
      tables[table]?.remove(at: place)
    }
    record("write", #"{"\#(table)":{"deletions":[\#(Self.object(old))]}}"#, on: device)
  }

  private mutating func read(_ table: String, _ rows: [Row], on device: Int) {
    let list = rows.map(Self.object).joined(separator: ",")
    record("read", #"{"type":"\#(table)","value":[\#(list)]}"#, on: device)
  }

  private static func object(_ row: Row) -> String {
    SimulatedValue.object(row.map { ($0.name, $0.value) }).payload ?? ""
  }

  private mutating func record(_ kind: String, _ data: String, on device: Int) {
    time += 1500
    number += 1
    events.append(Event(device: device, time: time, kind: kind, data: data, number: number))
  }

  /// Loses the events of which this is true.
  mutating func lose(_ isLost: (Event) -> Bool) { events.removeAll(where: isLost) }

  /// The trail, as an export has it: the events of each device in turn.
  var trail: [UInt8] {
    let lines = events.filter { $0.device == 0 } + events.filter { $0.device == 1 }
    return Array(lines.map(\.line).joined(separator: "\n").utf8)
  }
}

func hex(_ number: Int, _ width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: width - digits.count) + digits
}

extension [(name: String, value: SimulatedValue)] {
  func replacing(_ name: String, _ value: SimulatedValue) -> Self {
    map { $0.name == name ? (name, value) : $0 }
  }

  func value(_ name: String) -> SimulatedValue { first { $0.name == name }?.value ?? .null }
}
