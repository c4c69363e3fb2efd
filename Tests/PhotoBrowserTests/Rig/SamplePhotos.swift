import CCairo
import CTurboJPEG
import Foundation
import TestSupport

/// Seven photos, each in a single color, so that any pixel identifies the photo. The top left corner is
/// white, which shows the orientation.
struct SamplePhotos {
  static let colors: [Bitmap.Pixel] = [
    .init(208, 32, 32), .init(32, 160, 48), .init(40, 64, 208), .init(216, 192, 32),
    .init(176, 32, 176), .init(32, 176, 192), .init(224, 120, 24),
  ]
  /// The names use several writing systems.
  private static let names = [
    "1 rot.png", "2 зелёный.jpg", "3 蓝色.png", "4 أصفر.jpg", "5 magenta.png", "6 cyan.jpg", "7 🟠.png",
  ]

  let folder: String
  let paths: [String]

  /// Paints the photos into a new folder.
  init(into temporary: TemporaryFolder, named name: String = "photos") throws {
    folder = temporary(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    paths = Self.names.map { [folder] in folder + "/" + $0 }
    for (path, color) in zip(paths, Self.colors) {
      let photo = Self.paint(color)
      if path.hasSuffix(".jpg") { try photo.write(jpeg: path) } else { photo.write(png: path) }
    }
  }

  /// Returns a photo of 900 × 600 pixels.
  static func paint(_ color: Bitmap.Pixel) -> Bitmap {
    var photo = Bitmap(width: 900, height: 600, filledWith: color)
    for y in 0..<80 {
      for x in 0..<120 { photo[x, y] = Bitmap.Pixel(255, 255, 255) }
    }
    return photo
  }
}

extension Bitmap {
  /// Returns the median position of the pixels of approximately this color; `nil` if there are fewer than
  /// 100.
  func middle(of color: Pixel) -> ScreenPoint? {
    var columns = Array(repeating: 0, count: width)
    var rows = Array(repeating: 0, count: height)
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: color) <= 12 {
        columns[x] += 1
        rows[y] += 1
      }
    }
    let count = rows.reduce(0, +)
    guard count >= 100 else { return nil }
    return ScreenPoint(Double(Self.median(columns, count)), Double(Self.median(rows, count)))
  }

  private static func median(_ histogram: [Int], _ count: Int) -> Int {
    var seen = 0
    return histogram.firstIndex {
      seen += $0
      return seen * 2 >= count
    } ?? 0
  }

  /// Writes the bitmap to a JPEG file of quality 95 without chroma subsampling.
  func write(jpeg path: String) throws {
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
    else { throw RigError("cannot encode \(path)") }
    try Data(bytes: data, count: Int(size)).write(to: URL(fileURLWithPath: path))
  }
}
