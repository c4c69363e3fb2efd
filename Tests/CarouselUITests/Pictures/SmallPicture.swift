import CPNG
import Foundation
import Raster

/// An opaque image in memory that is read from and written to PNG files.
struct SmallPicture {
  let width, height: Int
  /// `height` rows of `width` pixels: blue, green, red, alpha.
  private var bytes: [UInt8]

  /// The folder of the reference images.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Data")

  init(width: Int, height: Int, drawing draw: (PixelBuffer) -> Void) {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { memory in
      guard let start = memory.baseAddress else { return }
      draw(PixelBuffer(pointer: start, width: width, height: height, stride: width * 4))
    }
  }

  /// An error while reading or writing a PNG file.
  struct FileError: Error, CustomStringConvertible {
    let path, reason: String
    var description: String {
      "\(path): \(reason); run with CAROUSEL_RECORD_PICTURES=1 to record the pictures again"
    }
  }

  init(contentsOf path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw FileError(path: path, reason: "cannot be read")
    }
    defer { try? file.close() }
    var header = cpng_header()
    var message = [CChar](repeating: 0, count: 128)
    guard let reader = cpng_reader_open(file.fileDescriptor, &header, &message) else {
      throw FileError(path: path, reason: "is not a PNG file")
    }
    defer { cpng_reader_close(reader) }
    width = Int(header.width)
    height = Int(header.height)
    bytes = []
    var row = [UInt8](repeating: 0, count: width * 4)
    for _ in 0..<height {
      guard cpng_reader_read_row(reader, &row, &message) == 0 else {
        throw FileError(path: path, reason: "ends too early")
      }
      bytes += row
    }
  }

  func write(to path: String) throws {
    var message = [CChar](repeating: 0, count: 128)
    guard cpng_write_file(path, bytes, UInt32(width), UInt32(height), width * 4, &message) == 0 else {
      throw FileError(path: path, reason: "cannot be written")
    }
  }

  /// Returns the largest difference of any channel of any pixel; 255 if the sizes differ.
  func largestDifference(to other: SmallPicture) -> Int {
    guard (width, height) == (other.width, other.height) else { return 255 }
    return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  var colorCount: Int {
    var colors: Set<SIMD3<UInt8>> = []
    for start in stride(from: 0, to: bytes.count, by: 4) {
      colors.insert(SIMD3(bytes[start], bytes[start + 1], bytes[start + 2]))
    }
    return colors.count
  }
}
