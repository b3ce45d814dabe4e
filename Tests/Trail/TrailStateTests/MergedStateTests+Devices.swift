import Testing

/// Devices that do the same at once, and devices whose clocks differ.
extension MergedStateTests {
  private typealias Events = [(device: Int, minute: Int, payload: String)]

  private static let equal: Events = [
    (1, 0, insert(#""_id":1,"tags":[]"#)),
    (1, 1, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
    (2, 2, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
  ]
  private static let more = change(#""_id":1,"tags":["a"]"#, #""tags":["a","b"]"#)
  private static let again: Events = [
    (1, 0, insert(#""_id":1,"n":0"#)), (2, 5, insert(#""_id":1,"n":1"#)),
  ]

  private static let removedAndAdded: Events = [
    (1, 3, change(#""_id":1,"tags":["a"]"#, #""tags":[]"#)),
    (1, 4, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
  ]

  /// The second device hears that the other one has removed an element, and not yet what it has added since.
  private static let byChance: Events = [
    (1, 0, insert(#""_id":1,"tags":["x"]"#)),
    (1, 1, change(#""_id":1,"tags":["x"]"#, #""tags":[]"#)),
    (2, 2, change(#""_id":1,"tags":["x"]"#, #""tags":["x","b"]"#)),
    (1, 3, change(#""_id":1,"tags":[]"#, #""tags":["b"]"#)),
    (2, 4, change(#""_id":1,"tags":["b"]"#, #""tags":["b","c"]"#)),
  ]

  /// Two devices create an object again, and the one whose clock is ahead deletes it.
  private static func beside(_ deleted: String) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":1"#)), (2, 10, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
      (2, 50, insert(#""_id":1,"n":2,"m":7"#)), (1, 55, insert(#""_id":1,"n":3"#)),
      (1, 60, #"{"P":{"deletions":[{\#(deleted)}]}}"#),
    ]
  }

  /// A device creates an object again that another one, whose clock is ahead, deletes, shows, and has not heard of its end.
  private static func shownLate(_ deleted: String) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":0"#)), (2, 5, read(#""_id":1,"n":0"#)),
      (2, 40, insert(#""_id":1,"n":3"#)), (1, 45, #"{"P":{"deletions":[{\#(deleted)}]}}"#),
      (2, 60, #"{"P":{"deletions":[{"_id":1,"n":3}]}}"#), (1, 70, read(#""_id":1,"n":3"#)),
    ]
  }

  private static let apart: Events = [
    (1, 0, insert(#""_id":1,"tags":[]"#)),
    (1, 1, change(#""_id":1,"tags":[]"#, #""tags":["c"]"#)),
    (2, 2, change(#""_id":1,"tags":[]"#, #""tags":["a"]"#)),
  ]
  private static let merged: Events = [
    (2, 4, read(#""_id":1,"tags":["c","a"]"#)),
    (2, 5, change(#""_id":1,"tags":["c","a"]"#, #""tags":["c"]"#)),
  ]

  private static func again(by device: Int) -> Events {
    [
      (device, 3, #"{"P":{"deletions":[{"_id":1,"tags":["\#(device == 1 ? "c" : "a")"]}]}}"#),
      (device, 3, insert(#""_id":1,"tags":[]"#)),
    ]
  }

  /// The clock of the device that deletes is an hour ahead.
  private static let deletion: Events = [(2, 60, #"{"P":{"deletions":[{"_id":1,"n":9}]}}"#)]
  private static let creation: Events = [
    (1, 1, insert(#""_id":1,"n":0"#)), (1, 2, read(#""_id":1,"n":0"#)),
  ]

  /// A device changes an object that the other one deletes and creates again, later by its clock.
  private static func createdAgain(_ known: Int, at minute: Int = 100) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":1"#)), (2, 54, change(#""_id":1,"n":\#(known)"#, #""n":0"#)),
      (1, 60, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#), (1, minute, insert(#""_id":1,"n":2"#)),
    ]
  }

  /// Two devices create an object again, and the one whose clock is ahead deletes it as the other one has left it since.
  private static func bothAgain(_ deleted: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":0"#)), (2, 5, read(#""_id":1,"n":0"#)),
      (1, 45, change(#""_id":1,"n":3"#, #""n":2"#)), (1, 50, insert(#""_id":1,"n":9"#)),
      (2, 60, insert(#""_id":1,"n":3"#)),
      (2, 100, #"{"P":{"deletions":[{"_id":1,"n":\#(deleted)}]}}"#),
    ]
  }

  /// A device creates an object again that another one, whose clock may be ahead, deletes as it shows it.
  private static func againAlike(_ n: Int) -> Events {
    [
      (1, 0, insert(#""_id":1,"n":1"#)), (2, 10, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
      (2, 50, insert(#""_id":1,"n":\#(n)"#)),
      (1, 60, #"{"P":{"deletions":[{"_id":1,"n":\#(n)}]}}"#),
    ]
  }

  /// The clock of the first device is an hour ahead: it changes what the second one has changed back by then, and shows what
  /// that one left in between.
  private static let ahead: Events = [
    (2, 1, insert(#""_id":1,"n":0"#)), (2, 10, change(#""_id":1,"n":0"#, #""n":5"#)),
    (2, 20, change(#""_id":1,"n":5"#, #""n":0"#)), (1, 50, change(#""_id":1,"n":0"#, #""n":7"#)),
    (1, 60, read(#""_id":1,"n":5"#)),
  ]

  /// A trail in whose database a number is what it says, and the codes of what is found.
  static func left(
    _ n: Int,
    _ codes: [String],
    _ events: [(device: Int, minute: Int, payload: String)],
    _ description: String
  ) -> (Trail, [String]) {
    (
      Trail(
        testDescription: description,
        events: events,
        rows: ["P": #"{"_id":1,"n":\#(n)}"#]
      ), codes
    )
  }

  /// A device sees that another one has assigned a value again which it had replaced twice (MERGE-14).
  private static let assignedAgain: [(device: Int, minute: Int, payload: String)] = [
    (1, 0, insert(#""_id":1,"n":0"#)), (1, 1, change(#""_id":1,"n":0"#, #""n":1"#)),
    (1, 2, change(#""_id":1,"n":1"#, #""n":2"#)), (2, 3, change(#""_id":1,"n":0"#, "")),
    (1, 4, read(#""_id":1,"n":0"#)),
  ]

  private static let alike: [(Trail, [String])] = [
    left(0, [], ahead, "a device shows a change after its own one, which is later by its clock"),
    left(
      1,
      [],
      againAlike(1),
      "an object is deleted of which it is not known which of two alike it was"
    ),
    left(
      2,
      ["state-of-deleted"],
      againAlike(2),
      "an object is deleted that was created again otherwise"
    ),
    left(9, [], bothAgain(2), "an object is deleted that another device did not create"),
    left(9, ["state-of-deleted"], bothAgain(9), "an object is deleted that two devices created"),
    left(0, ["state-differs"], ahead.dropLast(), "a device shows no change after its own one"),
    left(
      0,
      [],
      deletion + creation,
      "an object is created again that was deleted by a device whose clock is ahead"
    ),
    left(
      0,
      [],
      createdAgain(2),
      "a device changes what another one, whose clock is ahead, created again"
    ),
    left(
      0,
      [],
      createdAgain(1),
      "a device changes what was there before another one created it again"
    ),
    left(
      0,
      ["state-differs"],
      createdAgain(1, at: 55 + 24 * 60),
      "a device changes what was there a day before it was created again"
    ),
    left(
      0,
      ["state-differs"],
      createdAgain(1) + [(2, 55, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#)],
      "a device changes an object, and deletes it before it is created again"
    ),
    (
      Trail(
        testDescription: "the device that creates an object again had changed it itself",
        events: [
          (1, 0, insert(#""_id":1,"n":1"#)), (1, 54, change(#""_id":1,"n":1"#, #""n":0"#)),
          (1, 60, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#), (1, 100, insert(#""_id":1,"n":2"#)),
        ],
        rows: ["P": #"{"_id":1,"n":0}"#]
      ), ["state-differs"]
    ),
    left(
      0,
      ["state-of-deleted"],
      creation + deletion,
      "an object is deleted by a device that had heard of its creation"
    ),
    (
      Trail(
        testDescription:
          "a list is changed by a device that shows another change of it merged first",
        events: apart + [(1, 3, change(#""_id":1,"tags":["c"]"#, #""tags":["c","b"]"#))] + merged,
        rows: ["P": #"{"_id":1,"tags":["c","b"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list is changed by a device that had not seen it merged",
        events: apart + [merged[0], (1, 5, change(#""_id":1,"tags":["c"]"#, #""tags":[]"#))],
        rows: ["P": #"{"_id":1,"tags":["a"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list is changed by a device that had seen it merged",
        events: apart + [merged[0], (1, 5, change(#""_id":1,"tags":["c","a"]"#, #""tags":[]"#))],
        rows: ["P": #"{"_id":1,"tags":["a"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list has what a third device may have added since it was shown merged",
        events: apart + merged,
        rows: ["P": #"{"_id":1,"tags":["c","b"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list is shown merged after another device has created the object again",
        events: apart + again(by: 1) + [merged[0]],
        rows: ["P": #"{"_id":1,"tags":[]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list is shown merged after its device has created the object again",
        events: apart + again(by: 2) + [merged[0]],
        rows: ["P": #"{"_id":1,"tags":[]}"#]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "two devices add the same to a list",
        events: equal,
        rows: ["P": #"{"_id":1,"tags":["a","a"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "two devices add the same to a list, and the first one adds more",
        events: equal + [(1, 3, read(#""_id":1,"tags":["a"]"#)), (1, 4, more)],
        rows: ["P": #"{"_id":1,"tags":["a","a","b"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "two devices add the same to a list, and the second one adds more",
        events: equal + [(1, 3, read(#""_id":1,"tags":["a"]"#)), (2, 4, more)],
        rows: ["P": #"{"_id":1,"tags":["a","a","b"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "two devices add the same to a list, and one removes it and adds it again",
        events: equal + removedAndAdded,
        rows: ["P": #"{"_id":1,"tags":["a","a"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a device adds something to a list, removes it and adds it again",
        events: Array(equal.prefix(2)) + removedAndAdded,
        rows: ["P": #"{"_id":1,"tags":["a","a"]}"#]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a list is by chance what another device has left",
        events: byChance,
        rows: ["P": #"{"_id":1,"tags":["b","b","c"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a list is what another device has left",
        events: byChance.filter { $0.minute != 2 },
        rows: ["P": #"{"_id":1,"tags":["b","b","c"]}"#]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "two scopes of one device tell that it has added something to a list",
        events: [equal[0], equal[1], (1, 2, equal[2].payload)],
        rows: ["P": #"{"_id":1,"tags":["a","a"]}"#]
      ), ["state-differs"]
    ),
    left(
      1,
      [],
      again + [(1, 6, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#)],
      "an object is created again by a device whose clock is behind"
    ),
    (
      Trail(
        testDescription: "an object is deleted by a device that created it beside another one",
        events: beside(#""_id":1,"n":3"#),
        rows: ["P": #"{"_id":1,"n":2,"m":7}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "an object is deleted by a device that had it as another one created it",
        events: beside(#""_id":1,"n":3,"m":7"#),
        rows: ["P": #"{"_id":1,"n":2,"m":7}"#]
      ), ["state-of-deleted"]
    ),
    (
      Trail(
        testDescription: "an object is deleted that a device whose clock is ahead still shows",
        events: shownLate(#""_id":1,"n":0"#),
        rows: [:]
      ), []
    ),
    (
      Trail(
        testDescription: "an object is shown by a device that had deleted it as it is",
        events: shownLate(#""_id":1,"n":3"#),
        rows: [:]
      ), ["state-missing"]
    ),
    (
      Trail(
        testDescription: "two devices create a list with the same, and one adds more",
        events: [
          (1, 0, insert(#""_id":1,"tags":[]"#)), equal[1], (2, 2, insert(#""_id":1,"tags":[]"#)),
          (2, 3, equal[2].payload), (2, 4, more),
        ],
        rows: ["P": #"{"_id":1,"tags":["a","a","b"]}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "an object is created twice again by a device whose clock is behind",
        events: [
          (1, 0, insert(#""_id":1,"n":0"#)), (2, 5, insert(#""_id":1,"n":1"#)),
          (1, 6, #"{"P":{"deletions":[{"_id":1,"n":0}]}}"#),
          (2, 7, insert(#""_id":1,"n":2"#)), (1, 8, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#),
        ],
        rows: ["P": #"{"_id":1,"n":2}"#]
      ), []
    ),
    (
      Trail(
        testDescription:
          "a value is set again that its device had left before what another one assigned again",
        events: assignedAgain + [(1, 5, change(#""_id":1,"n":0"#, #""n":1"#))],
        rows: ["P": #"{"_id":1,"n":1}"#]
      ), []
    ),
    (
      Trail(
        testDescription: "a value is that of before what another device assigned again",
        events: assignedAgain + [(1, 5, change(#""_id":1,"n":0"#, #""n":3"#))],
        rows: ["P": #"{"_id":1,"n":1}"#]
      ), ["state-differs"]
    ),
    left(
      1,
      ["state-of-deleted"],
      again + [(1, 6, #"{"P":{"deletions":[{"_id":1,"n":1}]}}"#)],
      "an object is deleted of which another device's creation was known"
    ),
  ]

  @Test(arguments: alike)
  func `What two devices do at once, or by other clocks, is not accused`(
    _ trail: Trail,
    codes: [String]
  ) throws {
    #expect(try self.codes(of: trail) == codes)
  }
}
