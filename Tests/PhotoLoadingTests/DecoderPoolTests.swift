import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import PhotoLoading
import TestSupport
import Testing

/// The start, use and end of helper processes.
struct DecoderPoolTests {
  @Test("The pixels that a helper decoded are mapped read-only, not copied")
  func pixels() throws {
    let pool = DecoderPool()
    let png = PNGFixture(width: 300, height: 200, kind: .color) { x, y in [x & 255, y, 9] }.bytes()
    let decoded = try pool.decode(png, DecodeRequest(size: TargetSize(width: 300, height: 300)))
    #expect(decoded.result.header.format == "PNG")
    let image = try #require(decoded.image)
    #expect((image.width, image.height, image.isOpaque) == (300, 200, true))
    image.withPixels { pixels in
      #expect(Array(pixels[(4 * (300 * 70 + 33))...].prefix(4)) == [9, 70, 33, 255])
    }
    let address = image.withPixels { UInt(bitPattern: $0.baseAddress) }
    // Other tests change the memory mappings meanwhile, so a read of the list may miss the line.
    var line: String?
    for _ in 0..<100 where line == nil { line = mapping(of: address) }
    #expect(
      line?.contains("r--p") == true && line?.contains("memfd:pixels") == true, "\(line ?? "not mapped")")
    withExtendedLifetime(image) {}
  }

  @Test("A header is read without pixels, and a picture without a thumbnail has no preview")
  func header() throws {
    let pool = DecoderPool()
    let jpeg = JPEGFixture.quadrants(640, 480).bytes()
    let header = try pool.decode(jpeg, DecodeRequest(.header))
    #expect((header.result.header.width, header.result.header.height) == (640, 480))
    #expect(header.image == nil)
    #expect(try pool.decode(jpeg, DecodeRequest(.preview)).image == nil)
    #expect(pool.failure(Array("Dear diary".utf8)) == .content(.notAnImage))
    #expect(pool.failure([]) == .content(.notAnImage))
  }

  @Test("prepare() starts the helper that the first request uses")
  func prepared() throws {
    let pool = DecoderPool()
    pool.prepare()
    #expect(wait { pool.idleHelpers.count == 1 })
    let helper = pool.idleHelpers
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    #expect(pool.idleHelpers == helper)
  }

  @Test("The sandbox and the resource limits of a helper are in force before the first request")
  func locked() throws {
    let pool = DecoderPool()
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool.idleHelpers.first)
    let status = try String(contentsOfFile: "/proc/\(helper)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2\n"))
    #expect(status.contains("NoNewPrivs:\t1\n"))
    #expect(status.contains("Threads:\t1\n"))
    let limits = try String(contentsOfFile: "/proc/\(helper)/limits", encoding: .utf8)
    func limit(_ name: String) -> String? {
      limits.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ")
        .first
        .map(String.init)
    }
    #expect(limit("Max core file size") == "0")
    #expect(limit("Max open files") == "16")
    #expect(limit("Max address space").flatMap { Int($0) } == (1 << 30) + (1 << 29) + (512 << 20))
    // The helper keeps open only the connection and the standard streams, which are /dev/null. It closes the
    // pixels after sending them.
    let folder = "/proc/\(helper)/fd"
    #expect(
      wait {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) == ["0", "1", "2", "3"]
      })
  }

  @Test("If the idle helper was killed, a request succeeds in a new helper")
  func killedWhileIdle() throws {
    let pool = DecoderPool()
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    _ = try pool.decode(jpeg)
    let helper = try #require(pool.idleHelpers.first)
    kill(helper, SIGKILL)
    #expect(try pool.decode(jpeg).image?.width == 64)
    #expect(pool.idleHelpers.count == 1)
    #expect(pool.idleHelpers.first != helper)
    #expect(!isRunning(helper))
  }

  @Test("If two helpers were killed while they were idle, the next request still succeeds")
  func twoKilledWhileIdle() throws {
    let pool = DecoderPool(helpers: 2)
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    try #require(
      wait {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in _ = pool.failure(jpeg) }
        return pool.idleHelpers.count == 2
      })
    let helpers = pool.idleHelpers
    for helper in helpers { kill(helper, SIGKILL) }
    #expect(wait { !helpers.contains { isRunning($0) } })
    #expect(pool.failure(jpeg) == nil)
    #expect(pool.idleHelpers.count == 1)
  }

  @Test("If a file crashes two helpers, its request fails, and the next file is decoded", .proves("D093"))
  func endedTwice() throws {
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    // The unique name distinguishes the helpers of this pool from the helpers of other tests.
    let helper = NSTemporaryDirectory() + "decoder-\(UUID().uuidString)"
    try FileManager.default.createSymbolicLink(
      atPath: helper, withDestinationPath: DecoderPool.helperBesideProgram)
    defer { unlink(helper) }
    var options = DecoderPool.Options()
    options.helperPath = helper
    options.limits.scanPixels = .max
    let slow = DecoderPool(options)
    _ = try slow.decode(jpeg)
    let killer = Thread {
      var killed: Set<Int32> = []
      while killed.count < 2 {
        for process in children() where !killed.contains(process) && isBusy(process) {
          guard commandLine(of: process).contains(helper) else { continue }
          killed.insert(process)
          kill(process, SIGSEGV)
        }
        usleep(5000)
      }
    }
    killer.start()
    let failure = slow.failure(of: bomb)
    #expect(failure == .helper(.endedTwice(status: SIGSEGV)))
    if case .helper(let reason)? = failure { #expect(reason.description.contains("ended twice")) }
    #expect(try slow.decode(jpeg).image?.width == 64)
  }

  @Test("A canceled request ends within 10 s, and the same helper serves the next request")
  func canceled() throws {
    var limits = DecodingLimits()
    limits.scanPixels = .max
    let pool = DecoderPool(limits: limits, grace: 30)
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool.idleHelpers.first)
    let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    let cancellation = Cancellation()
    let timer = Thread {
      _ = wait { isBusy(helper) }
      cancellation.cancel()
    }
    timer.start()
    let start = ContinuousClock.now
    #expect(pool.failure(of: bomb, cancellation: cancellation) == .canceled)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(pool.idleHelpers == [helper])
    #expect(try pool.decode(JPEGFixture.quadrants(64, 64).bytes()).image?.width == 64)
    #expect(pool.failure(of: bomb, cancellation: cancellation) == .canceled)
  }

  @Test("If a helper does not respond at the time limit, it is killed")
  func stopped() throws {
    var options = DecoderPool.Options()
    options.helperCount = 1
    options.limits.seconds = 0.2
    options.grace = 0.1
    let pool = DecoderPool(options)
    let jpeg = JPEGFixture.quadrants(8, 8).bytes()
    _ = try pool.decode(jpeg)
    let helper = try #require(pool.idleHelpers.first)
    kill(helper, SIGSTOP)
    #expect(pool.failure(jpeg) == .content(.tookTooLong(seconds: 0.2)))
    #expect(!isRunning(helper))
    #expect(pool.idleHelpers.isEmpty)
    #expect(pool.failure(jpeg) == nil)
  }

  @Test("A helper stops decoding 64 megapixels with 400 scans at the time limit by itself")
  func timeLimit() throws {
    var limits = DecodingLimits()
    limits.scanPixels = .max
    limits.seconds = 0.3
    let pool = DecoderPool(limits: limits, grace: 30)
    #expect(pool.failure(ScanBomb.bytes(side: 8000, scans: 400)) == .content(.tookTooLong(seconds: 0.3)))
    #expect(pool.idleHelpers.count == 1, "the helper was not killed")
  }

  @Test("If the decoder is missing or cannot be executed, a sentence reports it")
  func missingHelper() throws {
    var options = DecoderPool.Options()
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
    let folder = NSTemporaryDirectory() + "loading-script-\(getpid())"
    let script = "#!/bin/sh\nulimit -v 6000\nexec \"\(DecoderPool.helperBesideProgram)\" \"$@\"\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder))
    defer { unlink(folder) }
    chmod(folder, 0o700)
    var options = DecoderPool.Options()
    options.helperPath = folder
    let jpeg = JPEGFixture.quadrants(8, 8).bytes()
    var failure = DecoderPool(options).failure(jpeg)
    // Another test may start a process at this moment, which inherits the script open for writing.
    for _ in 0..<100 where failure == .helper(.refused(path: folder, code: ETXTBSY)) {
      usleep(10_000)
      failure = DecoderPool(options).failure(jpeg)
    }
    guard case .helper(let failure)? = failure, case .endedAtStart = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure.description.contains("a limit of memory (ulimit -v) or a missing library"))

    await #expect(processExitsWith: .success) {
      let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
      let pool = DecoderPool()
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
      for _ in 0..<4 { ready.wait() }
      guard setgroups(0, nil) == 0, setgid(65534) == 0, setuid(65534) == 0 || geteuid() != 0 else { exit(1) }
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
      for _ in 0..<4 { go.signal() }
      for _ in 0..<4 where done.wait(timeout: .now() + 60) != .success { exit(3) }
    }
  }

  @Test("If the descriptor of a request is open for writing, it is refused")
  func writableFile() throws {
    var template = Array((NSTemporaryDirectory() + "loading-test-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    defer {
      close(descriptor)
      unlink(template)
    }
    #expect(throws: LoadingFailure.content(.unreadable(code: EACCES))) {
      try DecoderPool().decode(descriptor, DecodeRequest())
    }
  }

  @Test("Requests fail while the decoder is missing, and succeed soon after it is installed")
  func installedLater() throws {
    let helper = NSTemporaryDirectory() + "decoder-\(UUID().uuidString)"
    var options = DecoderPool.Options()
    options.helperPath = helper
    let pool = DecoderPool(options)
    let jpeg = JPEGFixture.quadrants(8, 8).bytes()
    #expect(pool.failure(jpeg) == .helper(.missing(path: helper)))
    try FileManager.default.createSymbolicLink(
      atPath: helper, withDestinationPath: DecoderPool.helperBesideProgram)
    defer { unlink(helper) }
    #expect(wait { pool.failure(jpeg) == nil })
  }

  @Test("A request can be canceled while its helper starts")
  func canceledStart() throws {
    let script = NSTemporaryDirectory() + "silent-\(UUID().uuidString)"
    let command = script + ".sleep"
    try Data("#!/bin/sh\nexec '\(command)' 600\n".utf8).write(to: URL(fileURLWithPath: script))
    try FileManager.default.createSymbolicLink(atPath: command, withDestinationPath: "/bin/sleep")
    defer {
      unlink(script)
      unlink(command)
    }
    chmod(script, 0o700)
    var options = DecoderPool.Options()
    options.helperPath = script
    let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
    let start = ContinuousClock.now
    var failure: LoadingFailure?
    repeat {
      let cancellation = Cancellation()
      Thread {
        _ = wait { children().contains { commandLine(of: $0).contains(command) } }
        cancellation.cancel()
      }.start()
      failure = DecoderPool(options).failure(of: file, cancellation: cancellation)
      // Another test may start a process at this moment, which inherits the script open for writing.
    } while failure == .helper(.refused(path: script, code: ETXTBSY))
    #expect(failure == .canceled)
    #expect(ContinuousClock.now - start < .seconds(9))
  }

  @Test("Many threads decode with two helpers")
  func threads() throws {
    let pool = DecoderPool(helpers: 2)
    let group = DispatchGroup()
    let failures = Failures()
    for index in 0..<40 {
      DispatchQueue.global().async(group: group) {
        let side = 10 + index
        let image = try? pool.decode(JPEGFixture.quadrants(side, side).bytes()).image
        if image?.width != side { failures.add() }
      }
    }
    group.wait()
    #expect(failures.count == 0)
    #expect((1...2).contains(pool.idleHelpers.count))
  }

  @Test("Releasing a pool ends its helpers")
  func release() throws {
    var pool: DecoderPool? = DecoderPool()
    _ = try pool?.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool?.idleHelpers.first)
    pool = nil
    #expect(pool == nil)
    #expect(wait { !isRunning(helper) })
  }

  @Test("Helpers end when the program that started them is killed")
  func killedParent() async throws {
    // The child process decodes, prints the identifier of its helper, stops the helper and kills itself.
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      var limits = DecodingLimits()
      limits.scanPixels = .max
      let pool = DecoderPool(limits: limits)
      _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
      guard let helper = pool.idleHelpers.first else { exit(1) }
      let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
      Thread { _ = pool.failure(of: bomb) }.start()
      guard wait(until: { isBusy(helper) }) else { exit(2) }
      let line = Array("helper \(helper) ".utf8)
      _ = write(STDOUT_FILENO, line, line.count)
      // The helper is stopped so that it cannot react to the end of the connection.
      kill(helper, SIGSTOP)
      kill(getpid(), SIGKILL)
      pause()
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\n" }
    let index = try #require(words.firstIndex(of: "helper"))
    let helper = try #require(Int32(words[index + 1]))
    #expect(wait { !isRunning(helper) })
  }

}

/// Counts failures on several threads.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func add() { lock.withLock { value += 1 } }
  var count: Int { lock.withLock { value } }
}

/// Returns the line of /proc/self/maps for an address. The names of mapped files in it need not be UTF-8.
private func mapping(of address: UInt) -> String? {
  guard let file = fopen("/proc/self/maps", "re") else { return nil }
  defer { fclose(file) }
  var line: UnsafeMutablePointer<CChar>?
  var capacity = 0
  defer { free(line) }
  while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
    let ends = text.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    if ends.count == 2, (ends[0]..<max(ends[0], ends[1])).contains(address) { return text }
  }
  return nil
}

/// The child processes of this process.
private func children() -> [Int32] {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return tasks.flatMap { task in
    (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8))?.split(separator: " ")
      .compactMap { Int32($0) } ?? []
  }
}

/// The arguments of a process, starting with the program, separated by zero bytes.
private func commandLine(of process: Int32) -> String {
  (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
}

/// Whether a process is decoding: it is running, or has allocated the memory of a large image.
private func isBusy(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else {
    return false
  }
  let pages = text.split(separator: " ").compactMap { Int($0) }
  return pages.count > 1 && pages[1] * 4096 > 100 << 20
}
