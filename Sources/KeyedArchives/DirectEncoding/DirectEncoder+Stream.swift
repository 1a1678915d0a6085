internal import ArchiveFormat

/// Elements one by one, batch after batch of one archive.
///
/// Shapes keep their numbers from batch to batch, and fields their kinds: a stream is one call of the
/// encoder. What stands outside of records, the kind of the elements, is found anew in each batch.
extension DirectEncoder {
  /// The elements of the batch that is written.
  @unsafe
  struct StreamElements {
    /// The place of the arrays.
    let list: UnsafeMutablePointer<EncodingSlot>
    /// The place of the elements.
    let place: UnsafeMutablePointer<EncodingSlot>
    /// The row of elements that differ from each other; nil as long as all were found to be alike.
    var row: UnsafeMutablePointer<ElementRow>?
  }

  /// Begins a stream.
  func beginStream(
    userInfo: [CodingUserInfoKey: any Sendable], maximumDepth: Int
  ) -> StreamElements {
    self.userInfo = userInfo
    begin(maximumDepth)
    let (list, place) = unsafe (memory.newSlot(), memory.newSlot())
    unsafe list.pointee.elements = unsafe place
    return unsafe StreamElements(list: list, place: place)
  }

  /// Begins a batch.
  ///
  /// - Parameter type: The type of the elements.
  func beginBatch(_ elements: inout StreamElements, of type: any Any.Type) {
    let state = unsafe state
    let place = unsafe elements.place
    beginCosts(nil)
    unsafe state.pointee.builtByteCount = 0
    unsafe state.pointee.emptyElementCount = 0
    unsafe state.pointee.recordRowCount = 0
    unsafe state.pointee.repeatedByteCount = 0
    unsafe forgetKind(elements.list)
    unsafe forgetKind(place)
    changedRecordCount = 0
    triesAgain = false
    unsafe state.pointee.position = unsafe state.pointee.base + Self.headRoom
    unsafe state.pointee.top = unsafe state.pointee.frames
    unsafe state.pointee.hasDeviated = false
    unsafe state.pointee.rowCount = 0
    endOpenRows()
    forgetLateContainers()
    unsafe state.pointee.pending = nil
    // The array around the elements.
    unsafe state.pointee.depth = 1
    unsafe state.pointee.contentStart = Self.headRoom
    // Identity holds within a batch.
    objects.removeAll()
    rowLayouts = [:]
    unsafe state.pointee.awaitedObjectCount = 0
    beginCuts()
    if isMixed(type), let row = unsafe openRow(elements.list, .array, isNested: false) {
      // No other row says what the elements are.
      unsafe row.pointee.isApart = true
      unsafe elements.row = unsafe row
      return
    }
    unsafe elements.row = nil
    unsafe memory.streamFrame.pointee = unsafe ElementsFrame(
      outer: nil, records: state.pointee.frames, place: place, count: ElementsFrame.uncounted,
      role: .array)
    unsafe state.pointee.elements = unsafe memory.streamFrame
  }

  /// Writes one more element.
  ///
  /// - Returns: False if the batch has to be encoded once more, or the general way.
  func append<Element: Encodable>(_ element: Element, to elements: StreamElements) -> Bool {
    do {
      if let row = unsafe elements.row {
        unsafe try encode(element, in: RowHandle(self, row).next())
      } else {
        unsafe try encode(element, at: elements.place)
        // In the array that the elements are, bools are bits.
        if unsafe elements.place.pointee.isBool {
          throw unsafe state.pointee.deviate(mixed: elements.place)
        }
        unsafe memory.streamFrame.pointee.index += 1
        unsafe state.pointee.elements = unsafe memory.streamFrame
      }
      settleBodies()
      guard hasDistinctNames() else { throw unsafe state.pointee.deviate() }
    } catch {
      unsafe state.pointee.hasDeviated = true
      learnMixedType()
    }
    // An object that no element so far holds may not be stored at all, which is then an error of this element.
    return !hasDeviated && !needsSecondPass
  }

