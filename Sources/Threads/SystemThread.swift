package import Glibc

/// A thread of the operating system, for work that blocks or that must not wait for Swift's cooperative pool.
package struct SystemThread: Sendable {
  /// The system's handle of the thread, used to set its processor affinity.
  package let handle: pthread_t

  private final class Work: Sendable {
    let niceIncrement: Int32
    let body: @Sendable () -> Void

    init(niceIncrement: Int32, body: @escaping @Sendable () -> Void) {
      (self.niceIncrement, self.body) = (niceIncrement, body)
    }

    func run() {
      if niceIncrement != 0 {
        // On Linux a thread has its own nice value; 0 means the calling thread. The thread that started this one may itself have
        // a higher value, so the increment is added to the value of the main thread.
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(process, 0, getpriority(process, __id_t(getpid())) + niceIncrement)
      }
      body()
    }
  }

  /// Starts a thread that runs `body` and then ends. The owner must call either ``join()`` or ``detach()``,
  /// once.
  ///
  /// - Parameter niceIncrement: The value added to the nice value of the process, in `0...19`. A thread with a higher nice
  ///   value gets less processor time.
  /// - Returns: `nil` if the system cannot create the thread.
  package init?(niceIncrement: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(niceIncrement: niceIncrement, body: body))
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    handle = thread
  }

  /// Waits for the end of the thread.
  package func join() { pthread_join(handle, nil) }

  /// Releases the thread: the system frees its resources when it ends, and ``join()`` must not be called.
  package func detach() { pthread_detach(handle) }
}

extension SystemThread {
  /// The nice increment for background work, which yields to the threads that draw frames. With a larger increment,
  /// those threads would wait longer for locks that a background thread holds (decision 21).
  package static let backgroundNiceIncrement: Int32 = 5

  /// Starts a thread that runs `body`, and detaches it.
  ///
  /// - Parameter niceIncrement: The value added to the nice value of the process, in `0...19`. A thread with a higher nice
  ///   value gets less processor time.
  /// - Returns: Whether the system could start the thread.
  package static func startDetached(niceIncrement: Int32 = 0, _ body: @escaping @Sendable () -> Void) -> Bool
  {
    guard let thread = SystemThread(niceIncrement: niceIncrement, body) else { return false }
    thread.detach()
    return true
  }

  /// The number of processors that are online, at least 1.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
