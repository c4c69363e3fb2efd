import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Synchronization
import TestSupport
import Testing

/// The memory of helpers that decode files which need more than their headers state.
struct ProcessMemoryTests {
  private static let limit = 128 << 20
  private static let concurrent = 16 << 20
  /// The memory of a helper besides the limit of a request, in bytes: the program, and the reserve of `ProcessMemory`.
  private static let own = 128 << 20

  private static func options(_ helperCount: Int = 1) -> DecoderPool.Options {
    var options = DecoderPool.Options.reusing
    options.helperCount = helperCount
    options.limits.workingBytes = limit
    options.concurrentBytes = concurrent
    options.grace = 60
    return options
  }

  @Test(
    "If a small decode lacks memory, its helper is ended, because it may keep memory of an earlier decode")
  func smallDecode() throws {
    let folder = try TemporaryFolder()
    var options = Self.options()
    options.limits.workingBytes = 1 << 30
    options.concurrentBytes = 512 << 20
    options.helperPath = try folder.writeScript(
      "ulimit -d 100000\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    let pool = DecoderPool(options)
    var jpeg = JPEGFixture.quadrants(8, 8)
    #expect(try pool.decode(jpeg.bytes()).image?.width == 8)
    let helper = try #require(pool.idleHelpers.first)
    // Decoding a progressive JPEG needs memory for all coefficients.
    jpeg.isProgressive = true
    #expect(pool.failure(JPEGFixture.claiming(6000, 6000, in: jpeg.bytes())) == .outOfMemory(limit: 1 << 30))
    #expect(!pool.idleHelpers.contains(helper))
    #expect(!isRunning(helper))
  }

  #if SVG
    @Test(
      "An SVG file whose embedded images take more than the limit is refused, and the refusal states the memory"
    )
    func images() {
      let drawing = HostileDrawing.images(count: 4, side: 6000)
      let failure = DecoderPool(Self.options()).failure(drawing, HostileDrawing.request)
      guard case .content(.tooMuchMemory(_, _, let needed, Self.limit))? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(needed >= 4 * 6000 * 6000 * 8)
    }

    @Test(
      "An SVG file whose embedded images state the largest sizes is refused, and its helper does not crash")
    func largestImages() {
      // 4,294,967,295 × 268,435,456 pixels
      let qoi = Array("qoif".utf8) + [255, 255, 255, 255, 16, 0, 0, 0, 4, 0]
      let drawing = HostileDrawing.drawing(of: [qoi + [0], qoi + [1]])
      let failure = DecoderPool(Self.options()).failure(drawing, HostileDrawing.request)
      guard case .content(.tooMuchMemory)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }

    @Test("An SVG file whose embedded images are hidden in entities takes at most the limit of a decode")
    func hiddenImages() async {
      await #expect(processExitsWith: .success) {
        let drawing = HostileDrawing.images(count: 4, side: 6000, isHidden: true)
        guard ProcessMemoryTests.expectMemory(within: ProcessMemoryTests.limit, drawing) else { exit(1) }
      }
    }

    @Test("An SVG file of a few elements with an image that needs a large decode is drawn completely")
    func largeImage() throws {
      let png = PNGFixture(width: 300, height: 300, kind: .color) { _, _ in [255, 0, 0] }.bytes()
      let large = Mutex<[Int]>([])
      var options = Self.options()
      options.concurrentBytes = 200 << 10
      options.onLargeDecode = { bytes in large.withLock { $0.append(bytes) } }
      let decoded = try DecoderPool(options).decode(HostileDrawing.drawing(of: [png]), HostileDrawing.request)
      let image = try #require(decoded.image)
      #expect(image.withPixels { Array($0.prefix(4)) } == [0, 0, 255, 255])
      #expect(large.withLock { $0.count } == 2)
      #expect(large.withLock { ($0.first ?? 0) >= 300 * 300 * 8 })
    }

    @Test("If the kernel refuses the memory of a small decode, the request succeeds as a large decode")
    func refusedMemory() throws {
      let elements = String(repeating: "<g/>", count: 100_000)
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(elements)<rect width='9' height='9' fill='lime'/></svg>"
      let large = Mutex<[Int]>([])
      var options = Self.options()
      options.onLargeDecode = { bytes in large.withLock { $0.append(bytes) } }
      let decoded = try DecoderPool(options).decode(Array(drawing.utf8), HostileDrawing.request)
      #expect(decoded.image?.withPixels { Array($0.prefix(4)) } == [0, 255, 0, 255])
      #expect(large.withLock { $0 } == [Self.limit, 0])
    }
  #endif

