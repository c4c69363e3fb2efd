/// Lets the other tasks of the main actor run until they wait.
///
/// A task yields at most a few times before it waits, and the main actor runs its jobs in order.
@MainActor
func letTasksRun() async {
  for _ in 0..<100 { await Task.yield() }
}
