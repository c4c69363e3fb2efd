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

  fileprivate static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
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

extension RawFixture {
  /// Returns a raw file (DNG) with the data of a sensor: red on the left, blue on the right.
  ///
  /// - Parameters:
  ///   - width: The width of the sensor, an even number of pixels.
  ///   - height: The height of the sensor, an even number of pixels.
  ///   - orientation: The orientation in the file.
  ///   - embedded: The only embedded JPEG file; `nil` for none.
  package static func sensor(
    width: Int, height: Int, orientation: Int = 1, embedded: [UInt8]? = nil
  ) -> [UInt8] {
    typealias Value = (tag: Int, type: Int, count: Int, bytes: [UInt8])
    func shorts(_ tag: Int, _ values: Int...) -> Value {
      (tag, 3, values.count, values.flatMap { number($0, 2) })
    }
    func longs(_ tag: Int, _ values: Int...) -> Value {
      (tag, 4, values.count, values.flatMap { number($0, 4) })
    }
    func bytes(_ tag: Int, _ values: UInt8...) -> Value { (tag, 1, values.count, values) }
    func text(_ tag: Int, _ text: String) -> Value { (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0]) }
    func fractions(_ tag: Int, _ type: Int, _ values: [Int]) -> Value {
      (tag, type, values.count, values.flatMap { number($0, 4) + number(10000, 4) })
    }
    // The colors of the sensor are those of sRGB.
    let matrix = [32405, -15371, -4985, -9693, 18760, 416, 556, -2040, 10572]
    func entries(dataStart: Int) -> [Value] {
      [
        longs(0x00FE, 0), longs(0x0100, width), longs(0x0101, height), shorts(0x0102, 16), shorts(0x0103, 1),
        shorts(0x0106, 32803), text(0x010F, "Maker"), text(0x0110, "Maker Model"), longs(0x0111, dataStart),
        shorts(0x0112, orientation), shorts(0x0115, 1), longs(0x0116, height),
        longs(0x0117, width * height * 2),
        shorts(0x828D, 2, 2), bytes(0x828E, 0, 1, 1, 2), bytes(0xC612, 1, 4, 0, 0), bytes(0xC613, 1, 1, 0, 0),
        text(0xC614, "Maker Model"), longs(0xC61D, 65535), fractions(0xC621, 10, matrix),
        fractions(0xC628, 5, [10000, 10000, 10000]), shorts(0xC65A, 21),
      ]
    }
    func head(dataStart: Int, next: Int) -> [UInt8] {
      let entries = entries(dataStart: dataStart)
      var place = 8 + 2 + entries.count * 12 + 4
      var directory = number(entries.count, 2)
      var values: [UInt8] = []
      for entry in entries {
        directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
        if entry.bytes.count <= 4 {
          directory += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
        } else {
          directory += number(place, 4)
          let padded = entry.bytes + [UInt8](repeating: 0, count: entry.bytes.count % 2)
          values += padded
          place += padded.count
        }
      }
      return Array("II".utf8) + number(42, 2) + number(8, 4) + directory + number(next, 4) + values
    }
    var data: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isRed = x % 2 == 0 && y % 2 == 0
        let isBlue = x % 2 == 1 && y % 2 == 1
        let isLit = x < width / 2 ? isRed : isBlue
        data += number(isLit ? 50000 : 500, 2)
      }
    }
    let dataStart = head(dataStart: 0, next: 0).count
    guard let embedded else { return head(dataStart: dataStart, next: 0) + data }
    let next = dataStart + data.count
    let directoryBytes = 2 + 2 * 12 + 4
    return head(dataStart: dataStart, next: next) + data
      + directory([(0x0201, 4, next + directoryBytes), (0x0202, 4, embedded.count)], next: 0) + embedded
  }

  /// Returns a raw file (ORF) that states the size of its sensor, but has only an embedded JPEG file.
  package static func withoutSensor(width: Int, height: Int, embedded: [UInt8]) -> [UInt8] {
    let directoryBytes = 2 + 4 * 12 + 4
    return Array("IIRO".utf8) + number(8, 4)
      + directory(
        [
          (0x0100, 4, width), (0x0101, 4, height), (0x0201, 4, 8 + directoryBytes),
          (0x0202, 4, embedded.count),
        ],
        next: 0) + embedded
  }
}
