import ArgumentParser
import TouchstoneReports

/// Answers questions about a trail: every question is a subcommand.
struct TrailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trail",
    abstract: "Read an exported trail: who saw and did what, and what became of an object.",
    discussion: """
      Each question is a subcommand. Without one, it is timeline: `touchstone trail FILE` lists what was done under each \
      activity, and `touchstone trail FILE --object Person/62b3…` follows an object.

        what did Jason see and do in June, with the data?
          touchstone trail events FILE --user username=Jason --from 2022-06-01 --to 2022-06-30
        who accessed this patient, day by day?
          touchstone trail access FILE --object Patient/62b3…
        what was known of it on that day, and what changed since?
          touchstone trail state FILE --object Patient/62b3… --at 2022-06-23
          touchstone trail diff FILE --object Patient/62b3… --from 2022-06-23 --to 2022-07-01
        who does what, and how much?
          touchstone trail users FILE
        is a day or a device missing?
          touchstone trail coverage FILE
        who was shown one value, or one property within an embedded object?
          touchstone trail events FILE --where 'diagnosis = "flu"'
          touchstone trail access FILE --object Patient/62b3… --property address.city
        what did Jason see of Meredith's patients?
          touchstone trail access FILE --class Patient --user username=Jason --objects-of username=Meredith
        what were all patients on that day?
          touchstone trail state FILE --class Patient --at 2022-06-23
        may I ask in SQL?
          touchstone trail FILE --sqlite trail.db

      Several values of one filter are alternatives, and all filters that are given have to hold. An event that is in two \
      files is counted once. Times are in UTC, and a day is one of UTC, unless --utc-offset says otherwise; options take \
      ISO 8601 with any offset.

      The exit status is 0 if all of the trail could be read, 1 if something could not, which the answer names, and 2 \
      if the question could not be answered, such as when the trail has no class of that name.

      \(TrailBlindSpots.help)
      """,
    subcommands: [
      TrailTimelineCommand.self,
      TrailEventsCommand.self,
      TrailAccessCommand.self,
      TrailStateCommand.self,
      TrailDifferenceCommand.self,
      TrailUsersCommand.self,
      TrailCoverageCommand.self,
    ],
    defaultSubcommand: TrailTimelineCommand.self
  )
}
