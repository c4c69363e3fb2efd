package import Glibc

/// The threads of a helper process.
package enum ProcessThreads {
  /// The largest number of threads of a helper.
  ///
  /// libheif has 4, each of which may use 4 of dav1d, besides the main thread.
  package static let limit = 32
  /// The time between two counts while a helper decodes, in seconds.
  static let interval = 0.1

  /// Returns the number of threads of a process; `nil` if the system does not tell.
  package static func count(_ process: pid_t) -> Int? {
    var status = stat()
    // A folder has a link for each folder in it, and two more.
    guard stat("/proc/\(process)/task", &status) == 0, status.st_nlink > 2 else { return nil }
    return Int(status.st_nlink) - 2
  }
}
