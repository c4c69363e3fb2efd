import DecoderClient
import DecoderProtocol
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The start of helper processes, and the reasons why it fails.
struct HelperStartTests {
  @Test("prepare() starts the helper that the first request uses")
  func prepared() throws {
    let folder = try TemporaryFolder()
    let started = try Fifo(folder.path + "/started")
    var options = DecoderPool.Options.reusing
    options.helperCount = 1
    options.helperPath = try folder.writeScript(
      "echo $$ > '\(started.path)'\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    let pool = DecoderPool(options)
    pool.prepare()
    // A second helper would wait until the fifo is read again.
    let helper = try #require(Int32(started.readLine()))
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    #expect(pool.idleHelpers == [helper])
  }

  @Test("The environment variable CAROUSEL_DECODER names the helper; without it, it is beside the program")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let jpeg = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
      unsetenv("CAROUSEL_DECODER")
      guard DecoderPool.Options.reusing.helperPath == DecoderPool.helperBesideProgram else { exit(1) }
      setenv("CAROUSEL_DECODER", "/nowhere/decoder", 1)
      guard DecoderPool(.reusing).failure(of: jpeg) == .helper(.missing(path: "/nowhere/decoder")) else {
        exit(2)
      }
      for value in ["", "carousel-decoder", "./carousel-decoder"] {
        setenv("CAROUSEL_DECODER", value, 1)
        guard DecoderPool(.reusing).failure(of: jpeg) == nil else { exit(3) }
      }
    }
  }

  @Test("If the decoder is missing or cannot be executed, a sentence reports it")
  func missingHelper() throws {
    var options = DecoderPool.Options.reusing
    options.helperPath = "/nowhere/carousel-decoder"
    let jpeg = JPEGFixture.quadrants(8, 8).bytes()
    let missing = DecoderPool(options).failure(jpeg)
    #expect(missing == .helper(.missing(path: "/nowhere/carousel-decoder")))
    options.helperPath = "/bin/true"
    guard case .helper(.endedAtStart("/bin/true", 0)) = DecoderPool(options).failure(jpeg) else {
      Issue.record("\(String(describing: DecoderPool(options).failure(jpeg)))")
      return
    }
    options.helperPath = "/etc/passwd"
    guard case .helper(let refused) = DecoderPool(options).failure(jpeg) else {
      Issue.record("started")
      return
    }
    #expect(refused == .refused(path: "/etc/passwd", code: EACCES))
    #expect(refused.description.contains("“/etc/passwd” could not be started: Permission denied."))
  }

  @Test("If a decoder cannot start for lack of memory or threads, a sentence reports the cause")
  func lackOfResources() async throws {
    let folder = try TemporaryFolder()
    var options = DecoderPool.Options.reusing
    options.helperPath = try folder.writeScript(
      "ulimit -v 6000\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    let failure = DecoderPool(options).failure(JPEGFixture.quadrants(8, 8).bytes())
    guard case .helper(let failure)? = failure, case .endedAtStart = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure.description.contains("a limit of memory (ulimit -v) or a missing library"))

    await #expect(processExitsWith: .success) {
      let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
      let pool = DecoderPool(.reusing)
      guard setgroups(0, nil) == 0, setgid(65534) == 0, setuid(65534) == 0 || geteuid() != 0 else { exit(1) }
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
      guard case .helper(.refused(_, EAGAIN))? = pool.failure(of: file) else { exit(2) }
    }
  }

  @Test("All waiting requests fail if the thread that starts helpers cannot be created")
  func lackOfThreads() async {
    await #expect(processExitsWith: .success) {
      let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
      let pools = (0..<400).map { _ in DecoderPool(helpers: 4) }
      let ready = DispatchSemaphore(value: 0)
      let go = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<4 {
        Thread {
          ready.signal()
          go.wait()
          for pool in pools {
            guard case .helper(.refused(_, EAGAIN))? = pool.failure(of: file) else { exit(2) }
          }
          done.signal()
        }.start()
      }
      for _ in 0..<4 { try ready.wait(for: "the start of four threads") }
      guard setgroups(0, nil) == 0, setgid(65534) == 0, setuid(65534) == 0 || geteuid() != 0 else { exit(1) }
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
      for _ in 0..<4 { go.signal() }
      for _ in 0..<4 { try done.wait(for: "the failure of all requests") }
    }
  }

  @Test("Requests fail while the decoder is missing, and succeed soon after it is installed")
  func installedLater() throws {
    let helper = NSTemporaryDirectory() + "decoder-\(UUID().uuidString)"
    var options = DecoderPool.Options.reusing
    options.helperPath = helper
    let pool = DecoderPool(options)
    let jpeg = JPEGFixture.quadrants(8, 8).bytes()
    #expect(pool.failure(jpeg) == .helper(.missing(path: helper)))
    try FileManager.default.createSymbolicLink(
      atPath: helper, withDestinationPath: DecoderPool.helperBesideProgram)
    defer { unlink(helper) }
    // The pool pauses after a failed start, see StartBackoffTests.
    var failure: PhotoError.Reason?
    try waitUntil("a decode by the installed helper", lastSeen: failure) {
      failure = pool.failure(jpeg)
      return failure == nil
    }
  }

  @Test("A request can be canceled while its helper starts")
  func canceledStart() throws {
    let folder = try TemporaryFolder()
    let started = try Fifo(folder.path + "/started")
    var options = DecoderPool.Options.reusing
    // The helper sends no message after its start.
    options.helperPath = try folder.writeScript("echo $$ > '\(started.path)'\nexec sleep 600", to: "decoder")
    let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
    let cancellation = Cancellation()
    Thread {
      _ = started.readLine()
      cancellation.cancel()
    }.start()
    #expect(DecoderPool(options).failure(of: file, cancellation: cancellation) == .canceled)
  }
}
