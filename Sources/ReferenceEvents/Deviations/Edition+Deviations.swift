// No edition deviates: rules that differ from their defaults here are those of wrong implementations. What is right is
// then done by types that know none of these rules.
extension Edition {
  /// Whether it notes otherwise than every edition does.
  var hasRecordingDeviations: Bool {
    scopes != ScopeRules() || reads != ReadRules() || writes != WriteRules()
      || metadata != MetadataRules() || links != LinkRules()
  }

  /// Whether it combines reads otherwise than every edition does.
  var hasCombiningDeviations: Bool { combining != CombiningRules() || reads != ReadRules() }

  /// Whether it counts follows otherwise than every edition does.
  var hasLinkDeviations: Bool { links != LinkRules() }
}
