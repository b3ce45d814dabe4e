import JSON
import Touchstone

extension Catalogue {
  // What becomes of operations that are refused, and of the transaction around them.

  /// Failures that are taken for success.
  static let ignoredRefusals: [Violator] = [
    ("primary-key-change", "A change of the primary key is ignored.", "WRITE-31"),
    ("not-in-write-transaction", "A change outside a transaction is ignored.", "WRITE-32"),
    ("already-in-write-transaction", "A transaction within a transaction is ignored.", "WRITE-33"),
    ("duplicate-primary-key", "Creating an object whose key is taken is ignored.", "WRITE-34"),
    ("type-mismatch", "A value of another type is ignored.", "WRITE-35"),
    ("missing-value", "Creating an object without a required value is ignored.", "WRITE-36"),
    ("unknown-class", "A class that there is not is ignored.", "WRITE-37"),
    ("unknown-property", "A property that there is not is ignored.", "WRITE-37"),
    ("index-out-of-range", "An index beyond the end is ignored.", "WRITE-38"),
    ("no-such-key", "A key that is not there is ignored.", "WRITE-38"),
    ("object-invalidated", "What is done to a deleted object is ignored.", "WRITE-39"),
  ].map { code, title, requirement in
    Violator.overlooking(code)[requirement](title).named("ignores-\(code)")
  }

  static let refusals: Entries = [
    "failure-cancels": .running["WRITE-40"](
      "An operation that fails takes its transaction with it."
    ) { program, run in
      let first = try await run(program)
      guard case .completed(let outcomes, _) = first else { return first }
      var cancelling = program
      cancelling.steps = zip(program.steps, outcomes).map { step, outcome in
        let hasFailed = outcome.value?.array?.contains { $0["error"] != nil } ?? false
        return step.kind == .writing(.write) && hasFailed ? step.with(.cancel, true) : step
      }
      // An implementation that cancels silently answers as if nothing had been cancelled.
      guard case .completed(_, let events) = try await run(cancelling) else { return first }
      return .completed(steps: outcomes, events: events)
    }
  ]
}
