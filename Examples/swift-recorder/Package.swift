// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-recorder",
  platforms: [.macOS(.v15)],
  products: [.library(name: "PocketRecorder", targets: ["PocketRecorder"])],
  dependencies: [.package(name: "touchstone", path: "../..", traits: [])],
  targets: [
    .target(
      name: "PocketRecorder",
      dependencies: [.product(name: "JSON", package: "touchstone")]
    ),
    .testTarget(
      name: "PocketRecorderTests",
      dependencies: [
        "PocketRecorder",
        .product(name: "JSON", package: "touchstone"),
        .product(name: "Touchstone", package: "touchstone"),
        .product(name: "TouchstoneCaseFiles", package: "touchstone"),
        .product(name: "TouchstoneTesting", package: "touchstone"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
