/// The numbers that the files, classes and properties of a part of a trail have in the whole.
struct PartNumbers {
  /// By the numbers that they have in the part.
  let files: [Int]
  let classes: [Int]
  /// Nil where the class has too many properties.
  let properties: [[Int?]]
  /// Whether all are the same in the part and in the whole.
  let areSame: Bool

  /// Gives what a part names numbers in the whole, in the order in which they come.
  init(of part: HistoryNames, in names: inout HistoryNames) {
    files = part.files.map { names.number(ofFile: $0) }
    classes = part.classes.map { names.number(ofClass: $0) }
    var properties: [[Int?]] = []
    for (number, inWhole) in classes.enumerated() {
      properties.append(
        part.propertyNames(of: number).map { names.number(ofProperty: $0, in: inWhole) }
      )
    }
    self.properties = properties
    areSame =
      files.elementsEqual(files.indices) && classes.elementsEqual(classes.indices)
      && properties.allSatisfy { $0.enumerated().allSatisfy { $0.offset == $0.element } }
  }

  /// Appends a fact of an object of a class of the part, without the values of properties that have no number.
  func append(
    _ fact: ArraySlice<UInt64>,
    of className: Int,
    to words: inout [UInt64],
    _ leaveOut: (HistoryEvent) -> Void
  ) {
    let start = words.count
    let place = fact.startIndex
    words += fact.prefix(HistoryFact.headerWords)
    let lineMask: UInt64 = (1 << HistoryFact.fileShift) - 1
    let file = files[Int(fact[place + 1] >> HistoryFact.fileShift)]
    words[start + 1] = UInt64(file) << HistoryFact.fileShift | fact[place + 1] & lineMask
    let counts = fact[place + 4]
    let values = place + HistoryFact.headerWords
    let middle = values + Int(counts >> 16 & 0xFFFF)
    let before = append(fact[values..<middle], properties[className], to: &words)
    let after = append(fact[middle...], properties[className], to: &words)
    words[start + 4] = counts & ~0xFFFF_FFFF | UInt64(before) << 16 | UInt64(after)
    let left = fact.count - HistoryFact.headerWords - before - after
    if left > 0 {
      let event = HistoryFact(at: start, in: words).event
      for _ in 0..<left { leaveOut(event) }
    }
  }

  /// How many values were appended.
  private func append(
    _ values: ArraySlice<UInt64>,
    _ properties: [Int?],
    to words: inout [UInt64]
  ) -> Int {
    let start = words.count
    for value in values {
      guard let property = properties[FactValue(value).property] else { continue }
      words.append(FactValue(property: property, hash: FactValue(value).hash).word)
    }
    return words.count - start
  }
}
