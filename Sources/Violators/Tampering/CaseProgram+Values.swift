package import JSON
package import Touchstone

extension CaseProgram {
  /// The steps as they are written.
  package var stepValues: [JSON] {
    get { steps.map(\.json) }
    set { steps = newValue.map(Step.init) }
  }

  /// The steps of `given` as they are written.
  package var givenValues: [JSON] {
    get { given.map(\.json) }
    set { given = newValue.map(Step.init) }
  }
}