  /// Ends the elements of a batch.
  ///
  /// - Returns: False if the batch has to be encoded once more, or the general way.
  func endBatch(_ elements: StreamElements) -> Bool {
    guard let row = unsafe elements.row else { return !hasDeviated }
    do {
      unsafe try RowHandle(self, row).resume()
      unsafe try closeElements(state.pointee.top)
      unsafe state.pointee.top -= 1
    } catch {
      unsafe state.pointee.hasDeviated = true
      learnMixedType()
    }
    return !hasDeviated && !needsSecondPass
  }

  /// The shapes of the present call among those of a stream; nil if they need the general way.
  func numbering(in history: DefinitionHistory) -> ShapeNumbering? {
    guard let own = makeDefinitions(settledKinds) else { return nil }
    let absent = absentFields()
    return ShapeNumbering(of: own, in: history) { absent.contains([$0, $1]) }
  }

  /// Begins a call in which the shapes of the present one have these numbers, and new ones larger ones than a stream has.
  func number(_ numbers: [Int], shapeCount: Int, maximumDepth: Int) {
    let plans = unsafe definedPlans
    let emptyShape = unsafe state.pointee.emptyShape
    begin(maximumDepth)
    unsafe variables.pointee.lastNamed = nil
    for index in unsafe plans.indices {
      unsafe state.pointee.number(plans[index])
      unsafe plans[index].pointee.shape = numbers[index]
      // Records of a stream may follow any row that says what they are.
      unsafe plans[index].pointee.comparedCall = unsafe state.pointee.call
      if unsafe !plans[index].pointee.isExact {
        unsafe noteChange(of: plans[index].pointee.group)
      }
    }
    unsafe state.pointee.emptyShape = emptyShape.map { numbers[$0] }
    unsafe state.pointee.shapeCount = shapeCount
  }

  private var definedPlans: [UnsafeMutablePointer<RecordPlan>] {
    var found: [UnsafeMutablePointer<RecordPlan>] = unsafe []
    var next = unsafe state.pointee.firstDefined
    while let plan = unsafe next {
      unsafe found.append(plan)
      unsafe next = unsafe plan.pointee.nextDefined
    }
    return unsafe found
  }

  /// The types of the shapes so far, and the superclasses that are named beside them, by name.
  var definedTypes: [String.UTF8View.Digest: ObjectIdentifier] {
    var found: [String.UTF8View.Digest: ObjectIdentifier] = [:]
    let plans = unsafe definedPlans.map { unsafe $0.pointee.group.pointee.typeIndex }
    for index in plans + labels.types where index >= 0 {
      var next: (any Any.Type)? = types[index]
      while let type = next {
        let name = TypeName.of(type)
        found[name.text.utf8.digest] = ObjectIdentifier(type)
        next = name.namedSuperclass(of: type)
      }
    }
    return found
  }

  /// Puts before `count` elements what makes them the unnamed root of a scope: name, tag and count.
  func putHead(of elements: StreamElements, count: Int) -> Bool {
    var sink = ByteSink()
    sink.varint(1)
    sink.kind(.array)
    guard let kind = unsafe elementKind(elements.place) else { return false }
    sink.append(kind[...])
    // A row writes the count itself.
    if unsafe elements.row == nil { sink.varint(count << 1) }
    guard unsafe sink.count <= state.pointee.contentStart else { return false }
    putBefore(sink.bytes)
    return true
  }

  private func elementKind(_ place: UnsafeMutablePointer<EncodingSlot>) -> [UInt8]? {
    var kinds = KindTable()
    guard
      let kind = unsafe kind(place, &kinds, room: KindTable.maximumDepth - 1)
    else { return nil }
    var sink = ByteSink()
    sink.kind(kind, kinds, typeNumbers: rowNumbers(for: kind, kinds))
    return sink.bytes
  }
}
