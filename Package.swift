// swift-tools-version: 6.2
import PackageDescription

// What everything is read and written with.
let base: [Target] = [
  // Lossless JSON: what every payload, case file and report is read and written with.
  .target(name: "JSON"),
  // What suite and trails share: forms of values, and what is written down to be read again, in one form for both ways.
  // The reference has its own of it, so that each catches the other's mistakes.
  .target(name: "Formats", dependencies: ["JSON"]),
  // The processor's own instructions for SHA-256, where it has them: Swift cannot name them.
  .target(name: "CSHA256"),
  // Digests by which files are known.
  .target(name: "Digests", dependencies: ["CSHA256"]),
  // DEFLATE, which edition 2022 compresses payloads with.
  .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
  .target(name: "Deflate", dependencies: ["CZlib"]),
  // Rows on disk: the system's SQLite in Swift. Recorded texts hold NUL, and rows as values cost as much as the insertion.
  .systemLibrary(name: "CSystemSQLite", providers: [.apt(["libsqlite3-dev"])]),
  .target(name: "SystemSQLite", dependencies: ["CSystemSQLite"]),
  .testTarget(name: "JSONTests", dependencies: ["Formats", "JSON"]),
  .testTarget(name: "FormatsTests", dependencies: ["Formats", "JSON"]),
  .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
  .testTarget(name: "DeflateTests", dependencies: ["Deflate"]),
  .testTarget(name: "SystemSQLiteTests", dependencies: ["CSystemSQLite", "SystemSQLite"]),
]

// The suite, which knows no implementation.
let suite: [Target] = [
  // Texts of Spec/ and Golden/ as string literals.
  .executableTarget(name: "EmbedGoldenTool"),
  .plugin(name: "EmbedGolden", capability: .buildTool(), dependencies: ["EmbedGoldenTool"]),
  .target(
    name: "Touchstone",
    dependencies: ["Deflate", "Formats", "JSON"],
    plugins: ["EmbedGolden"]
  ),
  // Cases in files that people write, and what is wrong with them.
  .target(name: "TouchstoneCaseFiles", dependencies: ["Formats", "JSON", "Touchstone"]),
  // A case told to people, and why an implementation did not pass it.
  .target(name: "TouchstoneExplaining", dependencies: ["Formats", "JSON", "Touchstone"]),
  // The messages between the suite and a program, and a program's side of it in Swift.
  .target(name: "TouchstoneWire", dependencies: ["JSON", "Touchstone"]),
  // A call of Linux that Swift cannot make: orphans of implementations come to the suite.
  .target(name: "CSubreaper"),
  // Implementations that are programs of their own.
  .target(
    name: "TouchstoneProcess",
    dependencies: [
      "CSubreaper", "Formats", "JSON", "Touchstone", "TouchstoneWire",
      .product(name: "DequeModule", package: "swift-collections"),
      .product(
        name: "Subprocess",
        package: "swift-subprocess",
        condition: .when(traits: ["CommandLine"])
      ),
      .product(
        name: "SystemPackage",
        package: "swift-system",
        condition: .when(platforms: [.linux], traits: ["CommandLine"])
      ),
    ]
  ),
  // Cases as tests of Swift Testing.
  .target(
    name: "TouchstoneTesting",
    dependencies: ["Formats", "Touchstone", "TouchstoneExplaining"]
  ),
  .testTarget(
    name: "TouchstoneTests",
    dependencies: [
      "Deflate", "Formats", "JSON", "TestSupport", "Touchstone", "TouchstoneCaseFiles", "Violators",
    ]
  ),
  .testTarget(
    name: "TouchstoneExplainingTests",
    dependencies: ["Formats", "JSON", "TestSupport", "Touchstone", "TouchstoneExplaining"]
  ),
  .testTarget(
    name: "WireTests",
    dependencies: [
      "Digests", "Formats", "JSON", "ReferenceAdapter", "Touchstone", "TouchstoneExplaining",
      "TouchstoneProcess",
      "TouchstoneReports", "TouchstoneWire",
    ],
    exclude: ["FaultyAdapters"]
  ),
]

