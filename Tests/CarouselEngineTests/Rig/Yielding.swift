/// Lets other tasks of the main actor run until `isDone` returns `true`; yields at most a thousand times.
@MainActor
func yield(until isDone: () -> Bool) async {
  for _ in 0..<1000 where !isDone() { await Task.yield() }
}
