import Formats
import Testing

@testable import TrailAnswers

struct DayHoursTests {
  private static let amsterdam = UTCOffset(zone: "Europe/Amsterdam")

  private func instant(_ text: String) throws -> Int64 {
    try #require(Timestamp(iso8601: text)).milliseconds
  }

  @Test(arguments: [("2023-03-26", 23), ("2023-10-29", 25), ("2023-06-01", 24)])
  func `A day has as many hours as the clock goes through`(_ day: String, _ hours: Int64) throws {
    let clock = try #require(Self.amsterdam)
    let start = try #require(TrailFilter.instant(day, isEnd: false, in: clock))
    let end = try #require(TrailFilter.instant(day, isEnd: true, in: clock))
    #expect(end - start == hours * 3_600_000)
    #expect(clock.day(start) == day && clock.day(end - 1) == day && clock.day(end) != day)
    #expect(clock.day(start - 1) != day)
  }

  @Test func `A day that has no midnight begins with its first instant`() throws {
    // In Brazil the clock was set from midnight to one o'clock.
    let clock = try #require(UTCOffset(zone: "America/Sao_Paulo"))
    let start = try #require(TrailFilter.instant("2018-11-04", isEnd: false, in: clock))
    #expect(clock.text(start) == "2018-11-04T01:00:00.000-02:00")
    #expect(clock.text(start - 1) == "2018-11-03T23:59:59.999-03:00")
  }

  @Test func `A time has the offset of its instant`() throws {
    let clock = try #require(Self.amsterdam)
    #expect(try clock.text(instant("2023-01-01T12:00:00Z")) == "2023-01-01T13:00:00.000+01:00")
    #expect(try clock.text(instant("2023-07-01T12:00:00Z")) == "2023-07-01T14:00:00.000+02:00")
  }

  @Test(arguments: ["Asia/Kolkata", "Asia/Calcutta", "Etc/UTC", "America/Argentina/Ushuaia", "UTC"])
  func `A zone is known by its present name and by its old one`(_ name: String) {
    #expect(UTCOffset(zone: name) != nil)
  }

  @Test(arguments: ["Amsterdam", "CET+1", "GMT+2", "europe/amsterdam", "Europe/Nowhere", ""])
  func `What is not the name of a zone is refused`(_ name: String) {
    #expect(UTCOffset(zone: name) == nil)
  }

  @Test(arguments: [
    ("2023-01-02T20:59:59Z", false), ("2023-01-02T21:00:00Z", true), ("2023-01-03T02:00:00Z", true),
    ("2023-01-03T04:59:59Z", true), ("2023-01-03T05:00:00Z", false),
    // Summer: two hours ahead.
    ("2023-07-03T20:00:00Z", true), ("2023-07-03T19:59:59Z", false),
  ])
  func `A span goes over midnight on the clock of the zone`(_ text: String, _ isIn: Bool) throws {
    var hours = DayHours()
    hours.clock = try #require(Self.amsterdam)
    hours.spans = [try #require(DayHours.Span("22:00-06:00"))]
    #expect(try hours.admit(instant(text)) == isIn)
  }

  @Test func `A span within a day leaves its end out, and several are alternatives`() throws {
    var hours = DayHours()
    hours.spans = try ["09:00-12:00", "13:00-24:00"].map { try #require(DayHours.Span($0)) }
    let found = try ["08:59", "09:00", "12:00", "13:00", "23:59"].filter {
      try hours.admit(instant("2023-01-01T\($0):00Z"))
    }
    #expect(found == ["09:00", "13:00", "23:59"])
  }

  @Test(arguments: [
    "22-06", "22:00", "22:00-22:00", "24:00-06:00", "25:00-26:00", "9:00-12:00", "10:60-11:00", "",
  ])
  func `What is not a span is refused`(_ text: String) { #expect(DayHours.Span(text) == nil) }

  @Test func `Days of the week are those of the clock, also before 1970`() throws {
    var hours = DayHours()
    hours.clock = try #require(Self.amsterdam)
    hours.days = [7]
    // Sunday begins at 23:00 of Saturday in UTC.
    #expect(try !hours.admit(instant("2023-01-07T22:59:59Z")))
    #expect(try hours.admit(instant("2023-01-07T23:00:00Z")))
    #expect(try !hours.admit(instant("2023-01-08T23:00:00Z")))
    #expect(try UTCOffset.zero.weekday(instant("1969-12-31T12:00:00Z")) == 3)
    #expect(try UTCOffset.zero.weekday(instant("1970-01-01T00:00:00Z")) == 4)
  }
}
