import Foundation
import TestBitmaps
import TestSupport

/// Photos of 2400 × 1600 pixels, each in a single color.
struct LargePhotos {
  let folder: String
  let names = ["1.jpg", "2.png", "3.jpg", "4.png", "5.jpg", "6.png"]
  let colors = Array(SamplePhotos.colors.prefix(6))

  init(into temporary: TemporaryFolder) throws {
    folder = temporary("large")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, color) in zip(names, colors) {
      let photo = Bitmap(width: 2400, height: 1600, filledWith: color)
      if name.hasSuffix(".jpg") {
        try photo.write(jpeg: folder + "/" + name)
      } else {
        photo.write(png: folder + "/" + name)
      }
    }
  }

  /// Whether a photo fills a screenshot of 1024 × 768 pixels: it is as wide as the window.
  func fills(_ screen: Bitmap, _ index: Int) -> Bool {
    let points = [(2, 384), (1021, 384), (512, 384), (512, 60), (512, 700)]
    return points.allSatisfy { screen[$0.0, $0.1].distance(to: colors[index]) <= 6 }
      && screen[512, 20].distance(to: colors[index]) > 20
  }
}
