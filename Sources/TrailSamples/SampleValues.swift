import Formats

/// Makes values of properties, each as the piece of JSON that stands for it in a payload.
///
/// A value is its text from the beginning: objects are then written by copying, which is what makes a gigabyte in a
/// minute.
struct SampleValues: Sendable {
  /// Whether decimals are left out, as in edition `core`.
  var omitsDecimals = false

  /// The piece of JSON, empty where the property is left out.
  func piece(_ kind: SampleKind, _ random: inout SampleRandom) -> String {
    switch kind {
    case .objectID: return "\"\(random.hex(24))\""
    case .uuid:
      return
        "\"\(random.hex(8))-\(random.hex(4))-\(random.hex(4))-\(random.hex(4))-\(random.hex(12))\""
    case .intKey, .int: return String(random.between(-3, 90_000))
    case .largeInt: return String(Int64(bitPattern: random.next()))
    case .name: return "\"\(random.pick(Self.firstNames)) \(random.pick(Self.lastNames))\""
    case .place: return "\"\(random.pick(Self.places))\""
    case .optionalText: return random.chance(25) ? "null" : "\"\(random.pick(Self.words))\""
    case .phone: return random.chance(20) ? "null" : "\"+1 570 555 \(random.between(1000, 9999))\""
    case .text: return text(&random)
    case .double: return Self.double(random.between(0, 1_000_000))
    case .optionalDouble: return random.chance(20) ? "null" : Self.double(random.between(0, 20_000))
    case .bool: return random.chance(50) ? "true" : "false"
    case .date:
      return
        "\"\(Timestamp(milliseconds: Int64(random.between(-900_000_000, 1_600_000_000)) * 1000))\""
    case .decimal: return omitsDecimals ? "" : decimal(&random)
    case .data: return ""
    case .link: return "null"
    case .textList: return words(random.below(4), distinct: false, &random)
    case .textSet: return words(random.below(4), distinct: true, &random)
    case .countDictionary: return dictionary(&random)
    case .contact: return random.chance(20) ? "null" : contact(&random)
    case .mixed: return mixed(&random)
    }
  }

  func contact(_ random: inout SampleRandom) -> String {
    "{\"city\":\"\(random.pick(Self.places))\",\"phone\":\(piece(.phone, &random))}"
  }

  private func text(_ random: inout SampleRandom) -> String {
    var sentence = ""
    for position in 0..<random.between(3, 12) {
      sentence += (position == 0 ? "" : " ") + random.pick(Self.words)
    }
    // Now and then what is easily damaged on the way: quotes, backslashes, line ends, accents, the astral plane.
    return random.chance(10) ? "\"\(sentence) \(random.pick(Self.oddities))\"" : "\"\(sentence)\""
  }

  private func decimal(_ random: inout SampleRandom) -> String {
    let cents = random.between(0, 99)
    return "\"\(random.between(-500, 90_000)).\(cents < 10 ? "0" : "")\(cents)\""
  }

  private func words(_ count: Int, distinct: Bool, _ random: inout SampleRandom) -> String {
    var taken: [String] = []
    for _ in 0..<count {
      let word = random.pick(Self.words)
      if distinct, taken.contains(word) { continue }
      taken.append(word)
    }
    return "[" + taken.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  private func dictionary(_ random: inout SampleRandom) -> String {
    var pairs: [String] = []
    for name in ["pulse", "systolic", "temperature"] where random.chance(60) {
      pairs.append("\"\(name)\":\(random.chance(15) ? "null" : String(random.between(30, 180)))")
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  private func mixed(_ random: inout SampleRandom) -> String {
    switch random.below(6) {
    case 0: "null"
    case 1: piece(.bool, &random)
    case 2: String(random.between(-1000, 1000))
    case 3: Self.double(random.between(1, 5000))
    case 4: piece(.uuid, &random)
    default: "\"\(random.pick(Self.words))\""
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
