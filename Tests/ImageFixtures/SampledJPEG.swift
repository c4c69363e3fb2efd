internal import CLibJPEG
internal import Glibc

/// Encodes and decodes JPEG files with libjpeg's own interface, because libturbojpeg does not offer all
/// samplings and scans.
package struct SampledJPEG {
  package var width: Int
  package var height: Int
  /// The sampling factors of each component, horizontally and vertically.
  package var samplings: [(across: Int, down: Int)]
  package var isProgressive = false
  /// Whether the coefficients have arithmetic codes instead of Huffman codes.
  package var isArithmetic = false
  /// The number of blocks between two restart markers; 0 for no markers.
  package var restartInterval = 0
  package var color: (_ x: Int, _ y: Int) -> PixelColor

  package init(
    width: Int, height: Int, samplings: [(across: Int, down: Int)],
    color: @escaping (_ x: Int, _ y: Int) -> PixelColor
  ) {
    (self.width, self.height, self.samplings, self.color) = (width, height, samplings, color)
  }

  /// Returns the contents of the file: gray for one component, YCbCr for three.
  package func bytes() -> [UInt8] {
    var info = jpeg_compress_struct()
    var errors = jpeg_error_mgr()
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    return withUnsafeMutablePointer(to: &errors) { errors in
      info.err = jpeg_std_error(errors)
      jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
      jpeg_mem_dest(&info, &output, &count)
      info.image_width = JDIMENSION(width)
      info.image_height = JDIMENSION(height)
      info.input_components = Int32(samplings.count)
      info.in_color_space = samplings.count == 1 ? JCS_GRAYSCALE : JCS_RGB
      jpeg_set_defaults(&info)
      jpeg_set_quality(&info, 90, boolean(1))
      for (index, sampling) in samplings.enumerated() {
        info.comp_info[index].h_samp_factor = Int32(sampling.across)
        info.comp_info[index].v_samp_factor = Int32(sampling.down)
      }
      info.arith_code = boolean(isArithmetic ? 1 : 0)
      info.restart_interval = UInt32(restartInterval)
      if isProgressive { jpeg_simple_progression(&info) }
      jpeg_start_compress(&info, boolean(1))
      var row = [UInt8](repeating: 0, count: width * samplings.count)
      for y in 0..<height {
        for x in 0..<width {
          let color = color(x, y)
          if samplings.count == 1 {
            row[x] = UInt8(color.red)
          } else {
            (row[x * 3], row[x * 3 + 1], row[x * 3 + 2]) = (
              UInt8(color.red), UInt8(color.green), UInt8(color.blue)
            )
          }
        }
        row.withUnsafeMutableBufferPointer { row in
          var start = row.baseAddress
          _ = jpeg_write_scanlines(&info, &start, 1)
        }
      }
      jpeg_finish_compress(&info)
      jpeg_destroy_compress(&info)
      defer { free(output) }
      return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }
  }

  /// Decodes a file like `djpeg`, to BGRA without gaps, or a CMYK file to the stored amounts of the inks.
  package static func reference(
    _ bytes: [UInt8], isCMYK: Bool = false
  ) -> (width: Int, height: Int, pixels: [UInt8]) {
    var info = jpeg_decompress_struct()
    var errors = jpeg_error_mgr()
    return withUnsafeMutablePointer(to: &errors) { errors in
      info.err = jpeg_std_error(errors)
      errors.pointee.emit_message = { _, _ in }
      jpeg_CreateDecompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_decompress_struct>.size)
      return bytes.withUnsafeBufferPointer { bytes in
        jpeg_mem_src(&info, bytes.baseAddress, UInt(bytes.count))
        jpeg_read_header(&info, boolean(1))
        info.out_color_space = isCMYK ? JCS_CMYK : JCS_EXT_BGRA
        jpeg_start_decompress(&info)
        let (width, height) = (Int(info.output_width), Int(info.output_height))
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        pixels.withUnsafeMutableBufferPointer { pixels in
          while info.output_scanline < info.output_height {
            var start = pixels.baseAddress.map { $0 + Int(info.output_scanline) * width * 4 }
            _ = jpeg_read_scanlines(&info, &start, 1)
          }
        }
        jpeg_finish_decompress(&info)
        jpeg_destroy_decompress(&info)
        return (width, height, pixels)
      }
    }
  }
}

/// A progressive JPEG of a few hundred kilobytes that takes minutes to decode. Each of its many scans refines
/// all blocks of a large gray image without changing it.
package enum ScanBomb {
  /// Returns the contents of the file.
  ///
  /// - Parameters:
  ///   - side: The width and height, in pixels; a multiple of 8.
  ///   - scans: The number of refinement scans.
  package static func bytes(side: Int, scans: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker] + number(body.count + 2) + body
    }
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC2, [8] + number(side) + number(side) + [1, 1, 0x11, 0])
    // The DC table has one code: "0" means no difference. The AC table has one code: "0" ends the band for up
    // to 32,767 blocks (EOB14).
    file += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    file += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
    let blocks = (side / 8) * (side / 8)
    func scan(_ first: UInt8, _ last: UInt8, _ approximation: UInt8, _ data: [UInt8]) -> [UInt8] {
      segment(0xDA, [1, 1, 0x00, first, last, approximation]) + data
    }
    // One bit for each block: no difference.
    file += scan(0, 0, 0x01, [UInt8](repeating: 0, count: (blocks + 7) / 8))
    // A run of blocks without coefficients is a code of 1 bit and 14 bits of its length: 16,384 to 32,767
    // blocks.
    var bits: [Bool] = []
    var left = blocks
    while left > 0 {
      let run = min(left, 32767)
      bits.append(false)
      let extra = max(0, run - 16384)
      for bit in (0..<14).reversed() { bits.append(extra >> bit & 1 == 1) }
      left -= max(run, 16384)
    }
    while bits.count % 8 != 0 { bits.append(true) }
    var data: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      data.append(UInt8(byte))
      if byte == 255 { data.append(0) }
    }
    for index in 0..<scans {
      file += scan(1, 63, index == 0 ? 0x01 : 0x10, data)
    }
    return file + [0xFF, 0xD9]
  }
}
