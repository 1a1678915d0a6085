// The names of POSIX.1-2024 that the libraries use, with the types that Swift gives them, for platform-check alone. Nothing runs this.
// The sizes of records and the values of constants are made up.

public typealias mode_t = UInt32
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias dev_t = UInt64
public typealias ino_t = UInt64

private func stub<Value>() -> Value { fatalError() }

// stdlib.h, string.h, unistd.h
public func malloc(_: Int) -> UnsafeMutableRawPointer! { stub() }
public func realloc(_: UnsafeMutableRawPointer!, _: Int) -> UnsafeMutableRawPointer! { stub() }
public func free(_: UnsafeMutableRawPointer!) {}
public func exit(_: Int32) -> Never { stub() }
public func abort() -> Never { stub() }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { stub() }
public func realpath(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { stub() }
public func memset(_: UnsafeMutableRawPointer!, _: Int32, _: Int) -> UnsafeMutableRawPointer! { stub() }
public func memcmp(_: UnsafeRawPointer!, _: UnsafeRawPointer!, _: Int) -> Int32 { stub() }
public func strerror(_: Int32) -> UnsafeMutablePointer<CChar>! { stub() }
public func getpid() -> pid_t { stub() }
public func isatty(_: Int32) -> Int32 { stub() }
public func sysconf(_: Int32) -> Int { stub() }
public var _SC_PAGESIZE: Int32 { stub() }
public var STDIN_FILENO: Int32 { stub() }
public var STDOUT_FILENO: Int32 { stub() }
public var STDERR_FILENO: Int32 { stub() }

// fcntl.h, stdio.h, unistd.h, sys/stat.h
public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { stub() }
public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { stub() }
public func close(_: Int32) -> Int32 { stub() }
public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int { stub() }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { stub() }
public func pread(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: off_t) -> Int { stub() }
public func pwrite(_: Int32, _: UnsafeRawPointer!, _: Int, _: off_t) -> Int { stub() }
public func lseek(_: Int32, _: off_t, _: Int32) -> off_t { stub() }
public func fsync(_: Int32) -> Int32 { stub() }
public func fdatasync(_: Int32) -> Int32 { stub() }
public func ftruncate(_: Int32, _: off_t) -> Int32 { stub() }
public func fchown(_: Int32, _: UInt32, _: UInt32) -> Int32 { stub() }
public func fchmod(_: Int32, _: mode_t) -> Int32 { stub() }
public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { stub() }
public func fstatat(_: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!, _: Int32) -> Int32 { stub() }
public var AT_FDCWD: Int32 { stub() }
public func fcntl(_: Int32, _: Int32, _: Int32) -> Int32 { stub() }
public func fcntl(_: Int32, _: Int32, _: UnsafeMutableRawPointer) -> Int32 { stub() }
public func rename(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!) -> Int32 { stub() }
public func unlink(_: UnsafePointer<CChar>!) -> Int32 { stub() }
public struct stat {
  public var st_dev: dev_t
  public var st_ino: ino_t
  public var st_mode: mode_t
  public var st_nlink: UInt
  public var st_uid: UInt32
  public var st_gid: UInt32
  public var st_size: off_t
  public init() { self = stub() }
}
public struct flock {
  public var l_type: Int16
  public var l_whence: Int16
  public var l_start: off_t
  public var l_len: off_t
  public var l_pid: pid_t
  public init() { self = stub() }
}
public var O_RDONLY: Int32 { stub() }
public var O_WRONLY: Int32 { stub() }
public var O_RDWR: Int32 { stub() }
public var O_CREAT: Int32 { stub() }
public var O_EXCL: Int32 { stub() }
public var O_TRUNC: Int32 { stub() }
public var O_CLOEXEC: Int32 { stub() }
public var O_NONBLOCK: Int32 { stub() }
public var O_NOFOLLOW: Int32 { stub() }
public var O_NOCTTY: Int32 { stub() }
public var F_UNLCK: Int32 { stub() }
public var F_WRLCK: Int32 { stub() }
public var SEEK_SET: Int32 { stub() }
public var SEEK_END: Int32 { stub() }
public var S_IFMT: mode_t { stub() }
public var S_IFREG: mode_t { stub() }
public var S_IFDIR: mode_t { stub() }

// errno.h
public var errno: Int32 {
  get { stub() }
  set {}
}
public var EACCES: Int32 { stub() }
public var EAGAIN: Int32 { stub() }
public var EDQUOT: Int32 { stub() }
public var EFBIG: Int32 { stub() }
public var EINTR: Int32 { stub() }
public var EISDIR: Int32 { stub() }
public var ENOENT: Int32 { stub() }
public var ENOSPC: Int32 { stub() }
public var ENOTSUP: Int32 { stub() }
public var EPERM: Int32 { stub() }
public var EPIPE: Int32 { stub() }
public var EWOULDBLOCK: Int32 { stub() }

// sched.h, time.h
@discardableResult public func sched_yield() -> Int32 { stub() }
@discardableResult public func nanosleep(_: UnsafePointer<timespec>!, _: UnsafeMutablePointer<timespec>!) -> Int32 { stub() }
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init(tv_sec: Int, tv_nsec: Int) { self = stub() }
}

// pthread.h: a thread is a number here and on Linux, a pointer on Apple's systems, where other code stands.
public typealias pthread_t = UInt
public struct pthread_attr_t { public init() { self = stub() } }
public struct pthread_mutex_t { public init() { self = stub() } }
public struct pthread_cond_t { public init() { self = stub() } }
public struct pthread_mutexattr_t { public init() { self = stub() } }
public struct pthread_condattr_t { public init() { self = stub() } }
public func pthread_attr_init(_: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { stub() }
public func pthread_attr_destroy(_: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { stub() }
public func pthread_attr_setstacksize(_: UnsafeMutablePointer<pthread_attr_t>!, _: Int) -> Int32 { stub() }
public func pthread_create(
  _: UnsafeMutablePointer<pthread_t>!, _: UnsafePointer<pthread_attr_t>!,
  _: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer!
) -> Int32 { stub() }
public func pthread_join(_: pthread_t, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>!) -> Int32 { stub() }
public func pthread_detach(_: pthread_t) -> Int32 { stub() }
@discardableResult public func pthread_mutex_init(_: UnsafeMutablePointer<pthread_mutex_t>!, _: UnsafePointer<pthread_mutexattr_t>!) -> Int32 { stub() }
@discardableResult public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { stub() }
@discardableResult public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { stub() }
@discardableResult public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { stub() }
@discardableResult public func pthread_cond_init(_: UnsafeMutablePointer<pthread_cond_t>!, _: UnsafePointer<pthread_condattr_t>!) -> Int32 { stub() }
@discardableResult public func pthread_cond_destroy(_: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { stub() }
@discardableResult public func pthread_cond_wait(_: UnsafeMutablePointer<pthread_cond_t>!, _: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { stub() }
@discardableResult public func pthread_cond_signal(_: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { stub() }
@discardableResult public func pthread_cond_broadcast(_: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { stub() }

// signal.h
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32 { stub() }
@discardableResult public func signal(_: Int32, _: (@convention(c) (Int32) -> Void)!) -> (@convention(c) (Int32) -> Void)! { stub() }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { stub() }
public var SIGPIPE: Int32 { stub() }
public var SIGXFSZ: Int32 { stub() }

// Not names of POSIX: what the real module evens out.
public func largestFileByteCount() -> Int { stub() }
public func currentThreadNumber() -> UInt { stub() }
public func dropPages(_: UnsafeMutableRawPointer, _: Int) {}
