package import Foundation
package import ReferenceRealm

/// Client resets: a copy is kept as a backup, and given up then.
extension SyncManager {
  /// A reset is to be done, now or when the app starts the next time.
  func noteReset(_ key: LocalRealm.Key) -> ClientReset {
    if let known = resets[key] { return known }
    let now = Date(timeIntervalSince1970: Double(device.clock().milliseconds) / 1000)
    let time = now.formatted(
      .verbatim(
        "\(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)-\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)
      )
    )
    let random = UUID().uuidString.prefix(8).lowercased()
    let backup = device.folder.backups.appending(path: "recovered_realm-\(time)-\(random)")
    let reset = ClientReset(key: key, backup: backup)
    resets[key] = reset
    saveUsers()
    return reset
  }

  /// Does a reset that was not done yet.
  func startReset(_ reset: ClientReset) {
    if resets[reset.key] != nil { self.reset(reset.key) }
  }

  /// First the copy, then the deletion, then the note that it is to be done: at whatever point the process ends, the next
  /// one can do it all again.
  func reset(_ key: LocalRealm.Key) {
    guard let reset = resets[key] else { return }
    let file = device.folder.realm(key)
    do {
      if let bytes = try device.files.read(file) {
        try device.files.replace(reset.backup, with: bytes)
        drop(key)
        try device.files.remove(file)
      } else {
        drop(key)
      }
      resets[key] = nil
      saveUsers()
    } catch {
      report(error, of: nil)
    }
  }

  /// Whether there is a file at the path of a backup.
  package func hasBackup(_ backup: URL) -> Bool { device.files.exists(backup) }

  /// Opens the backup of a reset, with the classes that it has; it is not synced.
  ///
  /// - Throws: `DamagedFile`, or why the file can't be read.
  package func openBackup(_ backup: URL) throws -> Realm {
    guard let bytes = try device.files.read(backup) else {
      throw SyncError(.clientInternal, "no backup has been made yet")
    }
    let stored = try StoredRealm(bytes)
    let realm = try Realm(configuration: Realm.Configuration(objectTypes: stored.types))
    var keyless = KeylessObjects.untold
    try realm.integrate(stored.deliveries, keyless: &keyless)
    return realm
  }
}
