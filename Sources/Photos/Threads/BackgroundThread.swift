internal import Glibc

/// Threads for work that blocks and must not occupy Swift's cooperative pool.
enum BackgroundThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new, detached thread, which ends when `body` returns.
  ///
  /// The thread has the nice value 5, so that it yields to the threads that draw.
  ///
  /// - Returns: Whether the thread could be started.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        // On Linux each thread has its own nice value; 0 means the calling thread.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        work.body()
        return nil
      }, work.toOpaque())
    if code != 0 { work.release() }
    return code == 0
  }

  /// The number of online cores, at least 1.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
