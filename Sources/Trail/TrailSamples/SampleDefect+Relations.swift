/// Defects of what objects have to do with each other, seen with the sample's schema: each event on its own is right.
extension SampleDefect {
  static let relations: [String: Plant] = [
    "expansion-unread": { sample, code, device in
      guard let place = sample.linkedAccount else { return false }
      return sample.plant(code, on: device) { $0.read([place], following: true) }
    },
    "expansion-differs": { sample, code, device in
      guard let place = sample.linkedAccount, let target = sample.realm[place].target else {
        return false
      }
      sample.open("planted \(code)", after: 1000)
      sample.read([place], following: true)
      sample.scope.events[0].planted = code
      let name = sample.realm[target].values[SampleClass.nameOfPerson]
      sample.realm.set(SampleClass.nameOfPerson, of: target, to: sample.unusedName())
      sample.read([target])
      sample.realm.set(SampleClass.nameOfPerson, of: target, to: name)
      sample.commit(on: device)
      return true
    },
    "link-to-deleted": { sample, code, device in
      let (office, person) = sample.strangers()
      sample.open("close office", after: 1000)
      sample.change("Office", "\"insertions\":[\(office)]")
      sample.change("Person", "\"insertions\":[\(person)]")
      sample.change("Office", "\"deletions\":[\(office)]")
      sample.commit(on: device)
      return sample.plant(code, on: device, after: 10_000) {
        $0.note("read", "{\"type\":\"Person\",\"value\":[\(person)]}")
      }
    },
    "link-unknown": { sample, code, device in
      let (_, person) = sample.strangers()
      return sample.plant(code, on: device) {
        $0.change("Person", "\"insertions\":[\(person)]")
      }
    },
    "event-copied": { sample, code, device in
      let other = sample.devices[(device + 1) % sample.devices.count].partition
      guard let place = sample.realm.alive[SampleClass.person].first else { return false }
      sample.open("planted \(code)", after: 1000)
      sample.read([place])
      sample.commit(on: device)
      let partition = sample.devices[device].partition
      sample.devices[device].partition = other
      sample.scope.events[0].planted = code
      sample.commit(on: device)
      sample.devices[device].partition = partition
      return true
    },
  ]
}

extension SampleTrail {
  /// An account whose owner is known.
  fileprivate var linkedAccount: Int? {
    realm.alive[SampleClass.account].first { realm[$0].target != nil }
  }

  /// An office and a person in it that nothing else knows.
  fileprivate mutating func strangers() -> (office: String, person: String) {
    plantedValues += 1
    let key = String(1_500_000_000 + plantedValues)
    let id = String(repeating: "0", count: 24 - key.utf8.count) + key
    return (
      "{\"_id\":\(key),\"capacity\":1,\"location\":null,\"name\":\"Utica\",\"open\":true}",
      "{\"_id\":\"\(id)\",\"active\":true,\"birthDate\":\"1970-01-01T00:00:00.000Z\",\"employeeId\":1,\"name\":\"Tony\",\"office\":\(key),\"userId\":null}"
    )
  }
}
