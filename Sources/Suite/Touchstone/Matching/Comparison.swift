package import JSON

/// An expected and an actual value held against each other, place by place.
///
/// One tree serves everything that is said about a difference: whether there is one, the findings that
/// name it, and the two columns in which it is shown. So they cannot contradict each other.
package indirect enum Comparison: Sendable {
  /// The sentence of a finding, made only when it is read: most comparisons are made to be thrown away.
  package typealias Message = @Sendable () -> String

  /// The actual value is what was expected, as a whole.
  case equal(expected: JSON, actual: JSON)
  /// The actual value is not what was expected, as a whole.
  case different(expected: JSON, actual: JSON, message: Message)
  /// Nothing stands where a value was expected.
  case missing(expected: JSON, message: Message)
  /// A value stands where none was expected.
  case extra(actual: JSON, message: Message)
  /// Nothing is there, and that is right: a key that must be absent, an event that may be missing.
  case absent(expected: JSON)
  /// Two objects, key by key in the order of the expected one.
  case object([Member])
  /// Two arrays, element by element as they were aligned.
  case array([Element])

  /// What became of one key.
  package struct Member: Sendable {
    package var key: String
    package var value: Comparison
  }

  /// What became of one element.
  package struct Element: Sendable {
    /// Where it stands in the expected array; in the actual one if it is one too many.
    package var index: Int
    package var value: Comparison
  }
}

extension Comparison {
  /// Whether everything is as expected.
  package var isEqual: Bool {
    switch self {
    case .equal, .absent: true
    case .different, .missing, .extra: false
    case .object(let members): members.allSatisfy(\.value.isEqual)
    case .array(let elements): elements.allSatisfy(\.value.isEqual)
    }
  }

  /// How many places differ.
  var differenceCount: Int {
    switch self {
    case .equal, .absent: 0
    case .different, .missing, .extra: 1
    case .object(let members): members.reduce(0) { $0 + $1.value.differenceCount }
    case .array(let elements): elements.reduce(0) { $0 + $1.value.differenceCount }
    }
  }

  /// Adds what differs below a place, from the top of the document downwards, with the requirement that a form breaks.
  func collectFindings(
    at path: JSONPath,
    into findings: inout FaultList,
    _ forms: BrokenForm? = nil
  ) {
    switch self {
    case .equal, .absent: break
    case .different(_, _, let message), .missing(_, let message), .extra(_, let message):
      findings.add(path, message(), breaking: forms?.requirement(of: self, at: path))
    case .object(let members):
      for member in members {
        member.value.collectFindings(at: path.appending(member.key), into: &findings, forms)
      }
    case .array(let elements):
      for element in elements {
        // Places count what is expected: what is one too many has none there, and says where it is in the answer.
        let isExtra = if case .extra = element.value { true } else { false }
        let place = isExtra ? path : path.appending(element.index)
        element.value.collectFindings(at: place, into: &findings, forms)
      }
    }
  }
}
