import CCairo
import Foundation

/// A rectangle of whole pixels.
struct PixelRect: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// Decoded pixels of a screenshot that a compositor or the program took.
struct Bitmap: Equatable {
  /// One opaque pixel.
  struct Pixel: Equatable, CustomStringConvertible {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    var description: String { "(\(red), \(green), \(blue))" }

    /// Returns the largest difference between two channels.
    func distance(to other: Pixel) -> Int {
      max(
        abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
        abs(Int(blue) - Int(other.blue)))
    }
  }

  let width: Int
  let height: Int
  /// The pixels, top row first.
  private(set) var pixels: [Pixel]

  init(width: Int, height: Int, filledWith pixel: Pixel) {
    self.width = width
    self.height = height
    pixels = Array(repeating: pixel, count: width * height)
  }

  /// Decodes a PNG file. Translucent pixels are blended with black.
  init(png path: String) throws {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw RigError("cannot read \(path): \(String(cString: cairo_status_to_string(status)))")
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
  init(bgra bytes: Data, width: Int, height: Int, stride: Int) throws {
    guard stride >= width * 4, bytes.count >= stride * height else {
      throw RigError("\(bytes.count) bytes are too few for \(width) × \(height) pixels of stride \(stride)")
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

  subscript(x: Int, y: Int) -> Pixel {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  subscript(point: ScreenPoint) -> Pixel { self[Int(point.x), Int(point.y)] }

  /// Returns the part inside a rectangle, which must lie inside the bitmap.
  func cropped(x left: Int, y top: Int, width: Int, height: Int) -> Bitmap {
    var part = Bitmap(width: width, height: height, filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width { part[x, y] = self[left + x, top + y] }
    }
    return part
  }

  /// The bitmap, turned clockwise by 90°.
  var turnedClockwise: Bitmap {
    var turned = Bitmap(width: height, height: width, filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width { turned[height - 1 - y, x] = self[x, y] }
    }
    return turned
  }

  /// Returns the smallest rectangle around all pixels that differ from another bitmap of the same size; `nil`
  /// if no pixel differs.
  func changedRect(since before: Bitmap) -> PixelRect? {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y] != before[x, y] {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
      }
    }
    return right > left ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  /// Writes the bitmap to a PNG file.
  func write(png path: String) {
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
}