  #if HEIF
    @Test(
      "A HEIC file whose image is larger than its header states takes at most the limit of a decode",
      arguments: [8192, 16384])
    func falseSize(side: Int) async {
      await #expect(processExitsWith: .success) { [side = side as Int] in
        let file = HEICFixture.encoding(side, in: ExtraFormatFixtures.heic)
        guard ProcessMemoryTests.expectMemory(within: ProcessMemoryTests.limit, file) else { exit(1) }
      }
    }

    @Test("Four helpers with hostile files take together the memory of one large decode and three small ones")
    func fourHelpers() async {
      await #expect(processExitsWith: .success) {
        let calls = Mutex<[Int]>([])
        var options = ProcessMemoryTests.options(4)
        let peak = Mutex(0)
        // A large decode begins or ends. The kernel has recorded the peaks of the time before.
        options.onLargeDecode = { bytes in
          peak.withLock { $0 = max($0, ProcessMemoryTests.resetPeakBytesOfChildren()) }
          calls.withLock { $0.append(bytes) }
        }
        let pool = DecoderPool(options)
        let file = HEICFixture.encoding(8192, in: ExtraFormatFixtures.heic)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in _ = pool.failure(file) }
        peak.withLock { $0 = max($0, ProcessMemoryTests.resetPeakBytesOfChildren()) }
        let most = ProcessMemoryTests.limit + 3 * ProcessMemoryTests.concurrent + 4 * ProcessMemoryTests.own
        print("the helpers took together \(peak.withLock { $0 } >> 20) of \(most >> 20) MiB")
        guard (1...most).contains(peak.withLock({ $0 })) else { exit(1) }
        // Helpers that have ended are missing in the peaks.
        let single = ProcessMemoryTests.limit + ProcessMemoryTests.own
        guard ProcessMemoryTests.peakBytesOfEndedChildren() <= single
        else { exit(3) }
        // A large decode ends before the next one begins.
        for (index, bytes) in calls.withLock({ $0 }).enumerated() {
          guard (bytes == 0) == (index % 2 == 1) else { exit(2) }
        }
      }
    }
  #endif

  /// Decodes a file in a pool, and returns whether no helper took more than the limit. Call it in an exit test, because it
  /// measures all child processes.
  private static func expectMemory(within limit: Int, _ file: [UInt8]) -> Bool {
    do {
      let pool = DecoderPool(options())
      _ = pool.failure(file, DecodeRequest(size: TargetSize(width: 64, height: 64)))
      // The kernel counts the memory of a process when it has ended.
      for helper in pool.idleHelpers { kill(helper, SIGKILL) }
      for helper in pool.idleHelpers where !waitForEnd(of: helper) { return false }
    }
    while waitpid(-1, nil, 0) > 0 {}
    let peak = peakBytesOfEndedChildren()
    print("a helper took \(peak >> 20) MiB")
    return peak <= limit + own
  }

  /// The largest physical memory that one of the ended child processes had, in bytes.
  private static func peakBytesOfEndedChildren() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return usage.ru_maxrss << 10
  }

  /// Returns the sum of the largest physical memory of each running child process since the last call, in bytes, and
  /// restarts the kernel's records. The sum is at least the largest memory that they had at the same time.
  private static func resetPeakBytesOfChildren() -> Int {
    var bytes = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard Int32(name) != nil,
        let text = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)
      else { continue }
      func number(_ field: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      }
      guard number("PPid") == Int(getpid()), let peak = number("VmHWM") else { continue }  // KiB
      bytes += peak << 10
      // Resets VmHWM, see proc_pid_clear_refs(5).
      let file = open("/proc/\(name)/clear_refs", O_WRONLY | O_CLOEXEC)
      if file >= 0 {
        _ = write(file, "5", 1)
        close(file)
      }
    }
    return bytes
  }
}

/// SVG files with embedded images.
private enum HostileDrawing {
  static let request = DecodeRequest(size: TargetSize(width: 100, height: 100))

  /// Returns a drawing with embedded images that state a size in their headers.
  static func images(count: Int, side: Int, isHidden: Bool = false) -> [UInt8] {
    let png = PNGFixture(width: 8, height: 8) { _, _ in [255, 0, 0, 255] }.bytes()
    let claiming = PNGFixture.claiming(side, side, in: png)
    // librsvg reads equal images once.
    return drawing(of: (0..<count).map { claiming + [UInt8($0)] }, isHidden: isHidden)
  }

  static func drawing(of images: [[UInt8]], isHidden: Bool = false) -> [UInt8] {
    let encoding = isHidden ? "b&#97;se64" : "base64"
    let elements = images.map { image in
      "<image width='100' height='100' href='data:image/png;\(encoding),\(Data(image).base64EncodedString())'/>"
    }
    return Array(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>\(elements.joined())</svg>".utf8)
  }
}
