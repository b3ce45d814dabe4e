import Formats
import JSON
import Touchstone

/// What is asked for, and how a program ends.
extension ProgramGenerator where Topic == MobileTopic {
  // MARK: Progress

  /// Has a session told of bytes, with blocks that come and go meanwhile.
  mutating func watch(on device: String) {
    let realms = openRealms(on: device).filter { MobileApp.isForProgress($0.key.path) }
    guard settings.features.isSuperset(of: [.progress, .progressInjection]),
      let (_, key) = random.pick(realms),
      let user = users(on: device).first(where: { $0.identity == key.identity })?.name
    else { return }
    let session = newHandle("session")
    let url = JSON.string("realm://server\(key.path)")
    append(["do": "session", "user": .string(user), "url": url, "as": session], on: device)
    var watches: [JSON] = []
    for _ in 0..<random.between(3, 9) {
      switch random.below(10) {
      case 0..<3:
        let watch = newHandle("watch")
        watches.append(watch)
        append(
          [
            "do": "watchProgress", "session": session,
            "direction": random.chance(50) ? "upload" : "download",
            "mode": random.chance(50) ? "current" : "indefinitely", "as": watch,
          ],
          on: device
        )
      case 3..<7: reportProgress(to: session, of: key, on: device)
      case 7:
        if let watch = random.pick(watches) {
          append(["do": "stopProgress", "watch": watch], on: device)
        }
      default:
        if let watch = random.pick(watches) {
          append(
            ["do": random.chance(75) ? "progress" : "progressSummary", "watch": watch],
            on: device
          )
        }
      }
    }
    for watch in watches { append(["do": "progress", "watch": watch], on: device) }
  }

  private mutating func reportProgress(
    to session: JSON,
    of key: CopyKey,
    on device: String
  ) {
    var bytes = limits.states[device]?.copies[key]?.bytes ?? [0, 0, 0, 0]
    for index in [1, 3] where random.chance(50) { bytes[index] += random.below(100) }
    for index in [0, 2] where random.chance(60) {
      bytes[index] += random.below(bytes[index + 1] - bytes[index] + 1)
      if random.chance(25) { bytes[index] = bytes[index + 1] }
    }
    var step: JSONObject = ["do": "reportProgress", "session": session]
    for (name, number) in zip(["downloaded", "downloadable", "uploaded", "uploadable"], bytes) {
      step[name] = .int(Int64(number))
    }
    append(.object(step), on: device)
  }

  // MARK: Questions

  /// Asks for something that changes nothing.
  mutating func askSomething(on device: String) {
    // The state of a user who has logged out is worth asking for.
    let name = JSON.string(random.pick(limits.names(of: .user, on: device)) ?? "")
    switch random.below(15) {
    case 0: append(["do": "users"], on: device)
    case 1: append(["do": "userState", "user": name], on: device)
    case 2: askForCurrentUser(on: device)
    case 3: append(["do": "errors"], on: device)
    case 4: append(["do": "localRealms", "user": name], on: device)
    case 5: append(["do": "sessions", "user": name], on: device)
    case 6: append(["do": "configure", "set": makeOptions()], on: device)
    case 7: append(["do": "migrationCalls"], on: device)
    case 8, 9: askForSession(on: device)
    case 10: askForKnownSession(on: device)
    case 11: append(["do": "syncLog"], on: device)
    default:
      let path = JSON.string(random.pick(MobileApp.paths) ?? "")
      append(["do": "serverObjects", "path": path, "type": .string(MobileApp.widget)], on: device)
    }
  }

  private mutating func askForCurrentUser(on device: String) {
    let active = limits.states[device]?.users.values.count { $0 == .active } ?? 0
    var step: JSONObject = ["do": "currentUser"]
    if active > 1 { step["fails"] = "several-users" }
    append(.object(step), on: device)
  }

  private mutating func makeOptions() -> JSON {
    .array(
      (0..<random.between(1, 4)).map { _ in
        [.string(random.pick(MobileRealmStep.options) ?? ""), .bool(random.chance(75))]
      }
    )
  }

  /// Asks what has become of a session.
  mutating func askForKnownSession(on device: String) {
    let sessions = limits.names(of: .session, on: device)
    guard let session = random.pick(sessions).map(JSON.string) else { return }
    append(["do": "sessionState", "session": session], on: device)
    append(["do": "sessionConfiguration", "session": session], on: device)
    if random.chance(40) {
      append(
        [
          "do": "watchProgress", "session": session, "direction": "upload",
          "mode": "indefinitely", "as": newHandle("watch"),
        ],
        on: device
      )
    }
  }

  private mutating func askForSession(on device: String) {
    guard let (user, identity) = random.pick(users(on: device)) else { return }
    let opened = openRealms(on: device).filter { $0.key.identity == identity }
    let path = random.chance(75) ? random.pick(opened)?.key.path : random.pick(MobileApp.paths)
    askForSession(of: user, path ?? "", on: device)
  }

  /// Asks whether a user has a session for a path, and for something of it.
  mutating func askForSession(of user: String, _ path: String, on device: String) {
    let session = newHandle("session")
    let url = JSON.string("realm://server\(path)")
    let step: JSON = ["do": "session", "user": .string(user), "url": url, "as": session]
    guard append(step, on: device), random.chance(60) else { return }
    append(
      ["do": random.chance(50) ? "sessionState" : "sessionConfiguration", "session": session],
      on: device
    )
  }

  // MARK: The end

  /// Everybody is online and synchronizes until nothing is under way, and all that there is is looked at.
  mutating func settle() {
    for device in limits.devices where limits.states[device]?.isOnline == false {
      append(["do": "goOnline"], on: device)
    }
    for round in 0..<2 {
      for device in limits.devices {
        append(["do": "waitForUploads"], on: device)
        var seen: Set<CopyKey> = []
        for (name, key) in openRealms(on: device) where seen.insert(key).inserted {
          synchronize(name, on: device)
          if round == 1 { visit(name, on: device, mayChange: false) }
        }
      }
    }
    for device in limits.devices { append(["do": "errors"], on: device) }
    for path in topic.keys.keys.sorted() {
      for type in [MobileApp.widget, MobileApp.note] where topic.keys[path]?[type] != nil {
        append(
          ["do": "serverObjects", "path": .string(path), "type": .string(type)],
          on: limits.devices[0]
        )
      }
    }
  }
}
