import Dispatch
import Glibc
import Threads

/// A client of a control channel.
@MainActor
final class ControlConnection {
  /// Performs a line and returns the line of its reply, if it has one.
  typealias Handler = @MainActor (LineBuffer.Line) async -> [UInt8]?

  private enum Phase {
    case open
    /// The client sends no more. Its requests are performed, then the connection is closed.
    case ending
    case closed
  }

  /// Called once, when the connection is closed.
  var onClose: ((ControlConnection) -> Void)?

  private let descriptor: Int32
  private let limits: ControlLimits
  private let handler: Handler
  /// `nil` if it cannot be made, so that the connection is closed.
  private var watch: MainQueueWatch?
  private var phase = Phase.open
  private var isReading = true
  /// Detects, while nothing is read, that the client has left.
  private var leaveTimer: (any DispatchSourceTimer)?
  private var input: LineBuffer
  private var waiting: [LineBuffer.Line] = []
  private var rate: RequestRate
  /// The request that is performed, or the pause until the next one.
  private var task: Task<Void, Never>?
  private var output: [UInt8] = []

  init(_ descriptor: Int32, _ limits: ControlLimits, handler: @escaping Handler) {
    self.descriptor = descriptor
    self.limits = limits
    self.handler = handler
    input = LineBuffer(limit: limits.lineBytes)
    rate = RequestRate(perSecond: limits.requestsPerSecond)
    watch = MainQueueWatch(descriptor, .reading) { [weak self] events in
      if events.contains(.writing) { self?.write() }
      if events.contains(.reading) { self?.read() }
    }
    if watch == nil { DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.close() } } }
  }

  isolated deinit { close() }

  func close() {
    guard phase != .closed else { return }
    phase = .closed
    task?.cancel()
    task = nil
    waiting = []
    endLeaveTimer()
    watch?.cancel()
    watch = nil
    Glibc.close(descriptor)
    onClose?(self)
    onClose = nil
  }

  // MARK: Requests

  /// Reads all bytes that have arrived. Closes the connection if the client has left and no request waits.
  func read() {
    guard phase == .open, isReading else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    for _ in 0..<16 {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        waiting += input.append(bytes[..<count])
        adjustReading()
        guard isReading else { return performNext() }
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return performNext()
      } else {
        return endReading(isBroken: count < 0)
      }
    }
    readLater()  // other clients have their turn
    performNext()
  }

  private func readLater() {
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.read() } }
  }

  private func endReading(isBroken: Bool) {
    if isBroken { return close() }
    if let line = input.end() { waiting.append(line) }
    phase = .ending
    pauseReading()
    performNext()
  }

  private func performNext() {
    guard phase != .closed, task == nil else { return }
    guard !waiting.isEmpty else { return end() }
    let line = waiting.removeFirst()
    task = Task { [weak self, handler] in
      let reply = await handler(line)
      guard !Task.isCancelled else { return }
      self?.finish(reply)
    }
    adjustReading()
  }

  private func finish(_ reply: [UInt8]?) {
    guard phase != .closed else { return }
    if let reply { send(reply) }
    guard phase != .closed else { return }
    guard let pause = rate.count(at: MonotonicClock.nanoseconds()) else {
      task = nil
      return performNext()
    }
    task = Task { [weak self] in
      try? await Task.sleep(nanoseconds: pause)
      guard !Task.isCancelled, let self else { return }
      task = nil
      performNext()
    }
  }

  /// Reads while few requests wait, so that the writes of a client with many requests wait.
  private func adjustReading() {
    guard phase == .open else { return }
    if isReading, waiting.count >= limits.waitingRequests {
      pauseReading()
    } else if !isReading, waiting.count < limits.waitingRequests / 2 {
      isReading = true
      endLeaveTimer()
      watch?.events.insert(.reading)
      readLater()
    }
  }

  private func pauseReading() {
    guard isReading else { return }
    isReading = false
    watch?.events.remove(.reading)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 0.2, repeating: 0.2)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self, self.hasLeft { self.close() } }
    }
    leaveTimer = timer
    timer.resume()
  }

  private func endLeaveTimer() {
    leaveTimer?.cancel()
    leaveTimer = nil
  }

  /// Whether the client has closed its connection. A client that only sends no more still reads replies.
  private var hasLeft: Bool {
    var status = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&status, 1, 0) > 0 && status.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Closes the connection if the client sends no more and has received all replies.
  private func end() {
    if phase == .ending, task == nil, output.isEmpty { return close() }
    adjustReading()
  }

  // MARK: Replies

  private func send(_ line: [UInt8]) {
    output += line
    guard output.count <= limits.unreadBytes else { return close() }
    write()
  }

  private func write() {
    while !output.isEmpty {
      let count = Glibc.send(descriptor, output, output.count, Int32(MSG_NOSIGNAL))
      if count > 0 {
        output.removeFirst(count)
      } else if errno == EAGAIN {
        watch?.events.insert(.writing)
        return
      } else if errno != EINTR {
        return close()
      }
    }
    watch?.events.remove(.writing)
    if waiting.isEmpty, phase == .ending { end() }
  }
}
