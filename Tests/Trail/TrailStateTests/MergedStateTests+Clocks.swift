import Testing

/// What becomes possible where the clocks of devices differ, or were set back, and where a device has not heard of another.
extension MergedStateTests {
  private typealias Events = [(device: Int, minute: Int, payload: String)]

  /// Two devices leave the same; by its clock, the second one does it later.
  private static let leftByBoth: Events = [
    (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, change(#""_id":1,"n":0"#, #""n":1"#)),
    (2, 2, change(#""_id":1,"n":0"#, #""n":1"#)),
  ]

  /// Each time that a device creates an object that it had, it has heard that the other one deleted it.
  private static let createdByASlowClock: Events = [
    (1, 0, insert(#""_id":1,"n":0"#)),
    (1, 5, insert(#""_id":1,"n":1"#)), (1, 6, insert(#""_id":1,"n":2"#)),
    (2, 60, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
    (2, 61, insert(#""_id":1,"n":5"#)), (2, 62, #"{"P":{"deletions":[{"_id":1,"n":5}]}}"#),
  ]

  /// The clocks of two devices are set back by an hour and by two; the last change is of an object that is there no more.
  private static let setBackTwice: Events = [
    (2, 120, insert(#""_id":1,"n":0"#)), (1, 121, change(#""_id":1,"n":0"#, #""n":1"#)),
    (1, 122, read(#""_id":1,"n":1"#)), (1, 62, read(#""_id":1,"n":1"#)),
    (2, 123, read(#""_id":1,"n":1"#)), (2, 5, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
    (2, 6, insert(#""_id":1,"n":2"#)), (1, 66, change(#""_id":1,"n":1"#, #""n":3"#)),
  ]

  /// A device creates an object again that another one has deleted, by a clock that was set back.
  private static let createdAgain: Events = [
    (2, 117, insert(#""_id":9,"n":0"#)), (2, 118, read(#""_id":9,"n":0"#)),
    (2, 119, #"{"P":{"deletions":[{"_id":9,"n":0}]}}"#), (1, 120, insert(#""_id":1,"n":0"#)),
    (1, 1, insert(#""_id":1,"n":1"#)),
    (2, 125, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
  ]

  /// A clock is set back between a creation and a change of a list, which another device changes at once, or the same one
  /// afterwards.
  private static func changedTwice(by device: Int, knowing tags: String) -> Trail {
    Trail(
      testDescription:
        "a list is changed behind a clock that was set back, and by device \(device)",
      events: [
        (1, 120, insert(#""_id":1,"tags":[]"#)),
        (1, 62, change(#""_id":1,"tags":[]"#, #""tags":["b"]"#)),
        (device, 130, change(#""_id":1,"tags":\#(tags)"#, #""tags":["a"]"#)),
      ],
      rows: ["P": #"{"_id":1,"tags":["a","b"]}"#]
    )
  }

  /// A device deletes an object, and this one creates it, deletes it and creates it again.
  private static func createdTwice(by device: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
      (device, 2, insert(#""_id":1,"n":1"#)),
      (device, 3, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
      (device, 4, insert(#""_id":1,"n":2"#)),
    ]
  }

  private static let clocks: [(Trail, [String])] = [
    left(
      1,
      [],
      leftByBoth + [(2, 3, change(#""_id":1,"n":1"#, #""n":0"#))],
      "a value is changed back, and another device leaves it by a slow clock"
    ),
    left(
      1,
      ["state-differs"],
      leftByBoth + [(2, 3, change(#""_id":1,"n":1"#, #""n":2"#))],
      "a value is replaced by one that another device did not know when it left it"
    ),
    (
      Trail(
        testDescription: "an object is created twice again by a device that may not have heard why",
        events: createdTwice(by: 2),
        rows: [:]
      ), []
    ),
    (
      Trail(
        testDescription: "an object is created twice again by the device that had deleted it",
        events: createdTwice(by: 1),
        rows: [:]
      ), ["state-missing"]
    ),
    left(
      2,
      [],
      createdByASlowClock,
      "an object is created twice again behind deletions by a clock that is ahead"
    ),
    left(
      1,
      ["state-of-deleted"],
      createdByASlowClock.filter { $0.minute != 6 },
      "an object is created once again behind one of two deletions"
    ),
    left(1, [], createdAgain, "an object is created again behind a clock that was set back"),
    left(
      1,
      ["state-of-deleted"],
      createdAgain.filter { $0.minute != 120 },
      "an object is created by a clock that does not tell that it was set back"
    ),
    left(2, [], setBackTwice, "two clocks are set back, and a change is lost with its object"),
    left(4, ["state-differs"], setBackTwice, "two clocks are set back, and no event has left this"),
    (changedTwice(by: 2, knowing: "[]"), []),
    (changedTwice(by: 1, knowing: #"["b"]"#), ["state-differs"]),
  ]

  @Test(arguments: clocks)
  func `What clocks that differ explain is not accused, and nothing else is explained by them`(
    _ trail: Trail,
    codes: [String]
  ) throws {
    #expect(try self.codes(of: trail) == codes)
  }
}
