import CSystem
import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The memory and the parts of a file that decoding needs.
struct DecodeMemoryTests {
  /// The largest memory that a process had so far, in KiB.
  private func peak(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
  }

  /// The memory that a new helper needs in addition to decode a file, with the pixels of the result, in KiB.
  private func growth(_ file: TestFile, _ request: DecodeRequest) throws -> Int {
    let pool = DecoderPool(.reusing)
    _ = try pool.decode(file.descriptor, DecodeRequest(.header))
    let helper = try #require(pool.idleHelpers.first)
    let before = try peak(of: helper)
    let decoded = try pool.decode(file.descriptor, request)
    #expect(pool.idleHelpers == [helper])
    #expect(decoded.image != nil)
    return try peak(of: helper) - before
  }

  @Test(
    "A JPEG of 12 megapixels for a display of 1920 × 1080 takes at most a third of the memory of a full decode",
    .proves("D073"))
  func reduced() throws {
    let file = try TestFile(
      JPEGFixture(width: 4000, height: 3000, kind: .gray) { x, y in
        let level = (x >> 4 ^ y >> 4) & 255
        return PixelColor(red: level, green: level, blue: level)
      }.bytes())
    let full = try growth(file, DecodeRequest())
    let reduced = try growth(file, DecodeRequest(size: TargetSize(width: 1920, height: 1080)))
    // The peak before it may contain pages that the decode uses again, so a tenth may be missing.
    #expect(full >= 4000 * 3000 * 4 / 1024 * 9 / 10)
    #expect(reduced * 3 <= full, "\(reduced) KiB, \(full) KiB for a full decode")
  }

  @Test(
    "The preview of a camera's raw file of 60 MB is decoded without reading the data of the sensor",
    .proves("D072"))
  func raw() throws {
    var fixture = RawFixture(
      small: JPEGFixture.quadrants(160, 120).bytes(), large: JPEGFixture.quadrants(1200, 800).bytes())
    fixture.sensorBytes = 60_000_000
    // A page of an anonymous file takes memory only after it was written or read.
    let writer = csystem_memfd("raw")
    try #require(writer >= 0)
    defer { close(writer) }
    for part in fixture.parts {
      try #require(pwrite(writer, part.bytes, part.bytes.count, off_t(part.offset)) == part.bytes.count)
    }
    let reader = open("/proc/self/fd/\(writer)", O_RDONLY | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    func readBytes() -> Int {
      var status = stat()
      fstat(writer, &status)
      return Int(status.st_blocks) * 512
    }
    let written = readBytes()
    let decoded = try DecoderPool(.reusing).decode(
      reader, DecodeRequest(size: TargetSize(width: 1920, height: 1080)))
    #expect(decoded.result.header.format == "camera raw")
    let image = try #require(decoded.image)
    #expect((image.width, image.height) == (1200, 800))
    #expect(readBytes() - written <= 1 << 20, "\(readBytes() - written) bytes more were read")
    withExtendedLifetime(image) {}
  }
}
