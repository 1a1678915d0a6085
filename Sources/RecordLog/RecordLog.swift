// Records in a file that is only ever appended to: frames, checksums, and what is there after a crash.
//
// Spec/record-log.md says what the bytes are and why no acknowledged commit is lost. Here stands what is needed to read
// and write them without a type of the user: `LogHeader` and `LogFrame` with their checksums; `LogPayload`, the entries
// of a commit with keys and values; `LogReader`, which takes frame after frame and tells a torn tail from damage; and
// `LogWriter` with its groups. What records mean, which are unique and how they are found, is for those who use it.
//
// All access to files goes through `LogFileSystem`, so that in a test a disk can fail.
