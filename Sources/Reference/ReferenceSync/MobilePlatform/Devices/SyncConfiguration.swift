package import Foundation
package import ReferenceRealm

/// Whose realm is synchronized with which one of a server.
package struct SyncConfiguration {
  package let user: SyncUser
  package let realmURL: String

  package init(user: SyncUser, realmURL: String) {
    self.user = user
    self.realmURL = realmURL
  }
}

/// How an app of the mobile platform opens a realm: in a file, in memory or synced, whichever was said last.
package struct MobileConfiguration {
  /// Where a realm is that is not synced.
  package var fileURL: URL? {
    didSet {
      guard fileURL != nil else { return }
      if inMemoryIdentifier != nil { inMemoryIdentifier = nil }
      if syncConfiguration != nil { syncConfiguration = nil }
    }
  }
  /// What a realm is called that has no file.
  package var inMemoryIdentifier: String? {
    didSet {
      guard inMemoryIdentifier != nil else { return }
      if fileURL != nil { fileURL = nil }
      if syncConfiguration != nil { syncConfiguration = nil }
    }
  }
  /// What a realm is synchronized with.
  package var syncConfiguration: SyncConfiguration? {
    didSet {
      guard syncConfiguration != nil else { return }
      if fileURL != nil { fileURL = nil }
      if inMemoryIdentifier != nil { inMemoryIdentifier = nil }
    }
  }
  /// The classes of the app.
  package var objectTypes: [ObjectSchema]
  /// Grows with the classes.
  package var schemaVersion: UInt64 = 0
  /// Is never called for a synced realm, whose schema only grows.
  package var migrationBlock: (() -> Void)?

  package init(objectTypes: [ObjectSchema] = []) { self.objectTypes = objectTypes }
}
