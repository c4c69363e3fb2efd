import CCairo
import Foundation

/// Decoded pixels: what a compositor showed, or what the program says it shows.
struct Picture: Equatable {
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

    /// The largest difference of a channel.
    func distance(to other: Pixel) -> Int {
      max(
        abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
        abs(Int(blue) - Int(other.blue)))
    }
  }

  let width: Int
  let height: Int
  private(set) var pixels: [Pixel]  // top row first

  init(width: Int, height: Int, filledWith pixel: Pixel) {
    self.width = width
    self.height = height
    pixels = Array(repeating: pixel, count: width * height)
  }

  /// Decodes a PNG. Translucent pixels come out as over black.
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

  /// Takes over `height` rows of `stride` bytes, BGRA, top row first.
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
        let place = bytes.startIndex + y * stride + x * 4
        pixels.append(Pixel(bytes[place + 2], bytes[place + 1], bytes[place]))
      }
    }
  }

  subscript(x: Int, y: Int) -> Pixel {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  subscript(spot: Spot) -> Pixel { self[Int(spot.x), Int(spot.y)] }

  /// The part of this picture in a rectangle, which must lie inside.
  func cropped(x left: Int, y top: Int, width: Int, height: Int) -> Picture {
    var part = Picture(width: width, height: height, filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width { part[x, y] = self[left + x, top + y] }
    }
    return part
  }

  /// Writes the picture to look at when a test failed.
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
