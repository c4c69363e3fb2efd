import DecoderClient
import DecoderProtocol
import Foundation
import Testing

/// The sandbox of the decoder programs when they are ready.
struct HelperSandboxTests {
  /// The number of starts. The environment variable CAROUSEL_SOAK_COUNT changes it, for example to 1000.
  private static let startCount =
    ProcessInfo.processInfo.environment["CAROUSEL_SOAK_COUNT"].flatMap { Int($0) } ?? 30

  @Test(
    "While the processors are busy, no thread of a helper that is ready runs outside the sandbox",
    arguments: ["carousel-decoder", "carousel-decoder-extra"])
  func threads(program: String) throws {
    let loops = try (0..<3).map { _ in try BusyLoop() }
    defer { withExtendedLifetime(loops) {} }
    var (threadCount, outsideCount) = (0, 0)
    for _ in 0..<Self.startCount {
      let helper = try ServedHelper(program)
      #expect(helper.firstReply == .ready(missingParts: []))
      let tasks = "/proc/\(helper.identifier)/task"
      for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
        // A thread may end meanwhile; then it was not the only one.
        let status = (try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)) ?? ""
        threadCount += 1
        if !status.contains("Seccomp:\t2\n") || !status.contains("NoNewPrivs:\t1\n") { outsideCount += 1 }
      }
    }
    print(
      "helper starts: \(Self.startCount) of \(program), \(threadCount) threads, \(outsideCount) of them outside the sandbox"
    )
    #expect(outsideCount == 0)
    #expect(threadCount == Self.startCount, "each helper has one thread")
  }

  @Test(
    "A helper has a process group of its own, so that resuming a job of a shell does not resume idle helpers")
  func group() throws {
    let pool = DecoderPool(.reusing)
    _ = pool.failure([1])
    let helper = try #require(pool.idleHelpers.first)
    #expect(getpgid(helper) == helper)
  }
}

/// A process that keeps a processor busy.
private final class BusyLoop {
  private let identifier: pid_t

  init() throws {
    var identifier: pid_t = 0
    var arguments = [strdup("sh"), strdup("-c"), strdup("while :; do :; done"), nil]
    defer { for argument in arguments { free(argument) } }
    let code = posix_spawn(&identifier, "/bin/sh", nil, nil, &arguments, nil)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    self.identifier = identifier
  }

  deinit {
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }
}
