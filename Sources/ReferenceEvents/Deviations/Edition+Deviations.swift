// Each edition leaves the rules of recording, combining and links as they are; only wrong implementations that the suite
// has to catch change them. What is right is therefore done by types that know none of these rules.
extension Edition {
  /// Whether it notes otherwise than every edition does.
  package var hasRecordingDeviations: Bool {
    alwaysDeviates || scopes != ScopeRules() || reads != ReadRules() || writes != WriteRules()
      || metadata != MetadataRules() || links != LinkRules()
  }

  /// Whether it combines reads otherwise than every edition does.
  package var hasCombiningDeviations: Bool {
    alwaysDeviates || combining != CombiningRules() || reads != ReadRules()
  }

  /// Whether it counts follows otherwise than every edition does.
  package var hasLinkDeviations: Bool { alwaysDeviates || links != LinkRules() }
}
