import Glibc

// Draws one scene over and over and says how long each frame took.

switch Options.parse(CommandLine.arguments.dropFirst()) {
case .help:
  print(Options.usage, terminator: "")
case .failure(let reason):
  complain("\(reason)\n\(Options.usage)")
  exit(2)
case .run(let options):
  do {
    try Bench(options).run()
  } catch {
    complain("\(error)\n")
    exit(1)
  }
}

func complain(_ text: String) {
  let line = "raster-bench: \(text)"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
