import Foundation

// What tests of stores need another process for. Its first argument is a store: the path of a record log, or what else `OpenStore` takes.
// Each line that it reads is a command, and each command is answered with a line at least: `ok`, or what went wrong. With further
// arguments it makes a trial of record logs, in the folder that the first one names (Tests/RecordTestSupport/Trials).
let arguments = CommandLine.arguments
if arguments.count > 2 {
  TrialCommand(folder: arguments[1], Array(arguments[2...])).run()
} else {
  var worker = StoreWorker(store: arguments[1])
  // The end of the input is none for `readLine` after a call that was interrupted: it looks at what is left in `errno`.
  errno = 0
  while let line = readLine() {
    worker.answer(line)
    errno = 0
  }
}
