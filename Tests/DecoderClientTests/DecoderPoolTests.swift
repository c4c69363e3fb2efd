import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The results of a pool of helper processes, and the sandbox of the helpers.
struct DecoderPoolTests {
  @Test("The pixels that a helper decoded are mapped read-only, not copied")
  func pixels() throws {
    let pool = DecoderPool(.reusing)
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
    let pool = DecoderPool(.reusing)
    let jpeg = JPEGFixture.quadrants(640, 480).bytes()
    let header = try pool.decode(jpeg, DecodeRequest(.header))
    #expect((header.result.header.width, header.result.header.height) == (640, 480))
    #expect(header.image == nil)
    #expect(try pool.decode(jpeg, DecodeRequest(.preview)).image == nil)
    #expect(pool.failure(Array("Dear diary".utf8)) == .content(.notAnImage))
    #expect(pool.failure([]) == .content(.notAnImage))
  }

  @Test("The sandbox and the resource limits of a helper are in force before the first request")
  func sandboxed() throws {
    let pool = DecoderPool(.reusing)
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool.idleHelpers.first)
    let status = try String(contentsOfFile: "/proc/\(helper)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2\n"))
    #expect(status.contains("NoNewPrivs:\t1\n"))
    #expect(status.contains("Threads:\t1\n"))
    let limits = try String(contentsOfFile: "/proc/\(helper)/limits", encoding: .utf8)
    /// The limit that is in force, and the one to which the helper cannot raise it.
    func values(_ name: String) -> [Substring] {
      let line = limits.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.dropFirst(name.count).split(separator: " ") ?? []
    }
    func limit(_ name: String) -> Substring? { values(name).first }
    #expect(limit("Max core file size") == "0")
    #expect(limit("Max open files") == "16")
    let addresses = values("Max address space").compactMap { Int($0) }
    #expect(addresses.last == 2 << 30)
    let current = try #require(addresses.first)
    #expect(current < 1 << 30, "the request was small")
    // The helper keeps open only the connection and the standard streams, which are /dev/null. It closes the
    // file and the pixels before it answers.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(helper)/fd").sorted()
    #expect(open == ["0", "1", "2", "3"])
  }

  @Test("If the descriptor of a request is open for writing, it is refused")
  func writableFile() throws {
    let file = try TestFile([], isWritable: true)
    #expect(throws: PhotoError(.content(.unreadable(code: EACCES)))) {
      try DecoderPool(.reusing).decode(file.descriptor, DecodeRequest())
    }
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
    try #require(group.wait(timeout: .now() + waitLimit / .seconds(1)) == .success, "40 decodes did not end")
    #expect(failures.count == 0)
    // If the last decodes were the last ones of their helpers, the pool starts others on another thread.
    try waitUntil("an idle helper") { (1...2).contains(pool.idleHelpers.count) }
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
