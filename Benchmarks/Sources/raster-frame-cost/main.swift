import Glibc

switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
case .failure(let message):
  let text = "raster-frame-cost: \(message)\n\(Options.usage)"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(2)
case .help:
  print(Options.usage, terminator: "")
case .run(let options):
  if options.checks {
    let isFree = Report(options).check()
    print(isFree ? "a steady frame allocates nothing" : "a steady frame allocates")
    exit(isFree ? 0 : 1)
  }
  Report(options).print()
}
