import Formats
import Foundation
import ReferenceRealm
import Testing

private typealias Timestamp = ReferenceRealm.Timestamp

struct TimestampWritingTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (1, "1970-01-01T00:00:00.001Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (-999, "1969-12-31T23:59:59.001Z"),
      (-1000, "1969-12-31T23:59:59.000Z"),
      (-86_400_001, "1969-12-30T23:59:59.999Z"),
      (1_655_996_077_756, "2022-06-23T14:54:37.756Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
      (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
      (8_640_000_000_000_000, "+275760-09-13T00:00:00.000Z"),
      (-8_640_000_000_000_000, "-271821-04-20T00:00:00.000Z"),
      (.max, "+292278994-08-17T07:12:55.807Z"),
      (.min, "-292275055-05-16T16:47:04.192Z"),
    ] as [(Int64, String)]
  )
  func `A point in time has one text`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
  }

  @Test func `Any 64-bit millisecond is written as the suite writes it`() {
    var random = SplitMix64(seed: 8)
    for shift in 0..<64 {
      for _ in 0..<100 {
        let milliseconds = Int64(bitPattern: random.next()) >> Int64(shift)
        let expected = Formats.Timestamp(milliseconds: milliseconds).description
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == expected)
      }
    }
  }

  @Test func `Dates from 1600 to 9999 are Foundation's`() throws {
    var random = SplitMix64(seed: 9)
    let style = Date.ISO8601FormatStyle()
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
      let milliseconds = Int64.random(in: 0...999, using: &random)
      let text = Timestamp(milliseconds: seconds * 1000 + milliseconds).iso8601
      let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
      #expect(text.dropLast(5) == expected.dropLast())
      let padded = "00\(milliseconds)".suffix(3)
      #expect(text.hasSuffix(".\(padded)Z"))
    }
  }

  @Test func `Every day of 400 years follows the one before`() throws {
    // The length of an era: from then on the calendar repeats.
    var previous = Timestamp(milliseconds: -12_622_780_800_000)
    #expect(previous.iso8601 == "1570-01-01T00:00:00.000Z")
    var februariesOf29 = 0
    for _ in 0..<146_097 {
      let day = Timestamp(milliseconds: previous.milliseconds + 86_400_000)
      let (a, b) = (previous.iso8601, day.iso8601)
      if a >= b { Issue.record("\(b) follows \(a)") }
      if b.hasSuffix("02-29T00:00:00.000Z") { februariesOf29 += 1 }
      previous = day
    }
    #expect(previous.iso8601 == "1970-01-01T00:00:00.000Z")
    #expect(februariesOf29 == 97)
  }

  @Test func `Order is by time`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(!(Timestamp(milliseconds: 0) < Timestamp(milliseconds: 0)))
  }

  @Test func `Writing appends to what the buffer holds`() {
    var out = Array("\"".utf8)
    Timestamp(milliseconds: 7).write(into: &out)
    #expect(String(decoding: out, as: UTF8.self) == "\"1970-01-01T00:00:00.007Z")
  }
}
