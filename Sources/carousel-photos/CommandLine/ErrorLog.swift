import Glibc
import PhotoLibrary
import Threads

/// Writes lines to standard error on a thread of its own, because a full pipe blocks the writer.
///
/// It holds a limited number of lines. Those that do not fit are counted, and their number is written later.
nonisolated final class ErrorLog: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    var droppedCount = 0
    var isWriting = false
    var hasThread = false
  }

  /// The log of the program.
  static let shared = ErrorLog(STDERR_FILENO)

  private let monitor = Monitor(State())
  private let descriptor: Int32

  /// The largest number of lines that wait.
  static let capacity = 200

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Adds a line. It never blocks.
  func write(_ message: String) {
    // A line end in a name of a file must not look like a message of its own.
    let line = Array((DisplayText.escaped(message) + "\n").utf8)
    let needsThread = monitor.withLock { state in
      guard state.lines.count < Self.capacity else {
        state.droppedCount += 1
        return false
      }
      state.lines.append(line)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    monitor.wakeAll()
    if needsThread, !SystemThread.startDetached({ [self] in run() }) {
      monitor.withLock { $0.hasThread = false }
    }
  }

  /// Waits until all lines are written, but at most `seconds`. Call it before the program ends.
  func flush(seconds: Double) {
    // A thread that waits could not end early: its lines may never be read.
    for _ in 0..<Int(seconds * 1000) {
      let isDone = monitor.withLock {
        $0.lines.isEmpty && $0.droppedCount == 0 && !$0.isWriting || !$0.hasThread
      }
      if isDone { return }
      usleep(1000)
    }
  }

  private func run() {
    while true {
      let text = monitor.waitForValue { state -> [UInt8]? in
        state.isWriting = false
        if state.lines.isEmpty {
          guard state.droppedCount > 0 else { return nil }
          defer { state.droppedCount = 0 }
          state.isWriting = true
          return Array("carousel-photos: \(state.droppedCount) more messages\n".utf8)
        }
        state.isWriting = true
        return state.lines.removeFirst()
      }
      var rest = text[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // Standard error that does not exist cannot be reported.
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
    }
  }
}
