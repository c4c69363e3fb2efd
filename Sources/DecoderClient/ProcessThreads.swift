internal import CSystem
package import Glibc

/// The threads of a helper process.
package enum ProcessThreads {
  /// The largest number of threads of a helper.
  ///
  /// libheif has 4, each of which may use 4 of dav1d, besides the main thread.
  package static let limit = 32
  /// The time between two counts while a helper decodes, in seconds.
  static let interval = 0.1

  /// Returns the number of threads of a process; `nil` if `/proc/PID/task` cannot be read.
  package static func count(_ process: pid_t) -> Int? {
    let count = csystem_count_threads(process)
    return count < 0 ? nil : Int(count)
  }
}
