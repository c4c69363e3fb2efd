import Measuring

do {
  print("CPU: \(Machine.processor)")
  print("build: \(Machine.build)")
  try Report().print()
} catch {
  print("frame-damage: \(error)")
}
