/// Encodes GIF files without compression.
package struct GIFFixture {
  /// A frame as color indexes.
  package struct Frame {
    package var x = 0
    package var y = 0
    package var width: Int
    package var height: Int
    package var indexes: [UInt8]
    /// The treatment after the frame: 0 unspecified, 1 keep, 2 clear, 3 restore.
    package var disposal = 0
    package var transparent: Int?
    /// The duration, in hundredths of a second.
    package var delay = 10
    package var isInterlaced = false

    /// Creates a frame whose pixels all have one color index.
    package init(x: Int = 0, y: Int = 0, width: Int, height: Int, index: UInt8, disposal: Int = 0) {
      (self.x, self.y, self.width, self.height, self.disposal) = (x, y, width, height, disposal)
      indexes = [UInt8](repeating: index, count: width * height)
    }
  }

  package var width: Int
  package var height: Int
  package var palette: [PixelColor]
  package var frames: [Frame]
  /// The number of repetitions of the animation; 0 for endless, `nil` to omit it.
  package var loopCount: Int?

  package init(width: Int, height: Int, palette: [PixelColor], frames: [Frame], loopCount: Int? = nil) {
    (self.width, self.height, self.palette) = (width, height, palette)
    (self.frames, self.loopCount) = (frames, loopCount)
  }

  /// Returns the contents of the file.
  package func bytes() -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    var file = Array("GIF89a".utf8) + number(width) + number(height) + [0xF7, 0, 0]
    for index in 0..<256 {
      let color = index < palette.count ? palette[index] : .black
      file += [UInt8(color.red), UInt8(color.green), UInt8(color.blue)]
    }
    if let loopCount {
      file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + number(loopCount) + [0]
    }
    for frame in frames {
      let flags = UInt8(frame.disposal << 2 | (frame.transparent == nil ? 0 : 1))
      file += [0x21, 0xF9, 4, flags] + number(frame.delay) + [UInt8(frame.transparent ?? 0), 0]
      file += [0x2C] + number(frame.x) + number(frame.y) + number(frame.width) + number(frame.height)
      file += [frame.isInterlaced ? 0x40 : 0, 8]
      let data = Self.codes(frame.isInterlaced ? frame.interlaced : frame.indexes)
      for start in stride(from: 0, to: data.count, by: 255) {
        let block = data[start..<min(start + 255, data.count)]
        file += [UInt8(block.count)] + block
      }
      file.append(0)
    }
    return file + [0x3B]
  }

  /// Writes each index as a code of 9 bits. A clear code precedes the point at which the codes would get 10
  /// bits.
  private static func codes(_ indexes: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    var bits = 0
    var count = 0
    func emit(_ code: Int) {
      bits |= code << count
      count += 9
      while count >= 8 {
        data.append(UInt8(bits & 255))
        bits >>= 8
        count -= 8
      }
    }
    for (position, index) in indexes.enumerated() {
      if position % 250 == 0 { emit(256) }
      emit(Int(index))
    }
    emit(257)
    if count > 0 { data.append(UInt8(bits & 255)) }
    return data
  }
}

extension GIFFixture.Frame {
  fileprivate var interlaced: [UInt8] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      stride(from: start, to: height, by: step).flatMap { Array(indexes[($0 * width)..<(($0 + 1) * width)]) }
    }
  }
}
