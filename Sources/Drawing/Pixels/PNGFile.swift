import CCairo
import Glibc

extension ImageSurface {
  /// Writes the pixels to a PNG file. PNG stores straight alpha, so the colors of translucent pixels are divided by
  /// their alpha, with the precision of the premultiplied bytes.
  ///
  /// - Throws: ``SurfaceError/cannotWrite(path:reason:)``. An incomplete file may remain.
  ///
  /// cairo: `cairo_surface_write_to_png_stream`.
  public func writePNG(to path: String) throws(SurfaceError) {
    try withPixels { pixels throws(SurfaceError) in
      try PNGFile.write(
        UnsafeMutableRawPointer(mutating: pixels.baseAddress), width: width, height: height, stride: stride,
        to: path)
    }
  }
}

extension Image {
  /// Writes the pixels to a PNG file. PNG stores straight alpha, so the colors of translucent pixels are divided by
  /// their alpha, with the precision of the premultiplied bytes.
  ///
  /// - Throws: ``SurfaceError/cannotWrite(path:reason:)``. An incomplete file may remain.
  public func writePNG(to path: String) throws(SurfaceError) {
    try withPixels { pixels throws(SurfaceError) in
      try PNGFile.write(
        UnsafeMutableRawPointer(mutating: pixels.baseAddress), width: width, height: height, stride: stride,
        to: path)
    }
  }

  /// Reads a PNG file of trusted origin. Untrusted files are read by the decoders of the `Photos` module.
  ///
  /// - Throws: ``SurfaceError/cannotRead(path:reason:)``.
  package init(readingPNG path: String) throws {
    guard let file = fopen(path, "rbe") else {
      throw SurfaceError.cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    let read: cairo_read_func_t = { file, bytes, count in
      fread(bytes, 1, Int(count), file?.assumingMemoryBound(to: FILE.self)) == Int(count)
        ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
    }
    let source = cairo_image_surface_create_from_png_stream(read, file)
    defer { cairo_surface_destroy(source) }
    let status = cairo_surface_status(source)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw SurfaceError.cannotRead(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
    let width = Int(cairo_image_surface_get_width(source))
    let height = Int(cairo_image_surface_get_height(source))
    self = try Image.drawn(width: width, height: height) { canvas in
      cairo_set_source_surface(canvas.context, source, 0, 0)
      cairo_paint(canvas.context)
    }
  }
}

private enum PNGFile {
  static func write(
    _ pixels: UnsafeMutableRawPointer?, width: Int, height: Int, stride: Int, to path: String
  ) throws(SurfaceError) {
    guard let file = fopen(path, "wbe") else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    let surface = cairo_image_surface_create_for_data(
      pixels?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(stride))
    defer { cairo_surface_destroy(surface) }
    let write: cairo_write_func_t = { file, bytes, count in
      fwrite(bytes, 1, Int(count), file?.assumingMemoryBound(to: FILE.self)) == Int(count)
        ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
    errno = 0
    let status = cairo_surface_write_to_png_stream(surface, write, file)
    var reason = errno
    let isClosed = fclose(file) == 0  // fails if the disk is full when the last bytes are written
    if status == CAIRO_STATUS_SUCCESS && !isClosed { reason = errno }
    guard status == CAIRO_STATUS_SUCCESS && isClosed else {
      let words =
        reason != 0 ? strerror(reason) : UnsafeMutablePointer(mutating: cairo_status_to_string(status))
      throw .cannotWrite(path: path, reason: words.map { String(cString: $0) } ?? "unknown")
    }
  }
}
