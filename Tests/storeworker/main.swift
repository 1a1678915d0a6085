// What tests of stores need another process for. Its argument is the path of a record log. Each line that it reads is a command, and each
// command is answered with a line: `ok`, or what went wrong.
var worker = StoreWorker(path: CommandLine.arguments[1])
while let line = readLine() { worker.answer(line) }
