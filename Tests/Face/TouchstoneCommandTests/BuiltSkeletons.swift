import Testing

@testable import TouchstoneCommand

/// Writes and builds the skeletons once for all tests of a suite: a build in Swift takes longer than all of its tests.
struct BuiltSkeletons: SuiteTrait, TestScoping {
  @TaskLocal private static var root = ""

  /// Where the skeleton in a language was built.
  static func folder(of start: AdapterTests.Start) -> String { "\(root)/\(start.language)" }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable () async throws -> Void
  ) async throws {
    let root = try Scratch.makeFolder()
    defer { Scratch.remove(root) }
    try await Self.$root.withValue(root) {
      for start in AdapterTests.Start.available {
        try Skeleton(language: start.language).write(to: Self.folder(of: start))
        try Conversation.run(start.build, in: Self.folder(of: start))
      }
      try await body()
    }
  }
}
