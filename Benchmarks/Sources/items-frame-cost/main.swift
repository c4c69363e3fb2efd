import Glibc
import Measuring

let options = Options.fromCommandLine()
do {
  try Report(options: options).print()
} catch {
  let text = "items-frame-cost: \(error)\n"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(1)
}
