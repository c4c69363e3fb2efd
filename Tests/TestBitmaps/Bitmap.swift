internal import CCairo
internal import CTurboJPEG
package import Foundation

/// A rectangle of whole pixels.
package struct PixelRect: Equatable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A point on the screen, in pixels.
package struct ScreenPoint: Equatable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// The reason why a bitmap cannot be read or written.
package struct BitmapError: Error, CustomStringConvertible {
  package let description: String
}

/// Decoded pixels of a screenshot that a compositor or the program took.
package struct Bitmap: Equatable {
  /// One opaque pixel.
  package struct Pixel: Equatable, CustomStringConvertible {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    package var description: String { "(\(red), \(green), \(blue))" }

    /// Returns the largest difference between two channels.
    package func distance(to other: Pixel) -> Int {
      max(
        abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
        abs(Int(blue) - Int(other.blue)))
    }
  }

  package let width: Int
  package let height: Int
  /// The pixels, top row first.
  package private(set) var pixels: [Pixel]

  package init(width: Int, height: Int, filledWith pixel: Pixel) {
    self.width = width
    self.height = height
    pixels = Array(repeating: pixel, count: width * height)
  }

  /// Decodes a PNG file. Translucent pixels are blended with black.
  package init(png path: String) throws {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw BitmapError(
        description: "cannot read \(path): \(String(cString: cairo_status_to_string(status)))")
    }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let bgra = data + y * stride + x * 4
        pixels.append(Pixel(bgra[2], bgra[1], bgra[0]))
      }
    }
  }

  /// Copies `height` rows of `stride` bytes, BGRA, top row first.
  package init(bgra bytes: Data, width: Int, height: Int, stride: Int) throws {
    guard stride >= width * 4, bytes.count >= stride * height else {
      throw BitmapError(
        description: "\(bytes.count) bytes are too few for \(width) × \(height) pixels of stride \(stride)")
    }
    self.width = width
    self.height = height
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let index = bytes.startIndex + y * stride + x * 4
        pixels.append(Pixel(bytes[index + 2], bytes[index + 1], bytes[index]))
      }
    }
  }

  package subscript(x: Int, y: Int) -> Pixel {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  package subscript(point: ScreenPoint) -> Pixel { self[Int(point.x), Int(point.y)] }

  /// Returns the part inside a rectangle, which must lie inside the bitmap.
  package func cropped(x left: Int, y top: Int, width: Int, height: Int) -> Bitmap {
    var part = Bitmap(width: width, height: height, filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width { part[x, y] = self[left + x, top + y] }
    }
    return part
  }

  /// Fills the top left corner with a color.
  package mutating func fillCorner(width: Int, height: Int, with pixel: Pixel) {
    for y in 0..<height {
      for x in 0..<width { self[x, y] = pixel }
    }
  }

  /// Fills the bitmap with pixels of random colors, the same ones for the same size.
  package mutating func fillNoise() {
    var state: UInt32 = 12_345
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = Pixel(UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255))
    }
  }

  /// Fills every second square of some columns with a color, as on a chessboard.
  ///
  /// - Parameter side: The side of a square, in pixels.
  package mutating func fillChecks(of side: Int, columns: Range<Int>, with pixel: Pixel) {
    for y in 0..<height {
      for x in columns where (x / side + y / side) % 2 == 0 { self[x, y] = pixel }
    }
  }

  /// The bitmap, turned clockwise by 90°.
  package var turnedClockwise: Bitmap {
    var turned = Bitmap(width: height, height: width, filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width { turned[height - 1 - y, x] = self[x, y] }
    }
    return turned
  }

  /// Returns the smallest rectangle around all pixels that differ from another bitmap of the same size; `nil`
  /// if no pixel differs.
  package func changedRect(since before: Bitmap) -> PixelRect? {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y] != before[x, y] {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
      }
    }
    return right > left ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  /// Writes the bitmap to a PNG file.
  package func write(png path: String) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      for x in 0..<width {
        let bgra = data + y * stride + x * 4
        (bgra[0], bgra[1], bgra[2]) = (self[x, y].blue, self[x, y].green, self[x, y].red)
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_surface_write_to_png(surface, path)
  }

  /// Writes the bitmap to a JPEG file of quality 95 without chroma subsampling.
  package func write(jpeg path: String) throws {
    let rgb = pixels.flatMap { [$0.red, $0.green, $0.blue] }
    let compressor = tjInitCompress()
    defer { tjDestroy(compressor) }
    var data: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(data) }
    guard
      tjCompress2(
        compressor, rgb, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &data, &size,
        Int32(TJSAMP_444.rawValue), 95, 0) == 0, let data
    else { throw BitmapError(description: "cannot encode \(path)") }
    try Data(bytes: data, count: Int(size)).write(to: URL(fileURLWithPath: path))
  }
}
