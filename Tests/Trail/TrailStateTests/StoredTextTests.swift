import Formats
import Foundation
import JSON
import Testing
import TrailReading

@testable import TrailState

/// Texts of a database are compared where they stand, or after they were made into values: that makes no difference.
struct StoredTextTests {
  private static let texts = [
    "", "a", "Zoë", "2001-02-03T04:05:06.789Z", "2001-02-03 04:05:06.789",
    "2001-02-03 04:05:06.000",
    "2001-02-03T04:05:06.789", "2001-02-29 04:05:06.789", "2001-02-28 23:59:59.999",
    "2001-13-03 04:05:06.789", "2001-02-03 24:00:00.000", "2001-02-03 04:05:60.000",
    "0999-02-03 04:05:06.789", "9999-12-28 04:05:06.789", "2001-02-03 04:05:06.7890",
    "2001-02-03 04:05:06,789", "2001-02-03 04:05:06.78Z", "1.5", "1.50", "-0.0", "0", "007", "1e5",
    "+1", "NaN", ".5", "5.", "1.500000000000000000000000000000000000000000",
    "65aa00000000000000000001",
    "65AA00000000000000000001", "0f000000-0000-4000-8000-00000000000a",
    "0F000000-0000-4000-8000-00000000000A", "true", "1", "[1]", "{}",
  ]

  @Test(arguments: PropertyType.Scalar.allCases)
  func `A text is compared alike in both ways`(_ type: PropertyType.Scalar) throws {
    let reading = StateReading(
      schema: StateSchema(try CaseSchema([:]), edition: .current),
      dates: nil,
      isPlain: true
    )
    var count = 0
    for text in Self.texts {
      let hash = Bytes.withCopy(of: text.utf8) { StateHash.of(text: $0, type) }
      guard let hash else { continue }
      count += 1
      #expect(hash == StateHash.of(reading.text(text, type)), "\(text)")
    }
    let expected: [PropertyType.Scalar: Int] = [
      .string: Self.texts.count - 1, .date: 6, .uuid: 1, .objectId: 1, .decimal128: 5,
    ]
    #expect(count == expected[type] ?? 0)
  }
}
