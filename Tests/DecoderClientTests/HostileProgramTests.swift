import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import TestSupport
import Testing

/// A helper program that is hostile from its first message on: the request ends with an error that names the file, or with the
/// picture, within the memory of the program.
struct HostileProgramTests {
  /// The behavior of the program.
  enum Behavior: String, CaseIterable, Codable {
    /// It ends before its first message, before a request, after a request, and after its reply.
    case endAtStart, endWhenReady, endAfterRequest, endAfterReply
    /// It states another version, or another request.
    case otherVersion, otherRequest
    /// It sends no valid message, one that is too long, one that is cut off, or an empty one.
    case garbage, tooLong, cutOff, empty
    /// It sends another first message instead of a reply.
    case readyAgain
    /// It sends messages without an end, before or after its reply.
    case flood, floodAfterReply
    /// It sends its files back, or 200 of them.
    case descriptors, manyDescriptors
    /// It says that it was canceled, without a cancellation.
    case canceled
    /// It does not answer.
    case silent
    /// It states no pixels, or more than it has memory for.
    case withoutPixels, manyPixels
    /// It states the largest numbers and the longest texts in all fields, or metadata that were not requested.
    case largestFacts, unrequestedMetadata

    /// Whether the picture is shown, because the helper has answered correctly before, or its facts do not concern the pixels.
    var showsPicture: Bool { [.endAfterReply, .floodAfterReply, .largestFacts].contains(self) }
  }

  /// Each helper is asked by a process of its own, because the memory of a process with other tests says nothing.
  @Test("A hostile helper ends with an error that names the file", arguments: Behavior.allCases)
  func behavior(_ behavior: Behavior) async {
    await #expect(processExitsWith: .success) { [behavior] in
      let folder = try TemporaryFolder()
      let path = try folder.write([7] as [UInt8], to: "photo.png")
      var options = DecoderPool.Options.reusing
      options.helperCount = 1
      options.grace = 0.2
      if behavior == .silent { options.limits.seconds = 0.5 }
      options.helperPath = try HostileProgramTests.program(behavior, in: folder)
      let pool = DecoderPool(options)
      let file = try ImageFile(Array(path.utf8))
      let memory = try HostileProgramTests.residentBytes()
      for _ in 0..<3 {
        do throws(PhotoError) {
          let image = try pool.decode(
            file, DecodeRequest(size: TargetSize(width: 1, height: 1)), Cancellation())
          #expect(behavior.showsPicture)
          #expect(image.image?.withPixels { $0.first } == 7)
          #expect(image.image?.width == 1 && image.result.defect?.contains("\u{1B}") != true)
          _ = (ImageAnimationInfo(image.result), image.frame)
        } catch {
          #expect(!behavior.showsPicture, "\(error)")
          #expect(error.path == path)
          #expect(error.description.contains("photo.png"))
        }
      }
      #expect(try HostileProgramTests.residentBytes() - memory < 64 << 20)
    }
  }

  /// The memory of this process, in bytes.
  private static func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(fields[1]) ?? 0) * 4096
  }

  private static func program(_ behavior: Behavior, in folder: TemporaryFolder) throws -> String {
    func result(_ side: Int?) -> DecodeResult {
      var result = DecodeResult(header: ImageHeader(format: "PNG", width: 1, height: 1))
      result.pixels = side.map { PixelLayout(width: $0, height: $0, isOpaque: false) }
      return result
    }
    var largest = ImageHeader(format: String(repeating: "\u{1B}", count: 400), width: .max, height: .max)
    (largest.frameCount, largest.playCount, largest.isAnimated) = (.max, .max, true)
    (largest.orientation, largest.taken, largest.hasColorProfile) = (.max, Int.min, true)
    largest.orientationPlace = OrientationPlace(offset: .max, isLittleEndian: true)
    func largestFacts() -> DecodeResult {
      var facts = DecodeResult(header: largest, pixels: PixelLayout(width: 1, height: 1, isOpaque: false))
      (facts.frameDuration, facts.defect) = (.infinity, String(repeating: "\u{1B}", count: 400))
      return facts
    }
    func withMetadata() -> DecodeResult {
      var described = result(1)
      described.metadata = ImageMetadata()
      return described
    }
    func hex(_ reply: HelperReply) -> String {
      reply.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    func replies(_ reply: (Int) -> HelperReply) -> String {
      "[" + (1...4).map { "bytes.fromhex('\(hex(reply($0)))')" }.joined(separator: ", ") + "]"
    }
    let script = try folder.write(
      Array(
        """
        import os, socket, sys, time
        behavior = '\(behavior.rawValue)'
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=3)
        ready = bytes.fromhex('\(hex(.ready(missingParts: [])))')
        if behavior == 'endAtStart': sys.exit(1)
        connection.send(bytes.fromhex('\(hex(.otherVersion(99)))') if behavior == 'otherVersion' else ready)
        if behavior == 'endWhenReady': sys.exit(1)
        correct = \(replies { .result(id: $0, result(1)) })
        other = {
            'otherRequest': \(replies { .result(id: $0 + 1, result(1)) }),
            'canceled': \(replies { .failure(id: $0, .canceled) }),
            'withoutPixels': \(replies { .result(id: $0, result(nil)) }),
            'largestFacts': \(replies { .result(id: $0, largestFacts()) }),
            'unrequestedMetadata': \(replies { .result(id: $0, withMetadata()) }),
            'manyPixels': \(replies { .result(id: $0, result(TargetSize.largestSide)) }),
            'garbage': [b'garbage'] * 4, 'tooLong': [bytes(65536)] * 4, 'empty': [b''] * 4,
            'readyAgain': [ready] * 4, 'cutOff': [reply[:-1] for reply in correct],
        }
        def flood():
            try:
                while True: connection.send(bytes(4000))
            except OSError: sys.exit(1)
        for number in range(4):
            _, (file, memory), _, _ = socket.recv_fds(connection, 4096, 2)
            os.pwrite(memory, os.pread(file, 1, 0) * 4, 0)
            if behavior == 'endAfterRequest': sys.exit(1)
            if behavior == 'silent': time.sleep(60)
            if behavior == 'flood': flood()
            files = {'descriptors': [file, memory], 'manyDescriptors': [file] * 200}.get(behavior, [])
            reply = other.get(behavior, correct)[number]
            if files: socket.send_fds(connection, [reply], files)
            os.close(file)
            os.close(memory)
            if not files: connection.send(reply)
            if behavior == 'endAfterReply': sys.exit(1)
            if behavior == 'floodAfterReply': flood()
        """.utf8), to: "helper.py")
    return try folder.writeScript("exec /usr/bin/python3 '\(script)'", to: "decoder")
  }
}
