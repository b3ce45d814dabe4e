// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "clinic-app",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ClinicApp", targets: ["ClinicApp"])],
  dependencies: [
    .package(name: "touchstone", path: "../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "ClinicApp", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "ClinicAppTests",
      dependencies: [
        "ClinicApp",
        .product(name: "TouchstoneTrail", package: "touchstone"),
        .product(name: "TouchstoneTrailTesting", package: "touchstone"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
