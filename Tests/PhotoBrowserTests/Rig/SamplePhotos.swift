import CCairo
import CTurboJPEG
import Foundation

/// Seven photos, painted so that any pixel tells which one it is from: each is of one colour, but for a white corner at its
/// upper left that tells which way up it is.
struct SamplePhotos {
  static let colours: [Picture.Pixel] = [
    .init(208, 32, 32), .init(32, 160, 48), .init(40, 64, 208), .init(216, 192, 32),
    .init(176, 32, 176), .init(32, 176, 192), .init(224, 120, 24),
  ]
  /// Cyrillic, Chinese and Arabic too, as people name their photos.
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
    for (path, colour) in zip(paths, Self.colours) {
      let photo = Self.paint(colour)
      if path.hasSuffix(".jpg") { try photo.write(jpeg: path) } else { photo.write(png: path) }
    }
  }

  /// A photo of 900 × 600 pixels.
  static func paint(_ colour: Picture.Pixel) -> Picture {
    var photo = Picture(width: 900, height: 600, filledWith: colour)
    for y in 0..<80 {
      for x in 0..<120 { photo[x, y] = Picture.Pixel(255, 255, 255) }
    }
    return photo
  }
}

extension Picture {
  /// The middle of all pixels of about this colour, one that is of that colour itself; nil when there are hardly any.
  func middle(of colour: Pixel) -> Spot? {
    var columns = Array(repeating: 0, count: width)
    var rows = Array(repeating: 0, count: height)
    for y in 0..<height {
      for x in 0..<width where self[x, y].distance(to: colour) <= 12 {
        columns[x] += 1
        rows[y] += 1
      }
    }
    let count = rows.reduce(0, +)
    guard count >= 100 else { return nil }
    return Spot(Double(Self.median(columns, count)), Double(Self.median(rows, count)))
  }

  private static func median(_ histogram: [Int], _ count: Int) -> Int {
    var seen = 0
    return histogram.firstIndex {
      seen += $0
      return seen * 2 >= count
    } ?? 0
  }

  /// Encodes the picture as a JPEG of high quality, without chroma subsampling.
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
