import ArchiveFormat
import TestSupport

/// How content stands in an archive: the names behind those of the vectors.
enum DefectFraming: String, CaseIterable {
  case single = ""
  case packed = "packed"
  case block = "block"
  case packedBlock = "packed-block"
  /// The content begins in the block before.
  case laterBlock = "later-block"
  case laterPackedBlock = "later-packed-block"
  /// In the second scope of a file.
  case secondScope = "second-scope"
  /// In a scope behind an end mark.
  case grown = "grown"
  /// In a record against the dictionary “grown”.
  case record = "record"
  case packedRecord = "packed-record"

  var isMultiPart: Bool {
    switch self {
    case .single, .packed, .record, .packedRecord: false
    default: true
    }
  }

  func admits(_ defect: ContentDefect) -> Bool {
    switch self {
    case .single, .packed: true
    case .block, .packedBlock, .secondScope, .grown:
      !defect.isForSinglePartsOnly
        && (!defect.isInDefinitions || defect.definitions.count > 1)
    case .laterBlock, .laterPackedBlock:
      !defect.isForSinglePartsOnly && !defect.isInDefinitions
        && (!defect.isRootList || defect.mark > defect.valueStart)
    case .record, .packedRecord: defect.definitions == [0x01] && !defect.isInDefinitions
    }
  }

  func vector(_ defect: ContentDefect, _ random: inout SeededGenerator) -> InvalidVector {
    let (bytes, place) =
      isMultiPart ? multiPart(defect, &random) : singlePart(defect)
    return InvalidVector(
      name: defect.name + (self == .single ? "" : "." + rawValue), code: defect.code, place: place,
      bytes: bytes, dictionary: self == .record || self == .packedRecord ? .grown : nil,
      limits: defect.limits, isFoundByVerificationOnly: defect.isFoundByVerificationOnly)
  }

  private func singlePart(_ defect: ContentDefect) -> ([UInt8], ArchivePlace) {
    var image = SinglePartImage(defect.content, flags: defect.isRootList ? 4 : 0)
    if self == .record || self == .packedRecord {
      image.flags |= 1
      image.dictionary = (.grown, 6)
    }
    if self == .packed || self == .packedRecord { image.flags |= 2 }
    return (image.framed.bytes, image.place(defect.mark))
  }

  private func multiPart(
    _ defect: ContentDefect, _ random: inout SeededGenerator
  ) -> ([UInt8], ArchivePlace) {
    let isPacked = self == .packedBlock || self == .laterPackedBlock
    var parts: [PartImage] = []
    if self == .secondScope || self == .grown {
      parts.append(PartImage(.block(HexText("03 45 01").bytes, isLast: true)))
    }
    if self == .grown { parts += [PartImage(.index), PartImage(.endMark)] }
    let definitionsPart = parts.count
    if defect.definitions.count > 1 {
      parts.append(
        PartImage(
          .definitions(Array(defect.definitions), rowCount: defect.rowCount), isPacked: isPacked))
    }
    // The content of a scope is a list of roots, that of a single part one value.
    let value = Array(defect.value)
    let end: [UInt8] = defect.endsEarly ? [] : [ArchiveFraming.endOfRoots]
    let content = defect.isRootList ? value : [0x03] + value + end
    let mark = defect.mark - defect.valueStart + (defect.isRootList ? 0 : 1)
    var start = 0
    if self == .laterBlock || self == .laterPackedBlock {
      start = 1 + random.index(below: min(mark, content.count - 1))
      parts.append(PartImage(.block(Array(content[..<start]), isLast: false), isPacked: isPacked))
    }
    let block = parts.count
    parts.append(PartImage(.block(Array(content[start...]), isLast: true), isPacked: isPacked))
    let framed = MultiPartImage(parts + [PartImage(.index), PartImage(.endMark)]).framed
    return (
      framed.bytes,
      defect.isInDefinitions
        ? framed.places[definitionsPart].raw(defect.mark) : framed.places[block].raw(mark - start)
    )
  }
}
