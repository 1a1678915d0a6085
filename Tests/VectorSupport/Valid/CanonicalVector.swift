package import ArchiveCompression
package import ArchiveFormat
import ArchiveInspection

/// An archive that is read, dumped, and, if its framing is one of this writer, written again as the same bytes.
package struct CanonicalVector: CustomStringConvertible, Sendable {
  /// The name of the files under `Spec/vectors/valid`.
  package let name: String
  package let comment: String
  package let bytes: [UInt8]
  /// How it is framed.
  package let layout: ArchiveLayout
  /// Whether this writer makes it of its values.
  package let isOfThisWriter: Bool

  package var description: String { name }

  init(
    _ name: String, _ comment: String, _ bytes: [UInt8], _ layout: ArchiveLayout = .single,
    isOfThisWriter: Bool = true
  ) {
    self.name = name
    self.comment = comment
    self.bytes = bytes
    self.layout = layout
    self.isOfThisWriter = isOfThisWriter
  }

  /// Content in hex, as a single part.
  init(_ name: String, _ content: String, _ comment: String, isRootList: Bool = false) {
    self.init(
      name, comment,
      SinglePartImage(HexText(content).bytes, flags: isRootList ? 4 : 0).framed.bytes)
  }

  package static var all: [CanonicalVector] { leaves + contents + layouts + random + otherWriters }

  /// What is not as it should be when it is read and written again.
  package func problems() -> [String] {
    do throws(ArchiveError) {
      let findings = ArchiveVerification(of: bytes, requiresCanonicalForm: isOfThisWriter).findings
      // Features that nobody knows are told of files of other writers, and change nothing.
      let isKnown = findings.allSatisfy { !isOfThisWriter && $0.code == .unknownOptionalFeature }
      guard isKnown else { return ["\(name): \(findings)"] }
      guard let root = try rootToWrite() else { return [] }
      let again = try root.archived(as: layout)
      return again == bytes ? [] : ["\(name): written again as \(VectorFolder.text(again, []))"]
    } catch {
      return ["\(name): \(error)"]
    }
  }

  /// Whether it is written again.
  package var isWrittenAgain: Bool { (try? rootToWrite()) != nil }

  /// What is written again: the root, where there is but one, without a name.
  private func rootToWrite() throws(ArchiveError) -> ArchivedValue? {
    let roots = try ArchiveInspector(bytes).roots
    guard isOfThisWriter, roots.count == 1, roots[0].name.isEmpty else { return nil }
    return roots[0].value
  }

  /// Its value dump.
  package func dump() throws(ArchiveError) -> String {
    String(decoding: try ArchiveInspector(bytes).dump(), as: UTF8.self)
  }
}

extension ArchiveLayout {
  static let single = ArchiveLayout(framing: .singlePart)
  static let multi = ArchiveLayout(framing: .multiPart)
}
