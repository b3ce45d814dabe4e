import Testing

@testable import Dates

struct MomentTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2022-06-23T14:54:37.756Z", 1_655_996_077_756),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2000-02-29T12:00:00.000Z", 951_825_600_000),
  ])
  func `A date is read and written without loss`(text: String, milliseconds: Int64) {
    #expect(Moment(iso8601: text)?.milliseconds == milliseconds)
    #expect(Moment(milliseconds: milliseconds).description == text)
    #expect(Moment.isPayloadForm(text))
  }

  @Test(arguments: [
    "2022-02-29T00:00:00Z", "2022-04-31T00:00:00Z", "2022-01-00T00:00:00Z", "2022-01-32T00:00:00Z",
    "2022-13-01T00:00:00Z", "2022-01-01T24:00:00Z", "2022-01-01T00:00:00", "2022-01-01T00:00:00.Z",
    "2022-01-01 00:00:00Z", "2022-1-01T00:00:00Z", "", "2022-01-01T00:00:00Z ",
  ])
  func `What is no date is not read`(text: String) {
    #expect(Moment(iso8601: text) == nil)
    #expect(!Moment.isPayloadForm(text))
  }

  @Test func `Offsets and other fractions are read`() {
    #expect(Moment(iso8601: "1970-01-01T01:00:00.5+01:00") == Moment(milliseconds: 500))
    #expect(Moment(iso8601: "1970-01-01T00:00:00.123456Z") == Moment(milliseconds: 123))
  }

  @Test(arguments: [
    ("+010000-01-01T00:00:00.000Z", 253_402_300_800_000),
    ("-000001-12-31T23:59:59.999Z", -62_167_219_200_001),
  ])
  func `A year of more than four digits is written with a sign and six`(
    text: String,
    milliseconds: Int64
  ) {
    #expect(Moment(milliseconds: milliseconds).description == text)
    #expect(Moment.isPayloadForm(text))
  }

  @Test(arguments: [
    "2022-06-23T14:54:37Z", "2022-06-23T14:54:37.7Z", "2022-06-23T14:54:37.756+00:00",
    "+002022-06-23T14:54:37.756Z", "-000000-01-01T00:00:00.000Z", "+010001-02-29T00:00:00.000Z",
  ])
  func `Payloads have one form of each date`(text: String) {
    #expect(!Moment.isPayloadForm(text))
  }
}
