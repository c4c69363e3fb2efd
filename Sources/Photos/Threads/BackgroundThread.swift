internal import Glibc

/// Threads of our own for work that blocks, which Swift's cooperative pool must not be given.
enum BackgroundThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which ends with it.
  ///
  /// The thread yields to those that draw: it is 5 nice levels kinder.
  ///
  /// - Returns: Whether the system could start a thread.
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
        // On Linux a thread has its own nice value; 0 means the calling thread.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        work.body()
        return nil
      }, work.toOpaque())
    if code != 0 { work.release() }
    return code == 0
  }

  /// The number of cores of this machine, at least 1.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
