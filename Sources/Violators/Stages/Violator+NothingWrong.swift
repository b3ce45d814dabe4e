import ReferenceAdapter
import ReferenceEvents

extension Violator {
  /// Every stage that can be adjusted, with nothing adjusted.
  ///
  /// What is wrong of a violator is then the adjustment alone, and not what it is made with: no case may catch this one.
  package static let withNothingWrong = stages(
    "nothing-wrong",
    "Nothing is wrong.",
    violates: []
  ) { pipeline in
    pipeline.combine = { WrongCombiner.combine($0, rules: CombiningRules()) }
    pipeline.follow = { events, _ in WrongFollows(events, anywhere: [], agreeingIn: .right) }
  }
}
