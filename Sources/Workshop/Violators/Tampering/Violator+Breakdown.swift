import Formats
import JSON
import Touchstone

extension Violator {
  private struct Breakdown: Error, CustomStringConvertible {
    let description = "not written yet"
  }

  /// The reference that breaks down at programs that need something.
  static let breakdown = Violation<@Sendable (CaseProgram) -> Bool> { needsIt in
    running { program, run in
      if needsIt(program) { throw Breakdown() }
      return try await run(program)
    }
  }

  /// The reference that breaks down before it writes an event with objects of some kind.
  static let unwritable = Violation<String> { kind in
    running { program, run in
      let result = try await run(program)
      if case .completed(_, let events) = result,
        events.contains(where: { $0["data"]?.string?.contains("\"\(kind)\":[") ?? false })
      {
        throw Breakdown()
      }
      return result
    }
  }
}

/// What a program needs.
extension CaseProgram {
  var isFlexible: Bool { configuration[.flexibleSync] != nil }
  var isMobile: Bool { configuration[.mobilePlatform] != nil }

  /// Whether one of its steps, however deep, is like that.
  func asks(_ isSuch: (Step) -> Bool) -> Bool {
    [given, steps].joined().contains { $0.withNested.contains(where: isSuch) }
  }

  /// Whether its steps name a property of such a type.
  func uses(_ isSuch: (PropertyType) -> Bool) -> Bool {
    schema.classes.contains { owner in
      owner.properties.contains { property in
        (property.type.map(isSuch) ?? false)
          && asks {
            $0["property"]?.string == property.name || $0.json.mentions(key: property.name)
          }
      }
    }
  }

  func usesObjects(embedded isEmbedded: Bool) -> Bool {
    let targets = Set(schema.classes.filter { $0.isEmbedded == isEmbedded }.map(\.name))
    return uses { targets.contains($0.base) }
  }
}

extension JSON {
  /// Whether an object in it, however deep, has a key.
  fileprivate func mentions(key: String) -> Bool {
    switch self {
    case .object(let members):
      members[key] != nil || members.contains { $0.value.mentions(key: key) }
    case .array(let elements): elements.contains { $0.mentions(key: key) }
    default: false
    }
  }
}
