import TestBitmaps
import Testing

/// The result of comparing the screen with the program's own screenshot.
struct PictureCheck {
  /// The part of the screen that shows the window.
  let shown: Bitmap
  let own: Bitmap
  /// The difference of the last screenshot; `nil` if the screen never showed a window of the right size.
  let difference: Difference?
  let maskCoverage: Double

  /// Takes screenshots until the window looks like the program's own screenshot, ignoring the edges of
  /// photos.
  ///
  /// - Parameters:
  ///   - own: The program's own screenshot in the same state.
  ///   - session: The compositor. The pointer must be parked.
  ///   - isResampled: Whether the compositor may move the picture by less than a pixel.
  ///   - crop: Returns the part of the screen that shows the window.
  init(
    of own: Screenshot, on session: some CompositorSession, isResampled: Bool = false,
    crop: (Bitmap) -> Bitmap
  ) {
    // At a fractional scale the last column is only a part of a point. Some compositors show it, others do
    // not.
    let narrower = isResampled ? 1 : 0
    let expected = own.bitmap.cropped(
      x: 0, y: 0, width: own.bitmap.width - narrower, height: own.bitmap.height)
    let (width, height) = (expected.width, expected.height)
    var shown = expected
    var difference: Difference?
    var mask = EdgeMask(own.outlines, width: width, height: height, reach: 2)
    mask.coverParkedPointer(side: 8)
    mask.coverLowerCorners(side: 13)
    // The program reports that it has settled when it commits the frame. The compositor shows the frame
    // later.
    _ = try? session.screenshot("the same content", within: 15) { screen in
      shown = crop(screen)
      if isResampled, shown.width > width {
        shown = shown.cropped(x: 0, y: 0, width: width, height: shown.height)
      }
      guard shown.width == width, shown.height == height else { return false }
      difference = Difference(shown, expected, outside: mask, isResampled: isResampled)
      return (difference?.largest ?? 255) <= 2
    }
    self.shown = shown
    self.own = expected
    self.difference = difference
    maskCoverage = mask.coverage
  }

  /// Expects that all pixels outside the mask are equal within 2 of 255 levels.
  func expectEqual(_ what: String) throws {
    #expect(maskCoverage < 0.05, "the mask must leave enough pixels to compare")
    if difference.map({ $0.largest > 2 }) ?? true {
      save(shown, "shown")
      save(own, "own")
    }
    let found = try #require(
      difference, "\(what): \(shown.width) × \(shown.height) pixels instead of \(own.width) × \(own.height)")
    print("screenshot \(what) \(own.width)x\(own.height): \(found), mask \(maskCoverage)")
    #expect(found.largest <= 2, "\(what): at \(found.position), \(found.count) pixels differ")
  }

  /// Writes a bitmap to the folder of the test products, for inspection.
  private func save(_ bitmap: Bitmap, _ name: String) {
    let path = PhotoBrowser.products + "/differs-\(name).png"
    bitmap.write(png: path)
    print("saved \(path)")
  }
}
