import FuzzMutation
import FuzzOracles

/// Hands an input to ReferenceOracle.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ReferenceOracle.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Changes an input so that it stays whole.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximumCount: Int, _ seed: CUnsignedInt
) -> Int {
  Mutator.mutate(start, count, maximumCount, seed, .byFirstByte)
}
