import Foundation
import TestBitmaps
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
    photo.fillCorner(width: 120, height: 80, with: Bitmap.Pixel(255, 255, 255))
    return photo
  }
}
