package import Formats
package import Touchstone

/// What programs are about.
package struct ExploreSettings: Sendable {
  /// Programs with the same seed are the same as long as this number is.
  package static let generatorVersion = 21

  package var edition: Edition
  package var conformanceClass: ConformanceClass
  /// The optional features that programs may use.
  package var features: Set<Feature>
  /// Chapters by the prefix of their requirements, such as `LINK`, to which programs keep; empty means all of them.
  package var chapters: Set<String>
  /// The classes that every program has; nil where each draws its own.
  package var schema: ProgramSchema?

  package init(
    edition: Edition = .current,
    conformanceClass: ConformanceClass = .recording,
    features: Set<Feature> = Set(Feature.allCases),
    chapters: Set<String> = []
  ) {
    self.edition = edition
    self.conformanceClass = conformanceClass
    self.features = features
    self.chapters = chapters
  }

  /// The same, for what two implementations both offer.
  func offered(by infos: ImplementationInfo...) -> ExploreSettings {
    var settings = self
    settings.features = features.filter { feature in
      infos.allSatisfy { $0.features.contains(feature.rawValue) }
    }
    return settings
  }

  /// Whether programs have such steps.
  func asks(_ kind: StepKind) -> Bool {
    let entry = kind.entry(in: conformanceClass)
    if let feature = entry.needs, !features.contains(feature) { return false }
    guard kind.entry.isKnown(to: conformanceClass) else { return false }
    switch kind {
    case .recording(.cancelScope), .recording(.isActive), .recording(.dropScope),
      .recording(.updateMetadata):
      // The draft of 2022 has none of these (SCOPE-8, SCOPE-12, SCOPE-17, META-12).
      return edition != .draft
    default: return true
    }
  }

  /// Whether a subject is wanted that these chapters are about.
  func wants(_ chapters: String...) -> Bool {
    self.chapters.isEmpty || !self.chapters.isDisjoint(with: chapters)
  }
}
