import Testing

/// Objects that several devices create, or one again: what a device does that does not know it may be lost.
extension MergedStateTests {
  private typealias Events = [(device: Int, minute: Int, payload: String)]

  /// An object that a device deletes and creates again while another one changes the one before.
  private static let recreated: Events = [
    (1, 0, insert(#""_id":1,"n":1"#)), (2, 1, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
    (2, 2, insert(#""_id":1,"n":1"#)), (1, 3, change(#""_id":1,"n":1"#, #""n":4"#)),
  ]
  private static let unheard: Events = [(3, 4, change(#""_id":1,"n":1"#, #""n":5"#))]

  /// Two devices create an object, and the second one changes its own, whose other value is `known`.
  private static func beside(_ known: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":3,"m":0"#)), (2, 5, insert(#""_id":1,"n":3,"m":1"#)),
      (2, 6, change(#""_id":1,"n":3,"m":\#(known)"#, #""n":4"#)),
    ]
  }

  /// A device whose clock is ahead deletes what another one has created meanwhile, and sees it later.
  private static let shownAgain: Events = [
    (1, 0, insert(#""_id":1,"n":0,"m":0"#)), (2, 10, insert(#""_id":1,"n":2,"m":0"#)),
    (1, 15, #"{"P":{"deletions":[{"_id":1,"n":0,"m":0}]}}"#),
    (2, 20, change(#""_id":1,"n":2,"m":0"#, #""n":1"#)),
    (2, 30, change(#""_id":1,"n":1,"m":0"#, #""n":7"#)),
    (1, 40, change(#""_id":1,"n":1,"m":0"#, #""m":3"#)),
  ]

  /// A device hears of a value that the other one has assigned again, and changes it to one that it had left before.
  private static let backAgain: Events = [
    (1, 0, insert(#""_id":1,"n":0,"m":0"#)), (2, 1, change(#""_id":1,"n":0,"m":0"#, #""n":5"#)),
    (1, 2, change(#""_id":1,"n":0,"m":0"#, #""n":1"#)),
    (1, 2, change(#""_id":1,"n":1,"m":0"#, #""n":2"#)),
    (2, 3, change(#""_id":1,"n":5,"m":0"#, #""m":1"#)),
    (1, 4, change(#""_id":1,"n":5,"m":1"#, #""n":1"#)),
  ]

  /// A device creates an object again as it had created it before it changed it.
  private static let asBefore: Events = [
    (1, 0, insert(#""_id":1,"n":0"#)), (2, 1, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
    (2, 2, insert(#""_id":1,"n":2"#)), (1, 3, change(#""_id":1,"n":0"#, #""n":1"#)),
    (1, 4, insert(#""_id":1,"n":0"#)),
  ]

  /// A device adds to a list of an object that the other one creates again so many minutes after its beginning.
  private static func merged(at minute: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"tags":[]"#)), (1, 10, #"{"P":{"deletions":[{"_id":1,"tags":[]}]}}"#),
      (2, 20, change(#""_id":1,"tags":[]"#, #""tags":["c"]"#)),
      (1, minute, insert(#""_id":1,"tags":[]"#)),
      (1, minute + 1, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
    ]
  }

  /// Two devices create an object again that a third one has deleted; the second one of them has heard of `known`.
  private static func againTwice(_ known: Int) -> Events {
    func again(_ old: Int, _ new: Int) -> String {
      #"{"P":{"deletions":[{"_id":1,"n":\#(old)}],"insertions":[{"_id":1,"n":\#(new)}]}}"#
    }
    return [
      (1, 0, insert(#""_id":1,"n":1"#)), (2, 1, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
      (3, 2, again(1, 2)), (4, 3, again(known, 3)),
    ]
  }

  /// A device makes the change that another one had made before its next one, whose clock is ahead: it knew that one or not.
  ///
  /// What that one left, the object had already before it was created again.
  private static func ahead(_ known: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":3"#)), (1, 1, #"{"P":{"deletions":[{"_id":1,"n":3}]}}"#),
      (1, 2, insert(#""_id":1,"n":1"#)), (1, 5, change(#""_id":1,"n":\#(known)"#, #""n":2"#)),
      (2, 6, change(#""_id":1,"n":1"#, #""n":2"#)), (2, 7, change(#""_id":1,"n":2"#, #""n":3"#)),
    ]
  }

  private static func row(_ members: String) -> [String: String] {
    ["P": #"{"_id":1,\#(members)}"#]
  }

  private static let created: [(Trail, [String])] = [
    (
      Trail(
        testDescription: "two devices change what a third one has created again",
        events: recreated + unheard,
        rows: row(#""n":1"#)
      ), []
    ),
    (
      Trail(
        testDescription: "the device that has created an object again changes it",
        events: recreated + unheard + [(2, 5, change(#""_id":1,"n":1"#, #""n":6"#))],
        rows: row(#""n":1"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "of two creations the other one stays",
        events: beside(1),
        rows: row(#""n":3,"m":0"#)
      ), []
    ),
    (
      Trail(
        testDescription: "a device changes what it knows another one to have created",
        events: beside(0),
        rows: row(#""n":3,"m":0"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "of two creations the other one is deleted by a device that knew it",
        events: beside(1) + [(3, 7, #"{"P":{"deletions":[{"_id":1,"n":3,"m":0}]}}"#)]
          + [(3, 8, insert(#""_id":1,"n":9,"m":1"#))],
        rows: row(#""n":3,"m":1"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a device shows an object that it took for deleted",
        events: shownAgain,
        rows: row(#""n":7,"m":3"#)
      ), []
    ),
    (
      Trail(
        testDescription: "an object that was taken for deleted has a value that no device left",
        events: shownAgain,
        rows: row(#""n":9,"m":3"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a device leaves a value again that it had left before",
        events: backAgain,
        rows: row(#""n":1,"m":1"#)
      ), []
    ),
    (
      Trail(
        testDescription: "a value was replaced by the only device that changes it",
        events: [backAgain[0], backAgain[2], backAgain[3]],
        rows: row(#""n":1,"m":0"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "an object is created again as it was created first",
        events: asBefore,
        rows: row(#""n":0"#)
      ), []
    ),
    (
      Trail(
        testDescription: "a device replaces what the clock of another one says to be later",
        events: ahead(3),
        rows: row(#""n":2"#)
      ), []
    ),
    (
      Trail(
        testDescription: "a device changes what another one changes in the same way, and again",
        events: ahead(1),
        rows: row(#""n":2"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "what replaced a later change was replaced itself",
        events: ahead(3) + [(2, 9, change(#""_id":1,"n":2"#, #""n":4"#))],
        rows: row(#""n":2"#)
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "two devices create again what they do not know to be deleted",
        events: againTwice(1),
        rows: [:]
      ), []
    ),
    (
      Trail(
        testDescription: "a device creates again what it knows to be created again",
        events: againTwice(2),
        rows: [:]
      ), ["state-missing"]
    ),
    (
      Trail(
        testDescription: "a list is merged with what was added before the object was created again",
        events: merged(at: 30),
        rows: row(#""tags":["a","c"]"#)
      ), []
    ),
    (
      Trail(
        testDescription: "a list has what was added a day before the object was created again",
        events: merged(at: 30 + 24 * 60),
        rows: row(#""tags":["a","c"]"#)
      ), ["state-differs"]
    ),
  ]

  @Test(arguments: created)
  func `What a device does that does not know of a creation is not expected to stay`(
    _ trail: Trail,
    codes: [String]
  ) throws {
    #expect(
      try self.codes(of: trail) == codes
    )
  }

  @Test func `A device may create an object behind its deletion, by a clock that is behind`()
    throws
  {
    func codes(isShown: Bool) throws -> [String] {
      let shown: Events = isShown ? [(2, 20, Self.read(#""_id":1,"n":1"#))] : []
      return try self.codes(
        of: Trail(
          testDescription: "",
          events: [(1, 10, Self.insert(#""_id":1,"n":1"#))] + shown + [
            (2, 30, Self.insert(#""_id":1,"n":3"#)),
            (2, 40, #"{"P":{"deletions":[{"_id":1,"n":3}]}}"#),
          ],
          rows: ["P": #"{"_id":1,"n":1}"#]
        )
      )
    }
    #expect(try codes(isShown: false) == [])
    #expect(try codes(isShown: true) == ["state-of-deleted"])
  }
}
