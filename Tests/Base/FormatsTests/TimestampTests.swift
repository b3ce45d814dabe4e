import Foundation
import Testing

@testable import Formats

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2022-06-23T14:54:37.756Z", 1_655_996_077_756),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2000-02-29T12:00:00.000Z", 951_825_600_000),
  ])
  func `A date is read and written without loss`(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
    #expect(Timestamp(milliseconds: milliseconds).description == text)
    #expect(Timestamp.isPayloadForm(text))
  }

  @Test(arguments: [
    "2022-02-29T00:00:00Z", "2022-04-31T00:00:00Z", "2022-01-00T00:00:00Z", "2022-01-32T00:00:00Z",
    "2022-13-01T00:00:00Z", "2022-01-01T24:00:00Z", "2022-01-01T00:00:00", "2022-01-01T00:00:00.Z",
    "2022-01-01 00:00:00Z", "2022-1-01T00:00:00Z", "", "2022-01-01T00:00:00Z ",
  ])
  func `What is not a date is not read`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
    #expect(!Timestamp.isPayloadForm(text))
  }

  @Test func `Offsets and other fractions are read`() {
    #expect(Timestamp(iso8601: "1970-01-01T01:00:00.5+01:00") == Timestamp(milliseconds: 500))
    #expect(Timestamp(iso8601: "1970-01-01T00:00:00.123456Z") == Timestamp(milliseconds: 123))
  }

  @Test(arguments: [
    ("+010000-01-01T00:00:00.000Z", 253_402_300_800_000),
    ("-000001-12-31T23:59:59.999Z", -62_167_219_200_001),
    ("+1000000-01-01T00:00:00.000Z", 31_494_784_780_800_000),
    ("+292278994-08-17T07:12:55.807Z", .max), ("-292275055-05-16T16:47:04.192Z", .min),
  ])
  func `A year of more than four digits is written with a sign and at least six`(
    text: String,
    milliseconds: Int64
  ) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
    #expect(Timestamp.isPayloadForm(text))
  }

  @Test(arguments: [
    "2022-06-23T14:54:37Z", "2022-06-23T14:54:37.7Z", "2022-06-23T14:54:37.756+00:00",
    "+002022-06-23T14:54:37.756Z", "-000000-01-01T00:00:00.000Z", "+010001-02-29T00:00:00.000Z",
    "+0100000-01-01T00:00:00.000Z", "+292278994-08-17T07:12:55.808Z", "+1-01-01T00:00:00.000Z",
    "+292279200-01-01T00:00:00.000Z", "-292275200-01-01T00:00:00.000Z",
    "+999999999-01-01T00:00:00.000Z", "+9999999999999999999-01-01T00:00:00.000Z", "+", "-", "+-",
    "+010000",
  ])
  func `Payloads have one form of each date`(text: String) {
    #expect(!Timestamp.isPayloadForm(text))
  }
}

/// Checked against Foundation's calendar, which knows nothing of how they are computed here.
struct TimestampCalendarTests {
  @Test func `Each day of four centuries is Foundation's`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: -134_774, to: 20_000, by: 1) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let text = try String(
        format: "%04d-%02d-%02dT00:00:00.000Z",
        #require(parts.year),
        #require(parts.month),
        #require(parts.day)
      )
      let timestamp = Timestamp(milliseconds: Int64(day) * 86_400_000)
      #expect(timestamp.description == text)
      #expect(Timestamp(iso8601: text) == timestamp)
    }
  }
}
