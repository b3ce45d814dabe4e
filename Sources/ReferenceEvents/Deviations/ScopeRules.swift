/// Who gets an event (SCOPE).
package struct ScopeRules: Sendable, Hashable {
  package enum Receivers: Sendable, Hashable { case all, innermost, outermost }

  /// Which of the active scopes get an event.
  package var receivers = Receivers.all
  /// Whether a scope begins with what those that are active have noted.
  package var inheritsNotes = false
  /// Whether events bear the time of the commit of their scope.
  package var stampsAtCommit = false
}
