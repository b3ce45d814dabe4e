import Formats
import Touchstone

/// The tables of the specification that say what cases are made of.
enum LanguageTables {
  /// Every table by the name of its place in the specification.
  static let all: [String: String] = [
    "steps": steps(StepKind.all.filter { $0.entry.classes == nil }),
    "steps-of-event-realm": steps(
      StepKind.all.filter { $0.entry.classes?.contains(.eventRealm) ?? false }
    ),
    "steps-of-flexible-sync": steps(stepsOfFlexibleSync),
    "steps-of-mobile-platform": steps(stepsOfMobilePlatform, in: .mobilePlatform),
    "keys-of-group": keys(of: .group),
    "keys-of-case": keys(of: .testCase),
    "keys-of-configuration": GeneratedTexts.table(
      ["key", "meaning"],
      rows(KeyTable.configuration.entries)
        + rows(KeyTable.eventConfiguration.entries.filter { $0.classes == nil }, under: "events.")
    ),
    "keys-of-event-realm": GeneratedTexts.table(
      ["key", "meaning"],
      rows(KeyTable.eventConfiguration.entries.filter { $0.classes != nil }, under: "events.")
        + rows(KeyTable.server.entries, under: "server.")
    ),
    "keys-of-flexible-sync": keys(of: .flexibleSync),
    "keys-of-role": keys(of: .role),
    "keys-of-mobile-platform": keys(of: .mobilePlatform),
    "keys-of-account": keys(of: .account),
    "keys-of-expectation": keys(of: .expectation),
    "keys-of-expected-event": keys(of: .expectedEvent),
    "property-types": propertyTypes,
    "matchers": GeneratedTexts.table(
      ["matcher", "what it matches"],
      Matcher.allCases.map { ["`\($0.example)`", $0.meaning] }
    ),
    "error-codes": GeneratedTexts.table(
      ["code", "when", "by"],
      ErrorCode.allCases.map { ["`\($0.rawValue)`", $0.meaning, $0.requirement ?? ""] }
    ),
    "features": GeneratedTexts.table(
      ["feature", "what a case with it uses"],
      Feature.allCases.map { ["`\($0.rawValue)`", uses(of: $0)] }
    ),
    "classes": GeneratedTexts.table(
      ["class", "what it takes"],
      ConformanceClass.allCases.map { ["`\($0.rawValue)`", $0.meaning] }
    ),
    "profiles": GeneratedTexts.table(
      ["profile", "what the store has", "what it promises"],
      Profile.allCases.map { profile in
        let features = profile.features.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return ["`\(profile.rawValue)`", profile.meaning, features]
      }
    ),
  ]

  /// Those of its own, then those that it shares with other classes.
  private static var stepsOfFlexibleSync: [StepKind] {
    let kinds = StepKind.all.filter { $0.entry.classes?.contains(.flexibleSync) ?? false }
    return kinds.filter { $0.entry.classes?.count == 1 }
      + kinds.filter { $0.entry.classes?.count != 1 }
  }

  /// Those that several classes have come first.
  private static var stepsOfMobilePlatform: [StepKind] {
    let kinds = StepKind.all.filter { $0.entry.variants[.mobilePlatform] != nil }
    return kinds
      + StepKind.all.filter { $0.entry.classes?.contains(.mobilePlatform) ?? false }
  }

  private static func steps(
    _ kinds: [StepKind],
    in conformanceClass: ConformanceClass? = nil
  ) -> String {
    let hasArguments = kinds.contains { !$0.entry.takes.isEmpty }
    let rows = kinds.map { kind in
      let entry = kind.entry(in: conformanceClass)
      let needs = entry.needs.map { "(needs `\($0.rawValue)`)" }
      let meaning = [entry.does, needs ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      let cells = ["`\(kind.name)`", arguments(of: entry), meaning, entry.value ?? ""]
      return hasArguments ? cells : [cells[0], cells[2], cells[3]]
    }
    let head = ["do", "arguments", "what happens", "value"]
    return GeneratedTexts.table(hasArguments ? head : [head[0], head[2], head[3]], rows)
  }

  /// The arguments in their order, alternatives where the first of them stands.
  private static func arguments(of entry: StepEntry) -> String {
    let parts = entry.takes.compactMap { argument -> String? in
      let name = "`\(argument.name)`"
      guard entry.oneOf.contains(argument.name) else {
        return argument.isRequired ? name : name + "?"
      }
      guard argument.name == entry.oneOf.first else { return nil }
      let names = entry.oneOf.map { "`\($0)`" }
      return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
    return parts.joined(separator: ", ")
  }

  private static func keys(of table: KeyTable) -> String {
    GeneratedTexts.table(["key", "meaning"], rows(table.entries))
  }

  /// A row a key; where some are required, a question mark is with those that are not.
  private static func rows(_ entries: [KeyTable.Entry], under prefix: String = "") -> [[String]] {
    let marksOptional = entries.contains(where: \.isRequired)
    return entries.map { entry in
      let mark = marksOptional && !entry.isRequired ? "?" : ""
      return ["`\(prefix)\(entry.name)`\(mark)", entry.meaning]
    }
  }

  private static var propertyTypes: String {
    let plain = PropertyType.Scalar.allCases.map { ["`\($0.rawValue)`", $0.writtenForm] }
    let shapes = PropertyType.Shape.allCases.map { ["`\($0.example)`", $0.writtenForm] }
    let embedded = ["`Address?`, an embedded class", "an object of its properties"]
    return GeneratedTexts.table(
      ["type of the property", "its values are written as"],
      plain + [shapes[0], embedded] + shapes.dropFirst()
    )
  }

  private static func uses(of feature: Feature) -> String {
    let steps = StepKind.all.filter { kind in
      kind.entry.needs == feature || kind.entry.variants.values.contains { $0.needs == feature }
    }.map { "`\($0.name)`" }
    return (steps + [feature.otherUse].compactMap(\.self)).joined(separator: ", ")
  }
}
