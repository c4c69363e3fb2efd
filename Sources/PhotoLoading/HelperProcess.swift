internal import CSystem
internal import DecoderProtocol
internal import Glibc

/// A helper process, and the connection to it. One thread uses it at a time.
final class HelperProcess: @unchecked Sendable {
  // `@unchecked` is safe because ``DecoderPool`` lends a helper to one thread at a time.

  /// The end of a request.
  enum Outcome {
    case image(DecodedImage)
    case failure(DecodeFailure)
    /// The helper did not answer a cancellation, or was still decoding long after the limit of time; it was killed.
    case killed(DecodeFailure)
    /// The helper ended, or its answer was not valid; `status` is the status of `waitpid`.
    case ended(status: Int32)
    /// The helper had ended before the request, or does not read; it did not receive the request.
    case unsent(status: Int32)
  }

  let identifier: pid_t
  private let socket: Int32
  private let wake: WakePipe
  private var lastRequest = 0
  private var isReaped = false

  /// Takes over a process and the descriptor of its connection.
  init(_ identifier: pid_t, socket: Int32, wake: WakePipe) {
    self.identifier = identifier
    self.socket = socket
    self.wake = wake
  }

  deinit {
    end()
    close(socket)
  }

  /// Kills the process, and returns the status of `waitpid`: of the kill, or of its end before.
  @discardableResult
  func end() -> Int32 {
    guard !isReaped else { return 0 }
    isReaped = true
    kill(identifier, SIGKILL)
    return reap()
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Waits until the helper has locked itself.
  ///
  /// - Returns: The parts of the lock that the kernel refused; `nil` if the helper ended or is silent.
  func waitUntilReady(seconds: Double) -> [SandboxLock]? {
    guard wait(until: Self.now() + seconds, forWake: false) == .message,
      case .ready(let missing)? = receive()?.reply
    else { return nil }
    return missing
  }

  /// Performs a request. Blocks until it is answered, canceled, or the limit of time has passed.
  ///
  /// - Parameters:
  ///   - file: The descriptor of the file, open for reading; the caller closes it.
  ///   - grace: The time that the helper has to answer a cancellation or the end of its time, in seconds.
  func perform(
    _ request: DecodeRequest, on file: Int32, limits: DecodingLimits, grace: Double,
    cancellation: Cancellation
  ) -> Outcome {
    lastRequest += 1
    let command = HelperCommand.decode(id: lastRequest, request, limits).bytes
    // A helper that was taken over may not read; a send that waits could not be canceled.
    guard isReady, csystem_send_message(socket, command, UInt(command.count), file, Int32(MSG_DONTWAIT)) == 0
    else { return .unsent(status: statusOfEnd()) }
    wake.drain()
    let handler = cancellation.onCancel { [wake] in wake.signal() }
    defer { cancellation.removeHandler(handler) }
    var deadline = Self.now() + limits.seconds + grace
    var isCanceled = false
    while true {
      switch wait(until: deadline, forWake: !isCanceled) {
      case .message:
        return answer(to: request, limits, cancellation)
      case .wake:
        // The wake may be a late one of the former request.
        guard cancellation.isCancelled else { continue }
        isCanceled = true
        deadline = Self.now() + grace
        let cancel = HelperCommand.cancel(id: lastRequest).bytes
        if csystem_send_message(socket, cancel, UInt(cancel.count), -1, Int32(MSG_DONTWAIT)) != 0 {
          return ended()
        }
      case .timeout:
        end()
        return .killed(isCanceled ? .canceled : .tookTooLong(seconds: limits.seconds))
      }
    }
  }

  /// Whether the process can receive a request: its connection is open, and no message is left from before.
  var isReady: Bool {
    var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 0
  }

  private func answer(
    to request: DecodeRequest, _ limits: DecodingLimits, _ cancellation: Cancellation
  ) -> Outcome {
    guard let (reply, descriptor) = receive() else { return ended() }
    switch reply {
    case .result(lastRequest, let result) where Self.isPlausible(result, for: request, limits):
      guard let image = DecodedImage(result, descriptor: descriptor) else { return ended() }
      return .image(image)
    case .failure(lastRequest, let failure) where descriptor < 0:
      // Only a helper that was taken over answers a cancellation that was not requested.
      if failure == .canceled, !cancellation.isCancelled { return ended() }
      return .failure(failure)
    default:
      if descriptor >= 0 { close(descriptor) }
      return ended()
    }
  }

  /// Whether the pixels fit what was requested. A helper that was taken over may state anything.
  private static func isPlausible(
    _ result: DecodeResult, for request: DecodeRequest, _ limits: DecodingLimits
  ) -> Bool {
    guard let pixels = result.pixels else { return request.subject != .pixels }
    guard request.subject != .header, pixels.byteCount <= limits.workingBytes else { return false }
    guard request.subject == .pixels, let size = request.size, size.shape == .fitting else { return true }
    return pixels.width <= size.width && pixels.height <= size.height
  }

  private func ended() -> Outcome { .ended(status: statusOfEnd()) }

  /// Waits for the end of a helper whose connection has ended, kills it if it goes on, and returns the status of
  /// `waitpid`.
  func statusOfEnd() -> Int32 {
    // The helper may be ending by itself; its own status says more than that of the kill.
    var status: Int32 = 0
    for _ in 0..<Self.endChecks {
      if waitpid(identifier, &status, WNOHANG) == identifier {
        isReaped = true
        return status
      }
      usleep(1000)
    }
    return end()
  }

  /// How often, at a distance of a millisecond, a helper whose connection ended is given time to end.
  private static let endChecks = 20

  private func receive() -> (reply: HelperReply, descriptor: Int32)? {
    var bytes = [UInt8](repeating: 0, count: HelperReply.longest)
    var descriptor: Int32 = -1
    let count = csystem_receive_message(
      socket, &bytes, UInt(bytes.count), &descriptor, Int32(MSG_DONTWAIT))
    guard count > 0, let reply = HelperReply(Array(bytes[..<count])) else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    return (reply, descriptor)
  }

  private enum Event { case message, wake, timeout }

  private func wait(until deadline: Double, forWake: Bool) -> Event {
    var descriptors = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forWake ? wake.readEnd : -1, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let left = deadline - Self.now()
      guard left > 0 else { return .timeout }
      let milliseconds = Int32(min(left * 1000, 1e9).rounded(.up))
      guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { continue }
      if descriptors[0].revents != 0 { return .message }
      if descriptors[1].revents != 0 {
        wake.drain()
        return .wake
      }
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Wakes the thread that waits for a helper.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Fails if the system refuses the descriptors.
  init?() {
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
