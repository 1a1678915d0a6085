// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-keyed-archives", path: "..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "FuzzSchemalessRead",
      dependencies: [
        .product(name: "ArchiveInspection", package: "swift-keyed-archives")
      ])
  ],
  swiftLanguageModes: [.v6]
)
