internal import ArchiveCompression
internal import ArchiveFormat

/// Records against a shape dictionary.
extension DirectEncoder {
  /// Forms that are kept: the oldest goes first.
  private static let knownRecordLimit = 8

  /// A value as a record, up to the end of the call; nil if it is to be written the general way, as long as it is not
  /// known that the same bytes come out here.
  func knownRecord<Value: Encodable>(
    of value: Value, _ archiver: KeyedArchiver, _ dictionary: ShapeDictionary
  ) -> UnsafeRawBufferPointer? {
    if unsafe unknownRoot != nil { unsafe unknownRoot = nil }
    let costs = archiver.furtherCosts?.sum
    if let record = unsafe knownRecord(root: value, archiver, dictionary) { return unsafe record }
    // The general way adds the costs of the archives inside again.
    if let costs { archiver.furtherCosts?.reset(to: costs) }
    return nil
  }

  private func knownRecord<Value: Encodable>(
    root value: Value, _ archiver: KeyedArchiver, _ dictionary: ShapeDictionary
  ) -> UnsafeRawBufferPointer? {
    let root = unsafe encode(
      root: value, archiver, leavesGaps: false)
    if unsafe root != nil { noteAttempt(succeeded: true) }
    // Strings are interned by the block.
    guard let root = unsafe root, unsafe content.count < ArchiveFraming.singlePartByteCount,
      archiver.furtherCost(of: self) != nil, unsafe !state.pointee.namesShapes,
      // The rows of a dictionary have other numbers than those of the value alone.
      unsafe variables.pointee.labels.isEmpty
    else { return nil }
    gatherSource()
    let known = unsafe definitions
    let isRecord = unsafe root.pointee.kind == KindCode.recordOfShape
    let form = unsafe RootForm(
      type: ObjectIdentifier(Value.self), plan: isRecord ? root.pointee.plan?.pointee.number : nil)
    let identity = dictionary.identity
    let isWritten: Bool? = unsafe knownRecords.withUnsafeBufferPointer {
      for index in $0.indices
      where unsafe $0[index].root == form && $0[index].identity == identity {
        if unsafe known.pointee.matches($0[index].source) {
          return unsafe writeRecord($0[index].tag, $0[index].tagByteCount, dictionary)
        }
      }
      return nil
    }
    if isWritten == nil { unsafe unknownRoot = unsafe (root, form) }
    return isWritten == true ? unsafe content : nil
  }

  /// Frames the content as a record, where it stands; false without a tag.
  private func writeRecord(
    _ tag: UInt64, _ tagByteCount: Int, _ dictionary: ShapeDictionary
  ) -> Bool {
    if tagByteCount == 0 { return false }
    for index in (0..<tagByteCount).reversed() {
      putBefore(UInt8(truncatingIfNeeded: tag >> UInt64(8 * index)))
    }
    putBefore(ArchiveFraming.noDefinitions)
    putBefore(UInt8(truncatingIfNeeded: dictionary.rowCount))
    putBefore(ArchiveFraming.lead | ArchiveFraming.LeadFlags.dictionary.rawValue)
    let seed = dictionary.checksum ^ ArchiveFraming.draftSeed
    unsafe state.pointee.put(Checksum.crc32(content, seed: seed).littleEndian)
    return true
  }

  /// Notes how the root that was unknown a moment ago is written against a dictionary.
  ///
  /// - Parameter record: What the general way wrote, which added no rows.
  func learn(_ record: [UInt8], _ dictionary: ShapeDictionary) {
    guard let (root, form) = unsafe unknownRoot else { return }
    let source = definitionSource()
    if knownRecords.count == Self.knownRecordLimit { knownRecords.removeFirst() }
    knownRecords.append(
      KnownRecord(
        dictionary, root: form, source: source,
        tag: unsafe tag(of: record, root, dictionary.history)))
  }

  /// The tag that a root has against a dictionary; nil if more than the tag is written otherwise.
  private func tag(
    of record: [UInt8], _ root: UnsafeMutablePointer<EncodingSlot>, _ history: DefinitionHistory
  ) -> [UInt8]? {
    let other = history.definitions
    let tagStart = 3
    let payload = unsafe content
    let tagEnd = record.count - 4 - payload.count
    guard unsafe root.pointee.kind == KindCode.recordOfShape, let plan = unsafe root.pointee.plan,
      tagEnd > tagStart, unsafe record[tagEnd..<record.count - 4].elementsEqual(payload),
      let own = makeDefinitions(settledKinds)
    else { return nil }
    let tag = Array(record[tagStart..<tagEnd])
    let shape = other.shapes.indices.first {
      var sink = ByteSink()
      sink.recordTag(ofShape: $0)
      return sink.bytes == tag
    }
    guard let shape else { return nil }
    let absent = absentFields()
    var same = SameShapes(own, other) { absent.contains([$0, $1]) }
    guard unsafe same.match(plan.pointee.shape, shape) else { return nil }
    // Another record of the same form must not be taken by a newer shape.
    let live = history.liveShapes
    return same.matched.allSatisfy { live.isFirst($0, in: other.shapes) } ? tag : nil
  }

  /// The fields, each with its shape, that no record of this call had.
  func absentFields() -> Set<[Int]> {
    var absent: Set<[Int]> = []
    var next = unsafe state.pointee.firstDefined
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.nextDefined
      var field = 0
      for index in unsafe 0..<plan.pointee.count {
        let slot = unsafe plan.pointee.slots + index
        if unsafe slot.pointee.signature == EncodingSlot.switchCode { continue }
        if unsafe slot.pointee.call != state.pointee.call, unsafe slot.pointee.callKind == nil {
          unsafe absent.insert([plan.pointee.shape, field])
        }
        field += 1
      }
    }
    return absent
  }
}
