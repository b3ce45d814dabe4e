/// What the keys of the objects of one class stand for, so that each is looked up once.
package struct KeyMemory: Sendable {
  /// One more than what each key stands for, 0 where that was not looked up, -1 for nothing.
  ///
  /// In pages by the number of the key, empty where none was looked up: a class has few of the keys that there are.
  private var pages: [[Int32]] = []
  private static let pageSize = 64

  package init() {}

  private static func place(of key: Int) -> (page: Int, place: Int) {
    // Unsigned: dividing what may be below zero takes longer.
    let (page, place) = UInt(bitPattern: key).quotientAndRemainder(dividingBy: UInt(pageSize))
    return (Int(bitPattern: page), Int(bitPattern: place))
  }

  /// What the key of a member was found to stand for; nil if it has to be looked up.
  @inline(__always)
  package func lookUp(_ member: Value) -> Int?? {
    guard let key = member.keyNumber else { return nil }
    let (page, place) = Self.place(of: key)
    guard page < pages.count, place < pages[page].count else { return nil }
    let noted = pages[page][place]
    return noted == 0 ? nil : .some(noted > 0 ? Int(noted) - 1 : nil)
  }

  /// Remembers what the key of a member stands for, if the scanner remembers the key.
  package mutating func note(_ number: Int?, of member: Value) {
    guard let key = member.keyNumber else { return }
    let (page, place) = Self.place(of: key)
    while pages.count <= page { pages.append([]) }
    if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: Self.pageSize) }
    pages[page][place] = number.map { Int32(truncatingIfNeeded: $0) + 1 } ?? -1
  }
}
