import JSON
import Touchstone

extension Violator {
  /// The reference that records one kind of step in vain as a read of nothing.
  ///
  /// A step that found nothing is followed by the read of an object that stands for nothing; in the trail this read then
  /// loses its object.
  static func readingNothing(_ kind: StepKind) -> Violation<Void> {
    let nothing = "Nothing"
    return Violation { _ in
      running { program, run in
        var program = program
        program.schema = ProgramSchema(
          program.schema.json.mapObject {
            $0[nothing] = ["primaryKey": "_id", "properties": ["_id": "int"]]
          }
        )
        program.given.append(.write([["do": "create", "type": "Nothing", "value": ["_id": 0]]]))
        let result = try await program.run(run) { step, walk in
          step.kind == kind && walk.isInVain(step) ? [step, .get(nothing, 0)] : nil
        } from: {
          try await TamperingWalk(learning: $0, run)
        }
        return result.mapEvents {
          $0.map {
            $0.mapObject {
              if $0.payload?["type"]?.string == nothing { $0.payload?["value"] = [] }
            }
          }
        }
      }
    }
  }
}

extension TamperingWalk {
  fileprivate func isInVain(_ step: Step) -> Bool {
    guard let value = outcome?.value else { return false }
    if step.kind != .reading(.element) { return value == false }
    // A null entry and an object look alike, but for the name that is given to an object.
    return step[.key] != nil && step.boundName == nil && value.isNull
  }
}
