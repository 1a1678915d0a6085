// swift-tools-version: 6.2
import PackageDescription

/// One program each, named after what it reads.
let programs = [
  "FuzzUnarchive", "FuzzContainers", "FuzzInspect", "FuzzVerify", "FuzzPartial", "FuzzStream",
  "FuzzRoundTrip", "FuzzReference", "FuzzInflate", "FuzzRecordLog", "FuzzSalvage", "FuzzDictionary",
  "FuzzTransforms", "FuzzSealed", "FuzzJSON", "FuzzPrint", "FuzzPropertyList",
  "FuzzFoundationGraph", "FuzzCoreDataModel", "FuzzCoreDataStore",
  "FuzzPlanted",
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-keyed-archives")
}

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "Encryption", description: "FuzzSealed opens sealed bytes; fetches swift-crypto."),
    .trait(
      name: "SQLite", description: "Both targets of Core Data read; fetches GRDB.swift."),
  ],
  dependencies: [
    .package(
      name: "swift-keyed-archives", path: "..",
      traits: [
        .trait(name: "Encryption", condition: .when(traits: ["Encryption"])),
        .trait(name: "SQLite", condition: .when(traits: ["SQLite"])),
      ])
  ],
  targets: [
    // A link to Tests/ReferenceCoder of the package above.
    .target(
      name: "ReferenceCoder", dependencies: [product("KeyedArchives")], exclude: ["README.md"]),
    .target(
      name: "FuzzOracles",
      dependencies: [
        "ReferenceCoder",
        product("ArchiveInspection"), product("CoreDataStores"),
        product("FoundationArchiveFormat"), product("KeyedArchives"), product("RecordLog"),
        product("RecordStorage"), product("SealedTransforms"), product("StorageTransforms"),
      ]),
    .target(
      name: "FuzzMutation",
      dependencies: [
        "FuzzOracles", product("KeyedArchives"), product("StorageTransforms"),
      ]),
  ]
    + programs.map { .executableTarget(name: $0, dependencies: ["FuzzMutation", "FuzzOracles"]) },
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
