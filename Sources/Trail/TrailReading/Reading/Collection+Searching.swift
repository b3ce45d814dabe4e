extension RandomAccessCollection where Index == Int {
  /// The place behind all elements that come before something, in a collection in which no other stands among these.
  @inlinable
  package func place(behind comesBefore: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        comesBefore(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
