#if PostgreSQL
  import Foundation
  import Synchronization

  /// Stands between clients and a server as PgBouncer does with `pool_mode = transaction`: each transaction of a client gets another one of a few
  /// connections, which keep what earlier transactions left there. It can change what the server sends.
  ///
  /// It forwards the messages of the protocol (PostgreSQL's documentation, chapter “Frontend/Backend Protocol”) as they are, and knows three of them: a client's
  /// query and its mark `Sync`, which the server answers with one `ReadyForQuery` each.
  final class TestPooler: Sendable {
    struct Failure: Error {}

    /// Takes a message that the server sends, and returns what the client gets.
    typealias Change = @Sendable (_ type: Character, _ message: [UInt8]) -> [UInt8]

    private let folder: String
    private let listener: Int32
    private let change: Change
    private let serverPath: String
    /// Connections to the server that no transaction has, the longest idle one first.
    private let idle: Mutex<[Wire]>
    /// The messages that tell a client the parameters of the server.
    private let parameters: [UInt8]

    init(
      _ server: TestServer, connections: Int = 3, change: @escaping Change = { $1 }
    ) throws {
      serverPath = server.folder + "/.s.PGSQL.5432"
      self.change = change
      folder = "/tmp/kapo-" + UUID().uuidString.prefix(13)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      var wires: [Wire] = []
      var told: [UInt8] = []
      for _ in 0..<connections { wires.append(try Self.connection(serverPath, &told)) }
      parameters = told
      idle = Mutex(wires)
      listener = try Wire.listener(folder + "/.s.PGSQL.5432")
      Thread {
        while true {
          let client = accept(self.listener, nil, nil)
          guard client >= 0 else { return }
          Thread { self.serve(Wire(client)) }.start()
        }
      }.start()
    }

    /// Takes no more clients.
    func stop() {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// The connection string for libpq.
    var connection: String { "host=\(folder) user=postgres dbname=postgres connect_timeout=10" }

    private static func connection(_ path: String, _ told: inout [UInt8]) throws -> Wire {
      let wire = try Wire(connectedTo: path)
      let pairs = ["user", "postgres", "database", "postgres", "client_encoding", "UTF8"]
      let text: [UInt8] = pairs.flatMap { Array($0.utf8) + [0] } + [0]
      try wire.write(Wire.number(UInt32(text.count + 8)) + Wire.number(196_608) + text)
      told = []
      while true {
        let message = try wire.message()
        if message.first == UInt8(ascii: "S") { told += message }
        if message.first == UInt8(ascii: "Z") { return wire }
      }
    }

    /// Forwards what a client and its transactions' connections send, until the client goes.
    private func serve(_ client: Wire) {
      do { try greet(client) } catch { return }
      while let first = try? client.message(), first.first != UInt8(ascii: "X") {
        guard let server = try? free() else { return }
        do {
          try transaction(client, server, first)
          idle.withLock { $0.append(server) }
        } catch {
          // A transaction that the client left open ends with the connection.
          var told: [UInt8] = []
          if let other = try? Self.connection(serverPath, &told) {
            idle.withLock { $0.append(other) }
          }
          return
        }
      }
    }

    private func greet(_ client: Wire) throws {
      while true {
        let length = Int(Wire.number(try client.read(4)))
        let body = try client.read(max(0, length - 4))
        guard body.count >= 4 else { throw Failure() }
        switch Wire.number(Array(body.prefix(4))) {
        // Encryption.
        case 80_877_103, 80_877_104: try client.write([UInt8(ascii: "N")])
        // Cancellation.
        case 80_877_102: throw Failure()
        default:
          let accepted = [UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0]
          let key = [UInt8(ascii: "K"), 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 2]
          let ready = [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]
          return try client.write(accepted + parameters + key + ready)
        }
      }
    }

    /// Waits for a connection to the server.
    private func free() throws -> Wire {
      for _ in 0..<6_000 {
        let wire = idle.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let wire { return wire }
        Thread.sleep(forTimeInterval: 0.005)
      }
      throw Failure()
    }

    /// Forwards until the server is in no transaction, and has answered everything.
    private func transaction(_ client: Wire, _ server: Wire, _ first: [UInt8]) throws {
      var awaited = 0
      func forward(_ message: [UInt8]) throws {
        let type = Character(UnicodeScalar(message[0]))
        if type == "Q" || type == "S" { awaited += 1 }
        if type == "X" { throw Failure() }
        try server.write(message)
      }
      try forward(first)
      while true {
        // Either side may send a part of a message, and the rest once the other side has sent more.
        while let message = client.wholeMessage() { try forward(message) }
        while let message = server.wholeMessage() {
          let type = Character(UnicodeScalar(message[0]))
          try client.write(change(type, message))
          guard type == "Z" else { continue }
          awaited -= 1
          if awaited == 0, message.last == UInt8(ascii: "I") { return }
        }
        try Wire.receive(client, server)
      }
    }
  }

  /// A socket, and messages on it.
  private final class Wire: Sendable {
    private static let maximumByteCount = 1 << 26

    private let descriptor: Int32
    /// Bytes that were received and not handed over.
    private let received = Mutex<[UInt8]>([])

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    init(connectedTo path: String) throws {
      descriptor = try Self.named(path) { connect($0, $1, $2) }
    }

    deinit { close(descriptor) }

    static func listener(_ path: String) throws -> Int32 {
      let descriptor = try named(path) { bind($0, $1, $2) }
      guard listen(descriptor, 64) == 0 else { throw TestPooler.Failure() }
      return descriptor
    }

    private static func named(
      _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
      // SOCK_STREAM, which has one type here and another there.
      let descriptor = socket(AF_UNIX, 1, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { place in
        place.copyBytes(from: bytes.prefix(place.count - 1))
      }
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard result == 0 else { throw TestPooler.Failure() }
      return descriptor
    }

    static func number(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func number(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    func read(_ count: Int) throws -> [UInt8] {
      while true {
        let bytes = received.withLock { received -> [UInt8]? in
          guard received.count >= count else { return nil }
          defer { received.removeFirst(count) }
          return Array(received.prefix(count))
        }
        if let bytes { return bytes }
        try receive()
      }
    }

    /// Waits for bytes, and keeps them.
    private func receive() throws {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw TestPooler.Failure() }
      let total = received.withLock { received in
        received += bytes.prefix(count)
        return received.count
      }
      guard total <= Self.maximumByteCount else { throw TestPooler.Failure() }
    }

    /// A message that was received as a whole: its type, its length, its content.
    func wholeMessage() -> [UInt8]? {
      received.withLock { received in
        guard received.count >= 5 else { return nil }
        let count = 1 + Int(Self.number(Array(received[1..<5])))
        guard received.count >= count else { return nil }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
      }
    }

    func write(_ bytes: [UInt8]) throws {
      var done = 0
      while done < bytes.count {
        let part = bytes.withUnsafeBytes {
          send(
            descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done,
            Int32(MSG_NOSIGNAL))
        }
        guard part > 0 else { throw TestPooler.Failure() }
        done += part
      }
    }

    /// Waits for a whole message.
    func message() throws -> [UInt8] {
      while true {
        if let message = wholeMessage() { return message }
        try receive()
      }
    }

    /// Waits until one of two has sent something, and keeps that.
    static func receive(_ first: Wire, _ second: Wire) throws {
      var entries = [first, second].map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&entries, 2, -1) > 0 else { throw TestPooler.Failure() }
      if entries[0].revents != 0 { try first.receive() }
      if entries[1].revents != 0 { try second.receive() }
    }
  }
#endif
