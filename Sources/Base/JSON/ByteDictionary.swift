/// Values by names that come from files: `é` composed and decomposed are two names, as they are two keys of an object.
package struct ByteDictionary<Value> {
  @usableFromInline package var values: [ByteKey: Value] = [:]

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { values.isEmpty }

  /// The names in no particular order.
  @inlinable
  package var keys: [String] { values.keys.map(\.text) }

  @inlinable
  package subscript(name: String) -> Value? {
    get { values[ByteKey(name)] }
    set { values[ByteKey(name)] = newValue }
  }

  /// The entries in the order of the bytes of their names.
  package var sorted: [(key: String, value: Value)] {
    values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }
}

extension ByteDictionary: Sequence {
  @inlinable
  package func makeIterator() -> AnyIterator<(key: String, value: Value)> {
    var iterator = values.makeIterator()
    return AnyIterator { iterator.next().map { ($0.key.text, $0.value) } }
  }
}

extension ByteDictionary: ExpressibleByDictionaryLiteral {
  /// Of a name that is given twice, the last value is kept.
  @inlinable
  package init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension ByteDictionary: Sendable where Value: Sendable {}
extension ByteDictionary: Equatable where Value: Equatable {}
extension ByteDictionary: Hashable where Value: Hashable {}
