/// A raw file of a camera (DNG): directories, the data of the sensor, and two embedded JPEG files.
package struct RawFixture {
  package var orientation = 1
  /// The size of the sensor's data, which lies between the directories and the embedded files, in bytes.
  package var sensorBytes = 0
  /// The thumbnail.
  package var small: [UInt8]
  /// The preview.
  package var large: [UInt8]

  package init(small: [UInt8], large: [UInt8]) { (self.small, self.large) = (small, large) }

  /// The parts of the file with their offsets. The bytes between the parts, the data of the sensor, are zeros.
  package var parts: [(offset: Int, bytes: [UInt8])] {
    // The sizes of the main directory, of a directory for the sensor data, and of one for the thumbnail.
    let sizes = (main: 2 + 12 * 4 + 4, sensor: 2 + 12 * 3 + 4, thumbnail: 2 + 12 * 2 + 4)
    let sensor = 8 + sizes.main
    let thumbnail = sensor + sizes.sensor
    let data = thumbnail + sizes.thumbnail + sensorBytes
    let head =
      Array("II".utf8) + Self.number(42, 2) + Self.number(8, 4)
      + Self.directory(
        [(0x0106, 3, 2), (0x0112, 3, orientation), (0x014A, 4, sensor), (0xC612, 4, 0x401)], next: thumbnail)
      + Self.directory(
        [(0x0103, 3, 7), (0x0111, 4, data + small.count), (0x0117, 4, large.count)], next: 0)
      + Self.directory([(0x0201, 4, data), (0x0202, 4, small.count)], next: 0)
    return [(0, head), (data, small + large)]
  }

  /// Returns the contents of the file.
  package func bytes() -> [UInt8] {
    parts.reduce(into: []) { file, part in
      file += [UInt8](repeating: 0, count: part.offset - file.count) + part.bytes
    }
  }

  private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) }
  }

  private static func directory(_ entries: [(tag: Int, type: Int, value: Int)], next: Int) -> [UInt8] {
    number(entries.count, 2)
      + entries.flatMap { number($0.tag, 2) + number($0.type, 2) + number(1, 4) + number($0.value, 4) }
      + number(next, 4)
  }
}

extension RawFixture {
  /// Returns a raw file of Fujifilm (RAF).
  ///
  /// - Parameter preview: The embedded JPEG file, with its EXIF data.
  package static func raf(preview: [UInt8]) -> [UInt8] {
    let start = 160
    let head = Array("FUJIFILMCCD-RAW 0201FF000000X-T0".utf8)
    return head + [UInt8](repeating: 0, count: 84 - head.count) + MediaFixture.number(start, 4)
      + MediaFixture.number(preview.count, 4) + [UInt8](repeating: 0, count: start - 92) + preview
      + [UInt8](repeating: 7, count: 500)
  }

  /// Returns a raw file of Canon in the ISO base media format (CR3).
  ///
  /// - Parameters:
  ///   - small: The thumbnail.
  ///   - medium: The preview.
  ///   - large: The JPEG file of all pixels; `nil` for a file without it.
  ///   - main: A TIFF structure with the orientation.
  ///   - details: A TIFF structure whose first directory has the EXIF data.
  package static func cr3(
    small: [UInt8], medium: [UInt8], large: [UInt8]?, main: [UInt8], details: [UInt8]
  ) -> [UInt8] {
    let identifier = [UInt8](repeating: 0xC3, count: 16)
    let head = [UInt8](repeating: 0, count: 16)
    let kind = MediaFixture.box("ftyp", Array("crx ".utf8), MediaFixture.number(1, 4), Array("crx isom".utf8))
    func movie(start: Int) -> [UInt8] {
      MediaFixture.box(
        "moov",
        MediaFixture.box(
          "uuid", identifier, MediaFixture.box("CMT1", main), MediaFixture.box("CMT2", details),
          MediaFixture.box("THMB", head, small)),
        MediaFixture.track(
          "vide", description: MediaFixture.box("CRAW", [UInt8](repeating: 0, count: 78)),
          sizes: [large?.count ?? 9], start: start))
    }
    let preview = MediaFixture.box(
      "uuid", identifier, MediaFixture.number(0, 8), MediaFixture.box("PRVW", head, medium))
    let start = kind.count + movie(start: 0).count + preview.count + 8
    return kind + movie(start: start) + preview
      + MediaFixture.box("mdat", large ?? [UInt8](repeating: 1, count: 9), [UInt8](repeating: 7, count: 500))
  }
}
