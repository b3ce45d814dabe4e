import Formats
package import JSON

extension ValueComparison {
  /// A number that values of a property share if they are the same, so that few have to be compared.
  package func bucket(of value: JSON, of property: String) -> Int {
    bucket(value, type(of: property), depth: 0)
  }

  private func bucket(_ value: JSON, _ type: PropertyType?, depth: Int) -> Int {
    guard depth < 32 else { return 0 }
    switch value {
    case .array(let elements):
      // The order of a set is free.
      return elements.reduce(elements.count) { $0 &+ bucket($1, type, depth: depth + 1) }
    case .object(let object):
      // An expanded link is the same as its key.
      if let key = key(of: object, type) { return bucket(key, type, depth: depth + 1) }
      return object.reduce(object.count) { sum, member in
        let inner = bucket(member.value, self.type(of: member.key, in: type), depth: depth + 1)
        return sum &+ (member.key.hashValue ^ inner)
      }
    case .string(let text): return (DecimalForm.plain(text) ?? text).hashValue
    default: return value.whole.hashValue
    }
  }
}
