extension FindingSummary {
  /// What could not be read.
  package var unread: FindingSummary { filtered(\.hides.isUnread) }

  /// How often something could not be read.
  package var unreadCount: Int {
    counts.reduce(0) { $1.key.code.hides.isUnread ? $0 + $1.value : $0 }
  }

  /// What is to be known of events of the types read and write that were taken for custom events (CUSTOM-8); nil if there
  /// are none.
  package var customsNote: String? {
    let count = counts.reduce(0) { $1.key.code.hides == .objects ? $0 + $1.value : $0 }
    guard count > 0 else { return nil }
    return
      "\(count) \(count == 1 ? "event is" : "events are") of type read or write, in whatever case, and "
      + "\(count == 1 ? "has" : "have") no payload of a scope: taken for \(count == 1 ? "a custom event" : "custom events")"
  }
}
