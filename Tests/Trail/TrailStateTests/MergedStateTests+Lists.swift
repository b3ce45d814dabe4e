import Testing

/// Lists that two devices change at once: what is merged may look like what one of them has left.
extension MergedStateTests {
  private typealias Events = [(device: Int, minute: Int, payload: String)]

  private static func tags(_ tags: String) -> String { #""_id":1,"tags":[\#(tags)]"# }

  private static func adding(_ old: String, _ new: String) -> String {
    change(tags(old), #""tags":[\#(new)]"#)
  }

  private static let sameFirst: Events = [
    (1, 0, insert(tags(""))), (1, 1, adding("", #""a""#)), (2, 2, adding("", #""a""#)),
    (1, 3, adding(#""a""#, #""a","a""#)),
  ]
  private static let sameLater: Events = [
    (1, 0, insert(tags(#""a""#))), (1, 1, adding(#""a""#, #""a","b""#)),
    (2, 2, adding(#""a""#, #""a","a""#)), (1, 3, adding(#""a","b""#, #""a","a","b""#)),
  ]
  private static let heard: Events = [
    (1, 0, insert(tags(""))), (2, 1, adding("", #""a""#)), (1, 2, adding(#""a""#, #""a","b""#)),
  ]

  /// A device shows an object as another one has created it again, and adds what a third one has added to that.
  private static let shownAgain: Events = [
    (1, 0, insert(tags(""))), (3, 1, #"{"P":{"deletions":[{\#(tags(""))}]}}"#),
    (3, 2, insert(tags(""))), (2, 3, adding("", #""a""#)), (1, 4, adding("", #""b""#)),
    (1, 5, read(tags(""))), (1, 6, adding("", #""a""#)),
  ]

  /// A device adds something, and has not heard that another one has taken back what it added, nor perhaps that it did.
  private static func takenBack(_ shown: String) -> Events {
    [
      (1, 0, insert(tags(""))), (1, 1, adding("", #""a""#)), (1, 2, adding(#""a""#, "")),
      (2, 3, adding("", #""b""#)), (2, 4, read(tags(shown))),
    ]
  }

  /// A device adds to its own list merged with what another one has taken back, and it has not heard of that.
  private static func addedTo(_ old: String) -> Events {
    [
      (1, 0, insert(tags(""))), (2, 1, adding("", #""c""#)), (2, 2, adding(#""c""#, "")),
      (1, 3, adding("", #""a""#)), (1, 4, adding(old, old + #","b""#)),
    ]
  }

  /// Three devices create an object, two of them add the same, and the third one sees that once.
  private static let seenOnce: Events = [
    (1, 0, insert(tags(#""a""#))), (2, 1, insert(tags(""))), (2, 2, adding("", #""a""#)),
    (3, 3, insert(tags(""))), (3, 4, read(tags(#""a""#))), (3, 5, adding(#""a""#, #""a","c""#)),
  ]

  /// A device deletes an object and changes the one that another device has created in its place; by its clock, which is ahead,
  /// it deletes it behind that.
  private static func deletedLate(_ meanwhile: Events) -> Events {
    [(1, 0, insert(tags("")))] + meanwhile
      + [(2, 6, #"{"P":{"deletions":[{\#(tags(""))}]}}"#), (2, 7, adding("", #""b""#))]
  }

  private static let lists: [(Trail, [String])] = [
    (
      Trail(
        testDescription: "two devices add to a list, and one has deleted the object before that",
        events: deletedLate([(1, 5, adding("", #""a""#))]),
        rows: ["P": "{\(tags(#""a","b""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device adds to a list and has deleted the object before that",
        events: deletedLate([]),
        rows: ["P": "{\(tags(#""a","b""#))}"]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a device adds the same again to what another one has added as well",
        events: sameFirst,
        rows: ["P": "{\(tags(#""a","a","a""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "the other device shows what both have added first",
        events: sameFirst + [(2, 4, read(tags(#""a","a""#)))],
        rows: ["P": "{\(tags(#""a","a","a""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a third device adds the same again, and the other one shows both merged",
        events: sameFirst.prefix(3) + [
          (3, 3, adding(#""a""#, #""a","a""#)), (1, 4, read(tags(#""a","a""#))),
        ],
        rows: ["P": "{\(tags(#""a","a","a""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device shows its own change merged, which looks like a later one",
        events: sameLater + [(2, 4, read(tags(#""a","a","b""#)))],
        rows: ["P": "{\(tags(#""a","a","a","b""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device that shows the list empty adds what another one has added",
        events: shownAgain,
        rows: ["P": "{\(tags(#""a","a""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device adds to what two others have added, and it has seen once",
        events: seenOnce,
        rows: ["P": "{\(tags(#""a","a","c""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device shows its change merged with what was taken back since",
        events: takenBack(#""b","a""#),
        rows: ["P": "{\(tags(#""b""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "the database has what was taken back before a device showed the list",
        events: takenBack(#""b""#),
        rows: ["P": "{\(tags(#""b","a""#))}"]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a device adds to its own list merged with what was taken back since",
        events: addedTo(#""a","c""#),
        rows: ["P": "{\(tags(#""a","b""#))}"]
      ), []
    ),
    (
      Trail(
        testDescription: "a device adds to its own list, which the database has without that",
        events: addedTo(#""a""#),
        rows: ["P": "{\(tags(#""a""#))}"]
      ), ["state-differs"]
    ),
    (
      Trail(
        testDescription: "a device shows what another one has made of its change",
        events: heard + [(2, 4, read(tags(#""a","b""#)))],
        rows: ["P": "{\(tags(#""a","b","b""#))}"]
      ), ["state-differs"]
    ),
  ]

  @Test(arguments: lists)
  func `A list that devices change at once is not accused`(_ trail: Trail, codes: [String]) throws {
    #expect(try self.codes(of: trail) == codes)
  }
}
