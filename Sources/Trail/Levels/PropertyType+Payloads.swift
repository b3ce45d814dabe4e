import Formats

extension PropertyType {
  /// The type of what a collection holds.
  var element: PropertyType {
    var element = self
    element.shape = .single
    return element
  }

  /// Whether a complete object may lack such a property: data is left out, also where a mixed value holds it, and core
  /// leaves out decimals.
  var mayBeLeftOut: Bool {
    isAlwaysLeftOut || shape == .single && (scalar == .mixed || scalar == .decimal128)
  }

  /// Whether no payload has such a property.
  var isAlwaysLeftOut: Bool { shape == .linkingObjects || scalar == .data }
}
