#if PostgreSQL
  internal import RecordStorage

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// Where the records of a table are that data servers hold.
  struct TablePartitions: Sendable {
    /// The name of the table on each data server. Each definition that makes one takes a name that no other had.
    let dataName: String
    /// The names of the partitions on the coordinating server, in the order of the data servers.
    var names: [String]

    /// Those of a table that is not there yet.
    init(of entity: String, names: [String]) {
      let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
      dataName = SQLName.shortened("\(entity)_\(digits)")
      self.names = names
    }

    /// Those that the coordinating server has.
    ///
    /// - Throws: ``StorageError/Code/damaged``, and what the decoder of names throws.
    init(_ dataName: String?, _ names: Data?) throws {
      guard let dataName, let names else {
        throw StorageError(.damaged, "the list of partitions has a gap")
      }
      self.dataName = dataName
      self.names = try JSONDecoder().decode([String].self, from: names)
    }

    /// The name of what holds the records on one data server, counted from 1.
    func leafName(_ number: Int) -> String { SQLName.shortened("\(dataName)_\(number)") }
  }
#endif
