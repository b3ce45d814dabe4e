package import JSON

/// What is known of a flexible-sync configuration without the case around it.
package enum FlexibleSync {
  /// What the realm of a case is called that opens only one.
  package static let onlyRealm = "main"

  /// The realms of a configuration, the one in which steps run first.
  package static func realms(of configuration: JSON?) -> [String] {
    let names = configuration?[.flexibleSync]?[.realms]?.keys ?? []
    return names.isEmpty ? [onlyRealm] : Array(names)
  }
}