// The reference implementation, from the bottom up.
let reference: [Target] = [
  // The reference implementation, from the bottom up.
  .target(
    name: "ReferenceRealm",
    dependencies: [
      .product(name: "HashTreeCollections", package: "swift-collections"),
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  .target(
    name: "ReferenceEvents",
    dependencies: ["CZlib", "Deflate", "JSON", "ReferenceRealm", "SystemSQLite"]
  ),
  .target(
    name: "ReferenceSync",
    dependencies: [
      "JSON", "ReferenceRealm",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  .target(
    name: "ReferenceAdapter",
    dependencies: [
      "Formats", "JSON", "ReferenceRealm", "ReferenceEvents", "ReferenceSync", "Touchstone",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  .testTarget(
    name: "ReferenceRealmTests",
    dependencies: [
      "Formats", "ReferenceRealm",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  .testTarget(
    name: "ReferenceEventsTests",
    dependencies: [
      "CrashingRecorder", "Formats", "JSON", "ReferenceRealm", "ReferenceEvents", "SystemSQLite",
    ]
  ),
  .testTarget(
    name: "ReferenceSyncTests",
    dependencies: [
      "DeviceProcess", "Formats", "JSON", "ReferenceRealm", "ReferenceSync",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
]

// Exported trails, without any implementation.
let trail: [Target] = [
  // Exported trails, without any implementation: from bytes to what an event tells of each object.
  .target(
    name: "TrailReading",
    dependencies: ["CZlib", "Deflate", "Digests", "Formats", "JSON"]
  ),
  // Whether that can be right: levels, histories, and what several parts of a trail say together.
  .target(
    name: "TrailCheck",
    dependencies: ["Formats", "JSON", "TrailReading"]
  ),
  // Whether it accounts for a database: what it says every object is at the end, beside what is there.
  .target(
    name: "TrailState",
    dependencies: ["Formats", "JSON", "SystemSQLite", "TrailCheck", "TrailReading"]
  ),
  // What people ask of it: who saw, who did, what was.
  .target(
    name: "TrailAnswers",
    dependencies: ["Formats", "JSON", "TrailReading"]
  ),
  // All of it for programs in Swift, and for the tests of recorders.
  .target(
    name: "TouchstoneTrail",
    dependencies: [
      "Formats", "JSON", "TrailAnswers", "TrailCheck", "TrailReading", "TrailState",
    ]
  ),
  .target(name: "TouchstoneTrailTesting", dependencies: ["TouchstoneTrail"]),
  // Writes exported trails as audit records of other systems.
  .target(
    name: "TrailExport",
    dependencies: ["Formats", "JSON", "TrailAnswers", "TrailReading"]
  ),
  // Trails as SQLite files, to be asked again and again.
  .target(
    name: "TrailDatabase",
    dependencies: ["Formats", "JSON", "SystemSQLite", "TrailAnswers", "TrailReading"]
  ),
  // Trails that are made up, to try checks with.
  .target(
    name: "TrailSamples",
    dependencies: ["Deflate", "Formats", "JSON"]
  ),
  .testTarget(
    name: "TrailTests",
    dependencies: [
      "CZlib", "Deflate", "Digests", "Formats", "JSON", "ReferenceAdapter", "TestSupport",
      "Touchstone", "TrailAnswers", "TrailCheck", "TrailReading", "TrailSamples",
    ]
  ),
  .testTarget(
    name: "TouchstoneTrailTests",
    dependencies: ["TouchstoneTrail", "TouchstoneTrailTesting"]
  ),
  .testTarget(
    name: "TrailStateTests",
    dependencies: [
      "CZlib", "Formats", "JSON", "SystemSQLite", "TrailCheck", "TrailReading",
      "TrailState",
    ]
  ),
  .testTarget(
    name: "TrailExportTests",
    dependencies: [
      "Deflate", "Formats", "JSON", "TrailExport", "TrailReading", "TrailSamples",
    ]
  ),
  .testTarget(
    name: "TrailDatabaseTests",
    dependencies: [
      "JSON", "SystemSQLite", "TrailAnswers", "TrailReading", "TrailDatabase",
    ]
  ),
]

// What the suite is made and tested with.
let workshop: [Target] = [
  // Wrong implementations, made from the reference: what the suite is tested by.
  .target(
    name: "Violators",
    dependencies: [
      "Formats", "JSON", "ReferenceAdapter", "ReferenceEvents", "ReferenceRealm", "ReferenceSync",
      "Touchstone",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  // Random programs, what two implementations make of them, and the smallest one on which they differ.
  .target(
    name: "TouchstoneExplore",
    dependencies: ["Deflate", "Formats", "JSON", "Touchstone", "TouchstoneCaseFiles"]
  ),
  // What the original library was observed to do, as cases.
  .target(
    name: "TouchstoneObserved",
    dependencies: [
      "Deflate", "Formats", "JSON", "Touchstone", "TouchstoneCaseFiles", "TouchstoneWire",
    ],
    plugins: ["EmbedGolden"]
  ),
  // The same in Swift Testing, a test each.
  .target(
    name: "TouchstoneExploring",
    dependencies: ["Touchstone", "TouchstoneExplore", "TouchstoneTesting"]
  ),
  // What is wrong with a suite, and what of its specification is generated: no run needs it.
  .target(
    name: "TouchstoneLinting",
    dependencies: [
      "Formats", "JSON", "Touchstone", "TouchstoneCaseFiles", "TouchstoneExplaining",
      "TouchstoneWire",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ]
  ),
  .testTarget(
    name: "ViolatorsTests",
    dependencies: [
      "JSON", "ReferenceAdapter", "ReferenceEvents", "TestSupport", "Touchstone",
      "TouchstoneCaseFiles",
      "TouchstoneObserved", "Violators",
    ]
  ),
  .testTarget(
    name: "TouchstoneExploreTests",
    dependencies: [
      "Digests", "Formats", "JSON", "ReferenceAdapter", "SystemSQLite", "Touchstone",
      "TouchstoneCaseFiles", "TouchstoneExplore", "TouchstoneWire", "TrailAnswers", "TrailCheck",
      "TrailDatabase", "TrailReading", "TrailState", "Violators",
    ]
  ),
  .testTarget(
    name: "TouchstoneObservedTests",
    dependencies: [
      "CZlib", "JSON", "ReferenceAdapter", "Touchstone", "TouchstoneObserved", "TouchstoneReports",
    ]
  ),
  .testTarget(
    name: "TouchstoneLintingTests",
    dependencies: ["JSON", "Touchstone", "TouchstoneCaseFiles", "TouchstoneLinting"]
  ),
]

// Where all of it meets people.
let face: [Target] = [
  // Pages of HTML in which every text is escaped, and the folder that they are written to.
  .target(
    name: "Pages",
    dependencies: ["Digests", "Formats", "JSON"],
    exclude: ["Assets"],
    plugins: ["EmbedGolden"]
  ),
  // What people and programs read of runs and trails, and of the specification.
  .target(
    name: "TouchstoneReports",
    dependencies: [
      "Digests", "Formats", "JSON", "Pages", "Touchstone", "TouchstoneExplaining",
      "TrailAnswers", "TrailCheck", "TrailReading",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ],
    exclude: ["Assets"],
    plugins: ["EmbedGolden"]
  ),
  .target(
    name: "TouchstoneBook",
    dependencies: [
      "Formats", "JSON", "Pages", "Touchstone", "TouchstoneCaseFiles", "TouchstoneExplaining",
      .product(name: "OrderedCollections", package: "swift-collections"),
    ],
    exclude: ["Assets"],
    plugins: ["EmbedGolden"]
  ),
  // Where all of it meets: the command line.
  .target(
    name: "TouchstoneCommand",
    dependencies: [
      "Formats", "JSON", "Pages", "Touchstone", "TouchstoneCaseFiles", "TouchstoneBook",
      "TouchstoneExplaining",
      "TouchstoneExplore", "TouchstoneLinting", "TouchstoneObserved", "TouchstoneProcess",
      "TouchstoneReports", "TouchstoneWire", "TrailAnswers", "TrailCheck",
      "TrailDatabase",
      "TrailExport", "TrailReading", "TrailSamples", "TrailState", "ReferenceAdapter",
      "ReferenceEvents",
      "Violators",
      .product(
        name: "ArgumentParser",
        package: "swift-argument-parser",
        condition: .when(traits: ["CommandLine"])
      ),
      .product(name: "OrderedCollections", package: "swift-collections"),
    ],
    plugins: ["EmbedGolden"]
  ),
  .executableTarget(name: "TouchstoneMain", dependencies: ["TouchstoneCommand"]),
  .testTarget(
    name: "TouchstoneReportsTests",
    dependencies: [
      "Digests", "Formats", "JSON", "Pages", "TestSupport", "Touchstone", "TouchstoneExplaining",
      "TouchstoneReports",
      "TrailAnswers", "TrailCheck", "TrailReading",
    ]
  ),
  .testTarget(
    name: "TouchstoneBookTests",
    dependencies: ["JSON", "Pages", "TestSupport", "Touchstone", "TouchstoneBook"]
  ),
  .testTarget(
    name: "TouchstoneCommandTests",
    dependencies: [
      "Deflate", "Digests", "Formats", "JSON", "Pages", "TestSupport", "Touchstone",
      "TouchstoneCaseFiles",
      "TouchstoneCommand",
      "TouchstoneLinting", "TouchstoneProcess", "TouchstoneReports", "TouchstoneWire",
      "TrailAnswers", "TrailCheck", "TrailReading",
      .product(
        name: "ArgumentParser",
        package: "swift-argument-parser",
        condition: .when(traits: ["CommandLine"])
      ),
    ]
  ),
]

// What tests of several wings need, and the tests of all of it.
let support: [Target] = [
  // Records until it is killed: what the tests of crash safety start.
  .executableTarget(
    name: "CrashingRecorder",
    dependencies: ["JSON", "ReferenceEvents", "ReferenceRealm"]
  ),
  // Ends its process at a point of what it does with its disk: what the tests of client resets start.
  .executableTarget(
    name: "DeviceProcess",
    dependencies: ["ReferenceRealm", "ReferenceSync"]
  ),
  // Cases, answers and implementations in few words, for the tests of several modules.
  .target(
    name: "TestSupport",
    dependencies: ["Formats", "JSON", "Touchstone"]
  ),
  // The ways by which bytes of strangers come in, and how these are changed, for libFuzzer and for tests.
  .target(
    name: "FuzzTargets",
    dependencies: [
      "Formats", "JSON", "ReferenceAdapter", "TestSupport", "Touchstone", "TouchstoneCaseFiles",
      "TouchstoneCommand",
      "TouchstoneExplaining", "TouchstoneReports", "TouchstoneWire", "TrailAnswers", "TrailCheck",
      "TrailReading", "TrailSamples",
    ]
  ),
  // Tries inputs on one of them: a process that an input may end.
  .executableTarget(name: "Fuzzer", dependencies: ["Formats", "FuzzTargets"]),
  .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets"], exclude: ["Corpus"]),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "JSON", "ReferenceAdapter", "Touchstone", "TouchstoneCaseFiles", "TouchstoneTesting",
      "TouchstoneWire",
    ]
  ),
]

let package = Package(
  name: "touchstone",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "touchstone", targets: ["TouchstoneMain"]),
    .library(name: "Touchstone", targets: ["Touchstone"]),
    .library(name: "TouchstoneCaseFiles", targets: ["TouchstoneCaseFiles"]),
    .library(name: "TouchstoneProcess", targets: ["TouchstoneProcess"]),
    .library(name: "TouchstoneWire", targets: ["TouchstoneWire"]),
    .library(name: "TouchstoneTesting", targets: ["TouchstoneTesting"]),
    .library(name: "TouchstoneExploring", targets: ["TouchstoneExploring"]),
    .library(name: "TouchstoneTrail", targets: ["TouchstoneTrail"]),
    .library(name: "TouchstoneTrailTesting", targets: ["TouchstoneTrailTesting"]),
    .library(name: "TouchstoneReference", targets: ["ReferenceAdapter"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "ReferenceEvents", targets: ["ReferenceRealm", "ReferenceEvents"]),
  ],
  traits: [
    .default(enabledTraits: ["CommandLine"]),
    .trait(
      name: "CommandLine",
      description: "The command line, and implementations that are programs of their own."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: base + suite + reference + trail + workshop + face + support,
  swiftLanguageModes: [.v6]
)

// Five wings on one ground floor, the base: a folder each for their modules and one for their tests.
// The README of each says what it is for and what it may see.
let wings = [
  "Base": base, "Suite": suite, "Reference": reference, "Trail": trail, "Workshop": workshop,
  "Face": face,
]
for (wing, targets) in wings {
  for target in targets where target.type != .plugin {
    target.path = "\(target.type == .test ? "Tests" : "Sources")/\(wing)/\(target.name)"
  }
}
for target in support where target.type != .test {
  target.path = "Tests/Support/\(target.name)"
}

// Most of the time of the tests is spent in these. The gate has them optimized: a debug build runs them five times as long.
let hot: Set = [
  "Deflate", "Digests", "Formats", "JSON", "ReferenceAdapter", "ReferenceEvents",
  "ReferenceRealm",
  "ReferenceSync", "Touchstone", "TrailCheck", "TrailReading",
]
let isGate = Context.environment["TOUCHSTONE_GATE"] == "1"

for target in package.targets where ![.plugin, .system].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  // Pointers are handled in a few places, which `.ci/check-modules` lists with their reasons.
  if target.path?.hasPrefix("Sources/") == true {
    target.swiftSettings?.append(.strictMemorySafety())
  }
  if isGate, hot.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-O"])) }
}
