import ReferenceAdapter
import ReferenceEvents

extension Violator {
  /// Every stage that can be adjusted, with nothing adjusted.
  ///
  /// What is wrong of a violator is then the adjustment alone, and not what it is made with: no case may catch this one.
  package static let withNothingWrong = stages("Nothing is wrong.", []) { pipeline in
    pipeline.listFound { _, listed in listed.sorted() }
    pipeline.expand { link in
      !link.isCircle && link.laterReads.contains(where: link.isFollowed)
    }
  }
}
