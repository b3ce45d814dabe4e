/// What may stand in a step of one kind: the table of all kinds is what the checks, and whoever wants to know the
/// format, read.
struct StepKind: Sendable {
  /// How an argument is written.
  enum Form: Sendable {
    case className, property, handle(HandleKind), value, members, index, text, textOrNull, flag
    case filter, sort, metadata, date, natural, steps, name(HandleKind)
    case fields, eventConfiguration
  }

  /// One argument.
  struct Argument: Sendable {
    var name: String
    var form: Form
    var isRequired: Bool

    static func required(_ name: String, _ form: Form) -> Argument {
      Argument(name: name, form: form, isRequired: true)
    }

    static func optional(_ name: String, _ form: Form) -> Argument {
      Argument(name: name, form: form, isRequired: false)
    }
  }

  /// What a step yields if it succeeds.
  enum Yield: Sendable {
    case nothing, bool, count, anything, events, array
  }

  var name: String
  var arguments: [Argument]
  /// Of these arguments exactly one is given.
  var alternatives: [String] = []
  var yields = Yield.nothing
  /// The optional feature that it belongs to.
  var needs: String?
  /// The classes that know it.
  var classes: Set<String>?

  init(
    _ name: String,
    _ arguments: [Argument] = [],
    oneOf alternatives: [String] = [],
    yields: Yield = .nothing,
    needs: String? = nil,
    classes: Set<String>? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.alternatives = alternatives
    self.yields = yields
    self.needs = needs
    self.classes = classes
  }

  /// Every kind by name.
  static let all: [String: StepKind] = Dictionary(
    uniqueKeysWithValues: (recording + eventRealm + flexibleSync).map { ($0.name, $0) }
  )

  /// The names of the kinds that a class knows.
  static func names(for conformanceClass: String) -> [String] {
    all.values.filter { $0.classes?.contains(conformanceClass) ?? true }.map(\.name).sorted()
  }
}
