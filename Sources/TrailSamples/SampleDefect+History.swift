/// Defects of what events say of the same object: each event on its own is right.
extension SampleDefect {
  static let history: [String: Plant] = [
    "read-contradicts": { sample, code, device in
      sample.plantScope(code, on: device) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        let property = SampleClass.nameOfPerson
        let value = realm[place].values[property]
        realm.set(property, of: place, to: name)
        scope.read([place], of: realm)
        realm.set(property, of: place, to: value)
      }
    },
    "read-stale": { sample, code, device in
      sample.plantAfterChange(code, on: device) { $0.read([$2], of: $1) }
    },
    "read-of-deleted": { sample, code, device in
      sample.plantAfterDeletion(code, on: device) { scope, object in
        scope.note("read", "{\"type\":\"Account\",\"value\":[\(object)]}")
      }
    },
    "change-contradicts": { sample, code, device in
      sample.plantScope(code, on: device) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        let property = SampleClass.nameOfPerson
        realm.set(property, of: place, to: name)
        scope.assign(property, of: place, to: "\"after \(name.dropFirst())", in: &realm)
      }
    },
    "change-stale": { sample, code, device in
      sample.plantAfterChange(code, on: device) { scope, realm, place in
        var before = realm
        scope.assign(SampleClass.nameOfPerson, of: place, to: "\"late\"", in: &before)
      } after: { realm, place in
        realm.set(SampleClass.nameOfPerson, of: place, to: "\"late\"")
      }
    },
    "change-of-deleted": { sample, code, device in
      sample.plantAfterDeletion(code, on: device) { scope, object in
        scope.note(
          "write",
          "{\"Account\":{\"modifications\":[{\"newValue\":{\"currency\":\"late\"},\"oldValue\":\(object)}]}}"
        )
      }
    },
    "inserted-twice": { sample, code, device in
      sample.plantScope(code, on: device) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        // What this device has seen it may not insert.
        scope.read([place], of: realm)
        realm.set(SampleClass.nameOfPerson, of: place, to: name)
        scope.note("write", "{\"Person\":{\"insertions\":[\(realm.text(of: place))]}}")
      }
    },
    "never-inserted": { sample, code, device in
      sample.plantScope(code, on: device) { scope, _, name in
        scope.note("write", "{\"Stranger\":{\"deletions\":[{\"_id\":\(name),\"name\":\(name)}]}}")
      }
    },
    "time-backwards": { sample, code, device in
      sample.plantScope(code, on: device, backwards: true) { scope, realm, _ in
        guard let place = realm.alive[SampleClass.person].first else { return }
        scope.read([place], of: realm)
        scope.milliseconds -= 5000
        scope.read([place], of: realm)
      }
    },
  ]
}

extension SampleClass {
  static let nameOfPerson = all[person].properties.firstIndex { $0.name == "name" } ?? 0
}

extension SampleScope {
  /// Assigns one property, whatever it had.
  mutating func assign(
    _ property: Int,
    of place: Int,
    to piece: String,
    in realm: inout SampleRealm
  ) {
    let description = SampleClass.all[realm[place].sampled]
    let old = realm.text(of: place)
    realm.set(property, of: place, to: piece)
    let new = description.properties[property].label + piece
    note(
      "write",
      "{\"\(description.name)\":{\"modifications\":[{\"oldValue\":\(old),\"newValue\":{\(new)}}]}}"
    )
  }

  /// Says that the last event was planted.
  mutating func markLast(_ code: String) { events[events.count - 1].planted = code }
}

extension SampleTrail {
  /// A text that no other value of the sample is.
  private mutating func unusedName() -> String {
    plantedValues += 1
    return "\"planted \(plantedValues)\""
  }

  /// Writes a scope of its own whose last event is the defect; false if there was nothing to spoil.
  fileprivate mutating func plantScope(
    _ code: String,
    on device: Int,
    backwards: Bool = false,
    _ body: (inout SampleScope, inout SampleRealm, String) -> Void
  ) -> Bool {
    // A device that stamps at commit has no time that could run backwards within a scope.
    if backwards, devices[device].stampsAtCommit { return false }
    var scope = SampleScope(activity: "planted \(code)", room: 4, milliseconds: clock + 10_000)
    let name = unusedName()
    body(&scope, &realm, name)
    guard !scope.events.isEmpty else { return false }
    scope.markLast(code)
    if backwards { clock += 10_000 }
    commit(scope, on: device)
    return true
  }

  /// Renames a person in one scope, and lets another one of the device act on the realm as it was before.
  fileprivate mutating func plantAfterChange(
    _ code: String,
    on device: Int,
    _ body: (inout SampleScope, SampleRealm, Int) -> Void,
    after: (inout SampleRealm, Int) -> Void = { _, _ in }
  ) -> Bool {
    guard let place = realm.alive[SampleClass.person].first else { return false }
    let property = SampleClass.nameOfPerson
    let (first, second) = (unusedName(), unusedName())
    var scope = SampleScope(activity: "rename", room: 4, milliseconds: clock + 1000)
    scope.assign(property, of: place, to: first, in: &realm)
    let before = realm
    scope.milliseconds += 1000
    scope.assign(property, of: place, to: second, in: &realm)
    commit(scope, on: device)
    return plantScope(code, on: device) { scope, realm, _ in
      body(&scope, before, place)
      after(&realm, place)
    }
  }

  /// Deletes an account in one scope, and lets another one of the device act on it as it was.
  fileprivate mutating func plantAfterDeletion(
    _ code: String,
    on device: Int,
    _ body: (inout SampleScope, String) -> Void
  ) -> Bool {
    guard let place = realm.alive[SampleClass.account].first else { return false }
    let object = realm.text(of: place)
    realm.delete(place)
    var scope = SampleScope(activity: "close account", room: 4, milliseconds: clock + 1000)
    scope.note("write", "{\"Account\":{\"deletions\":[\(object)]}}")
    commit(scope, on: device)
    return plantScope(code, on: device) { scope, _, _ in body(&scope, object) }
  }
}
