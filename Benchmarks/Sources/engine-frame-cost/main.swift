import Glibc

switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
case .failure(let message):
  let text = "engine-frame-cost: \(message)\n\(Options.usage)"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(2)
case .help:
  print(Options.usage, terminator: "")
case .run(let options):
  let isFree = Report(options: options).print()
  if options.checks {
    print(isFree ? "a steady frame allocates nothing" : "a steady frame allocates")
    exit(isFree ? 0 : 1)
  }
}
