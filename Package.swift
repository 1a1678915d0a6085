// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let toolsOnly: TargetDependencyCondition? = .when(traits: ["Tools"])

/// Targets without Swift, which take no Swift settings.
let inC: Set = ["CChecksum", "CThreadStack"]
let benchmarksOnly: TargetDependencyCondition? = .when(traits: ["Benchmarks"])
let encryptionOnly: TargetDependencyCondition? = .when(traits: ["Encryption"])
let sqliteOnly: TargetDependencyCondition? = .when(traits: ["SQLite"])
let postgreSQLOnly: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])
let macrosOnly: TargetDependencyCondition? = .when(traits: ["Macros"])

let package = Package(
  name: "swift-keyed-archives",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "KeyedArchives", targets: ["KeyedArchives"]),
    .library(name: "StorageTransforms", targets: ["StorageTransforms"]),
    .library(name: "RecordLog", targets: ["RecordLog"]),
    .library(name: "RecordStorage", targets: ["RecordStorage"]),
    .library(name: "RecordStorageConformance", targets: ["RecordStorageConformance"]),
    .library(name: "RecordStorageSQLite", targets: ["RecordStorageSQLite"]),
    .library(name: "RecordStoragePostgreSQL", targets: ["RecordStoragePostgreSQL"]),
    .library(name: "ValueTransformers", targets: ["ValueTransformers"]),
    .library(name: "SealedTransforms", targets: ["SealedTransforms"]),
    .library(name: "ArchiveInspection", targets: ["ArchiveInspection"]),
    .library(
      name: "FoundationArchiveFormat", targets: ["FoundationArchiveFormat", "PropertyListFormat"]),
    .library(name: "CoreDataStores", targets: ["CoreDataStores"]),
    .executable(name: "archivecat", targets: ["archivecat"]),
  ],
  traits: [
    .trait(name: "Tools", description: "The archivecat command; fetches swift-argument-parser."),
    .trait(
      name: "Benchmarks", description: "Further coders for archivebench; fetches swift-protobuf."),
    .trait(name: "Macros", description: "The macro @Archivable; fetches swift-syntax."),
    .trait(name: "Encryption", description: "Encrypted attributes; fetches swift-crypto."),
    .trait(name: "SQLite", description: "Records in SQLite; fetches GRDB.swift."),
    .trait(name: "PostgreSQL", description: "Records on a PostgreSQL server; needs libpq."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
  ],
  targets: [
    .target(name: "ArchiveFormat"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(name: "CChecksum"),
    .target(name: "CThreadStack"),
    .target(name: "PlatformC"),
    .target(
      name: "ArchiveCompression",
      dependencies: ["ArchiveFormat", "CChecksum", "CZlib", "PlatformC"]),
    .macro(
      name: "ArchivableMacros",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax", condition: macrosOnly),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: macrosOnly),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macrosOnly),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macrosOnly),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macrosOnly),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macrosOnly),
      ]),
    .target(
      name: "KeyedArchives",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "CThreadStack", "PlatformC",
        .target(name: "ArchivableMacros", condition: macrosOnly),
      ]),
    .target(
      name: "StorageTransforms",
      dependencies: ["KeyedArchives", "ArchiveCompression", "ArchiveFormat"]),
    .target(
      name: "ValueTransformers",
      dependencies: [
        "ArchiveFormat", "FoundationArchiveFormat", "PlatformC", "PropertyListFormat",
        "StorageTransforms",
      ]),
    .target(
      name: "SealedTransforms",
      dependencies: [
        "StorageTransforms",
        .product(name: "Crypto", package: "swift-crypto", condition: encryptionOnly),
      ]),
    .target(
      name: "RecordLog", dependencies: ["ArchiveFormat", "ArchiveCompression", "PlatformC"]),
    .target(
      name: "RecordStorage",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "KeyedArchives", "PlatformC", "RecordLog",
        "StorageTransforms",
      ]),
    .target(
      name: "RecordStorageConformance",
      dependencies: ["RecordStorage", "StorageTransforms", "ArchiveCompression", "PlatformC"]),
    .target(
      name: "RecordStorageSQLite",
      dependencies: [
        "RecordStorage", "StorageTransforms", "KeyedArchives",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .target(
      name: "RecordStoragePostgreSQL",
      dependencies: [
        "RecordStorage", "StorageTransforms", "KeyedArchives", "PlatformC",
        .target(name: "CPostgreSQL", condition: postgreSQLOnly),
      ]),
    .target(name: "PropertyListFormat", dependencies: ["ArchiveFormat"]),
    .target(
      name: "FoundationArchiveFormat", dependencies: ["ArchiveFormat", "PropertyListFormat"]),
    .target(
      name: "CoreDataStores",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "FoundationArchiveFormat", "PlatformC",
        "PropertyListFormat",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .target(
      name: "ArchiveInspection",
      dependencies: [
        "ArchiveFormat", "ArchiveCompression", "FoundationArchiveFormat", "PropertyListFormat",
        "RecordLog",
      ]),
    .executableTarget(
      name: "archivecat",
      dependencies: [
        "ArchiveInspection", "CoreDataStores", "PlatformC", "RecordLog",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: toolsOnly),
      ]),
    .executableTarget(
      name: "archivedemo",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "KeyedArchives", "RecordLog", "RecordStorage",
        "RecordStorageSQLite", "SealedTransforms", "StorageTransforms",
      ]),
    .target(name: "Workloads", dependencies: ["KeyedArchives", "PlatformC"]),
    .executableTarget(
      name: "archivebench",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "FoundationArchiveFormat", "KeyedArchives",
        "PropertyListFormat", "RecordLog", "RecordStorage", "RecordStoragePostgreSQL",
        "RecordStorageSQLite", "StorageTransforms", "Workloads",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: benchmarksOnly),
      ],
      exclude: ["Protobuf/Schemas"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestTraits"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    .target(
      name: "RecordTestSupport",
      dependencies: [
        "RecordLog", "RecordStorage", "RecordStorageConformance", "StorageTransforms",
        "TestSupport",
      ],
      path: "Tests/RecordTestSupport"),
    .target(
      name: "CrashSimulator",
      dependencies: [
        "ArchiveCompression", "PlatformC", "RecordLog", "RecordStorage", "RecordTestSupport",
        "StorageTransforms", "TestSupport",
      ], path: "Tests/CrashSimulator"),
    .executableTarget(
      name: "crashtest",
      dependencies: ["ArchiveCompression", "CrashSimulator", "PlatformC", "RecordLog"],
      path: "Tests/crashtest"),
    .target(
      name: "VectorSupport",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "KeyedArchives", "TestSupport",
      ],
      path: "Tests/VectorSupport"),
    .executableTarget(
      name: "specvectors", dependencies: ["VectorSupport"], path: "Tests/specvectors"),
    .executableTarget(
      name: "storeworker",
      dependencies: [
        "RecordLog", "RecordStorage", "RecordStoragePostgreSQL", "RecordStorageSQLite",
        "RecordTestSupport", "StorageTransforms", "TestSupport",
      ],
      path: "Tests/storeworker"),
    .target(
      name: "ReferenceCoder", dependencies: ["ArchiveFormat"], path: "Tests/ReferenceCoder",
      exclude: ["README.md"]),
    .target(
      name: "FuzzCases",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "CoreDataStores",
        "FoundationArchiveFormat", "KeyedArchives", "PropertyListFormat", "RecordLog",
        "RecordStorage", "ReferenceCoder", "SealedTransforms", "StorageTransforms",
      ],
      path: "Fuzz/Sources/FuzzOracles"),
    .testTarget(
      name: "FuzzCasesTests",
      dependencies: [
        "ArchiveInspection", "CoreDataTestSupport", "FuzzCases", "KeyedArchives",
        "PropertyListFormat", "RecordLog", "RecordStorage", "RecordTestSupport",
        "StorageTransforms", "TestSupport", "TestTraits",
      ]),
    .target(
      name: "HostileInput",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "FoundationArchiveFormat",
        "KeyedArchives", "PropertyListFormat", "TestSupport", "Workloads",
      ],
      path: "Tests/HostileInput"),
    .executableTarget(
      name: "hostiletest",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "CoreDataTestSupport",
        "FoundationArchiveFormat", "FuzzCases", "HostileInput", "KeyedArchives",
        "PropertyListFormat", "RecordLog",
        "RecordStorage", "RecordTestSupport", "StorageTransforms", "TestSupport", "Workloads",
      ],
      path: "Tests/hostiletest"),
    .testTarget(
      name: "HostileInputTests",
      dependencies: [
        "TestTraits",
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "HostileInput", "KeyedArchives",
        "TestSupport", "VectorSupport",
      ]),
    .testTarget(
      name: "ArchiveFormatTests",
      dependencies: ["ArchiveFormat", "ArchiveCompression", "TestTraits"]),
    .testTarget(
      name: "ArchiveCompressionTests",
      dependencies: ["ArchiveCompression", "ArchiveFormat", "CChecksum", "CZlib", "TestSupport"]),
    .testTarget(
      name: "KeyedArchivesTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "FuzzCases", "HostileInput",
        "KeyedArchives", "RecordStorage", "RecordTestSupport", "ReferenceCoder",
        "StorageTransforms", "TestSupport", "TestTraits", "VectorSupport", "Workloads",
      ]),
    .testTarget(
      name: "StorageTransformsTests",
      dependencies: [
        "TestTraits",
        "KeyedArchives", "StorageTransforms", "TestSupport", "Workloads",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .testTarget(
      name: "ValueTransformersTests",
      dependencies: [
        "FoundationArchiveFormat", "KeyedArchives", "RecordStorage", "StorageTransforms",
        "TestSupport", "ValueTransformers",
      ]),
    .testTarget(
      name: "SealedTransformsTests",
      dependencies: [
        "RecordStorage", "SealedTransforms", "TestSupport", "ValueTransformers",
        .product(name: "Crypto", package: "swift-crypto", condition: encryptionOnly),
      ]),
    .testTarget(
      name: "FoundationArchiveFormatTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "FoundationArchiveFormat",
        "PropertyListFormat", "TestSupport", "TestTraits",
        .product(name: "Crypto", package: "swift-crypto", condition: encryptionOnly),
      ]),
    .target(
      name: "CoreDataTestSupport",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
      ], path: "Tests/CoreDataTestSupport"),
    .testTarget(
      name: "CoreDataStoresTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "CoreDataStores", "CoreDataTestSupport",
        "FoundationArchiveFormat", "FuzzCases", "HostileInput", "KeyedArchives",
        "PropertyListFormat", "TestSupport", "TestTraits", "ValueTransformers",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .testTarget(
      name: "ArchiveInspectionTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "ArchiveInspection", "CoreDataTestSupport",
        "FoundationArchiveFormat", "KeyedArchives", "PropertyListFormat", "RecordLog",
        "RecordStorage", "StorageTransforms", "TestSupport", "TestTraits", "Workloads",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .testTarget(
      name: "RecordLogTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "RecordLog", "RecordTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "RecordStorageTests",
      dependencies: [
        "ArchiveCompression", "ArchiveFormat", "CrashSimulator", "KeyedArchives", "RecordLog",
        "RecordStorage", "RecordTestSupport",
        "StorageTransforms", "TestSupport", "TestTraits", "storeworker",
      ]),
    .testTarget(
      name: "RecordStorageConformanceTests",
      dependencies: [
        "TestTraits",
        "RecordStorageConformance", "RecordStorage", "RecordTestSupport", "StorageTransforms",
        "KeyedArchives",
      ]),
    .testTarget(
      name: "RecordStorageSQLiteTests",
      dependencies: [
        "RecordStorageConformance", "RecordStorageSQLite", "RecordStorage", "RecordTestSupport",
        "StorageTransforms", "TestTraits", "storeworker",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqliteOnly),
      ]),
    .testTarget(
      name: "RecordStoragePostgreSQLTests",
      dependencies: [
        "TestTraits",
        "RecordStorageConformance", "RecordStoragePostgreSQL", "RecordStorage", "RecordTestSupport",
        "StorageTransforms", "TestSupport", "storeworker",
      ]),
    .testTarget(name: "WorkloadsTests", dependencies: ["TestTraits", "Workloads"]),
    .testTarget(
      name: "ArchivableTests",
      dependencies: ["KeyedArchives", "StorageTransforms", "TestSupport", "TestTraits"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && !inC.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  if target.type == .regular {
    target.swiftSettings?.append(.strictMemorySafety())
    target.swiftSettings?.append(.treatWarning("StrictMemorySafety", as: .error))
  }
}
