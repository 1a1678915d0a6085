/// The things that a back end can do beyond single changes (Spec/back-ends.md, section 7). A store refuses the others.
public struct StorageCapabilities: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: UInt32

  /// The capabilities of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Several changes are one (rule T1).
  public static let transactions = StorageCapabilities(rawValue: 1 << 0)
  /// A read sees one state of the store (rule R7).
  public static let snapshots = StorageCapabilities(rawValue: 1 << 1)
  /// No two records have one value of a unique attribute (rule W2).
  public static let uniqueAttributes = StorageCapabilities(rawValue: 1 << 2)
  /// Records are there after the process ended.
  public static let durable = StorageCapabilities(rawValue: 1 << 3)
  /// Several processes write.
  public static let sharedWriting = StorageCapabilities(rawValue: 1 << 4)
  /// The back end can be asked by the id of a commit if it is there (rule T7).
  public static let commitIDs = StorageCapabilities(rawValue: 1 << 5)

  private static let names: [(StorageCapabilities, String)] = [
    (.transactions, "transactions"), (.snapshots, "snapshots"),
    (.uniqueAttributes, "uniqueAttributes"), (.durable, "durable"),
    (.sharedWriting, "sharedWriting"), (.commitIDs, "commitIDs"),
  ]
}

extension StorageCapabilities: CustomStringConvertible {
  /// The names, with commas between them; “none” for none.
  public var description: String {
    let names = Self.names.filter { contains($0.0) }.map(\.1)
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
