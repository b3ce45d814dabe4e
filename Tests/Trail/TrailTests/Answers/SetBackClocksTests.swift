import JSON
import Testing

@testable import TrailAnswers

/// What answers say of clocks that were set back between the events that they are made of.
struct SetBackClocksTests {
  /// Reads of an object under activities at minutes of an hour, with ids that one process has counted, or of their own.
  private func lines(_ events: [(minute: Int, activity: String)], idsCount: Bool) -> [String] {
    events.enumerated().map { number, event in
      let process = idsCount ? "0000000000" : "\(number)a0000000\(number)"
      let id = "6297500" + "\(event.minute % 10)" + process + "00000\(number)"
      return SmallAnswers.event(
        number,
        "2022-06-01T10:\(event.minute):00Z",
        "read",
        #"{"type":"Person","value":[{"_id":1,"name":"A"}]}"#,
        ["_id": ["$oid": .string(id)], "activity": .string(event.activity)]
      )
    }
  }

  private func remarks(_ lines: [String]) throws -> [String] {
    let question = try SmallAnswers.question("Person/1")
    let remarks = try ObjectTimelines(in: SmallAnswers.input(lines), question, limit: 10).reading
      .remarks
    let access = try AccessList(in: SmallAnswers.input(lines), question)
    #expect(access.reading.remarks == remarks)
    return remarks
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `An answer names the device and the documents where its ids count on and its times go back`(
    order: [Int]
  ) throws {
    let lines = lines([(30, "round"), (20, "night")], idsCount: true)
    // The second id was made earlier by its time, too.
    let back = lines.map {
      $0.replacing("62975000", with: $0.contains("night") ? "62960000" : "62975000")
    }
    let remarks = try remarks(order.map { back[$0] })
    #expect(remarks.count == 1)
    let first = order.firstIndex(of: 0).map { $0 + 1 } ?? 0
    #expect(
      remarks.first?.hasPrefix(
        "the clock of partition \(SmallExport.partition) was set back: t:\(3 - first) of 2022-06-01T10:20:00.000Z "
          + "was stored behind t:\(first) of 2022-06-01T10:30:00.000Z"
      ) ?? false
    )
  }

  @Test func `Scopes that overlap are stored one behind the other, and no clock was set back`()
    throws
  {
    #expect(try remarks(lines([(30, "round"), (20, "night")], idsCount: true)) == [])
  }

  /// The first one was committed at 10:00:32 by the clock that had shown 10:30 before.
  @Test(arguments: [("62973ac0", 1), ("62975000", 0)])
  func `An event behind the time of its own id, and one behind that id, show a clock set back`(
    committed: String,
    count: Int
  ) throws {
    let lines = lines([(30, "round"), (20, "night")], idsCount: true)
    let remarks = try remarks([lines[0].replacing("62975000", with: committed), lines[1]])
    #expect(remarks.count == count)
    #expect(remarks.allSatisfy { $0.hasSuffix("which is not that in which these happened") })
  }

  @Test func `Scopes of one activity that overlap look like a clock that was set back, as is said`()
    throws
  {
    let lines = lines([(30, "round"), (20, "round")], idsCount: true)
    func remark(_ seconds: String) throws -> String {
      try remarks([lines[0], lines[1].replacing("62975000", with: seconds)]).joined()
    }
    // The second id was made later: its scope was committed later.
    #expect(
      try remark("62980000").contains(" was set back, or scopes of one activity overlapped: ")
        && remark("62980000").hasSuffix("which may not be that in which these happened")
    )
    #expect(
      try remark("62960000").contains(" was set back: ")
        && remark("62960000").hasSuffix("which is not that in which these happened")
    )
  }

  @Test func `A time that goes the other way than the rest of its scope tells without ids`() throws
  {
    let minutes = [10, 20, 30, 25, 40, 50]
    let lines = lines(minutes.map { ($0, "round") }, idsCount: false)
    for lines in [lines, lines.reversed()] {
      let remarks = try remarks(lines)
      #expect(remarks.count == 1)
      #expect(remarks.first?.contains("of 2022-06-01T10:25:00.000Z was stored behind") ?? false)
    }
  }

  @Test func `Of few documents, they may be in no order, and many that are have no such remark`()
    throws
  {
    let few = try remarks(lines([(10, "a"), (30, "a"), (20, "a")], idsCount: false))
    #expect(
      few.count == 1
        && few[0].contains(
          "was set back, or scopes of one activity overlapped, or documents are in no order: "
        )
    )
    let many = lines([30, 10, 50, 20, 40, 15].map { ($0, "a") }, idsCount: false)
    #expect(try remarks(many) == [])
  }
}
