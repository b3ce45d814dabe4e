/// How what is in the event realm gets to the server (REALM).
package struct UploadRules: Sendable, Hashable {
  /// Whether events are sent in their order; otherwise what is sent at once is turned round.
  package var keepsOrder = true
  /// Whether a document that is sent again is the same one; otherwise it is taken for another.
  package var keepsIds = true
  /// Whether what broke off counts as not sent.
  package var repeatsWhatBrokeOff = true
}
