import ReferenceRealm

/// The write that made something what it is.
package struct Stamp: Sendable, Equatable {
  /// The number of changes at the server before its transaction.
  var position: Int
  /// When it was committed, by the clock of its device.
  var time: Timestamp
  /// The number of its device; 0 is the server itself.
  var origin: Int
  /// How many changes of the server its device had seen.
  var base: Int

  /// Equal times are decided by the number of the device, so that every order of arrival comes to the same.
  func isLater(than other: Stamp) -> Bool {
    (time.milliseconds, origin) > (other.time.milliseconds, other.origin)
  }

  /// Whether its device had seen another write, or made it before or in the same transaction.
  func knows(_ other: Stamp) -> Bool {
    other.origin == origin ? other.position <= position : other.position < base
  }
}

/// The device that makes a change, and what it had seen: only changes that do not know of each other conflict.
struct Writer {
  /// What the change leaves behind.
  var stamp: Stamp
  /// Whether it creates an object: what it holds is united with what another creation put there.
  var creates = false
  /// Whether the device shows links to an object.
  var shows: (DocumentID) -> Bool = { _ in true }
  /// The objects that the device had deleted before, with the place of the deletion in the changes of the server.
  var deleted: [DocumentID: Int] = [:]
  /// What an object of a class holds of which nothing is known.
  var emptyContents: (_ table: Int) -> [Content] = { _ in [] }

  /// Whether the device had seen a write, or made it.
  func knows(_ other: Stamp?) -> Bool {
    other.map(stamp.knows) ?? true
  }

  /// Whether the change comes after a write: because it knows of it, or by the clocks.
  func wins(over other: Stamp?) -> Bool {
    other.map { knows($0) || stamp.isLater(than: $0) } ?? true
  }

  /// Whether there is a link that the device does not show: its target is not on the device, or the device has deleted it
  /// and not set the link again.
  func isBlind(to slot: Slot) -> Bool {
    guard case .link(let id) = slot.content else { return false }
    guard shows(id) else { return true }
    guard let deletion = deleted[id] else { return false }
    return slot.assigned.map { $0.origin != stamp.origin || $0.position < deletion } ?? true
  }
}
