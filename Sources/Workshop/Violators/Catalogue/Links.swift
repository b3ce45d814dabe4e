import Formats
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Links".
  static let links: Entries = [
    "all-links-are-expanded": .links["LINK-1"]("Every link is written as the full object.") {
      !$0.isCircle
    },
    "null-links-are-left-out": .readValues["LINK-2"](
      "A link that points nowhere is left out."
    ) { $0.linkTarget != nil && $1.isNull ? .none : $1 },
    "empty-collections-are-null": .readValues["LINK-2"](
      "An empty collection of links is null."
    ) { $0.linkTarget != nil && $1 == [] ? .null : $1 },
    "links-are-never-expanded": .links["LINK-3"](
      "A link is its target's key, whether it was followed or not."
    ) { _ in false },
    "followed-targets-have-no-event": .serializing(
      "The target of a followed link appears in its parent's read alone.",
      ["LINK-4"]
    ) { event, payload, _ in event.objectRead?.link == nil ? payload : nil },
    "links-followed-before-are-expanded": .links["LINK-5"](
      "A link that was followed before its parent was read is expanded all the same."
    ) { $0.isEverFollowed && !$0.isCircle },
    "a-follow-reads-the-parent": .triedSteps["LINK-6"](
      "Following a link reads its parent as well."
    ) { step, walk in
      guard step.kind == .reading(.follow) else { return nil }
      return walk.lookup(of: step[.object]).map { [$0, step] }
    },
    "follows-count-in-every-scope": .stages["LINK-7"](
      "A link that was followed in one scope is expanded in others."
    ) { pipeline in
      let observe = pipeline.observe
      let follows = Memory<[ObjectRead]>([])
      let followsByScope = Memory<[Int: [ObjectRead]]>([:])
      pipeline.observe = { operation, recording in
        if let read = operation.read(recording.clock)?.entry.objectRead {
          follows { $0.append(read) }
        }
        if case .commitScope(let scope) = operation {
          let soFar = follows { $0 }
          followsByScope { $0[scope] = soFar }
        }
        return observe(operation, &recording)
      }
      pipeline.expand { link in
        let scope = link.scope.id
        let follows = followsByScope { $0[scope] ?? [] }
        return !link.isCircle && (link.isFollowed || follows.contains(where: link.isFollowed))
      }
    },
    "follows-count-at-every-version": .follows["LINK-8"](
      "A link that was followed at a later version is expanded in earlier reads."
    ) { $0.link == $1.link },
    "a-follow-expands-all-properties": .follows["LINK-9", "LINK-12"](
      "Following one link of an object expands all its links."
    ) { $0.link.parent == $1.link?.parent && $0.version == $1.version },
    "a-follow-expands-all-parents": .follows["LINK-10", "LINK-18"](
      "Following a link of one object expands this link of all objects of the class."
    ) { link, read in
      link.link.parent.table == read.link?.parent.table && link.link.column == read.link?.column
        && link.version == read.version
    },
    "queries-expand-nothing": .links["LINK-11"](
      "The objects of a query's event show keys only."
    ) { $0.isExpanded && !$0.event.isQuery },
    "only-taken-elements-are-expanded": .follows["LINK-12"](
      "Of a collection only the elements that were taken are expanded."
    ) { $0.isFollowed(by: $1) && $0.target == $1.object },
    "counting-takes-an-element": .steps["LINK-13"](
      "Counting a collection takes its first element, and so expands it."
    ) { step, walk in
      guard step.kind == .reading(.count), let source = step[.source],
        walk.step(.collection, named: source) != nil
      else { return nil }
      return [step, ["do": "element", "of": .string(source), "at": 0]]
    },
    "expanded-objects-show-keys": .links["LINK-14"]("The links of an expanded object are keys.") {
      $0.isExpanded && $0.path.count == 1
    },
    "circles-run-twice": .links["LINK-15"](
      "An object within itself is written in full once more."
    ) { link in link.isFollowed && link.path.count { $0 == link.target } < 2 },
    "combined-follows-count": .links["LINK-16"](
      "A follow that was folded into a query or dropped as a repetition expands the link."
    ) { link in
      !link.isCircle
        && link.scope.entries.lazy.compactMap(\.objectRead).contains(where: link.isFollowed)
    },
    "any-read-of-the-target-counts": .follows["LINK-17"](
      "A link is expanded if its target was read, in whatever way."
    ) { $0.target == $1.object && $0.version == $1.version },
    "links-of-embedded-objects-are-keys": .links["LINK-18"](
      "Links from embedded objects are never expanded."
    ) { $0.isExpanded && $0.table?.isEmbedded == false },
    "links-in-mixed-are-keys": .links["LINK-19"](
      "A link in a mixed value is never expanded."
    ) { $0.isExpanded && $0.table?.columns[$0.link.column].type.element != .mixed },
    "elements-of-back-links-are-no-reads": .observing["LINK-29"](
      "Taking an element of computed back links is not a read."
    ) { operation, recording, right in
      guard case .object(_, .backLink, _) = operation else { return right(operation, &recording) }
      recording.forgetLast()
      return nil
    },
    "back-links-are-read-one-by-one": .observing["LINK-29"](
      "Taking an element of computed back links reads only this one."
    ) { operation, recording, right in
      if case .object(_, .backLink, _) = operation { recording.forgetLast() }
      return right(operation, &recording)
    },
    "back-links-are-written": .backLinks["LINK-20"]("Computed back links are part of payloads."),
    "expanded-objects-without-nulls": .readValues["LINK-21"](
      "Expanded objects leave out what is null."
    ) {
      $0.isSingle && $0.linkTarget != nil ? $1.mapObject { $0 = $0.withoutNulls } : $1
    },
    "writes-expand-earlier-follows": .links["LINK-24"](
      "In write events those links are expanded that were followed before."
    ) { ($0.event.isWrite ? $0.isEverFollowed : $0.isFollowed) && !$0.isCircle },
    "writes-expand-later-follows": .links["LINK-24"](
      "In write events those links are expanded that are followed at the version of the transaction."
    ) { $0.isExpanded || ($0.event.isWrite && $0.isFollowed) },
    "only-immediate-follows-count": .links["LINK-26"](
      "A link is expanded only if nothing happens between the read of its parent and the follow."
    ) { $0.isExpanded && $0.isFollowedAtOnce },
  ]
}

extension Violator {
  /// The reference with the values of properties rewritten in the events of reads; nil leaves one out.
  fileprivate static let readValues = Violation<@Sendable (PayloadPlace, JSON) -> JSON?> {
    replace in
    values { $0.part == .read ? replace($0, $1) : $1 }
  }

  /// The reference that writes computed back links as if they were properties.
  static let backLinks = Violation<Void> { _ in
    objects { object, part, owner in
      for property in owner.properties
      where property.type?.shape == .linkingObjects && part != .newValue {
        object[property.name] = []
      }
    }
  }
}
