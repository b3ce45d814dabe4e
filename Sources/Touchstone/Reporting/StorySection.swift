import JSON
enum StorySection {
  static func lines(_ testCase: Case) -> [String] { testCase.steps.map { terminalSafe($0.text()) } }
}
