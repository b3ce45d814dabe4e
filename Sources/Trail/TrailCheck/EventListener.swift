package import TrailReading

/// Listens to what a check reads of a trail, so that a comparison need not read the trail once more.
///
/// Where several threads check parts of the trail, each part has a listener of its own, and those are put together in the
/// order of the parts.
package protocol EventListener: Sendable {
  /// One that has heard nothing, for one of so many parts that are in memory at a time.
  func forPart(of count: Int) -> any EventListener
  /// A file, or a part of one, is read next.
  mutating func begin(_ file: String)
  /// An event was read; its payload is missing where it has none that can be read.
  mutating func hear(_ payload: Payload?, of document: borrowing Document, number: Int)
  /// The file was read to its end.
  mutating func endFile()
  /// Takes over what was heard of the part that comes next.
  mutating func take(_ part: any EventListener)
}
