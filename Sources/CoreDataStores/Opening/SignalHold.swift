#if SQLite
  internal import PlatformC

  /// Holds back the signals that end a process, for as long as a file has a name that only this process removes.
  ///
  /// The signals are blocked in the calling thread alone. A process whose other threads take signals ends as ever. SIGPIPE comes of writing
  /// to a pipe, which no one does meanwhile.
  struct SignalHold {
    private static let signals = [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    ]

    /// The signals that the thread had blocked before.
    private let former: sigset_t

    init() {
      var held = sigset_t()
      var former = sigset_t()
      unsafe sigemptyset(&held)
      for signal in Self.signals { unsafe sigaddset(&held, signal) }
      unsafe pthread_sigmask(SIG_BLOCK, &held, &former)
      self.former = former
    }

    /// True if a signal waits. It can be one that the process ignores or handles.
    var isSignalWaiting: Bool {
      var (waiting, former) = (sigset_t(), former)
      unsafe sigpending(&waiting)
      return Self.signals.contains {
        unsafe sigismember(&waiting, $0) == 1 && sigismember(&former, $0) == 0
      }
    }

    /// Lets the signals through again. One that waits ends the process, unless the process handles it.
    func release() {
      var former = former
      unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
  }
#endif
