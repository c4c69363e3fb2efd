import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import TestBitmaps
import Views

extension BrowserRig {
  /// Whether the window shows pixels of a picture one by one, at some place of the picture.
  func showsPixels(of picture: Bitmap) throws -> Bool {
    guard let view = browser.single.photoView else { return false }
    let screen = try Bitmap(session.capture())
    let (visible, factor) = (view.visibleContentRect, view.scales.actual * view.scales.screenScale)
    let (left, top) = (Int(visible.minX * factor), Int(visible.minY * factor))
    // The photo is in the middle if it is smaller than the window.
    let inset = view.imageView.convert(.zero, to: nil) ?? .zero
    let (startX, startY) = (
      Int(max(inset.x, 0) * view.scales.screenScale), Int(max(inset.y, 0) * view.scales.screenScale)
    )
    let samples = (0..<60).map { number in
      (
        x: number * 37 % min(picture.width - 4, screen.width - 4),
        y: number * 53 % min(picture.height - 4, screen.height - 4)
      )
    }
    for dy in -2...2 {
      for dx in -2...2 {
        let fits = samples.allSatisfy { place in
          let (x, y) = (left + dx + place.x, top + dy + place.y)
          guard (0..<picture.width).contains(x), (0..<picture.height).contains(y) else { return true }
          let (screenX, screenY) = (startX + place.x, startY + place.y)
          guard screenX < screen.width, screenY < screen.height else { return true }
          return screen[screenX, screenY] == picture[x, y]
        }
        if fits { return true }
      }
    }
    return false
  }
}

extension Bitmap {
  init(_ capture: Capture) throws {
    let bytes = capture.pixels.withUnsafeBytes { Data($0) }
    try self.init(bgra: bytes, width: capture.width, height: capture.height, stride: capture.width * 4)
  }

  /// Returns the picture with an orientation.
  func oriented(by orientation: ImageOrientation) -> Bitmap {
    let path = orientation.path(width: width, height: height)
    var turned = Bitmap(
      width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height,
      filledWith: Pixel(0, 0, 0))
    for y in 0..<height {
      for x in 0..<width {
        let (toX, toY) = (
          path.startX + x * path.column.x + y * path.row.x, path.startY + x * path.column.y + y * path.row.y
        )
        turned[toX, toY] = self[x, y]
      }
    }
    return turned
  }
}
