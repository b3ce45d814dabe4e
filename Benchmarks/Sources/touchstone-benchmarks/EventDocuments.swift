import JSON

/// Makes the same documents in every run: payloads in the shapes of the Event Library, with names,
/// numbers and links that vary the way real ones do.
struct EventDocuments {
  private var generator = SplitMix64(seed: 2023)

  static func all() -> [JSON] {
    var documents = EventDocuments()
    let reads = [1, 10, 100, 1000].map { documents.read(count: $0) }
    // The last one has its payload as text, full of escapes.
    return reads + [
      documents.write(), documents.custom(), documents.stored(data: documents.read(count: 10)),
    ]
  }

  private mutating func read(count: Int) -> JSON {
    ["type": "Person", "value": .array((0..<count).map { _ in person() })]
  }

  private mutating func write() -> JSON {
    let insertions = (0..<20).map { _ in person() }
    let deletions = (0..<5).map { _ in person() }
    let modifications = (0..<20).map { _ in
      ["newValue": ["name": .string(name())], "oldValue": person()] as JSON
    }
    return [
      "Person": [
        "insertions": .array(insertions), "modifications": .array(modifications),
        "deletions": .array(deletions),
      ]
    ]
  }

  private mutating func custom() -> JSON {
    [
      "_id": .string(objectId()), "_partition": .string("events-" + objectId()),
      "activity": "login", "event": "custom event", "timestamp": "2022-06-23T15:01:31.941+00:00",
      "username": "Jason Bourne",
      "data": #"{"screen":"Payroll","rows":[12,13,14],"filter":"name BEGINSWITH \"A\""}"#,
    ]
  }

  private mutating func stored(data: JSON) -> JSON {
    [
      "_id": .string(objectId()), "_partition": .string("events-" + objectId()),
      "activity": "read object", "event": "read", "timestamp": "2022-06-23T14:54:37.756+00:00",
      "data": .string(data.text()),
    ]
  }

  private mutating func person() -> JSON {
    var person: JSONObject = [
      "_id": .string(objectId()), "_partition": "",
      "employeeId": .int(generator.next(below: 100_000)), "name": .string(name()),
      "isActive": .bool(generator.next(below: 4) > 0),
      // Never whole: Foundation would write 5.0 as 5.
      "salary": .double(Double(generator.next(below: 10_000_000) | 1) / 100),
    ]
    switch generator.next(below: 4) {
    case 0: person["office"] = nil
    case 1: person["office"] = office()
    default: person["office"] = .string(objectId())
    }
    if generator.next(below: 2) == 0 { person["userId"] = "tony.stark@starkindustries.com" }
    return .object(person)
  }

  private mutating func office() -> JSON {
    [
      "_id": .string(objectId()), "_partition": "", "city": "Scranton",
      "locationNumber": .int(generator.next(below: 1000)), "name": "Dunder Mifflin",
    ]
  }

  private mutating func name() -> String {
    let names = [
      "Anthony", "Michael Scott", "Pamela Morgan Beesly-Halpert", "José Muñoz", "李小龍", "Tony",
      "Stanley Hudson", "Zoë \"Zed\" Washburne",
    ]
    return names[Int(generator.next(below: Int64(names.count)))]
  }

  private mutating func objectId() -> String {
    let digits = Array("0123456789abcdef")
    return "62b4" + String((0..<20).map { _ in digits[Int(generator.next(below: 16))] })
  }
}
