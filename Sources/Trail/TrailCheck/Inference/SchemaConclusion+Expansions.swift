/// What stands within a link that was followed is of the class that the link leads to: a property may show only there that it
/// is a link itself.
extension SchemaConclusion {
  /// Tells the classes of links that are expanded within others.
  mutating func spreadExpansions() {
    for sketch in classes.map(\.value) {
      for member in sketch.members { spread(member.values) }
    }
  }

  private mutating func spread(_ values: ValueSketch) {
    if let elements = values.elements { spread(elements) }
    guard values.objects > 0, let objects = values.members else { return }
    let target = objects.keyName == nil ? nil : target(of: values, objects)
    for member in objects.members {
      spread(member.values)
      guard let known = target?[member.name]?.values, member.values.showsObjects,
        !known.showsObjects
      else { continue }
      known.add(member.values)
    }
  }

  private mutating func target(of values: ValueSketch, _ objects: ObjectSketch) -> ObjectSketch? {
    targets.lookingLike(objects).best(by: targets.sharing(values.keys)).map { classes[$0].value }
  }
}

extension ValueSketch {
  /// Whether an object stands there, or in an array.
  fileprivate var showsObjects: Bool { objects > 0 || elements?.showsObjects ?? false }
}
