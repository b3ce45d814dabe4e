/// Steps that set the clock by which events are dated.
package enum ClockStep: String, StepTopic {
  case setClock, advanceClock

  var entry: StepEntry {
    switch self {
    case .setClock:
      StepEntry(does: "sets the clock to a date", takes: [.required(.time)], needs: .clock) {
        "clock.now = \($0[.time])"
      }
    case .advanceClock:
      StepEntry(
        does: "moves the clock on; only after `setClock`",
        takes: [.required(.milliseconds)],
        needs: .clock
      ) { "clock.advance(milliseconds: \($0[.milliseconds]))" }
    }
  }
}
