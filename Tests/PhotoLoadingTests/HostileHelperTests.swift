import CSystem
import DecoderProtocol
import Drawing
import Foundation
import PhotoLoading
import TestSupport
import Testing

/// A compromised helper. The process only sleeps; the test sends its replies.
private final class PlayedHelper: Sendable {
  let helper: HelperProcess
  /// Signaled when the test has answered a request and closed its descriptors.
  let hasAnswered = DispatchSemaphore(value: 0)
  private let socket: Int32

  init(threadCount: @escaping @Sendable (pid_t) -> Int? = ProcessThreads.count) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0,
      let wake = WakePipe()
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var identifier: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&identifier, "/bin/sleep", nil, nil, &arguments, nil)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    socket = ends[1]
    helper = HelperProcess(
      ChildHandle(identifier), socket: ends[0], wake: wake, threadCount: threadCount)
  }

  deinit { close(socket) }

  /// Performs a request. `answer` sends the reply; it receives the descriptor of the pixel memory and the
  /// connection.
  func perform(
    _ request: DecodeRequest,
    answer: @escaping @Sendable (_ id: Int, _ memory: Int32, _ socket: Int32) -> Void
  ) throws -> HelperProcess.Outcome {
    let file = try TestFile([1, 2, 3])
    Thread { [socket, hasAnswered] in
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 10_000)
      var bytes = [UInt8](repeating: 0, count: HelperCommand.longest)
      var descriptors: [Int32] = [-1, -1]
      let count = csystem_receive_message(socket, &bytes, UInt(bytes.count), &descriptors, 2, 0)
      guard count > 0, case .decode(let id, _, _, _)? = HelperCommand(Array(bytes[..<count])) else { return }
      answer(id, descriptors[1], socket)
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      hasAnswered.signal()
    }.start()
    return helper.perform(
      request, on: file.descriptor, limits: DecodingLimits(), grace: 10, cancellation: Cancellation())
  }

  static func reply(_ id: Int, _ width: Int, _ height: Int, to socket: Int32, attaching extra: [Int32] = []) {
    let header = ImageHeader(format: "PNG", width: width, height: height)
    let layout = PixelLayout(width: width, height: height, isOpaque: false)
    let bytes = HelperReply.result(id: id, DecodeResult(header: header, pixels: layout)).bytes
    _ = csystem_send_message(socket, bytes, UInt(bytes.count), extra, Int32(extra.count), 0)
  }
}

struct HostileHelperTests {
  private static let request = DecodeRequest(size: TargetSize(width: 40, height: 30))

  @Test("A reply with pixels inside the memory of the request is accepted")
  func honest() throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, memory, socket in
      let start = mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
      start?.storeBytes(of: 0x0102_03FF, as: UInt32.self)
      if let start { munmap(start, 4) }
      PlayedHelper.reply(id, 40, 30, to: socket)
    }
    guard case .image(let decoded) = outcome, let image = decoded.image else {
      Issue.record("\(outcome)")
      return
    }
    #expect(image.withPixels { Array($0.prefix(4)) } == [0xFF, 3, 2, 1])
  }

  @Test("A helper cannot enlarge the memory of a request")
  func growth() throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, memory, socket in
      let size = lseek(memory, 0, SEEK_END)
      let isLarger = ftruncate(memory, 1 << 30) == 0 || ftruncate(memory, 0) == 0 || size != 40 * 30 * 4
      PlayedHelper.reply(id, isLarger ? 1 : 40, 30, to: socket)
    }
    guard case .image(let decoded) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(decoded.image?.width == 40)
  }

  @Test("If a helper keeps the pixels mapped for writing, it is ended")
  func keptMapping() throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, memory, socket in
      _ = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
      PlayedHelper.reply(id, 40, 30, to: socket)
    }
    guard case .ended(let status) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(status == SIGKILL)
    #expect(!isRunning(played.helper.identifier))
  }

  @Test("If a helper keeps the memory mapped after a failed request, it is ended")
  func keptAfterFailure() throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, memory, socket in
      _ = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
      let bytes = HelperReply.failure(id: id, .notAnImage).bytes
      _ = csystem_send_message(socket, bytes, UInt(bytes.count), nil, 0, 0)
    }
    guard case .ended = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("A reply that states more pixels than the request allows is refused", arguments: [41, 32_000])
  func beyond(width: Int) throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, _, socket in
      PlayedHelper.reply(id, width, 30, to: socket)
    }
    guard case .ended = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("Descriptors that a helper sends are closed, and the helper is ended")
  func descriptors() async {
    // The process of an exit test opens no other anonymous files meanwhile.
    await #expect(processExitsWith: .success) {
      func count() -> Int {
        let folder = "/proc/self/fd/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0))?.hasPrefix("/memfd:")
            ?? false
        }
      }
      let played = try PlayedHelper()
      let before = count()
      let outcome = try played.perform(HostileHelperTests.request) { id, memory, socket in
        PlayedHelper.reply(id, 40, 30, to: socket, attaching: [memory, memory])
      }
      played.hasAnswered.wait()
      // The helper process would keep the output of the test open.
      kill(played.helper.identifier, SIGKILL)
      guard case .ended = outcome else { exit(2) }
      guard count() == before else { exit(3) }
    }
  }

  @Test("If a helper has more threads than decoding needs, it is ended", arguments: [true, false])
  func threads(answers: Bool) throws {
    let played = try PlayedHelper { _ in ProcessThreads.limit + 1 }
    let outcome = try played.perform(Self.request) { id, _, socket in
      // A helper that does not answer is ended while it decodes.
      if answers { PlayedHelper.reply(id, 40, 30, to: socket) }
    }
    guard case .ended(SIGKILL) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!isRunning(played.helper.identifier))
  }

  @Test("The threads of a process are counted")
  func threadCount() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessThreads.count(getpid()) ?? 0
      guard before > 0 else { exit(1) }
      let gate = DispatchSemaphore(value: 0)
      let hasStarted = DispatchSemaphore(value: 0)
      for _ in 0..<20 {
        Thread {
          hasStarted.signal()
          gate.wait()
        }.start()
      }
      for _ in 0..<20 { hasStarted.wait() }
      guard let count = ProcessThreads.count(getpid()), count >= before + 20 else { exit(2) }
    }
  }

  @Test("A helper is not ended if this process runs out of descriptors")
  func lackOfDescriptors() async {
    await #expect(processExitsWith: .success) {
      let played = try PlayedHelper()
      let file = try TestFile([1])
      var limit = rlimit(rlim_cur: rlim_t(file.descriptor) + 1, rlim_max: 4096)
      // Uses all descriptor numbers below the limit.
      while dup(0) >= 0, limit.rlim_cur > 0 {
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { exit(1) }
      }
      let outcome = played.helper.perform(
        HostileHelperTests.request, on: file.descriptor, limits: DecodingLimits(), grace: 1,
        cancellation: Cancellation())
      guard case .refused(EMFILE) = outcome else {
        kill(played.helper.identifier, SIGKILL)
        exit(2)
      }
      // The helper process would keep the output of the test open.
      guard kill(played.helper.identifier, SIGKILL) == 0 else { exit(3) }
    }
  }

  @Test("The first message of a helper states the version of its messages")
  func version() {
    #expect(HelperReply(HelperReply.ready(missingLocks: [.limits]).bytes) == .ready(missingLocks: [.limits]))
    #expect(HelperReply(HelperReply.otherVersion(99).bytes) == .otherVersion(99))
    #expect(HelperFailure.otherVersion(path: "a").description.contains("another release"))
  }
}
