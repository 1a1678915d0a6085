/// A pointer to memory that a ``DirectEngine`` owns: fields of it are read and written without
/// reference counts and without checks for exclusive access.
///
/// Whoever frees one knows that no other is used any more.
@safe struct Ref<Pointee>: Equatable {
  private let address: UnsafeMutablePointer<Pointee>

  /// Memory for one value.
  init(_ value: Pointee) {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: value)
  }

  /// Memory that has to be initialised before it is used.
  init(uninitialized: Pointee.Type) { unsafe address = .allocate(capacity: 1) }

  /// Memory for a row of values that have to be initialised before they are used.
  init(uninitialized: Pointee.Type, count: Int) { unsafe address = .allocate(capacity: count) }

  /// Takes the value out of its memory, which has to be initialised before it is used again.
  func move() -> Pointee { unsafe address.move() }

  /// Frees memory that holds no values.
  func deallocate() { unsafe address.deallocate() }

  func initialize(to value: Pointee) { unsafe address.initialize(to: value) }

  /// Memory for a row of values.
  init(repeating value: Pointee, count: Int) {
    unsafe address = .allocate(capacity: count)
    unsafe address.initialize(repeating: value, count: count)
  }

  /// The first value of a buffer that outlives this.
  init(_ address: UnsafeMutablePointer<Pointee>) { unsafe self.address = address }

  var pointee: Pointee {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
  }

  /// The same memory without its type.
  var raw: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(address) }

  /// The address as a number, to be kept where no pointers are.
  var addressBits: Int { unsafe Int(bitPattern: address) }

  init(addressBits: Int) {
    unsafe address = UnsafeMutablePointer(bitPattern: addressBits).unsafelyUnwrapped
  }

  /// The value `index` places further on in a row.
  @inline(__always)
  subscript(index: Int) -> Ref { unsafe Ref(address + index) }

  /// Places from `start` to this one in a row.
  @inline(__always)
  func index(from start: Ref) -> Int { unsafe address - start.address }

  @inline(__always)
  static func == (left: Ref, right: Ref) -> Bool { unsafe left.address == right.address }

  func free(count: Int = 1) {
    unsafe address.deinitialize(count: count)
    unsafe address.deallocate()
  }
}

/// An object that somebody else keeps for as long as this is used.
@safe struct Unowned<Object: AnyObject>: Equatable {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  var object: Object { @inline(__always) get { unsafe reference.takeUnretainedValue() } }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool {
    unsafe left.reference.toOpaque() == right.reference.toOpaque()
  }
}
