internal import CSystem
package import DecoderProtocol
internal import Drawing
package import Glibc
package import Threads

/// A helper process, and the connection to it. One thread uses it at a time.
///
/// The process runs only while it starts and while it has a request. In between it is stopped, because a process that was taken
/// over could use the processors and take memory without a limit of time.
package final class HelperProcess: @unchecked Sendable {
  // `@unchecked` is safe because ``DecoderPool`` lends a helper to one thread at a time.

  /// The result of a request.
  package enum Outcome {
    case image(DecodedImage)
    case failure(DecodeFailure)
    /// The helper did not respond to a cancellation, or was still decoding long after the time limit. It was
    /// killed.
    case killed(DecodeFailure)
    /// The helper waited for its file until the time limit, or, if it has read other files, was waiting when the request became
    /// slow. It was killed.
    case stalled
    /// The helper ended, or its reply was not valid; `status` is the status from `waitpid`.
    case ended(status: Int32)
    /// The request was not sent, because the helper had ended before or did not read its connection.
    case unsent(status: Int32)
    /// The system refuses this process memory or descriptors; `code` is the `errno`. The helper is not at
    /// fault.
    case refused(code: Int32)
  }

  /// The program of the process.
  package let program: HelperProgram
  private let child: ChildHandle
  private let socket: Int32
  private let wake: WakePipe
  private var lastRequest = 0
  private var isReaped = false
  /// Whether another thread waits for the end of the process, and then releases its descriptor.
  private var isReapedLater = false
  /// The path of the last file whose mount may stall.
  private var path: FileCalls.StallingPath?

  /// The number of the pool whose files the process reads; `nil` if it has read none.
  var pool: Int?

  /// Whether the process may read files of a pool; `nil` means any pool.
  func belongs(to pool: Int?) -> Bool { self.pool == nil || pool == nil || self.pool == pool }

  /// The contents of the last animations, the latest last. The helper may have kept their decoders.
  private(set) var animations: [FileContent] = []

  /// The contents that the process has read. A content without an identity counts as a new one each time.
  private var contents: Set<FileContent> = []
  private var unknownCount = 0

  /// Whether the process has read a content.
  func hasRead(_ content: FileContent) -> Bool { contents.contains(content) }

  /// Whether the process has read another content. One without an identity counts as another one each time.
  func hasReadOther(than content: FileContent?) -> Bool {
    unknownCount > 0 || contents.contains { $0 != content }
  }

  /// Whether the process may read a content, if it reads at most `limit` different ones.
  func mayRead(_ content: FileContent?, atMost limit: Int) -> Bool {
    if let content, hasRead(content) { return true }
    return contents.count + unknownCount < limit
  }

  /// The memory of the process before its first request; `nil` if it is not known.
  private var startMemory: ProcessMemory?

  /// The process number.
  package var identifier: pid_t { child.identifier }

  /// Returns the number of threads of a process; `nil` if it is not known.
  private let threadCount: @Sendable (pid_t) -> Int?
  /// The calls that wait for the end of the process if its file does not answer.
  private let calls: FileCalls
  /// The clock of the time limits.
  private var clock: LimitClock { calls.clock }

  /// Takes over a process and the descriptor of its connection.
  package init(
    _ child: ChildHandle, socket: Int32, wake: WakePipe, program: HelperProgram = .common,
    calls: FileCalls = .shared, threadCount: @escaping @Sendable (pid_t) -> Int? = ProcessThreads.count
  ) {
    self.calls = calls
    self.program = program
    self.child = child
    self.socket = socket
    self.wake = wake
    self.threadCount = threadCount
  }

  /// Whether the process has more threads than decoding needs, as one that was taken over may have. The kernel has no
  /// limit on the threads of one process.
  private var hasTooManyThreads: Bool { threadCount(identifier) ?? 0 > ProcessThreads.limit }

  deinit {
    end()
    if !isReapedLater { child.release() }
    close(socket)
  }

  /// Kills the process, and returns its status from `waitpid`. The process may have ended earlier by itself.
  ///
  /// A process that waits for a stalled mount may end only when the mount answers. Another thread then waits for it, and the status
  /// is that of the signal.
  ///
  /// - Parameter start: The time since which the file does not answer; `nil` for now.
  @discardableResult
  func end(stalledSince start: Double? = nil) -> Int32 {
    guard !isReaped else { return 0 }
    isReaped = true
    child.kill()
    if let status = child.wait(seconds: Self.endSeconds) { return status }
    isReapedLater = true
    let reap: @Sendable () -> Void = { [child] in
      _ = child.wait()
      child.release()
    }
    if let path {
      calls.end(on: path, stalledSince: start ?? clock.now(), reap)
    } else if !SystemThread.startDetached(reap) {
      child.release()
    }
    return SIGKILL
  }

  /// The longest wait for the end of a process that was killed, in seconds.
  private static let endSeconds = 0.5

  /// Whether the process was ended and reaped.
  var hasEnded: Bool { isReaped }

  /// Waits until the helper has entered its sandbox.
  ///
  /// - Returns: The first message; `nil` if the helper ended or sent no message in time.
  func waitUntilReady(seconds: Double) -> HelperReply? {
    guard wait(until: MonotonicClock.now() + seconds, by: .system, forWake: false) == .message else {
      return nil
    }
    guard case .reply(let reply) = receive() else { return nil }
    startMemory = ProcessMemory(of: identifier)
    child.stop()
    return reply
  }

  /// Sends a request and waits for the reply. Blocks until the reply arrives, the request is canceled, or the
  /// time limit has passed.
  ///
  /// - Parameters:
  ///   - file: The descriptor of the file, open for reading; the caller closes it.
  ///   - content: The identity of the content of the file; `nil` if it is not known.
  ///   - path: The path of the file, if its mount may stall.
  ///   - grace: The time in seconds that the helper has to respond to a cancellation or to the end of its
  ///     time limit.
  ///   - slowSeconds: The time in seconds after which the request is slow.
  ///   - onSlow: Called once, on this thread, when the request becomes slow.
  package func perform(
    _ request: DecodeRequest, on file: Int32, _ content: FileContent? = nil,
    _ path: FileCalls.StallingPath? = nil, limits: DecodingLimits, grace: Double, cancellation: Cancellation,
    slowSeconds: Double = .infinity, onSlow: () -> Void = {}
  ) -> Outcome {
    lastRequest += 1
    self.path = path ?? self.path
    func exchange(_ descriptors: [Int32]) -> Exchange {
      self.exchange(
        .decode(id: lastRequest, request, limits, file: content), content, descriptors, limits,
        grace: grace, cancellation, slowSeconds: slowSeconds, onSlow)
    }
    let capacity = PixelMemory.capacity(for: request, limits)
    if capacity == 0 {
      switch exchange([file]) {
      case .end(let outcome): return outcome
      case .reply(let reply): return answer(reply, to: request, limits, cancellation, map: { _ in .tooSmall })
      }
    }
    guard let memory = PixelMemory(capacity: capacity) else { return .refused(code: errno) }
    switch exchange([file, memory.descriptor]) {
    case .end(let outcome): return outcome
    case .reply(let reply):
      // The memory is sealed after a failure, too: a compromised helper must not keep writable memory.
      guard memory.seal() else { return ended() }
      return answer(reply, to: request, limits, cancellation, map: { memory.map($0) })
    }
  }

  /// The result of sending a request and receiving its reply.
  private enum Exchange {
    case reply(HelperReply)
    case end(Outcome)
  }

  /// Sends a request, and waits for the reply.
  private func exchange(
    _ command: HelperCommand, _ content: FileContent?, _ descriptors: [Int32], _ limits: DecodingLimits,
    grace: Double, _ cancellation: Cancellation, slowSeconds: Double, _ onSlow: () -> Void
  ) -> Exchange {
    let command = command.bytes
    guard isReady else { return .end(.unsent(status: statusOfEnd())) }
    let hasReadOther = hasReadOther(than: content)
    if let content { contents.insert(content) } else { unknownCount += 1 }
    startMemory?.limit(
      identifier, to: limits,
      fileBytes: animations.reduce(content?.byteCount ?? limits.fileBytes) { $0 + $1.byteCount },
      keepsDecoders: !animations.isEmpty)
    wake.drain()
    let handler = cancellation.onCancel { [wake] in wake.signal() }
    defer { cancellation.removeHandler(handler) }
    let clockHandler = clock.onAdvance { [wake] in wake.signal() }
    defer { clock.removeHandler(clockHandler) }
    let start = clock.now()
    child.resume()
    // The send must not block: a compromised helper may not read, and a blocked send could not be canceled.
    if csystem_send_message(
      socket, command, UInt(command.count), descriptors, Int32(descriptors.count), Int32(MSG_DONTWAIT)) != 0
    {
      let code = errno
      guard Self.isLack(code) else { return .end(.unsent(status: statusOfEnd())) }
      child.stop()
      return .end(.refused(code: code))
    }
    var slowTime = start + slowSeconds
    var deadline = start + limits.seconds + grace
    var isCanceled = false
    while true {
      let next = min(deadline, slowTime, clock.now() + ProcessThreads.interval)
      switch wait(until: next, by: clock, forWake: true) {
      case .message:
        child.stop()
        if hasTooManyThreads { return .end(.ended(status: end())) }
        switch receive() {
        case .reply(let reply):
          if let content, case .result(_, let result) = reply, result.header.isAnimated { remember(content) }
          return .reply(reply)
        case .refused(let code):
          // The reply stays unread in the socket, so the helper cannot be used again.
          end()
          return .end(.refused(code: code))
        case .ended: return .end(ended())
        }
      case .wake:
        // The wake signal may belong to the previous request, or to a change of the clock.
        guard cancellation.isCanceled, !isCanceled else { continue }
        isCanceled = true
        deadline = clock.now() + grace
        let cancel = HelperCommand.cancel(id: lastRequest).bytes
        if csystem_send_message(socket, cancel, UInt(cancel.count), nil, 0, Int32(MSG_DONTWAIT)) != 0 {
          return .end(ended())
        }
      case .timeout where next < deadline:
        if hasTooManyThreads { return .end(.ended(status: end())) }
        if clock.now() >= slowTime {
          slowTime = .infinity
          onSlow()
          // It may wait for an earlier file, so another helper decodes this one.
          if hasReadOther, child.waitsForDisk {
            end(stalledSince: start)
            return .end(isCanceled ? .killed(.canceled) : .stalled)
          }
        }
      case .timeout:
        let isStalled = child.waitsForDisk
        end(stalledSince: start)
        if isCanceled { return .end(.killed(.canceled)) }
        return .end(isStalled ? .stalled : .killed(.tookTooLong(seconds: limits.seconds)))
      }
    }
  }

  /// Whether an `errno` means that the system refuses this process memory or descriptors.
  private static func isLack(_ code: Int32) -> Bool {
    [ENOMEM, ENOBUFS, EMFILE, ENFILE, ETOOMANYREFS].contains(code)
  }

  private func remember(_ animation: FileContent) {
    animations.removeAll { $0 == animation }
    animations.append(animation)
    if animations.count > FileContent.keptCount { animations.removeFirst() }
  }

  /// Whether the process can receive a request: the connection is open, and no message from an earlier
  /// request is unread.
  var isReady: Bool {
    var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 0
  }

  private func answer(
    _ reply: HelperReply, to request: DecodeRequest, _ limits: DecodingLimits, _ cancellation: Cancellation,
    map: (Int) -> PixelMemory.Mapping
  ) -> Outcome {
    switch reply {
    case .result(lastRequest, let result) where Self.isPlausible(result, for: request, limits):
      guard let layout = result.pixels else { return .image(DecodedImage(result: result, image: nil)) }
      switch map(layout.byteCount) {
      case .tooSmall: return ended()
      case .refused(let code): return .refused(code: code)
      case .mapped(let pixels):
        guard
          let image = try? Image(
            wrapping: pixels.start, width: layout.width, height: layout.height, isOpaque: layout.isOpaque,
            keepingAlive: pixels)
        else { return .refused(code: ENOMEM) }
        return .image(DecodedImage(result: result, image: image))
      }
    case .failure(lastRequest, let failure):
      // A helper that reports a cancellation without a request to cancel is compromised.
      if failure == .canceled, !cancellation.isCanceled { return ended() }
      // Each codec states more than the limit that it was given.
      if case .tooMuchMemory(_, _, let needed, _) = failure, needed <= limits.workingBytes { return ended() }
      if case .unreadable(let code) = failure, !Self.readErrors.contains(code) { return ended() }
      return .failure(failure)
    default: return ended()
    }
  }

  /// Each `errno` that seeking in an open file, mapping it and reading it can have. A compromised helper may state others: `ENOENT`
  /// would say that there is no file.
  private static let readErrors: Set<Int32> = [
    EAGAIN, EBADMSG, ECONNABORTED, EHOSTDOWN, EINVAL, EIO, EISDIR, ENODEV, ENOMEM, ENOTCONN, ENXIO, EOVERFLOW,
    EREMOTEIO,
    ESPIPE, ESTALE, ETIMEDOUT, EUCLEAN,
  ]

  /// Whether the stated pixels match the request. A compromised helper may state any size.
  private static func isPlausible(
    _ result: DecodeResult, for request: DecodeRequest, _ limits: DecodingLimits
  ) -> Bool {
    guard (result.metadata != nil) == (request.subject == .metadata) else { return false }
    guard let pixels = result.pixels else { return request.subject != .pixels }
    let hasPixels = request.subject == .pixels || request.subject == .preview
    guard hasPixels, pixels.byteCount <= limits.workingBytes else { return false }
    guard request.subject == .pixels, let size = request.size, size.shape == .fitting else { return true }
    return pixels.width <= size.width && pixels.height <= size.height
  }

  private func ended() -> Outcome { .ended(status: statusOfEnd()) }

  /// Waits a short time for a helper to end whose connection has ended, and kills the helper if it keeps
  /// running. Returns the status from `waitpid`.
  func statusOfEnd() -> Int32 {
    // The helper may be about to end by itself. Its own status says more than the status of a kill.
    for _ in 0..<Self.endChecks {
      if !isReaped, let status = child.statusIfEnded() {
        isReaped = true
        return status
      }
      usleep(1000)
    }
    return end()
  }

  /// The number of checks, one per millisecond, for the end of a helper whose connection has ended.
  private static let endChecks = 20

  /// A received message.
  private enum Received {
    case reply(HelperReply)
    /// The connection ended, or the message was not valid.
    case ended
    /// The system refuses this process the memory to receive the message; `code` is the `errno`.
    case refused(code: Int32)
  }

  /// Receives a message. A helper sends no descriptors. The kernel closes any descriptors that a compromised
  /// helper sends.
  private func receive() -> Received {
    var bytes = [UInt8](repeating: 0, count: HelperReply.longest)
    let count = csystem_receive_message(socket, &bytes, UInt(bytes.count), nil, 0, Int32(MSG_DONTWAIT))
    if count < 0, Self.isLack(errno) { return .refused(code: errno) }
    guard count > 0, let reply = HelperReply(Array(bytes[..<count])) else { return .ended }
    return .reply(reply)
  }

  private enum Event { case message, wake, timeout }

  private func wait(until deadline: Double, by clock: LimitClock, forWake: Bool) -> Event {
    var descriptors = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forWake ? wake.readEnd : -1, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let isOver = clock.now() >= deadline
      // At the deadline the descriptors are checked once more: the scheduler may have paused this thread for
      // a while.
      guard poll(&descriptors, nfds_t(descriptors.count), clock.milliseconds(until: deadline)) > 0 else {
        if !isOver { continue }
        return .timeout
      }
      if descriptors[0].revents != 0 { return .message }
      if descriptors[1].revents != 0 {
        wake.drain()
        return .wake
      }
    }
  }
}

/// Wakes the thread that waits for a helper.
package final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Fails if the system refuses the descriptors.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func signal() {
    var byte: UInt8 = 0
    _ = csystem_write_without_sigpipe(writeEnd, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
  }
}
