import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The files that one helper reads, and the effect of a helper that was taken over on later files.
struct FalseAnswersTests {
  @Test("A helper that answers falsely from its second file on does not get a second file")
  func oneFile() throws {
    let rig = try Rig(filesPerHelper: 1)
    for value in [10, 20, 30] as [UInt8] {
      // The same file may be read again, for example at another size.
      let file = try TestFile([value])
      for _ in 0..<2 { #expect(try rig.gray(file) == value) }
    }
  }

  @Test("By default, no file can make another one show false pictures")
  func byDefault() throws {
    let rig = try Rig(filesPerHelper: DecoderPool.Options().filesPerHelper)
    let files = try (0..<4).map { try TestFile([UInt8($0)]) }
    #expect(try files.map { try rig.gray($0) } == [0, 1, 2, 3])
  }

  #if HEIF
    @Test("A helper with the second program reads as many files as its own limit permits")
    func extraFiles() throws {
      var options = DecoderPool.Options()
      (options.helperCount, options.filesPerExtraHelper) = (1, 2)
      let pool = DecoderPool(options)
      let files = try (0..<3).map { try TestFile(ExtraFormatFixtures.heic + [UInt8($0)]) }
      #expect(pool.failure(of: files[0]) == nil)
      let first = try #require(pool.idleHelpers.first)
      #expect(pool.idleHelpers == [first])
      #expect(pool.failure(of: files[1]) == nil)
      #expect(!pool.idleHelpers.contains(first))
      #expect(pool.failure(of: files[2]) == nil)
    }
  #endif

  @Test("The number of files that a helper reads limits its false answers")
  func threeFiles() throws {
    let rig = try Rig(filesPerHelper: 3)
    let files = try (0..<6).map { try TestFile([UInt8($0)]) }
    #expect(try files.map { try rig.gray($0) } == [0, 254, 253, 3, 251, 250])
  }

  @Test("A file that is read again stays with its helper, also if another helper has read fewer files")
  func sameHelper() throws {
    var options = DecoderPool.Options.reusing
    options.helperCount = 2
    options.grace = 30
    options.limits.scanPixels = .max
    let pool = DecoderPool(options)
    let file = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
    #expect(pool.failure(of: file) == nil)
    let first = try #require(pool.idleHelpers.first)
    // While the first helper is busy, a second one starts. It is used last.
    let bomb = try TestFile(ScanBomb.bytes(side: 2000, scans: 400))
    let cancellation = Cancellation()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      _ = pool.failure(of: bomb, cancellation: cancellation)
      hasEnded.signal()
    }.start()
    try waitUntil("the first helper is busy") { pool.idleHelpers.isEmpty }
    let other = try TestFile(JPEGFixture.quadrants(16, 16).bytes())
    #expect(pool.failure(of: other) == nil)
    let second = try #require(pool.idleHelpers.last)
    cancellation.cancel()
    try hasEnded.wait(for: "the end of the canceled request")
    try #require(second != first && pool.idleHelpers.count == 2)
    for _ in 0..<3 {
      #expect(pool.failure(of: other) == nil)
      #expect(pool.idleHelpers.last == second)
      #expect(pool.failure(of: file) == nil)
      #expect(pool.idleHelpers.last == first)
    }
  }

