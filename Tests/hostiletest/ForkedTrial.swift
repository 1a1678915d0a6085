import Foundation

/// Gives many inputs to code that may die of one: in copies of this process, each of which goes on behind the input
/// that killed the one before.
///
/// The process must have one thread.
struct ForkedTrial {
  enum Verdict: Int, CaseIterable {
    case typedError, equalValue, wrongValue, death, hang

    var name: String {
      switch self {
      case .typedError: "errors"
      case .equalValue: "equal values"
      case .wrongValue: "wrong values"
      case .death: "deaths"
      case .hang: "hangs"
      }
    }
  }

  /// Seconds of processor time that an input may take.
  static let patience = 2

  /// How often each verdict was given to the inputs `0 ..< count`.
  static func run(
    count: Int, _ body: (_ number: Int) throws -> Bool
  ) throws -> [Verdict: Int] {
    let memory = mmap(
      nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw NoFork() }
    defer { munmap(memory, 4096) }
    // The number of the input that is read, then a count for each verdict.
    let cells = memory.bindMemory(to: Int.self, capacity: 8)
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork") else { throw NoFork() }
    let fork = unsafeBitCast(symbol, to: Fork.self)
    while cells[0] < count {
      fflush(nil)
      let child = fork()
      guard child >= 0 else { throw NoFork() }
      if child == 0 {
        read(cells, count, body)
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      let signal = status & 0x7F
      guard cells[0] < count else { break }
      let verdict = signal == SIGVTALRM ? Verdict.hang : .death
      cells[1 + verdict.rawValue] += 1
      cells[0] += 1
    }
    return Dictionary(
      uniqueKeysWithValues: Verdict.allCases.map { ($0, cells[1 + $0.rawValue]) })
  }

  private static func read(
    _ cells: UnsafeMutablePointer<Int>, _ count: Int, _ body: (_ number: Int) throws -> Bool
  ) {
    // What dies says so at length, and asks for all memory there is.
    let silence = open("/dev/null", O_WRONLY)
    dup2(silence, 2)
    var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    setrlimit(__rlimit_resource_t(9), &limit)
    while cells[0] < count {
      begin()
      let verdict: Verdict
      do {
        verdict = try body(cells[0]) ? .equalValue : .wrongValue
      } catch {
        verdict = .typedError
      }
      cells[1 + verdict.rawValue] += 1
      cells[0] += 1
    }
  }

  /// Gives what follows, an input or a part of one, some seconds of processor time.
  static func begin(seconds: Int = patience) {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(1), &timer, nil)
  }

  struct NoFork: Error {}
}
