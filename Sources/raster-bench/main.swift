import Glibc

// Draws one scene repeatedly and prints the time of each frame.

switch Options.parse(CommandLine.arguments.dropFirst()) {
case .help:
  print(Options.usage, terminator: "")
case .failure(let reason):
  printError("\(reason)\n\(Options.usage)")
  exit(2)
case .run(let options):
  do {
    try Bench(options).run()
  } catch {
    printError("\(error)\n")
    exit(1)
  }
}

func printError(_ text: String) {
  let line = "raster-bench: \(text)"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
