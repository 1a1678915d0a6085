/// The peers that are measured: here none.
///
/// A package beside this one, which depends on them, compiles the sources of the benchmark with a
/// file of its own in place of this one, and writes their figures with `--peers`.
enum Peers {
  static let all: [any Peer] = []
}
