import Formats

/// Makes values of properties, each as the piece of JSON that stands for it in a payload.
///
/// A value is its text from the beginning: objects are then written by copying, which is what makes a gigabyte in a
/// minute.
extension SplitMix64 {
  /// The piece of JSON, empty where the property is left out.
  mutating func piece(_ kind: SampleKind) -> String {
    switch kind {
    case .objectID: return "\"\(hex(24))\""
    case .uuid:
      return
        "\"\(hex(8))-\(hex(4))-\(hex(4))-\(hex(4))-\(hex(12))\""
    case .intKey, .int: return String(between(-3, 90_000))
    case .largeInt: return String(Int64(bitPattern: next()))
    case .name: return "\"\(pick(Self.firstNames)) \(pick(Self.lastNames))\""
    case .place: return "\"\(pick(Self.places))\""
    case .optionalText: return chance(25) ? "null" : "\"\(pick(Self.words))\""
    case .phone: return chance(20) ? "null" : "\"+1 570 555 \(between(1000, 9999))\""
    case .text: return text()
    case .double: return Self.double(between(0, 1_000_000))
    case .optionalDouble: return chance(20) ? "null" : Self.double(between(0, 20_000))
    case .bool: return chance(50) ? "true" : "false"
    case .date:
      return
        "\"\(Timestamp(milliseconds: Int64(between(-900_000_000, 1_600_000_000)) * 1000))\""
    case .decimal: return decimal()
    case .data: return ""
    case .link: return "null"
    case .textList: return words(below(4), distinct: false)
    case .textSet: return words(below(4), distinct: true)
    case .countDictionary: return dictionary()
    case .contact: return chance(20) ? "null" : contact()
    case .mixed: return mixed()
    }
  }

  private mutating func contact() -> String {
    "{\"city\":\"\(pick(Self.places))\",\"phone\":\(piece(.phone))}"
  }

  private mutating func text() -> String {
    var sentence = ""
    for position in 0..<between(3, 12) {
      sentence += (position == 0 ? "" : " ") + pick(Self.words)
    }
    // Now and then what is easily damaged on the way: quotes, backslashes, line ends, accents, the astral plane.
    return chance(10) ? "\"\(sentence) \(pick(Self.oddities))\"" : "\"\(sentence)\""
  }

  private mutating func decimal() -> String {
    let cents = between(0, 99)
    return "\"\(between(-500, 90_000)).\(cents < 10 ? "0" : "")\(cents)\""
  }

  private mutating func words(_ count: Int, distinct: Bool) -> String {
    var taken: [String] = []
    for _ in 0..<count {
      let word = pick(Self.words)
      if distinct, taken.contains(word) { continue }
      taken.append(word)
    }
    return "[" + taken.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  private mutating func dictionary() -> String {
    var pairs: [String] = []
    for name in ["pulse", "systolic", "temperature"] where chance(60) {
      pairs.append("\"\(name)\":\(chance(15) ? "null" : String(between(30, 180)))")
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  private mutating func mixed() -> String {
    switch below(6) {
    case 0: "null"
    case 1: piece(.bool)
    case 2: String(between(-1000, 1000))
    case 3: Self.double(between(1, 5000))
    case 4: piece(.uuid)
    default: "\"\(pick(Self.words))\""
    }
  }

  /// A number of hundredths, always with a fraction.
  private static func double(_ hundredths: Int) -> String {
    "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  static let firstNames = [
    "Anthony", "Angela", "Barbara", "Creed", "Darryl", "Erin", "Jim", "Kelly", "Kevin", "Meredith",
    "Michael", "Oscar", "Pam", "Phyllis", "Ryan", "Stanley", "Toby", "Tony", "Zoë", "Jürgen", "李",
  ]
  static let lastNames = [
    "Beesly", "Bernard", "Halpert", "Hudson", "Kapoor", "Malone", "Martin", "Martínez", "Palmer",
    "Philbin", "Schrute", "Scott", "Vance", "O'Neill", "Sørensen", "Nakamura",
  ]
  static let places = [
    "Scranton", "Stamford", "Utica", "Nashua", "Albany", "Akron", "Buffalo", "Rochester",
  ]
  static let words = [
    "stable", "fever", "review", "north", "south", "urgent", "routine", "transfer", "observed",
    "paper", "EUR", "USD", "intensive", "surgery", "discharge", "penicillin", "latex", "pollen",
    "clear", "pending", "approved", "after", "before", "round", "night", "morning",
  ]
  static let oddities = [
    "said \\\"fine\\\"", "C:\\\\temp", "line\\nbreak", "tab\\tstop", "naïve", "e\u{301}", "𝔄 🏥",
    "\\u0007",
    "</script>", "—",
  ]
}
