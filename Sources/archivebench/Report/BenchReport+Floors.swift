extension BenchReport {
  /// What `perf record` found when it was looked for, in November 2026.
  static let floors = """
    Shares of the time are those that `perf record` gave on this machine with Swift 6.3.1 in November 2026.

    - `tiny`, encoding: 40 % are spent outside of the package, in the main on the two allocations of a `Data` and
      their release, and 11 % on the checksum; the code written by hand pays for the same, and for little else. What is
      left of the difference is finding the definitions that belong to the record and putting them before it.
    - `tiny`, decoding through `Codable`: 41 % are spent in the standard library alone, between the initializer that the
      compiler made and the container that answers it: every call goes through a box that is retained, and looks its
      witnesses up. Generated code has none of this.
    - `twitter` and `log`, decoding by generated code: strings of more than 15 bytes take a quarter and a fifth of the time. One of 25
      bytes costs 35 ns, by each of the ways that the standard library offers, and most of that is its allocation; text
      beyond ASCII is validated there byte by byte, and cannot be made from bytes that were validated before.
    - `log`: 37 % are page faults of the memory that the entries get, since glibc hands arrays of this size back with every call.
    - `mesh`, encoding: what remains is one copy of the numbers (55 %) and their checksum (28 %). Computing the checksum
      during the copy gains nothing, since both keep the processor busy and not the memory.
    """
}
