#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  extension PartitionedWriting {
    /// Commits what only the coordinating server decides, and removes what nothing refers to then.
    func commitDefinition() throws {
      if isRebuilt {
        for number in 1...servers.count {
          _ = try sending { try connection.run(statements.announcement(number, .synced)) }
        }
      }
      do {
        try commitAsCoordinator()
      } catch let error as StorageError where error.code == .outcomeUnknown {
        // Either may be in use.
        made = []
        throw error
      }
      locks = []
      let inUse = Set(known.list.compactMap { known[$0.id]?.partitions?.dataName })
      for layout in made + replaced { removeData(layout, unlessIn: inUse) }
      made = []
    }

    private func removeData(_ layout: TableLayout, unlessIn inUse: Set<String> = []) {
      guard let name = layout.partitions?.dataName, !inUse.contains(name) else { return }
      servers.remove(name, like: layout)
    }

    func makePartitioned(_ table: RecordTable) throws {
      var layout = TableLayout(
        table, namespace: statements.namespace, name: try freeName(table.entity.name))
      try create(&layout)
      try keep(layout)
    }

    /// Makes a table and its partitions, first where names are decided, then where records are.
    private func create(_ layout: inout TableLayout) throws {
      var names: [String] = []
      for number in 1...servers.count { names.append(try freeName("\(layout.name)_\(number)")) }
      layout.partitions = TablePartitions(of: layout.table.entity.name, names: names)
      try run(layout.partitionedCreation(statements.dataServers))
      made.append(layout)
      try servers.make(layout)
    }

    func remakePartitioned(
      _ old: TableLayout, as table: RecordTable, _ rewrite: RecordRewrite?
    ) throws {
      try closeCursors(on: table.id)
      var layout = TableLayout(
        table, namespace: statements.namespace, name: old.name, keeping: old)
      layout.partitions = old.partitions
      if rewrite == nil, layout.isRenaming(of: old) {
        try alter(old, to: &layout)
        if !layout.name.utf8.elementsEqual(old.name.utf8) {
          try renamePartitions(&layout, layout.name)
        }
      } else {
        layout = TableLayout(table, namespace: statements.namespace, name: old.name)
        try rebuild(old, as: &layout, rewrite)
      }
      try keep(layout, replacing: old)
    }

    private func renamePartitions(_ layout: inout TableLayout, _ name: String) throws {
      guard var partitions = layout.partitions else { return }
      for (index, former) in partitions.names.enumerated() {
        let next = try freeName("\(name)_\(index + 1)")
        try run(layout.partitionRenaming(former, to: next))
        partitions.names[index] = next
      }
      layout.partitions = partitions
    }

    /// Makes a table of the records of another one, in its place.
    private func rebuild(
      _ old: TableLayout, as layout: inout TableLayout, _ rewrite: RecordRewrite?
    ) throws {
      // A commit may be on its way there whose coordinating server is gone, and with it the lock that it held here.
      locks = try servers.lock(old)
      var source = old
      source.name = try freeName("\(old.name)_former")
      try run("ALTER TABLE \(old.path) RENAME TO \(SQLName.quoted(source.name))")
      try renamePartitions(&source, source.name)
      if !layout.table.entity.name.utf8.elementsEqual(old.table.entity.name.utf8) {
        layout.name = try freeName(layout.table.entity.name)
      }
      try create(&layout)
      isRebuilt = true
      let records = try PostgreSQLCursor(self, RecordQuery(), source)
      while var record = try records.next() {
        if let rewrite { record.values = try rewrite(record) }
        try sending { try connection.send(layout.plainInsertion, layout.parameters(record)) }
      }
      try closeCursors(on: old.table.id)
      try run("DROP TABLE \(source.path)")
      replaced.append(old)
    }

    func dropPartitioned(_ layout: TableLayout) throws {
      try remove(layout)
      replaced.append(layout)
    }

    /// The coordinating server has rolled back: nothing refers to what was made.
    func removeMade() {
      locks = []
      for layout in made { removeData(layout) }
      made = []
    }
  }
#endif
