import Glibc
import Threads

/// Checks the resource limits of the process at the start, because some libraries end the program without a
/// message if resources are short.
nonisolated enum ResourceCheck {
  /// The number of threads and processes for the renderer, Dispatch, the libraries, the loader and the
  /// helpers.
  private static let neededThreads = 12
  /// The address space of a window without photos, in bytes. In tests the program failed at 300 MiB and
  /// worked at 600 MiB.
  private static let neededAddressSpace: rlim_t = 512 << 20

  /// Returns the reason why the program cannot run; `nil` if it can.
  static func problem() -> String? {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < neededAddressSpace {
      return "the address space is limited to \(limit.rlim_cur >> 20) MiB; "
        + "allow at least \(neededAddressSpace >> 20) MiB (ulimit -v)"
    }
    return canStartThreads()
      ? nil : "the system refuses \(neededThreads) threads; raise the limit of processes (ulimit -u)"
  }

  /// Starts as many threads as the program needs, and then ends them.
  private static func canStartThreads() -> Bool {
    let gate = Gate()
    var threads: [SystemThread] = []
    while threads.count < neededThreads, let thread = SystemThread({ gate.wait() }) { threads.append(thread) }
    gate.open()
    for thread in threads { thread.join() }
    return threads.count == neededThreads
  }

  private final class Gate: Sendable {
    private let monitor = Monitor(false)

    func wait() { monitor.waitForValue { $0 ? () : nil } }

    func open() {
      monitor.withLock { $0 = true }
      monitor.wakeAll()
    }
  }
}
