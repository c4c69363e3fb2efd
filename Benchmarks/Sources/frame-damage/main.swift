import Glibc
import Measuring

do {
  print("CPU: \(Machine.processor)")
  print("build: \(Machine.build)")
  try Report().print()
} catch {
  let text = "frame-damage: \(error)\n"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(1)
}
