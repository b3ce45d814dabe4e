/// The lists of a payload that an object can stand in.
struct ObjectLists: OptionSet {
  let rawValue: UInt8

  static let read = Self(rawValue: 1)
  static let insertions = Self(rawValue: 2)
  static let modifications = Self(rawValue: 4)
  static let deletions = Self(rawValue: 8)
}
