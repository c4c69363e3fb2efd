import CSystem
import DecoderClient
import DecoderProtocol
import Foundation
import TestSupport

/// A compromised helper. The process runs a script; the test sends its replies.
final class PlayedHelper: Sendable {
  let helper: HelperProcess
  /// Signaled when the test has answered a request and closed its descriptors.
  let hasAnswered = DispatchSemaphore(value: 0)
  private let socket: Int32

  /// - Parameter script: The commands of the process for `/bin/sh`.
  init(
    running script: String = "exec sleep 60",
    threadCount: @escaping @Sendable (pid_t) -> Int? = ProcessThreads.count
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
      let wake = WakePipe()
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var identifier: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&identifier, "/bin/sh", nil, nil, &arguments, nil)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    socket = ends[1]
    helper = HelperProcess(
      ChildHandle(identifier), socket: ends[0], wake: wake, threadCount: threadCount)
  }

  deinit { close(socket) }

  /// Performs a request. `answer` sends the reply; it receives the descriptor of the pixel memory and the
  /// connection.
  func perform(
    _ request: DecodeRequest, seconds: Double = 20, grace: Double = 10,
    answer: @escaping @Sendable (_ id: Int, _ memory: Int32, _ socket: Int32) -> Void
  ) throws -> HelperProcess.Outcome {
    let file = try TestFile([1, 2, 3])
    Thread { [socket, hasAnswered] in
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 60_000)  // ms
      var bytes = [UInt8](repeating: 0, count: HelperCommand.longest)
      var descriptors: [Int32] = [-1, -1]
      let count = csystem_receive_message(socket, &bytes, UInt(bytes.count), &descriptors, 2, 0)
      guard count > 0, case .decode(let id, _, _, _)? = HelperCommand(Array(bytes[..<count])) else { return }
      answer(id, descriptors[1], socket)
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      hasAnswered.signal()
    }.start()
    var limits = DecodingLimits()
    limits.seconds = seconds
    return helper.perform(
      request, on: file.descriptor, limits: limits, grace: grace, cancellation: Cancellation())
  }

  static func reply(_ id: Int, _ width: Int, _ height: Int, to socket: Int32, attaching extra: [Int32] = []) {
    let header = ImageHeader(format: "PNG", width: width, height: height)
    let layout = PixelLayout(width: width, height: height, isOpaque: false)
    let bytes = HelperReply.result(id: id, DecodeResult(header: header, pixels: layout)).bytes
    _ = csystem_send_message(socket, bytes, UInt(bytes.count), extra, Int32(extra.count), 0)
  }
}
