internal import Glibc
internal import JSON
package import Threads

/// The proof of play: a line of JSON for each item that was shown. It has nothing about visitors.
///
/// The lines are written and synced by a thread in the background. When the file has its largest size, it is renamed to `.1`, and the
/// older ones to `.2` and so on. A line that cannot be written is dropped as a whole, and the problem is reported once.
package final class PlayLog: Sendable {
  /// An item that was shown.
  package struct Record: Hashable, Sendable {
    /// The path of the item.
    package let path: String
    /// The name of the screen; empty if the compositor does not state it.
    package let output: String
    /// The first and the last second, since 1970-01-01 00:00 UTC.
    package let from, to: Int
    /// Why it was shown, such as `schedule`.
    package let reason: String

    package init(path: String, output: String, from: Int, to: Int, reason: String) {
      (self.path, self.output, self.from, self.to, self.reason) = (path, output, from, to, reason)
    }

    /// The record as a line.
    package var line: String {
      JSONNode([
        ("from", JSONNode(from)), ("to", JSONNode(to)), ("entry", JSONNode(path)),
        ("output", JSONNode(output)),
        ("why", JSONNode(reason)),
      ]).line
    }
  }

  private let path: String
  private let limit: Int
  private let worker: WorkerThreads
  private let report: @Sendable (String) -> Void
  private let hasFailed = Monitor(false)
  /// Whether a line was dropped because too many wait. It is reported once in a run.
  private let hasDropped = Monitor(false)
  private let isOpened = Monitor(false)

  /// The number of former files that are kept.
  private static let keptFiles = 4

  /// Creates a log. The file is created with the first line.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest size of a file, in bytes.
  ///   - worker: Runs the writes.
  ///   - report: Reports a problem in a sentence, on any thread.
  package init(
    path: String, limit: Int = 8 << 20, worker: WorkerThreads, report: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.limit, self.worker, self.report) = (path, limit, worker, report)
  }

  /// Adds a record.
  package func add(_ record: Record) {
    let line = Array((record.line + "\n").utf8)
    worker.run { [self] in
      let failure = write(line)
      if Self.isFirst(hasFailed, failure != nil), let failure {
        report("the log \(path) cannot be written: \(failure)")
      }
    } onFailure: { [self] in
      if Self.isFirst(hasDropped, true) {
        report("the log \(path) lacks lines: too many of them wait for the disk")
      }
    }
  }

  /// Sets a flag, and returns whether it was not set before.
  private static func isFirst(_ flag: Monitor<Bool>, _ value: Bool) -> Bool {
    flag.withLock { flag in
      defer { flag = value }
      return !flag
    }
  }

  /// Returns the reason why the line was not written.
  private func write(_ line: [UInt8]) -> String? {
    func failure() -> String { String(cString: strerror(errno)) }
    var descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return failure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return failure() }
    if !isOpened.withLock({ isOpened in
      defer { isOpened = true }
      return isOpened
    }) {
      guard endLine(&status) else { return failure() }
    }
    if Int(status.st_size) > 0, Int(status.st_size) + line.count > limit {
      guard rotate() else { return failure() }
      close(descriptor)
      descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return failure() }
    }
    let count = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == line.count else {
      let reason = count < 0 ? failure() : "the disk is full"
      // Half a line would spoil the next one.
      ftruncate(descriptor, status.st_size)
      return reason
    }
    return fdatasync(descriptor) == 0 ? nil : failure()
  }

  /// Removes half a line at the end of the file, which an interrupted write has left.
  ///
  /// - Returns: Whether the file ends with a whole line.
  private func endLine(_ status: inout stat) -> Bool {
    var size = status.st_size
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: 1 << 12)
    while size > 0 {
      let start = max(size - piece.count, 0)
      let count = pread(descriptor, &piece, size - start, start)
      guard count == size - start else { return false }
      if let end = piece[..<count].lastIndex(of: 0x0A) {
        size = start + end + 1
        break
      }
      size = start
    }
    guard size < status.st_size else { return true }
    return ftruncate(descriptor, size) == 0 && fstat(descriptor, &status) == 0
  }

  /// Renames the files. The folder is synced, so that no file is lost after a power cut.
  private func rotate() -> Bool {
    for number in stride(from: Self.keptFiles - 1, through: 1, by: -1) {
      rename("\(path).\(number)", "\(path).\(number + 1)")
    }
    guard rename(path, "\(path).1") == 0 else { return false }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return true
  }
}
