import Glibc
import Threads

/// Writes lines to standard error on a separate thread, because writing to a full pipe blocks.
///
/// At most ``capacity`` lines wait. Further lines are dropped and counted, and their number is written later.
package nonisolated final class ErrorLog: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    var droppedCount = 0
    var isWriting = false
    var hasThread = false
  }

  private let monitor = Monitor(State())
  private let program: String
  private let descriptor: Int32

  /// The largest number of waiting lines.
  package static let capacity = 200

  /// - Parameters:
  ///   - program: The name of the program, with which each line begins.
  ///   - descriptor: The file to write to.
  package init(of program: String, to descriptor: Int32 = STDERR_FILENO) {
    (self.program, self.descriptor) = (program, descriptor)
  }

  /// Adds a message as one line. Control characters are escaped, so that a file name cannot look like a message. This method never
  /// blocks.
  package func write(_ message: String) {
    let line = Array("\(program): \(DisplayText.escaped(message))\n".utf8)
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
  package func flush(seconds: Double) {
    // Polling is used instead of waiting for the writer, because the writer may be blocked forever.
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
          return Array("\(program): \(state.droppedCount) more messages\n".utf8)
        }
        state.isWriting = true
        return state.lines.removeFirst()
      }
      var rest = text[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // If standard error is closed, the failure cannot be reported.
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
    }
  }
}
