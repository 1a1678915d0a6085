#if PostgreSQL
  internal import CPostgreSQL
  internal import PlatformC

  /// Sends to a server and takes its results, and waits for it only so long. libpq's own calls that wait do that for ever: for an answer whose length was
  /// corrupted, for example.
  @safe
  struct AnswerWait {
    enum Failure: Error {
      /// The connection is not there any more.
      case lost
      /// The server sent nothing for too long.
      case silent
      /// The server began to copy a table, which it was not asked for: libpq has results of that without an end.
      case copying
    }

    /// libpq's connection, in the mode in which its calls do not wait.
    let handle: OpaquePointer
    /// The time for which the server may send nothing.
    let limit: Duration

    init(_ handle: OpaquePointer, _ limit: Duration) {
      unsafe self.handle = handle
      self.limit = limit
    }

    /// Sends what libpq still has. What the server sends meanwhile is kept: it may wait until that is taken.
    func send() throws(Failure) {
      while true {
        let rest = unsafe PQflush(handle)
        if rest == 0 { return }
        guard rest == 1 else { throw .lost }
        if try wait(POLLIN | POLLOUT) { try consume() }
      }
    }

    /// The next result; nil behind the last one of a statement.
    func result() throws(Failure) -> OpaquePointer? {
      while unsafe PQisBusy(handle) == 1 {
        // With TLS the rest of a record may be read from the socket already, which then has nothing to tell of.
        try consume()
        guard unsafe PQisBusy(handle) == 1 else { break }
        _ = try wait(POLLIN)
        try consume()
      }
      guard let result = unsafe PQgetResult(handle) else { return nil }
      let status = unsafe PQresultStatus(result)
      guard ![PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status) else {
        unsafe PQclear(result)
        throw .copying
      }
      return unsafe result
    }

    private func consume() throws(Failure) {
      guard unsafe PQconsumeInput(handle) == 1 else { throw .lost }
    }

    /// Waits for one of some events.
    ///
    /// - Returns: True if there is something to read, an error of the connection too.
    private func wait(_ events: Int32) throws(Failure) -> Bool {
      let end = ContinuousClock.now.advanced(by: limit)
      while true {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { throw .silent }
        var entry = unsafe pollfd(
          fd: PQsocket(handle), events: Int16(truncatingIfNeeded: events), revents: 0)
        let milliseconds = left / .milliseconds(1)
        let count = unsafe poll(&entry, 1, Int32(clamping: Int(milliseconds.rounded(.up))))
        if count > 0 { return Int32(entry.revents) & ~Int32(POLLOUT) != 0 }
        guard count == 0 || errno == EINTR else { throw .lost }
      }
    }
  }
#endif
