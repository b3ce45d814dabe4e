package import Touchstone

/// How often the condition of each requirement was met, so that "no difference" means something.
package struct Coverage: Sendable {
  /// How often each condition was met, in the order of the conditions.
  private(set) var counts = [Int](repeating: 0, count: Condition.all.count)

  package init() {}

  /// The conditions that programs of a class can meet, with how often each was met.
  package func rows(
    of conformanceClass: ConformanceClass
  ) -> [(requirements: [String], sentence: String, count: Int)] {
    zip(Condition.all, counts).filter { $0.0.isMet(in: conformanceClass) }
      .map { ($0.requirements, $0.sentence, $1) }
  }

  /// Takes note of a program, given as the case that it makes.
  mutating func count(_ testCase: Case) {
    let facts = ProgramFacts(testCase)
    for index in Self.indices[testCase.conformanceClass] ?? [] {
      counts[index] += Condition.all[index].count(facts)
    }
  }

  /// Whether a program is about a requirement.
  ///
  /// It is if it meets a condition of it, or if there is none; but no random program is about the examples that the documents
  /// print.
  static func subjects(of testCase: Case) -> (_ requirement: String) -> Bool {
    let facts = ProgramFacts(testCase)
    let conditions = indices[testCase.conformanceClass, default: []].map { Condition.all[$0] }
    let met = Set(conditions.filter { $0.count(facts) > 0 }.flatMap(\.requirements))
    let all = Set(conditions.flatMap(\.requirements))
    return { all.contains($0) ? met.contains($0) : Condition.chapter(of: $0) != "DOC" }
  }

  /// Which conditions programs of each class can meet.
  private static let indices = Dictionary(
    uniqueKeysWithValues: ConformanceClass.allCases.map { conformanceClass in
      let indices = Condition.all.indices.filter { Condition.all[$0].isMet(in: conformanceClass) }
      return (conformanceClass.rawValue, indices)
    }
  )

  mutating func add(_ other: Coverage) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}
