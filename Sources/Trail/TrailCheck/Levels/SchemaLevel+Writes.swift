import Formats
import TrailReading

/// What writes never have, whatever the values are: links in full, and entries for new and gone embedded objects.
extension SchemaLevel {
  mutating func checkWrite(_ objects: Payload.ClassObjects, of number: Int) {
    if classes.all[number].isEmbedded {
      for (list, word) in [(objects.insertions, "insertions"), (objects.deletions, "deletions")]
      where !list.isEmpty {
        log(
          .embeddedListed,
          "class \(className(number)) is embedded and has \(word); they belong into the objects that hold them"
        )
      }
    }
    if classes.all[number].hasRepresentation { return }
    for object in objects.insertions { checkLinks(object, number) }
    for object in objects.deletions { checkLinks(object, number) }
    for modification in objects.modifications {
      checkLinks(modification.oldValue, number)
      checkLinks(modification.newValue, number)
    }
  }

  private mutating func checkLinks(_ object: Value, _ number: Int) {
    guard object.isObject else { return }
    for member in object.children where member.isObject || member.isArray {
      guard let place = classes.property(of: member, in: number) else { continue }
      let type = classes.all[number].properties[place]
      guard let target = type.target, !classes.all[target].hasRepresentation else { continue }
      let held = type.shape == .single ? [member] : member.children.filter(\.isObject)
      if classes.all[target].isEmbedded {
        for object in held { checkLinks(object, target) }
      } else if held.contains(where: \.isObject) {
        let property = PropertyName(className: classes.all[number].name, name: member.name)
        log(.linkExpanded, "\(property) is a link and written in full, which only reads do")
      }
    }
  }
}
