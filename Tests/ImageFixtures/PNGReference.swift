internal import CLibPNG

/// Decodes PNG files with libpng's simplified interface (`png_image`).
package enum PNGReference {
  /// Returns the pixels as straight BGRA without gaps; `nil` if libpng refuses the file.
  package static func decode(_ bytes: [UInt8]) -> (width: Int, height: Int, pixels: [UInt8])? {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
    // PNG_FORMAT_BGRA
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    // Without this flag libpng takes the samples of a file of 16 bits as linear light. The specification says nothing
    // about that, and browsers take them as sRGB.
    image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let (width, height) = (Int(image.width), Int(image.height))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    guard png_image_finish_read(&image, nil, &pixels, Int32(width * 4), nil) != 0 else { return nil }
    return (width, height, pixels)
  }
}
