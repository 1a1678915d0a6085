import Testing

@Suite struct ArchitectureTests {
  @Test func `every folder of Sources has a row in the table, and every row a folder`() throws {
    #expect(try Checkout.targets() == ArchitectureRules.rows.keys.sorted())
  }

  @Test(arguments: ArchitectureRules.rows.keys.sorted())
  func `a target imports only what its row allows`(target: String) throws {
    let sources = try Checkout.sources(of: target)
    let isModuleMap = ["CZlib", "CPostgreSQL"].contains(target)
    #expect(!sources.isEmpty || isModuleMap, "\(target) has no sources")
    for (path, text) in sources where path.hasSuffix(".swift") {
      let breaches = ArchitectureRules.breaches(in: text, of: target)
      #expect(breaches.isEmpty, "\(path): \(breaches)")
    }
  }

  @Test(arguments: ArchitectureRules.rows.keys.sorted())
  func `a target depends only on what its row allows`(target: String) throws {
    let manifest = ManifestTargets(try Checkout.text("Package.swift"))
    let dependencies = try #require(manifest.dependencies[target], "\(target) is not declared")
    let row = try #require(ArchitectureRules.rows[target])
    let allowed = row.usesSystem ? row.modules.union(["PlatformC"]) : row.modules
    #expect(allowed.isSuperset(of: dependencies), "\(target) depends on \(dependencies)")
  }

  /// Without a declared dependency, a build works only as long as the module happens to be built first.
  @Test func `a target depends on each target that it imports`() throws {
    let manifest = ManifestTargets(try Checkout.text("Package.swift"))
    #expect(manifest.folders.count > 40)
    for (target, folder) in manifest.folders {
      let declared = try #require(manifest.dependencies[target])
      for (path, text) in try Checkout.sources(in: folder) where path.hasSuffix(".swift") {
        let missing = SourceImports(text).imports.map(\.module).filter { module in
          manifest.folders[module] != nil && module != target && !declared.contains(module)
        }
        #expect(missing.isEmpty, "\(path), of \(target): \(missing)")
      }
    }
  }

  /// A copy that used the coder that it is compared with would agree with it.
  @Test func `the reference coder imports three public types and Foundation`() throws {
    let sources = try Checkout.sources(in: "Tests/ReferenceCoder")
    #expect(sources.count > 40)
    for (path, text) in sources {
      let breaches = ArchitectureRules.breaches(in: text, ofReferenceCoder: path)
      #expect(breaches.isEmpty, "\(breaches)")
    }
    let manifest = ManifestTargets(try Checkout.text("Package.swift"))
    #expect(manifest.dependencies["ReferenceCoder"] == ["ArchiveFormat"])
  }

  @Test(arguments: ArchitectureRules.rows.keys.sorted())
  func `no source looks up types at run time`(target: String) throws {
    for (path, text) in try Checkout.sources(of: target) {
      let lookups = ArchitectureRules.lookups(in: text)
      #expect(lookups.isEmpty, "\(path): \(lookups)")
    }
  }
}
