/// What names a class in a payload: the type of a read, or the key of the changes of a write.
package struct ClassName {
  /// The string, or the object that stands under the name.
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// A hash as that of a key.
  package var hash: PrecomputedHash {
    if value.isObject { return PrecomputedHash(value.key.hash) }
    return PrecomputedHash(
      value.plainContent == nil ? ByteWords.hash(of: value.string ?? "") : value.contentHash
    )
  }

  package func isSpelled(_ name: Name) -> Bool {
    value.isObject ? value.isNamed(name) : value.says(name)
  }

  package var text: String { value.isObject ? value.name : value.string ?? "" }
}
