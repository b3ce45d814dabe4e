import JSON
import Touchstone

extension Catalogue {
  // What becomes of operations that are refused, and of the transaction around them.

  static let refusals: [Violator] = [
    .ignoring("primary-key-change", "A change of the primary key is ignored.", "WRITE-31"),
    .ignoring("not-in-write-transaction", "A change outside a transaction is ignored.", "WRITE-32"),
    .ignoring(
      "already-in-write-transaction",
      "A transaction within a transaction is ignored.",
      "WRITE-33"
    ),
    .ignoring(
      "duplicate-primary-key",
      "Creating an object whose key is taken is ignored.",
      "WRITE-34"
    ),
    .ignoring("type-mismatch", "A value of another type is ignored.", "WRITE-35"),
    .ignoring(
      "missing-value",
      "Creating an object without a required value is ignored.",
      "WRITE-36"
    ),
    .ignoring("unknown-class", "A class that there is not is ignored.", "WRITE-37"),
    .ignoring("unknown-property", "A property that there is not is ignored.", "WRITE-37"),
    .ignoring("index-out-of-range", "An index beyond the end is ignored.", "WRITE-38"),
    .ignoring("no-such-key", "A key that is not there is ignored.", "WRITE-38"),
    .ignoring(
      "object-invalidated",
      "What is done to a deleted object is ignored.",
      "WRITE-39"
    ),
    Violator(
      "failure-cancels",
      "An operation that fails takes its transaction with it.",
      violates: ["WRITE-40"]
    ) {
      Retrying { program, first in
        guard case .completed(let outcomes, _) = first else { return program }
        var program = program
        program.stepValues = zip(program.stepValues, outcomes).map { step, outcome in
          guard step["do"] == "write", case .ok(.array(let answers)) = outcome,
            answers.contains(where: { $0["error"] != nil })
          else { return step }
          return step.mapObject { $0["cancel"] = true }
        }
        return program
      } answer: { _, first, second in
        // Who cancels silently answers as if nothing had been cancelled.
        guard case .completed(let outcomes, _) = first, case .completed(_, let events) = second
        else { return second }
        return .completed(steps: outcomes, events: events)
      }
    },
  ]
}

extension Violator {
  /// The reference with one kind of failure taken for success: nothing happens, and nobody is told.
  fileprivate static func ignoring(_ code: String, _ title: String, _ requirement: String)
    -> Violator
  {
    .outcomes("ignores-\(code)", title, violates: [requirement]) { _, outcome in
      outcome.errorCode == code ? .ok(nil) : outcome
    }
  }
}
