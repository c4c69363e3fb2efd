import Glibc

switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
case .failure(let message):
  let text = "raster-frame-cost: \(message)\n\(Options.usage)"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(2)
case .help:
  print(Options.usage, terminator: "")
case .run(let options):
  Report(options).print()
}
