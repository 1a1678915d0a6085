#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import Synchronization

  /// A server of the tests' own: a folder below /tmp, reached through a socket in it and in no other way, unless TLS is asked for.
  ///
  /// A shell script makes, starts and stops it. It ends the server and removes the folder when its standard input ends, which is also what
  /// happens when this process is killed.
  final class TestServer: Sendable {
    /// Why it could not be started.
    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    /// Where the server's programs are; nil if there are none.
    static let programs: String? = {
      let candidates =
        [try? output("/bin/sh", ["-c", "pg_config --bindir"])].compactMap { $0 }
        + ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? [])
        .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
      return candidates.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.first {
        FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
      }
    }()

    /// Whether the tests are run: with `POSTGRESQL=required` also where the programs are missing, so that they fail.
    static let isWanted =
      programs != nil || ProcessInfo.processInfo.environment["POSTGRESQL"] == "required"
    static let whyNot = "no PostgreSQL server is installed: initdb was not found"

    /// The one that most tests share, each with a schema of its own.
    private static let common = Result { try TestServer() }

    static func shared() throws -> TestServer { try common.get() }

    let folder: String
    private let keeper: Process
    private let orders: FileHandle
    private let answers: FileHandle
    /// Schemas that nobody needs any more.
    private let left = Mutex<[String]>([])

    /// The port of this machine's loopback address at which the server speaks TLS, with a certificate that it made; nil if at none.
    private let securePort: Int?

    init(securePort: Int? = nil) throws {
      guard let programs = Self.programs else { throw Failure(description: Self.whyNot) }
      self.securePort = securePort
      folder = "/tmp/kapg-" + UUID().uuidString.prefix(13)
      let (input, output) = (Pipe(), Pipe())
      // Nobody else holds the end that tells of this process's death.
      _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
      keeper = Process()
      keeper.executableURL = URL(fileURLWithPath: "/bin/sh")
      keeper.arguments = [
        "-c", Self.script, "keeper", programs, folder, securePort.map(String.init) ?? "",
      ]
      keeper.standardInput = input
      keeper.standardOutput = output
      orders = input.fileHandleForWriting
      answers = output.fileHandleForReading
      try keeper.run()
      try tell(order: "start")
    }

    deinit {
      try? orders.close()
      keeper.waitUntilExit()
    }

    static let script = """
      trap '' INT TERM HUP
      programs=$1 folder=$2 port=$3
      as_owner() {
        if [ "$(id -u)" = 0 ]; then
          setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
        else
          "$@"
        fi
      }
      control() { as_owner "$programs/pg_ctl" -D "$folder/data" "$@" </dev/null >>"$folder/control" 2>&1; }
      mkdir -m 755 "$folder" || exit 1
      : >"$folder/control"
      if [ "$(id -u)" = 0 ]; then chown postgres:postgres "$folder"; fi
      cd "$folder" || exit 1
      as_owner "$programs/initdb" --no-sync -U postgres -A trust -E UTF8 --locale=C.UTF-8 \
        -D "$folder/data" </dev/null >>"$folder/control" 2>&1
      if [ -n "$port" ]; then
        as_owner openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
          -keyout "$folder/data/server.key" -out "$folder/data/server.crt" </dev/null >>"$folder/control" 2>&1
        chmod 600 "$folder/data/server.key"
        options="-c listen_addresses=127.0.0.1 -c port=$port -c ssl=on"
      else
        options="-c listen_addresses=''"
      fi
      while read -r order; do
        case $order in
          start) control -w -l "$folder/log" -o "-k '$folder' $options -c fsync=off" start ;;
          stop) control -w -m fast stop ;;
          crash) control -w -m immediate stop ;;
          kill)
            postmaster=$(head -n 1 "$folder/data/postmaster.pid")
            # One that it starts after they were listed would live on, and wait for what the killed ones held.
            kill -STOP $postmaster
            kill -9 $postmaster $(ps -o pid= --ppid "$postmaster")
            rm -f "$folder/data/postmaster.pid" ;;
        esac && echo done || echo failed
      done
      control -w -m immediate stop
      cd /
      rm -rf "$folder"
      """

    /// Tells the keeper to do something, and waits until it is done.
    private func tell(order: String) throws {
      try orders.write(contentsOf: Data((order + "\n").utf8))
      var answer = ""
      while !answer.hasSuffix("\n") {
        let part = answers.availableData
        if part.isEmpty { break }
        answer += String(decoding: part, as: UTF8.self)
      }
      guard answer == "done\n" else {
        let log = (try? String(contentsOfFile: folder + "/control", encoding: .utf8)) ?? ""
        throw Failure(description: "\(order): \(answer) \(log)")
      }
    }

    func start() throws { try tell(order: "start") }
    func stop() throws { try tell(order: "stop") }
    func crash() throws { try tell(order: "crash") }
    /// Ends all of its processes as nothing else does.
    func kill() throws { try tell(order: "kill") }

    /// Starts it after ``kill()``: until the system has taken back what the processes had, it does not start.
    func startAfterKill() throws {
      for _ in 0..<20 {
        do { return try start() } catch { Thread.sleep(forTimeInterval: 0.2) }
      }
      try start()
    }

    func restart() throws {
      try stop()
      try start()
    }

    /// How libpq reaches it.
    var connection: String { "host=\(folder) \(target)" }
    /// The connection string through TLS.
    var secureConnection: String { "host=127.0.0.1 sslmode=require \(target)" }
    private var target: String {
      "\(securePort.map { "port=\($0) " } ?? "")user=postgres dbname=postgres connect_timeout=10"
    }

    /// A back end with a schema of its own.
    func backEnd(
      _ schema: String = "s" + UUID().uuidString.prefix(8).lowercased(), connections: Int = 8
    ) throws -> PostgreSQLBackEnd {
      try PostgreSQLBackEnd(
        connection, options: .init(schema: schema, maximumConnectionCount: connections))
    }

    /// Removes a schema, some time: many go at once.
    func remove(_ schema: String) throws {
      let due = left.withLock { left -> [String] in
        left.append(schema)
        guard left.count >= 40 else { return [] }
        defer { left = [] }
        return left
      }
      guard !due.isEmpty else { return }
      try psql("DROP SCHEMA IF EXISTS \(due.joined(separator: ", ")) CASCADE")
    }

    /// What psql prints for statements or commands of its own.
    @discardableResult
    func psql(_ commands: String...) throws -> String {
      let program = (Self.programs ?? "") + "/psql"
      return try Self.output(
        program,
        ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-P", "footer=off", "-d", connection]
          + (["SET client_min_messages = warning"] + commands).flatMap { ["-c", $0] })
    }

    static func output(_ program: String, _ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(description: "\(program) ended with \(process.terminationStatus)")
      }
      return String(decoding: data, as: UTF8.self)
    }
  }
#endif
