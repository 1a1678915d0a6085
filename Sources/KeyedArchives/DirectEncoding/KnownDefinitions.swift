/// The definitions of a few earlier calls as bytes, with the numbers they were made from.
@unsafe
struct KnownDefinitions {
  @unsafe
  fileprivate struct Entry {
    var source: UnsafeMutableBufferPointer<UInt32>
    var bytes: UnsafeMutableRawBufferPointer
    var labelRows: UnsafeMutableBufferPointer<Int>
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var count = 0
  /// The index of those that were found or kept last.
  private var last = 0
  /// What is being put together.
  private var source: UnsafeMutableBufferPointer<UInt32>
  private var sourceCount = 0
  private static let limit = 8

  init() {
    unsafe entries = unsafe .allocate(capacity: Self.limit)
    unsafe source = .allocate(capacity: 256)
  }

  func free() {
    for index in unsafe 0..<count { unsafe entries[index].free() }
    unsafe entries.deallocate()
    unsafe source.deallocate()
  }

  mutating func begin() { unsafe sourceCount = 0 }

  /// Appends a number that the definitions depend on.
  @inline(__always)
  mutating func add(_ number: UInt32) {
    if unsafe sourceCount == source.count { unsafe grow() }
    unsafe source[sourceCount] = number
    unsafe sourceCount += 1
  }

  private mutating func grow() {
    let larger = unsafe UnsafeMutableBufferPointer<UInt32>.allocate(capacity: source.count * 2)
    _ = unsafe larger.update(fromContentsOf: source)
    unsafe source.deallocate()
    unsafe source = unsafe larger
  }

  /// The numbers that were added.
  var numbers: [UInt32] { unsafe Array(source[..<sourceCount]) }

  /// Whether the numbers that were added are these.
  func matches(_ numbers: [UInt32]) -> Bool {
    guard unsafe numbers.count == sourceCount else { return false }
    for index in numbers.indices where unsafe numbers[index] != source[index] { return false }
    return true
  }

  /// The definitions made from the numbers that were added; the most recent first.
  mutating func find() -> UnsafeRawBufferPointer? {
    var index = 0
    while unsafe index < count {
      if unsafe isMade(entries + index) {
        if index > 0 {
          unsafe swap(&entries[index], &entries[index - 1])
          index -= 1
        }
        unsafe last = index
        return unsafe UnsafeRawBufferPointer(entries[index].bytes)
      }
      index += 1
    }
    return nil
  }

  /// True if an entry was made from the numbers that were added.
  @inline(__always)
  private func isMade(_ entry: UnsafeMutablePointer<Entry>) -> Bool {
    let (known, added) = unsafe (entry.pointee.source, source)
    guard unsafe known.count == sourceCount else { return false }
    for index in unsafe 0..<known.count where unsafe known[index] != added[index] { return false }
    return true
  }

  /// The numbers of the rows of the classes in ``BodyLabels``, in the definitions that were found or kept last.
  var labelRows: UnsafeBufferPointer<Int> { unsafe UnsafeBufferPointer(entries[last].labelRows) }

  /// Keeps the bytes for the numbers that were added.
  mutating func keep(_ bytes: [UInt8], labelRows: ArraySlice<Int>) -> UnsafeRawBufferPointer {
    if unsafe count == Self.limit {
      unsafe count -= 1
      unsafe entries[count].free()
    }
    let numbers = unsafe UnsafeMutableBufferPointer<UInt32>.allocate(capacity: sourceCount)
    _ = unsafe numbers.update(fromContentsOf: source[..<sourceCount])
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    let rows = UnsafeMutableBufferPointer<Int>.allocate(capacity: labelRows.count)
    _ = unsafe rows.initialize(fromContentsOf: labelRows)
    unsafe entries[count] = unsafe Entry(source: numbers, bytes: copy, labelRows: rows)
    unsafe last = unsafe count
    unsafe count += 1
    return UnsafeRawBufferPointer(copy)
  }
}

extension KnownDefinitions.Entry {
  fileprivate func free() {
    unsafe source.deallocate()
    unsafe bytes.deallocate()
    unsafe labelRows.deallocate()
  }
}
