/// The words of the system for an error of a call, its number, and what a person can do about the error: `No space left on device
/// (system error 28): free space on the volume`.
package func systemErrorText(_ number: Int32) -> String {
  let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "unknown error"
  let text = "\(words) (system error \(number))"
  return remedy(number).map { "\(text): \($0)" } ?? text
}

private func remedy(_ number: Int32) -> String? {
  switch number {
  case ENOSPC: "free space on the volume"
  case EDQUOT: "free space, or have the quota of the user raised"
  case EFBIG: "the volume, or the limit of the process (ulimit -f), allows no larger file"
  case EACCES, EPERM: "check the owner and the permissions of the file and of its folder"
  case ENOENT: "check the path; the folder has to exist"
  case ENOTDIR: "a part of the path is not a folder"
  case EISDIR: "the path names a folder"
  case EROFS: "the volume is mounted for reading only"
  case EMFILE, ENFILE: "close files, or raise the limit (ulimit -n)"
  case ELOOP: "the path has a symbolic link where none is followed"
  case ENAMETOOLONG: "the path or a name in it is too long"
  case EEXIST: "another file has this name"
  case EIO: "the medium may be failing: make a copy"
  default: nil
  }
}