  @Test("A helper that has read its last file ends at once, and a new one starts without a request")
  func replaced() throws {
    var options = DecoderPool.Options.reusing
    options.helperCount = 1
    options.filesPerHelper = 2
    options.grace = 30
    let pool = DecoderPool(options)
    let first = try TestFile(JPEGFixture.quadrants(8, 8).bytes())
    for _ in 0..<3 { #expect(pool.failure(of: first) == nil) }
    let helper = try #require(pool.idleHelpers.first)
    #expect(pool.idleHelpers == [helper])
    #expect(try pool.decode(JPEGFixture.quadrants(16, 16).bytes()).image?.width == 16)
    #expect(!pool.idleHelpers.contains(helper))
    try #require(waitForEnd(of: helper))
    try waitUntil("the next helper") { pool.idleHelpers.count == 1 }
    let next = pool.idleHelpers
    #expect(pool.failure(of: first) == nil)
    #expect(pool.idleHelpers == next)
  }

  @Test("A helper that keeps an animation does not end after its last file, and others make room first")
  func keptAnimation() throws {
    var options = DecoderPool.Options.reusing
    options.helperCount = 2
    options.filesPerHelper = 1
    options.grace = 30
    let pool = DecoderPool(options)
    let frames = (0..<3).map { GIFFixture.Frame(width: 8, height: 8, index: UInt8($0), disposal: 1) }
    let animation = try TestFile(
      GIFFixture(width: 8, height: 8, palette: [.red, .green, .blue], frames: frames).bytes())
    func play(_ frame: Int) throws { _ = try pool.decode(animation.descriptor, DecodeRequest(frame: frame)) }
    try play(0)
    let helper = try #require(pool.idleHelpers.first)
    for side in 8..<12 { _ = try pool.decode(JPEGFixture.quadrants(side, side).bytes()) }
    #expect(pool.idleHelpers.contains(helper))
    try play(1)
    #expect(pool.idleHelpers.last == helper)
  }

  @Test(
    "A failure from a helper that has read another file is repeated in a new helper",
    arguments: Rig.Later.allCases.filter { $0 != .complement })
  fileprivate func falseFailure(_ later: Rig.Later) throws {
    let rig = try Rig(filesPerHelper: 8, later: later)
    for value in [10, 20] as [UInt8] { #expect(try rig.gray(TestFile([value])) == value) }
  }

  /// A pool with one helper at a time. A helper answers the value of a file of one byte, and from its second file on the
  /// complement, or something else.
  fileprivate struct Rig {
    /// The behavior of a helper from its second file on.
    enum Later: String, CaseIterable {
      case complement, damaged, notAnImage, unreadable, stall, end
    }

    let pool: DecoderPool
    private let folder: TemporaryFolder

    init(filesPerHelper: Int, later: Later = .complement) throws {
      folder = try TemporaryFolder()
      var result = DecodeResult(header: ImageHeader(format: "PNG", width: 1, height: 1))
      result.pixels = PixelLayout(width: 1, height: 1, isOpaque: false)
      let ready = Self.hex(.ready(missingParts: []))
      func list(_ reply: (Int) -> HelperReply) -> String {
        (1...8).map { "\"\(Self.hex(reply($0)))\"" }.joined(separator: ", ")
      }
      let failure: DecodeFailure =
        switch later {
        case .notAnImage: .notAnImage
        case .unreadable: .unreadable(code: EIO)
        default: .damaged(detail: "false")
        }
      let script = try folder.write(
        Array(
          """
          import os, socket, sys, time
          connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=3)
          connection.send(bytes.fromhex("\(ready)"))
          first = None
          for reply, failure in zip([\(list { .result(id: $0, result) })], [\(list { .failure(id: $0, failure) })]):
              _, (file, memory), _, _ = socket.recv_fds(connection, 4096, 2)
              identity = (os.fstat(file).st_ino, os.fstat(file).st_mtime_ns)
              first = first or identity
              value = os.pread(file, 1, 0)[0]
              os.pwrite(memory, bytes([value if first == identity else 255 - value] * 4), 0)
              os.close(file)
              os.close(memory)
              if first != identity:
                  if "\(later)" == "stall": time.sleep(60)
                  if "\(later)" == "end": sys.exit(1)
                  if "\(later)" != "complement": reply = failure
              connection.send(bytes.fromhex(reply))
          """.utf8), to: "helper.py")
      var options = DecoderPool.Options.reusing
      options.helperCount = 1
      options.filesPerHelper = filesPerHelper
      if later == .stall { options.limits.seconds = 2 }
      options.helperPath = try folder.writeScript("exec /usr/bin/python3 '\(script)'", to: "decoder")
      pool = DecoderPool(options)
    }

    private static func hex(_ reply: HelperReply) -> String {
      reply.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the gray value that a helper states for a file.
    func gray(_ file: TestFile) throws -> UInt8? {
      let request = DecodeRequest(size: TargetSize(width: 1, height: 1))
      return try pool.decode(file.descriptor, request).image?.withPixels { $0.first }
    }
  }
}
