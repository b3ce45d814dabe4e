// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the suite do not resolve or build what only measures it.
let package = Package(
  name: "touchstone-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "touchstone", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "touchstone-benchmarks",
      dependencies: [.product(name: "JSON", package: "touchstone")],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
    .executableTarget(
      name: "wire-benchmark",
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
    // The yardstick of the event realm: SQLite and nothing around it.
    .systemLibrary(name: "CSQLite"),
    .executableTarget(
      name: "event-realm-benchmark",
      dependencies: [
        .product(name: "ReferenceEvents", package: "touchstone"),
        "CSQLite",
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
