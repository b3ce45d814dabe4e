import ReferenceRealm
import Testing

struct TimestampParsingTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("1970-01-01T00:00:00.5Z", 500),
      ("1970-01-01T00:00:00.05Z", 50),
      ("1970-01-01T00:00:00.0009Z", 0),
      ("1970-01-01T00:00:00.123456789Z", 123),
      ("1969-12-31T23:59:59.9999Z", -1),
      ("1969-12-31T23:59:59.9981Z", -2),
      ("1970-01-01T01:00:00+01:00", 0),
      ("1969-12-31T19:00:00.250-05:00", 250),
      ("1970-01-01T05:45:00.000+05:45", 0),
      ("1970-01-01T00:00:00+00:00", 0),
      ("1970-01-01T00:00:00-00:00", 0),
      ("1970-01-01T23:59:00+23:59", 0),
      ("2000-02-29T23:59:59.999Z", 951_868_799_999),
      ("+010000-01-01T00:00:00Z", 253_402_300_800_000),
      // The text's own date is outside of the range, the point in time is not.
      ("+292278994-08-17T08:12:55.807+01:00", .max),
      ("-292275055-05-16T15:47:04.192-01:00", .min),
      ("+292278994-08-18T00:00:00.000+23:59", 9_223_372_036_828_860_000),
    ] as [(String, Int64)]
  )
  func `Fractions, zones and expanded years are read`(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2022", "2022-06-23", "2022-06-23T14:54Z", "2022-06-23T14:54:37.756", "2022-06-23T14:54:37",
    "2022-06-23 14:54:37Z", "2022-06-23t14:54:37Z", "2022-06-23T14:54:37z", "20220623T145437Z",
    "2022-6-23T14:54:37Z", "2022-06-23T4:54:37Z", "2022-06-23T14:54:37.Z", "2022-06-23T14:54:37,5Z",
    "2022-06-23T14:54:37.1234567890Z", "2022-06-23T14:54:37Z ", " 2022-06-23T14:54:37Z",
    "2022-06-23T14:54:37ZZ", "2022-06-23T14:54:37+0100", "2022-06-23T14:54:37+01",
    "2022-06-23T14:54:37+1:00", "2022-06-23T14:54:37+24:00", "2022-06-23T14:54:37+01:60",
    "2022-06-23T14:54:37Z+01:00", "2022-06-23T14:54:37.5.5Z", "2022-06-23T-1:54:37Z",
    "2022-06-2\u{0663}T14:54:37Z", "\u{FEFF}2022-06-23T14:54:37Z",
  ])
  func `Another form is refused`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: [
    "2022-00-01T00:00:00Z", "2022-13-01T00:00:00Z", "2022-01-00T00:00:00Z", "2022-01-32T00:00:00Z",
    "2022-04-31T00:00:00Z", "2022-06-31T00:00:00Z", "2022-09-31T00:00:00Z", "2022-11-31T00:00:00Z",
    "2022-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2000-02-30T00:00:00Z",
    "-000001-02-29T00:00:00Z",
    "2022-01-01T24:00:00Z", "2022-01-01T00:60:00Z", "2016-12-31T23:59:60Z", "2022-01-01T00:00:61Z",
  ])
  func `A date or time that does not exist is refused`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: ["0000-02-29T00:00:00Z", "-000004-02-29T00:00:00Z", "+400000-02-29T00:00:00Z"])
  func `Leap years go on before year 1 and beyond 9999`(text: String) {
    #expect(Timestamp(iso8601: text) != nil)
  }

  @Test(arguments: [
    "+002022-06-23T14:54:37Z", "+009999-01-01T00:00:00Z", "-000000-01-01T00:00:00Z",
    "+000000-01-01T00:00:00Z", "+12345-01-01T00:00:00Z", "12345-01-01T00:00:00Z",
    "+0012345-01-01T00:00:00Z", "-1-01-01T00:00:00Z", "-0001-01-01T00:00:00Z",
    "+0000000000010000-01-01T00:00:00Z", "012345-01-01T00:00:00Z",
  ])
  func `A year has one spelling`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: [
    "+292278994-08-17T07:12:55.808Z", "-292275055-05-16T16:47:04.191Z",
    "+292278994-08-17T07:12:55.807-00:01", "-292275055-05-16T16:47:04.192+00:01",
    "+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z", "+1000000000-01-01T00:00:00Z",
    "+99999999999999999999999999-01-01T00:00:00Z",
  ])
  func `A point in time beyond 64-bit milliseconds is refused`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test func `Any cut or changed byte leads to nil or to another time`() throws {
    let text = "2022-06-23T14:54:37.756Z"
    let time = try #require(Timestamp(iso8601: text))
    for position in text.utf8.indices {
      #expect(Timestamp(iso8601: String(text[..<position])) == nil)
      for byte in UInt8(0)..<128 where byte != text.utf8[position] {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.startIndex, to: position)] = byte
        #expect(Timestamp(iso8601: String(decoding: bytes, as: UTF8.self)) != time)
      }
    }
  }
}
