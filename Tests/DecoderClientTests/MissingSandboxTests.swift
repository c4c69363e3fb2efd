import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import Synchronization
import TestSupport
import Testing

/// A kernel that lacks a part of the sandbox, as a helper reports it in its first message.
struct MissingSandboxTests {
  private let folder: TemporaryFolder
  private let notices = Notices()

  init() throws { folder = try TemporaryFolder() }

  private final class Notices: Sendable {
    let texts = Mutex<[String]>([])
  }

  /// Creates a pool whose helpers lack parts of the sandbox, read one file each, and answer with its first byte as gray.
  private func pool(lacking parts: [SandboxPart], insists: Bool = false) throws -> DecoderPool {
    func hex(_ reply: HelperReply) -> String {
      reply.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var result = DecodeResult(header: ImageHeader(format: "PNG", width: 1, height: 1))
    result.pixels = PixelLayout(width: 1, height: 1, isOpaque: false)
    let script = try folder.write(
      Array(
        """
        import os, socket
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=3)
        connection.send(bytes.fromhex('\(hex(.ready(missingParts: parts)))'))
        _, (file, memory), _, _ = socket.recv_fds(connection, 4096, 2)
        open('\(folder("read"))', 'a').write('file')
        os.pwrite(memory, os.pread(file, 1, 0) * 4, 0)
        os.close(file)
        os.close(memory)
        connection.send(bytes.fromhex('\(hex(.result(id: 1, result)))'))
        connection.recv(1)
        """.utf8), to: "helper.py")
    var options = DecoderPool.Options()
    (options.helperCount, options.filesPerHelper) = (1, 1)
    options.helperPath = try folder.writeScript("exec /usr/bin/python3 '\(script)'", to: "decoder")
    options.decodesWithoutSeccomp = insists
    options.onNotice = { [notices] text in notices.texts.withLock { $0.append(text) } }
    return DecoderPool(options)
  }

  private func gray(_ value: UInt8, in pool: DecoderPool) throws -> UInt8? {
    let file = try TestFile([value])
    return try pool.decode(file.descriptor, DecodeRequest(size: TargetSize(width: 1, height: 1))).image?
      .withPixels { $0.first }
  }

  @Test("Without seccomp no file is given to a helper, and the message says so and how to insist")
  func withoutSeccomp() throws {
    let pool = try pool(lacking: [.seccomp])
    let error = #expect(throws: PhotoError.self) { try gray(7, in: pool) }
    #expect(error?.reason == .helper(.withoutSeccomp))
    #expect(error?.description.contains("no picture is decoded") == true)
    #expect(error?.description.contains("CAROUSEL_WITHOUT_SECCOMP to 1") == true)
    #expect(!FileManager.default.fileExists(atPath: folder("read")))
    #expect(notices.texts.withLock(\.self).isEmpty)
  }

  @Test("Pictures are decoded without seccomp if the program insists, with one notice for all helpers")
  func insistence() throws {
    let pool = try pool(lacking: [.landlock, .seccomp], insists: true)
    for value in [7, 9] as [UInt8] { #expect(try gray(value, in: pool) == value) }
    #expect(
      notices.texts.withLock(\.self) == [
        "the kernel lacks Landlock and seccomp; pictures are decoded in the rest of the sandbox"
      ])
  }

  @Test("Without Landlock pictures are decoded, and the program is notified once")
  func withoutLandlock() throws {
    let pool = try pool(lacking: [.landlock])
    for value in [7, 9] as [UInt8] { #expect(try gray(value, in: pool) == value) }
    #expect(
      notices.texts.withLock(\.self) == [
        "the kernel lacks Landlock; pictures are decoded in the rest of the sandbox"
      ])
  }

  @Test(
    "The variable CAROUSEL_WITHOUT_SECCOMP permits decoding without seccomp if it is 1",
    arguments: [("1", true), ("0", false), ("", false)])
  func variable(value: String, isPermitted: Bool) async {
    await #expect(processExitsWith: .success) { [value, isPermitted] in
      setenv("CAROUSEL_WITHOUT_SECCOMP", value, 1)
      #expect(DecoderPool.Options().decodesWithoutSeccomp == isPermitted)
    }
  }
}
