import Testing

/// The result of a comparison of the screen with the program's own screenshot.
struct PictureCheck {
  /// The part of the screen that shows the window.
  let shown: Bitmap
  let own: Bitmap
  /// `nil` if the screen never showed a window of the right size.
  let difference: Difference?
  let maskCoverage: Double

  /// Takes screenshots until one shows the picture of `--screenshot`, outside of the edges of photos.
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
    var expected = own.bitmap
    // A point that lies only in part on the output is drawn, but its last pixel is not shown.
    if isResampled, let screen = try? session.screenshot(), screen.width == expected.width - 1 {
      expected = expected.cropped(x: 0, y: 0, width: screen.width, height: expected.height)
    }
    let (width, height) = (expected.width, expected.height)
    var shown = expected
    var difference: Difference?
    var mask = EdgeMask(own.outlines, width: width, height: height, reach: 2)
    mask.coverParkedPointer(side: 8)
    // The program reports the settle when it commits the frame. The compositor shows the frame a moment later.
    _ = try? session.screenshot("the same content", within: 15) { screen in
      shown = crop(screen)
      guard shown.width == width, shown.height == height else { return false }
      difference = Difference(shown, expected, outside: mask, isResampled: isResampled)
      return (difference?.largest ?? 255) <= 2
    }
    self.shown = shown
    self.own = expected
    self.difference = difference
    maskCoverage = mask.coverage
  }

  /// Expects that all pixels outside of the edges are equal, up to 2 of 255.
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

  /// Writes a bitmap beside the test products, for inspection.
  private func save(_ bitmap: Bitmap, _ name: String) {
    let path = PhotoBrowser.products + "/differs-\(name).png"
    bitmap.write(png: path)
    print("saved \(path)")
  }
}
