import JSON

@testable import TrailReading

extension Tampering {
  private static func field(
    _ name: String,
    _ codes: [FindingCode],
    of event: String = "read",
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Tampering {
    Tampering(name, codes) { $0.fields(of: event, change) }
  }

  static let fields: [Tampering] = [
    field("the type of a write", [.writeShape]) { $0["event"] = "write" },
    field("the type of a read", [.readShape], of: "write") { $0["event"] = "read" },
    field("null for the data", [.dataMissing]) { $0["data"] = .null },
    field("a timestamp two days earlier", [.idTime]) {
      $0["timestamp"] = TamperedTrail.shifted($0["timestamp"], by: -172_800)
    },
    Tampering("a field of half the events of a partition", [.metadataPartial]) { trail in
      let partition = trail.partition(trail.lines.count / 2)
      let places = trail.lines.indices.filter { trail.partition($0) == partition }
      for (number, place) in places.enumerated() where number % 2 == 0 {
        var document = trail.document(place)
        document["username"] = nil
        trail.set(document, at: place)
      }
    },
    Tampering("the zone of a partition's timestamps", [.idTime]) { trail in
      let partition = trail.partition(trail.lines.count / 2)
      for place in trail.lines.indices where trail.partition(place) == partition {
        var document = trail.document(place)
        document["timestamp"] = TamperedTrail.shifted(document["timestamp"], by: 7200)
        trail.set(document, at: place)
      }
    },
  ]

  static let events: [Tampering] = [
    Tampering("a creation that is gone", [.neverInserted]) { trail in
      if let place = trail.creation { trail.remove(at: place) }
    },
    Tampering(
      "a change that is gone",
      [
        .readContradicts, .changeContradicts, .readStale, .changeStale,
      ]
    ) {
      $0.remove(
        "write",
        #""Account":\{"modifications":\[\{"newValue":\{"(?:balance|serial|currency)"#
      )
    },
    Tampering("the read of a target that is gone", [.expansionUnread]) { trail in
      guard let place = trail.place(of: "read", with: #""owner":\{"#) else { return }
      trail.remove(at: place + 1)
    },
    Tampering("an event twice", [.idTwice]) { trail in
      guard let place = trail.place({ trail.event($0) == "read" }) else { return }
      trail.insert(trail.document(place), at: place + 1)
    },
    Tampering("two events of a scope the other way round", [.timeBackwards]) { trail in
      let place = trail.place { place in
        guard place + 1 < trail.lines.count else { return false }
        let (event, next) = (trail.document(place), trail.document(place + 1))
        return event["_partition"] == next["_partition"] && event["activity"] == next["activity"]
          && trail.event(place) == "read" && trail.event(place + 1) == "read"
          && event["timestamp"] != next["timestamp"]
      }
      if let place { trail.swap(place, place + 1) }
    },
    Tampering("all lines the other way round", [.newestFirst]) { trail in
      trail.rewrite { $0.reverse() }
    },
    Tampering("an insertion under the type of a custom event", [.neverInserted]) { trail in
      guard let place = trail.creation else { return }
      var document = trail.document(place)
      document["event"] = "writing"
      trail.set(document, at: place)
    },
  ]

  /// A read that no link in full has to do with.
  private static let loneRead = #""type":"Patient".*"doctor":(?:null|")"#

  private static func lone(
    _ name: String,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Tampering {
    Tampering(name, []) { trail in
      guard let place = trail.place(of: "read", with: loneRead) else { return }
      var document = trail.document(place)
      change(&document)
      trail.set(document, at: place)
    }
  }

  static let hiddenInEvents: [Tampering] = [
    // Nothing refers to the id of an event.
    field("another id of the same time", []) { $0["_id"] = TamperedTrail.freshId($0["_id"]) },
    // Activities and metadata are what the application says.
    lone("another activity") { $0["activity"] = "nothing special" },
    lone("another person") { $0["username"] = "somebody else" },
    lone("a metadata field less in one event") { $0["username"] = nil },
    // What was not recorded cannot be known.
    Tampering("a read that is gone", []) { $0.remove("read", loneRead) },
    Tampering("a custom event that is gone", []) { $0.remove("pressed button", "") },
    // Two scopes of one activity may record the same.
    Tampering("a read twice under ids of their own", []) { trail in
      guard let place = trail.place(of: "read", with: loneRead) else { return }
      var copy = trail.document(place)
      copy["_id"] = TamperedTrail.freshId(copy["_id"])
      trail.insert(copy, at: place + 1)
    },
    // A device may have read it.
    Tampering("a read in another partition", []) { trail in
      guard let place = trail.place(of: "read", with: loneRead),
        let other = trail.place({ trail.partition($0) != trail.partition(place) })
      else { return }
      var document = trail.document(place)
      document["_partition"] = .string(trail.partition(other))
      trail.set(document, at: place)
    },
    lone("the prefix of a partition") {
      $0["_partition"] = .string("audit" + ($0["_partition"]?.string?.dropFirst(6) ?? ""))
    },
    // What a custom event says is not looked into.
    field("the data of a custom event", [], of: "pressed button") { $0["data"] = "nothing" },
    Tampering("a read under the type of a custom event", []) { trail in
      guard let place = trail.place(of: "read", with: loneRead) else { return }
      var document = trail.document(place)
      document["event"] = "reading"
      trail.set(document, at: place)
    },
  ]
}
