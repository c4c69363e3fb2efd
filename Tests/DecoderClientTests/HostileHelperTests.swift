import CSystem
import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import Synchronization
import TestSupport
import Testing

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

  @Test(
    "The memory for pixels is as large as the request needs",
    arguments: [
      (DecodeRequest(size: TargetSize(width: 40, height: 30)), 40 * 30 * 4),
      (DecodeRequest(size: TargetSize(width: 40, height: 30, shape: .filling)), 40 * 32_767 * 4),
      (DecodeRequest(.preview), 4 << 20),
    ])
  func memorySize(request: DecodeRequest, bytes: Int) throws {
    let played = try PlayedHelper()
    let size = Mutex(0)
    _ = try played.perform(request) { id, memory, socket in
      size.withLock { $0 = lseek(memory, 0, SEEK_END) }
      PlayedHelper.reply(id, 40, 30, to: socket)
    }
    #expect(size.withLock { $0 } == bytes)
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

  @Test(
    "A failure with an error that a read of an open file cannot have is a false answer",
    arguments: [(EIO, true), (ESTALE, true), (ENOENT, false), (EPERM, false), (0, false), (-1, false)])
  func readError(code: Int32, isPossible: Bool) throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request) { id, _, socket in
      let bytes = HelperReply.failure(id: id, .unreadable(code: code)).bytes
      _ = csystem_send_message(socket, bytes, UInt(bytes.count), nil, 0, 0)
    }
    switch outcome {
    case .failure(.unreadable(code)): #expect(isPossible)
    case .ended: #expect(!isPossible)
    default: Issue.record("\(outcome)")
    }
  }

  @Test(
    "A failure that states a memory within the limit of the request is a false answer",
    arguments: [(1, false), (1 << 30, false), ((1 << 30) + 1, true), (1 << 40, true)])
  func neededMemory(bytes: Int, isPossible: Bool) throws {
    let played = try PlayedHelper()
    let failure = DecodeFailure.tooMuchMemory(width: 9, height: 9, needed: bytes, limit: 1)
    let outcome = try played.perform(Self.request) { id, _, socket in
      let bytes = HelperReply.failure(id: id, failure).bytes
      _ = csystem_send_message(socket, bytes, UInt(bytes.count), nil, 0, 0)
    }
    switch outcome {
    case .failure(failure): #expect(isPossible)
    case .ended: #expect(!isPossible)
    default: Issue.record("\(outcome)")
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
      // The helper process would keep the output of the test open.
      defer { kill(played.helper.identifier, SIGKILL) }
      try played.hasAnswered.wait(for: "the answer to the request")
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

  @Test("If a helper does not respond at the time limit, it is killed")
  func silent() throws {
    let played = try PlayedHelper()
    let outcome = try played.perform(Self.request, seconds: 0.2, grace: 0.1) { _, _, _ in }
    guard case .killed(.tookTooLong(seconds: 0.2)) = outcome else {
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
      for _ in 0..<20 { try hasStarted.wait(for: "the start of 20 threads") }
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
    #expect(HelperReply(HelperReply.ready(missingParts: [.limits]).bytes) == .ready(missingParts: [.limits]))
    #expect(HelperReply(HelperReply.otherVersion(99).bytes) == .otherVersion(99))
    #expect(HelperFailure.otherVersion(path: "a").description.contains("another release"))
  }
}
