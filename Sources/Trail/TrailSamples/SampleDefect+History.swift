/// Defects of what events say of the same object: each event on its own is right.
extension SampleDefect {
  static let history: [String: Plant] = [
    "read-contradicts": onPerson { $0.read($1, named: $2) },
    "read-stale": onRenamedPerson { $0.read($1, named: $2) },
    "read-of-deleted": onDeletedAccount { sample, object in
      sample.note("read", "{\"type\":\"Account\",\"value\":[\(object)]}")
    },
    "change-contradicts": onPerson {
      $0.rename($1, from: $2, to: "\"after \($2.dropFirst())")
    },
    "change-stale": onRenamedPerson { $0.rename($1, from: $2, to: "\"late\"") },
    "change-of-deleted": onDeletedAccount { sample, object in
      sample.change(
        "Account",
        "\"modifications\":[{\"newValue\":{\"currency\":\"late\"},\"oldValue\":\(object)}]"
      )
    },
    "inserted-twice": onPerson { sample, place, name in
      // What this device has seen it may not insert.
      sample.read([place])
      sample.realm.set(SampleClass.nameOfPerson, of: place, to: name)
      sample.change("Person", "\"insertions\":[\(sample.realm.text(of: place))]")
    },
    "never-inserted": { sample, code, device in
      let name = sample.unusedName()
      return sample.plant(code, on: device, after: 10_000) {
        $0.change("Stranger", "\"deletions\":[{\"_id\":\(name),\"name\":\(name)}]")
      }
    },
    "time-backwards": { sample, code, device in
      // A device that stamps at commit has no time that could run backwards within a scope.
      if sample.devices[device].stampsAtCommit { return false }
      return onPerson { sample, place, _ in
        sample.read([place])
        sample.scope.milliseconds -= 5000
        sample.read([place])
      }(&sample, code, device)
    },
  ]

  /// Acts on a person, with a name that no person has.
  private static func onPerson(_ act: @escaping @Sendable (inout SampleTrail, Int, String) -> Void)
    -> Plant
  {
    { sample, code, device in
      let name = sample.unusedName()
      guard let place = sample.realm.alive[SampleClass.person].first else { return false }
      return sample.plant(code, on: device, after: 10_000) { act(&$0, place, name) }
    }
  }

  /// Renames a person in one scope, and lets another one of the device act with the name before that.
  private static func onRenamedPerson(
    _ act: @escaping @Sendable (inout SampleTrail, Int, String) -> Void
  ) -> Plant {
    { sample, code, device in
      guard let place = sample.realm.alive[SampleClass.person].first else { return false }
      let (first, second) = (sample.unusedName(), sample.unusedName())
      sample.open("rename", after: 1000)
      sample.rename(place, to: first)
      sample.scope.milliseconds += 1000
      sample.rename(place, to: second)
      sample.commit(on: device)
      return onPerson { sample, _, _ in act(&sample, place, first) }(&sample, code, device)
    }
  }

  /// Deletes an account in one scope, and lets another one of the device act on it as it was.
  private static func onDeletedAccount(
    _ act: @escaping @Sendable (inout SampleTrail, String) -> Void
  ) -> Plant {
    { sample, code, device in
      guard let place = sample.realm.alive[SampleClass.account].first else { return false }
      let object = sample.realm.text(of: place)
      sample.realm.delete(place)
      sample.open("close account", after: 1000)
      sample.change("Account", "\"deletions\":[\(object)]")
      sample.commit(on: device)
      sample.plantedValues += 1
      return sample.plant(code, on: device, after: 10_000) { act(&$0, object) }
    }
  }
}

extension SampleClass {
  static let nameOfPerson = all[person].properties.firstIndex { $0.name == "name" } ?? 0
}

extension SampleTrail {
  /// A text that no other value of the sample is.
  mutating func unusedName() -> String {
    plantedValues += 1
    return "\"planted \(plantedValues)\""
  }

  /// Reads a person under another name.
  fileprivate mutating func read(_ place: Int, named name: String) {
    let property = SampleClass.nameOfPerson
    let value = realm[place].values[property]
    realm.set(property, of: place, to: name)
    read([place])
    realm.set(property, of: place, to: value)
  }

  /// Renames a person, who may have had another name than the realm has.
  fileprivate mutating func rename(_ place: Int, from old: String? = nil, to name: String) {
    let property = SampleClass.nameOfPerson
    if let old { realm.set(property, of: place, to: old) }
    let before = realm.text(of: place)
    realm.set(property, of: place, to: name)
    change(
      "Person",
      "\"modifications\":[{\"newValue\":{\"name\":\(name)},\"oldValue\":\(before)}]"
    )
  }
}
