import Formats
import JSON
import Touchstone

/// Tells steps in the words of the Event Library's own samples.
struct StepTeller {
  /// A line of a story, and the steps that it tells.
  struct Line: Sendable, Hashable {
    /// Safe to print.
    var text: String
    /// The numbers of the step, as findings count them, from the outermost list inwards; empty if it tells none.
    ///
    /// A loop stands for many steps.
    var numbers: [ClosedRange<Int>] = []
  }

  /// Whether steps are preceded by their numbers.
  var isNumbered = true
  /// The class of the case, which decides what a name means that several classes have.
  var conformanceClass: ConformanceClass?

  /// The lines of some steps; where there are several realms or devices, each with who does it.
  func lines(of steps: [Step], actors: StoryActors? = nil) -> [Line] {
    lines(of: steps, in: [], margin: "", actors: actors).map {
      Line(text: terminalSafe($0.text), numbers: $0.numbers)
    }
  }

  /// The lines of a list of steps, which begin with a margin.
  private func lines(
    of steps: [Step],
    in outer: [ClosedRange<Int>],
    margin: String,
    actors: StoryActors? = nil
  ) -> [Line] {
    let ranges = Self.ranges(of: steps)
    let labels = ranges.map { range in
      range.count == 1 ? "[\(range.lowerBound)]" : "[\(range.lowerBound)–\(range.upperBound)]"
    }
    let width = isNumbered ? (labels.map(\.count).max() ?? 0) + 1 : 0
    return zip(steps, zip(ranges, labels)).flatMap { step, place in
      let label = isNumbered ? TextWrapping.pad(place.1, to: width) : ""
      let rest = String(repeating: " ", count: width)
      let numbers = outer + [place.0]
      if let actors, step.kind == .flexibleSync(.on) {
        let other = actors.entering(step)
        if step.steps.isEmpty {
          return [Line(text: other.name(for: step) + margin + label + "{}", numbers: numbers)]
        }
        return lines(of: step.steps, in: numbers, margin: margin + label, actors: other)
      }
      let name = actors?.name(for: step) ?? ""
      return lines(of: step, at: numbers, name + margin + label, then: name + margin + rest)
    }
  }

  /// The numbers of steps after what is repeated has been written out.
  private static func ranges(of steps: [Step]) -> [ClosedRange<Int>] {
    var next = 0
    return steps.map { step in
      defer { next += Repetition(step.json)?.times ?? 1 }
      return next...(next + (Repetition(step.json)?.times ?? 1) - 1)
    }
  }

  private func lines(
    of step: Step,
    at numbers: [ClosedRange<Int>],
    _ start: String,
    then margin: String
  ) -> [Line] {
    if let loop = Repetition(step.json), case .value(let repeated) = loop.content {
      // The steps of a loop have other numbers each time.
      let body = StepTeller(isNumbered: false, conformanceClass: conformanceClass).lines(of: [
        Step(repeated)
      ]).map {
        Line(text: margin + "  " + $0.text)
      }
      let head = Line(text: start + "for index in 0..<\(loop.times) {", numbers: numbers)
      return [head] + body + [Line(text: margin + "}")]
    }
    let (line, comment) = (start + sentence(for: step), Self.comment(on: step))
    guard step.kind?.isBlock == true else {
      return [Line(text: line + comment, numbers: numbers)]
    }
    var nested = lines(of: step.steps, in: numbers, margin: margin + "  ")
    if step[.cancel] == true { nested.append(Line(text: margin + "  realm.cancelWrite()")) }
    if nested.isEmpty { return [Line(text: line + " {}" + comment, numbers: numbers)] }
    return [Line(text: line + " {" + comment, numbers: numbers)] + nested
      + [Line(text: margin + "}")]
  }

  private func sentence(for step: Step) -> String {
    let words = StepWording(step: step)
    let call = step.kind?.entry(in: conformanceClass).story(words) ?? Layout.line(of: step.json)
    return step["as"].map { "let \(StepWording.name($0)) = \(call)" } ?? call
  }

  /// What is expected of a step, as a comment.
  private static func comment(on step: Step) -> String {
    if step.kind == .flexibleSync(.synchronize), let refused = step.returns?.array {
      return "  // " + Self.reversal(of: refused)
    }
    if let expected = step.returns { return "  // returns " + Layout.line(of: expected) }
    if let failure = step.fails { return "  // fails: " + self.failure(failure) }
    return ""
  }

  /// What a synchronization takes back.
  private static func reversal(of refused: [JSON]) -> String {
    if refused.isEmpty { return "nothing is taken back" }
    let objects = refused.map { info in
      let reason = info["reason"]?.string.map { ": " + $0 } ?? ""
      return
        "\(info["objectType"]?.string ?? "?") \(Layout.line(of: info["primaryKey"] ?? .null))\(reason)"
    }
    return "taken back: " + objects.joined(separator: "; ")
  }

  /// A code, and what is said of the message.
  static func failure(_ json: JSON) -> String {
    guard let error = ExpectedError(json) else { return json.text() }
    return error.phrase + (json["message"].map { ", message " + Layout.line(of: $0) } ?? "")
  }
}

extension [StepTeller.Line] {
  /// The lines of the steps that findings are about, the innermost step of each.
  func failing(_ findings: [Finding]) -> [Int] {
    let places = Set(findings.map(\.place.stepNumbers)).subtracting([[]])
    let found = places.compactMap { place in
      indices.filter { self[$0].tells(place) }.max {
        self[$0].numbers.count < self[$1].numbers.count
      }
    }
    return Set(found).sorted()
  }
}

extension StepTeller.Line {
  /// Whether a step, or one around it, is what the line tells.
  fileprivate func tells(_ place: [Int]) -> Bool {
    !numbers.isEmpty && numbers.count <= place.count
      && zip(numbers, place).allSatisfy { $0.contains($1) }
  }
}

extension String {
  /// The numbers in a place like `steps[1].steps[0].returns`; none if it is not within a step.
  fileprivate var stepNumbers: [Int] {
    var rest = self[...]
    var numbers: [Int] = []
    while let match = rest.prefixMatch(of: /\.?steps\[(\d+)\]/), let number = Int(match.1) {
      numbers.append(number)
      rest = rest[match.range.upperBound...]
    }
    return numbers
  }
}
