// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the suite do not resolve or build what only measures it.
let package = Package(
  name: "touchstone-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "touchstone", path: "..")],
  targets: [
    // The yardstick of the event realm: SQLite and nothing around it.
    .systemLibrary(name: "CSQLite"),
    // What can only be compared within one process of Swift.
    .executableTarget(
      name: "touchstone-benchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "JSON", package: "touchstone"),
        .product(name: "ReferenceEvents", package: "touchstone"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
    // Needs the suite with all its cases, which take longer to build than everything above.
    .executableTarget(
      name: "pipe-benchmark",
      dependencies: [
        .product(name: "Touchstone", package: "touchstone"),
        .product(name: "TouchstoneProcess", package: "touchstone"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
