import Foundation
import JSON
import Testing

/// Deep texts end at the limit, and what is below it does not exhaust a small stack.
@Suite struct DepthTests {
  @Test(arguments: ["[", #"{"a":"#])
  func `The limit is the deepest level that is read`(_ opening: String) throws {
    let limit = 3
    #expect(throws: Never.self) {
      try JSON(parsing: Self.nested(opening, levels: 3), depthLimit: limit)
    }
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: Self.nested(opening, levels: 4), depthLimit: limit)
    }
    #expect(error?.position.offset == opening.utf8.count * 3)
    #expect(error?.message == "arrays and objects are nested deeper than 3 levels")
  }

  @Test func `Without levels only plain values are read`() {
    #expect(throws: Never.self) { try JSON(parsing: "1", depthLimit: 0) }
    #expect(throws: JSONError.self) { try JSON(parsing: "[]", depthLimit: 0) }
  }

  @Test func `Neighbours do not add up to depth`() throws {
    let text = "[" + String(repeating: "[[]],", count: 1000) + "{}]"
    #expect(try JSON(parsing: text, depthLimit: 3).array?.count == 1001)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func `The default depth fits a thread of 512 KiB`(_ opening: String) async throws {
    let text = Self.nested(opening, levels: JSON.depthLimit)
    let deeper = Self.nested(opening, levels: JSON.depthLimit + 1)
    let outcome = await onSmallThread {
      guard let value = try? JSON(parsing: text), let same = try? JSON(parsing: text) else {
        return "not read"
      }
      guard value == same, value.hashValue == same.hashValue else { return "not equal" }
      guard value.text() == text else { return "not written" }
      guard (try? JSON(parsing: value.text(.pretty))) == value else { return "not laid out" }
      let deepest = JSONPath(Array(repeating: opening == "[" ? .index(0) : .key("a"), count: 511))
      guard JSON.position(of: deepest, in: Array(text.utf8)) != nil else { return "not found" }
      guard (try? JSON(parsing: deeper)) == nil else { return "read beyond the limit" }
      return "done"
    }
    #expect(outcome == "done")
  }

  /// Kept for good: releasing a value takes a stack frame a level, and the thread that would do it is not known.
  private static let deepValues = ["[", #"{"a":"#].map { opening in
    Result { try JSON(parsing: nested(opening, levels: 20_000), depthLimit: 20_000) }
  }

  @Test(arguments: [(0, "["), (1, #"{"a":"#)])
  func `A value as deep as a raised limit allows is written`(_ place: Int, _ opening: String)
    async throws
  {
    let text = await onSmallThread { (try? Self.deepValues[place].get().text()) ?? "not read" }
    #expect(text == Self.nested(opening, levels: 20_000))
  }

  @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func `A megabyte of openings is refused at the limit`(_ opening: String) {
    let text = String(repeating: opening, count: 1 << 20 / opening.utf8.count)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.message.contains("deeper than 512 levels") == true)
  }

  @Test func `A megabyte of openings is read to its end when the limit allows`() {
    let text = String(repeating: "[", count: 1 << 20)
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: text, depthLimit: .max)
    }
    #expect(error?.position.offset == 1 << 20)
  }

  private static func nested(_ opening: String, levels: Int) -> String {
    let closing = opening == "[" ? "]" : "}"
    return String(repeating: opening, count: levels - 1) + opening.prefix(1)
      + String(repeating: closing, count: levels)
  }

  private func onSmallThread(_ body: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
