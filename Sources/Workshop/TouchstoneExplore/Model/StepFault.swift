import Touchstone

/// Why a step is not part of a valid program, or is meant to fail.
enum StepFault: Error, Equatable {
  /// It is not one that programs have.
  case invalid
  /// What comes of it is not specified.
  case open(OpenPoint)
  case fails(ErrorCode)
}

/// One thing that is wrong with a step, or may be: whether it is, depends on what there is where the step is carried out.
struct PossibleFault {
  let codes: [ErrorCode]
  let isCertain: Bool

  static func certain(_ code: ErrorCode) -> PossibleFault {
    PossibleFault(codes: [code], isCertain: true)
  }

  static func possible(_ codes: ErrorCode...) -> PossibleFault {
    PossibleFault(codes: codes, isCertain: false)
  }
}
