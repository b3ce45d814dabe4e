/// Defects of what events say of the same object: each event on its own is right.
extension SampleDefect {
  static let history: [String: Plant] = [
    "read-contradicts": { sample, device, bytes in
      sample.plantScope("read-contradicts", on: device, into: &bytes) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        let property = SampleClass.nameOfPerson
        let value = realm[place].values[property]
        realm.set(property, of: place, to: name)
        scope.read([place], of: realm)
        realm.set(property, of: place, to: value)
      }
    },
    "read-stale": { sample, device, bytes in
      sample.plantAfterChange("read-stale", on: device, into: &bytes) { scope, realm, place in
        scope.read([place], of: realm)
      }
    },
    "read-of-deleted": { sample, device, bytes in
      sample.plantAfterDeletion("read-of-deleted", on: device, into: &bytes) { scope, object in
        scope.note(
          "read",
          SampleScope.opening("{\"type\":\"", "Account", "\",\"value\":[") + object
            + Array("]}".utf8)
        )
      }
    },
    "change-contradicts": { sample, device, bytes in
      sample.plantScope("change-contradicts", on: device, into: &bytes) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        let property = SampleClass.nameOfPerson
        realm.set(property, of: place, to: name)
        scope.assign(property, of: place, to: "\"after \(name.dropFirst())", in: &realm)
      }
    },
    "change-stale": { sample, device, bytes in
      sample.plantAfterChange("change-stale", on: device, into: &bytes) { scope, realm, place in
        var before = realm
        scope.assign(SampleClass.nameOfPerson, of: place, to: "\"late\"", in: &before)
      } after: { realm, place in
        realm.set(SampleClass.nameOfPerson, of: place, to: "\"late\"")
      }
    },
    "change-of-deleted": { sample, device, bytes in
      sample.plantAfterDeletion("change-of-deleted", on: device, into: &bytes) { scope, object in
        let start = SampleScope.opening(
          "{\"",
          "Account",
          "\":{\"modifications\":[{\"newValue\":{\"currency\":\"late\"},\"oldValue\":"
        )
        scope.note("write", start + object + Array("}]}}".utf8))
      }
    },
    "inserted-twice": { sample, device, bytes in
      sample.plantScope("inserted-twice", on: device, into: &bytes) { scope, realm, name in
        guard let place = realm.alive[SampleClass.person].first else { return }
        // What this device has seen it may not insert.
        scope.read([place], of: realm)
        realm.set(SampleClass.nameOfPerson, of: place, to: name)
        var payload = SampleScope.opening("{\"", "Person", "\":{\"insertions\":[")
        realm.write(place, into: &payload)
        payload.append(contentsOf: "]}}".utf8)
        scope.note("write", payload)
      }
    },
    "never-inserted": { sample, device, bytes in
      sample.plantScope("never-inserted", on: device, into: &bytes) { scope, realm, name in
        scope.note(
          "write",
          Array("{\"Stranger\":{\"deletions\":[{\"_id\":\(name),\"name\":\(name)}]}}".utf8)
        )
      }
    },
    "time-backwards": { sample, device, bytes in
      sample.plantScope("time-backwards", on: device, into: &bytes, backwards: true) {
        scope,
        realm,
        _ in
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
    var payload = Self.opening("{\"", description.name, "\":{\"modifications\":[{\"oldValue\":")
    realm.write(place, into: &payload)
    realm.set(property, of: place, to: piece)
    payload.append(
      contentsOf: ",\"newValue\":{\(description.properties[property].label)\(piece)}}]}}".utf8
    )
    note("write", payload)
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
    into bytes: inout [UInt8],
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
    commit(scope, on: device, into: &bytes)
    return true
  }

  /// Renames a person in one scope, and lets another one of the device act on the realm as it was before.
  fileprivate mutating func plantAfterChange(
    _ code: String,
    on device: Int,
    into bytes: inout [UInt8],
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
    commit(scope, on: device, into: &bytes)
    return plantScope(code, on: device, into: &bytes) { scope, realm, _ in
      body(&scope, before, place)
      after(&realm, place)
    }
  }

  /// Deletes an account in one scope, and lets another one of the device act on it as it was.
  fileprivate mutating func plantAfterDeletion(
    _ code: String,
    on device: Int,
    into bytes: inout [UInt8],
    _ body: (inout SampleScope, [UInt8]) -> Void
  ) -> Bool {
    guard let place = realm.alive[SampleClass.account].first else { return false }
    var object: [UInt8] = []
    realm.write(place, into: &object)
    realm.delete(place)
    var scope = SampleScope(activity: "close account", room: 4, milliseconds: clock + 1000)
    let start = SampleScope.opening("{\"", "Account", "\":{\"deletions\":[")
    scope.note("write", start + object + Array("]}}".utf8))
    commit(scope, on: device, into: &bytes)
    return plantScope(code, on: device, into: &bytes) { scope, _, _ in body(&scope, object) }
  }
}
