import ControlChannel
import Glibc
import HeadlessCompositor
import Threads

/// Reads and writes the pictures of requests. A large one is coded on another thread, so that clients are served meanwhile.
final class PictureFiles {
  /// The most pixels of a picture: 8192 × 8192. Coding more takes many seconds and a gigabyte.
  nonisolated static let mostPixels = 1 << 26
  /// The most pixels of a picture that is coded at once, in a few milliseconds.
  private static let fewPixels = 1 << 17
  /// The longest time in which a picture waits for another one, in nanoseconds.
  private static let longestWait: UInt64 = 30_000_000_000

  private let threads = WorkerThreads(count: 1, niceIncrement: 0)
  private let signal: ControlSignal
  /// Whether a large picture is in memory.
  private var isBusy = false

  init(_ signal: ControlSignal) { self.signal = signal }

  /// Draws a picture and writes it to a PNG file. A reader of the file never sees a part of it.
  ///
  /// - Parameter draw: Draws the picture when no other large one is in memory.
  /// - Returns: The picture.
  /// - Throws: `failed` if the file cannot be written, or if the path names a folder, a fifo or a device: writing to a fifo
  ///   would stop all clients until it is read. The error of `draw`.
  @discardableResult
  func write(
    to path: String, _ draw: () throws(ControlError) -> Capture
  ) async throws(ControlError) -> Capture {
    try Self.check(path)
    let end = MonotonicClock.nanoseconds() + Self.longestWait
    while isBusy {
      guard MonotonicClock.nanoseconds() < end, !Task.isCancelled else {
        throw ControlError(.timeout, "Another large picture is still being written.")
      }
      await signal.next(until: end)
    }
    let picture = try draw()
    guard picture.pixels.count > Self.fewPixels else {
      try picture.save(to: path).get()
      return picture
    }
    isBusy = true
    Self.unfinished = Capture.unfinishedPath(path)
    let result = await onThread { picture.save(to: path) }
    Self.unfinished = nil
    isBusy = false
    signal.wakeAll()
    try result.get()
    return picture
  }

  /// The file that is being written on the thread; `nil` if none is.
  private static var unfinished: String?

  /// Removes the unfinished file at the end of the program.
  static func removeUnfinished() {
    if let unfinished { unlink(unfinished) }
  }

  /// Reads a PNG file.
  func read(_ path: String) async throws(ControlError) -> Result<Capture, CaptureError> {
    try Self.check(path)
    return await onThread { () -> Result<Capture, CaptureError> in
      do throws(CaptureError) {
        return .success(try Capture(contentsOfPNG: path, mostPixels: Self.mostPixels))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Runs a closure on the thread for pictures, or at once if the system has no thread.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      threads.run(
        { continuation.resume(returning: body()) }, onFailure: { continuation.resume(returning: body()) })
    }
  }

  /// Throws `invalidParameters` if no file can have the path.
  private static func check(_ path: String) throws(ControlError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ControlError(.invalidParameters, "A path has at least one byte, and no zero byte.")
    }
  }
}

extension Capture {
  nonisolated fileprivate static func unfinishedPath(_ path: String) -> String { "\(path).\(getpid()).part" }

  /// Writes a PNG file. A reader of the file never sees a part of it.
  ///
  /// - Returns: `failed` if the file cannot be written, or if the path names something else than a file.
  nonisolated func save(to path: String) -> Result<Void, ControlError> {
    func failure(_ reason: String) -> Result<Void, ControlError> {
      .failure(ControlError(.failed, "cannot write \(path): \(reason)"))
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return failure("it is not a regular file")
    }
    let unfinished = Self.unfinishedPath(path)
    do throws(CaptureError) { try writePNG(to: unfinished) } catch {
      unlink(unfinished)
      return failure(error.reason)
    }
    guard rename(unfinished, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(unfinished)
      return failure(reason)
    }
    return .success(())
  }
}
