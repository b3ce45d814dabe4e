import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Links".
  static let links: [Violator] = [
    .links(
      "all-links-are-expanded",
      "Every link is written as the full object.",
      violates: ["LINK-1"]
    ) { !$0.isCircle },
    objects("null-links-are-left-out", "A link that points nowhere is left out.", ["LINK-2"]) {
      members,
      properties in
      for (name, value) in members where value.isNull && properties.isLink(name) {
        members[name] = nil
      }
    },
    objects(
      "empty-collections-are-null",
      "An empty collection of links is null.",
      ["LINK-2"]
    ) { members, properties in
      for (name, value) in members where value == [] && properties.isLink(name) {
        members[name] = .null
      }
    },
    .links(
      "links-are-never-expanded",
      "A link is its target's key, whether it was followed or not.",
      violates: ["LINK-3"]
    ) { _ in false },
    .serializing(
      "followed-targets-have-no-event",
      "The target of a followed link appears in its parent's read alone.",
      violates: ["LINK-4"]
    ) { event, payload, _, _ in
      if case .object(let read) = event, read.link != nil { nil } else { payload }
    },
    .links(
      "links-followed-before-are-expanded",
      "A link that was followed before its parent was read is expanded all the same.",
      violates: ["LINK-5"]
    ) { $0.isEverFollowed && !$0.isCircle },
    .steps(
      "a-follow-reads-the-parent",
      "Following a link reads its parent as well.",
      violates: ["LINK-6"],
      learns: true
    ) { step, knowledge in
      guard step["do"] == "follow", let lookup = knowledge.lookup(of: step["object"]?.string) else {
        return [step]
      }
      return [lookup, step]
    },
    .stages(
      "follows-count-in-every-scope",
      "A link that was followed in one scope is expanded in others.",
      violates: ["LINK-7"]
    ) { pipeline in
      let observe = pipeline.observe
      let follows = Memory<[ObjectRead]>([])
      let followsByScope = Memory<[Int: [ObjectRead]]>([:])
      pipeline.observe = { operation, recording in
        if let read = operation.read(at: recording.clock) { follows { $0.append(read) } }
        if case .commitScope(let log) = operation {
          let (scope, soFar) = (log.id, follows { $0 })
          followsByScope { $0[scope] = soFar }
        }
        return observe(operation, &recording)
      }
      pipeline.follow = { events, scope in
        WrongFollows(
          events,
          anywhere: followsByScope { $0[scope.id] ?? [] },
          agreeingIn: .right
        )
      }
    },
    .follows(
      "follows-count-at-every-version",
      "A link that was followed at a later version is expanded in earlier reads.",
      violates: ["LINK-8"],
      agreeingIn: [.parent, .property]
    ),
    .follows(
      "a-follow-expands-all-properties",
      "Following one link of an object expands all its links.",
      violates: ["LINK-9", "LINK-12"],
      agreeingIn: [.parent, .version]
    ),
    .follows(
      "a-follow-expands-all-parents",
      "Following a link of one object expands this link of all objects of the class.",
      violates: ["LINK-10", "LINK-18"],
      agreeingIn: [.property, .version]
    ),
    .links(
      "queries-expand-nothing",
      "The objects of a query's event show keys only.",
      violates: ["LINK-11"]
    ) { link in
      if case .query = link.event { false } else { link.isExpanded }
    },
    .follows(
      "only-taken-elements-are-expanded",
      "Of a collection only the elements that were taken are expanded.",
      violates: ["LINK-12"],
      agreeingIn: [.parent, .property, .version, .target]
    ),
    .steps(
      "counting-takes-an-element",
      "Counting a collection takes its first element, and so expands it.",
      violates: ["LINK-13"]
    ) { step, knowledge in
      guard step["do"] == "count", let source = step["of"]?.string,
        knowledge.collections[source] != nil
      else { return [step] }
      return [step, ["do": "element", "of": .string(source), "at": 0]]
    },
    .links(
      "expanded-objects-show-keys",
      "The links of an expanded object are keys.",
      violates: ["LINK-14"]
    ) { $0.isExpanded && $0.path.count == 1 },
    .payload(
      "circles-end-in-null",
      "An object within itself is null.",
      violates: ["LINK-15"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, _, object in
        guard let key = schema[name]?.primaryKey.flatMap({ object[$0] }) else { return object }
        return schema.mapLinks(in: object, of: name) { target, json in
          target == name && json == key ? .null : json
        }
      }
    },
    .links(
      "circles-run-twice",
      "An object within itself is written in full once more.",
      violates: ["LINK-15"]
    ) { link in
      link.isFollowed && link.path.count { $0 == link.target } < 2
    },
    .follows(
      "combined-follows-count",
      "A follow that was folded into a query or dropped as a repetition expands the link.",
      violates: ["LINK-16"],
      anywhere: { $0.entries.compactMap(\.objectRead) }
    ),
    .follows(
      "any-read-of-the-target-counts",
      "A link is expanded if its target was read, in whatever way.",
      violates: ["LINK-17"],
      agreeingIn: [.version, .target]
    ),
    .links(
      "links-of-embedded-objects-are-keys",
      "Links from embedded objects are never expanded.",
      violates: ["LINK-18"]
    ) { $0.isExpanded && !$0.table.isEmbedded },
    .links(
      "links-in-mixed-are-keys",
      "A link in a mixed value is never expanded.",
      violates: ["LINK-19"]
    ) {
      $0.isExpanded && $0.table.columns[$0.link.column].type.element != PropertyType.Element.mixed
    },
    .notReading(
      "elements-of-back-links-are-no-reads",
      "Taking an element of a computed back link is no read.",
      violates: ["LINK-20"]
    ) { $0 == .backLink },
    objects("back-links-are-written", "Computed back links are part of payloads.", ["LINK-20"]) {
      members,
      properties in
      for (name, type) in properties.types where type.hasPrefix("linkingObjects") {
        members[name] = []
      }
    },
    objects(
      "expanded-objects-without-nulls",
      "Expanded objects leave out what is null.",
      ["LINK-21"]
    ) { members, properties in
      for (name, value) in members where properties.isLink(name) {
        guard let target = value.object else { continue }
        members[name] = .object(JSONObject(uniqueMembers: target.filter { !$0.value.isNull }))
      }
    },
    .links(
      "writes-expand-earlier-follows",
      "In write events those links are expanded that were followed before.",
      violates: ["LINK-24"]
    ) { link in
      (link.event.isWrite ? link.isEverFollowed : link.isFollowed) && !link.isCircle
    },
    .links(
      "writes-expand-nothing",
      "In write events links are always keys.",
      violates: ["LINK-25"]
    ) { $0.isExpanded && !$0.event.isWrite },
    .links(
      "only-immediate-follows-count",
      "A link is expanded only if nothing happens between the read of its parent and the follow.",
      violates: ["LINK-26"]
    ) { $0.isExpanded && $0.isFollowedAtOnce },
  ]

  /// What is known of a class's properties.
  private struct Properties {
    let types: [(String, String)]

    func isLink(_ name: String) -> Bool {
      guard let type = types.first(where: { $0.0 == name })?.1 else { return false }
      // Classes begin with a capital, the names of types do not.
      let element = type.split(separator: "<").last ?? ""
      return element.first?.isUppercase == true && !type.hasPrefix("linkingObjects")
    }
  }

  /// The reference with the objects of its read events tampered with.
  private static func objects(
    _ id: String,
    _ title: String,
    _ violates: [String],
    _ tamper: @escaping @Sendable (inout JSONObject, Properties) -> Void
  ) -> Violator {
    .events(id, title, violates: violates) { event, program in
      guard event["event"] == "read", var payload = event.payload,
        let type = payload["type"]?.string,
        let declared = program.schema.json[type]?["properties"]?.object
      else { return event }
      let properties = Properties(types: declared.map { ($0.key, $0.value.string ?? "") })
      payload["value"] = .array(
        (payload["value"]?.array ?? []).map { object in
          guard case .object(var members) = object else { return object }
          tamper(&members, properties)
          return .object(members)
        }
      )
      var event = event
      event.payload = payload
      return event
    }
  }
}
