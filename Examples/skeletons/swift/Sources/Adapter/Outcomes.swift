// What a step comes to when it does not succeed. Nothing is to be filled in here.

/// A step, or opening the realm, failed as the specification says; the code is one of its error codes.
struct StepFailed: Error {
  var code: String
  var message: String

  var value: Value { .object(["code": .string(code), "message": .string(message)]) }
}

/// Something that is not known here.
struct Unsupported: Error {
  var reason: String
}
