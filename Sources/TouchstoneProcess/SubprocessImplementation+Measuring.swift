public import Touchstone

/// What the way to a program costs by itself, for benchmarks.
@_spi(Measuring)
extension SubprocessImplementation {
  /// Requests that are written already.
  public struct Prepared: Sendable {
    let parameters: CaseRequests.Parameters
  }

  /// Writes the requests for cases.
  public func prepare(_ programs: [CaseProgram]) -> Prepared {
    Prepared(parameters: CaseRequests.Parameters(programs))
  }

  /// Runs cases and reads none of the answers further than to see to which of them it belongs.
  public func deliver(_ prepared: Prepared) async {
    let parameters = prepared.parameters
    await pool.run([parameters], count: parameters.count) { [pool] bunch in
      pool.finishReading(bunch, bunch.entries.count)
    }
  }
}
