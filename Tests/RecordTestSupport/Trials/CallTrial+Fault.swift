extension CallTrial {
  /// What is made of a call of the system.
  struct Fault: CustomStringConvertible {
    let call: String
    /// The error that it returns; nil if the process is killed in front of it.
    let error: String?
    /// Whether all later ones are made the same; else one, or three where a call that was interrupted is interrupted again.
    var isForEver = false
    /// Whether what is done about the failure fails too.
    var isTwofold = false

    var action: String {
      (error ?? "SIGKILL") + (isForEver ? " for ever" : "") + (isTwofold ? " and no cutting" : "")
    }

    var description: String { "\(call) \(action)" }

    /// Whether the program has to go on as if nothing had been. What an interrupted call to make durable has done is not known (rule W3).
    var hasToPass: Bool {
      switch error {
      case "EINTR": !Self.synchronizations.contains(call)
      case "EIO": call == "close"
      default: false
      }
    }

    private static let synchronizations: Set = ["fdatasync", "fsync"]

    /// The arguments of strace.
    func arguments(_ number: Int) -> [String] {
      let action = error.map { "error=\($0)" } ?? "signal=SIGKILL"
      let times =
        isForEver ? "\(number)+" : error == "EINTR" ? "\(number)..\(number + 2)" : "\(number)"
      let first = ["-e", "inject=\(call):\(action):when=\(times)"]
      return isTwofold
        ? ["-e", "trace=\(call),ftruncate"] + first + ["-e", "inject=ftruncate:error=EIO"]
        : ["-e", "trace=\(call)"] + first
    }
  }

  /// What the manual of each call says that it may return, where a program can meet it.
  private static let errors: [String: [String]] = [
    "openat": ["EIO", "ENOSPC", "EMFILE", "EACCES", "EINTR"],
    "pread64": ["EIO", "EINTR"], "pwrite64": ["EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fdatasync": ["EIO", "ENOSPC", "EINTR"], "fsync": ["EIO", "ENOSPC", "EINTR"],
    "ftruncate": ["EIO", "EINTR"], "fcntl": ["EIO", "ENOLCK", "EINTR"], "close": ["EIO", "EINTR"],
    "rename": ["EIO", "ENOSPC"], "renameat": ["EIO", "ENOSPC"], "renameat2": ["EIO", "ENOSPC"],
    "unlink": ["EIO"], "unlinkat": ["EIO"], "lseek": ["EIO"], "readlink": ["EIO"],
    "readlinkat": ["EIO"], "fstat": ["EIO"], "newfstatat": ["EIO"], "stat": ["EIO"],
    "statx": ["EIO"], "lstat": ["EIO"],
  ]

  static let calls = errors.keys.sorted()

  /// All that is made of a call.
  static func faults(of call: String) -> [Fault] {
    var faults = [Fault(call: call, error: nil)]
    for error in errors[call] ?? [] {
      faults.append(Fault(call: call, error: error))
      // What is interrupted for ever never ends.
      if error != "EINTR" { faults.append(Fault(call: call, error: error, isForEver: true)) }
    }
    if call == "pwrite64" { faults.append(Fault(call: call, error: "ENOSPC", isTwofold: true)) }
    return faults
  }
}
