import ArchiveInspection

import PlatformC

/// Standard output with a buffer. A reader that goes away, as `head` does, ends the output quietly.
struct StandardOutput {
  private var buffer: [UInt8] = []
  private var failure: Failure?
  private var isClosed = false

  private static let bufferByteCount = 64 << 10

  init() {
    // A write to a closed pipe shall fail, not kill.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether colour is welcome (https://no-color.org).
  static var isColoured: Bool {
    isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  mutating func line(_ text: String) {
    write(text.utf8)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  mutating func write(_ bytes: some Collection<UInt8>) {
    guard !isClosed else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferByteCount { flush() }
  }

  /// Writes what is in the buffer; a failure is thrown by ``finish()``.
  mutating func flush() {
    guard !isClosed else { return }
    let code = Descriptor.write(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
    guard code != 0 else { return }
    isClosed = true
    if code != EPIPE { failure = Failure(.inputOutput, errno: code) }
  }

  /// Writes what is left.
  mutating func finish() throws(Failure) {
    flush()
    if let failure { throw failure }
  }

  /// One line to standard error, whatever names the message quotes.
  static func complain(_ message: String) {
    let line = TerminalText.escaped(sentence: message)
    _ = Descriptor.write(Array("archivecat: \(line)\n".utf8), to: STDERR_FILENO)
  }
}
