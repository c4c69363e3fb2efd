import CarouselUI
import HeadlessCompositor
import HeadlessSession
import ImageFixtures
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing

/// Rotations that are saved in files.
@MainActor
struct SavedRotationTests {
  private func jpeg(_ orientation: Int?) -> [UInt8] {
    var fixture = JPEGFixture.quadrants(90, 60)
    fixture.exif = orientation.map { ExifFixture.block(orientation: $0, isLittleEndian: false) }
    return fixture.bytes()
  }

  private func rig(_ bytes: [UInt8]) async throws -> BrowserRig {
    let rig = try BrowserRig(count: 1, page: .single)
    try rig.add(file: bytes)
    try await rig.settle()
    try await rig.press(.right)
    try await rig.settle()
    return rig
  }

  /// The colors of the four quarters of the picture.
  private func colors(_ rig: BrowserRig) -> [Bitmap.Pixel] {
    let (middle, size) = (rig.browser.single.photoFrame.center, rig.ui.contentView.size)
    return [(-14, -14), (14, -14), (14, 14), (-14, 14)].map {
      rig.pixel((middle.x + Double($0.0)) / size.width, (middle.y + Double($0.1)) / size.height)
    }
  }

  /// Waits for a message with a text.
  private func message(_ rig: BrowserRig, _ text: String) async throws {
    try await waitUntil("the message “\(text)”") {
      try? rig.session.frame()
      return (try? rig.ui.find(.group, text)) != nil
    }
  }

  @Test(
    "A saved rotation is that of the file, and the picture stays the same; Undo in the message restores the file"
  )
  func saved() async throws {
    let original = jpeg(6)
    let rig = try await rig(original)
    let before = try Bitmap(rig.session.capture())
    try await rig.press("r")
    try await rig.settle()
    let turned = try Bitmap(rig.session.capture())
    #expect(turned.changedRect(since: before) != nil)
    try await rig.press("s", with: .control)
    try await message(rig, "The rotation of “1.png” was saved.")
    let views = rig.browser.content.subviews
    let toast = try #require(views.first { $0 is ToastView })
    let name = try #require(views.first { $0 is PhotoOverlay })
    #expect(toast.frame.maxY <= name.frame.minY, "the message does not cover the name")
    // 6 and a quarter turn are 3.
    #expect(try rig.bytes(at: 1) == jpeg(3) && rig.state.orientation == .upright)
    try rig.ui.find(.button, "Undo").activate()
    try await message(rig, "“1.png” has its former rotation again.")
    #expect(try rig.bytes(at: 1) == original && rig.state.orientation == .upright)
    try await rig.settle()
    #expect(rig.browser.single.isSharp)
    let photo = rig.browser.single.photoFrame
    #expect(abs(photo.size.width - 60) < 2 && abs(photo.size.height - 90) < 2)
    // There is nothing more to undo.
    try await rig.press("z", with: .control)
    try await rig.settle()
    #expect(try rig.bytes(at: 1) == original)
  }

  @Test("Two saved rotations are undone by keys, one after the other")
  func twice() async throws {
    let rig = try await rig(jpeg(1))
    for value in [6, 3] {
      try await rig.press("r")
      try await rig.press("s", with: .control)
      try await waitUntil("the file with \(value)") {
        try? rig.session.frame()
        return rig.state.orientation == .upright
      }
      #expect(try rig.bytes(at: 1) == jpeg(value))
    }
    for value in [6, 1] {
      try await rig.press("z", with: .control)
      try await waitUntil("the file with \(value) again") {
        try? rig.session.frame()
        return (try? rig.bytes(at: 1)) == jpeg(value)
      }
      // Until then, the file is still being changed.
      try await message(rig, "“1.png” has its former rotation again.")
    }
    try await rig.settle()
    #expect(rig.browser.single.isSharp)
  }

  @Test(
    "After the rotation was saved, the picture shows the file as the view did, and can be rotated and saved again"
  )
  func sharpAfterwards() async throws {
    let rig = try await rig(jpeg(1))
    for value in [6, 3, 8, 1] {
      try await rig.press("r")
      try await rig.settle()
      let before = colors(rig)
      try await rig.press("s", with: .control)
      try await waitUntil("the saved file") {
        try? rig.session.frame()
        return rig.state.orientation == .upright
      }
      try await rig.settle()
      #expect(try rig.bytes(at: 1) == jpeg(value))
      for (now, former) in zip(colors(rig), before) { #expect(now.distance(to: former) < 8, "\(value)") }
    }
  }

  @Test("A file without a place for the rotation stays as it is, and a message says so")
  func withoutPlace() async throws {
    let rig = try await rig(BMPBytes.small)
    try await rig.press("r")
    try await rig.press("s", with: .control)
    try await message(
      rig, "“1.png” (BMP) has no place for the rotation. It is rotated only in this window.")
    #expect(try rig.bytes(at: 1) == BMPBytes.small && rig.state.orientation == .quarterClockwise)
  }

  @Test(
    "A JPEG file that states no orientation gets it, with and without EXIF data; the picture stays the same, and Undo restores the file",
    arguments: [false, true])
  func added(hasExif: Bool) async throws {
    var fixture = JPEGFixture.quadrants(90, 60)
    if hasExif {
      fixture.exif = ExifFixture.block(changed: "2024:07:19 18:30:05", taken: "2023:01:02 03:04:05")
    }
    let original = fixture.bytes()
    let rig = try await rig(original)
    try await rig.press("r")
    try await rig.settle()
    let before = colors(rig)
    try await rig.press("s", with: .control)
    try await message(rig, "The rotation of “1.png” was saved.")
    try await rig.settle()
    let saved = try rig.bytes(at: 1)
    #expect(saved.count == original.count + (hasExif ? 2 + 3 * 12 + 4 : 36))
    // The compressed picture is the same.
    #expect(saved.suffix(300) == original.suffix(300) && rig.state.orientation == .upright)
    for (now, former) in zip(colors(rig), before) { #expect(now.distance(to: former) < 8) }
    // The entry is changed from then on.
    try await rig.press("r")
    try await rig.press("s", with: .control)
    try await waitUntil("the second rotation") {
      try? rig.session.frame()
      return rig.state.orientation == .upright
    }
    #expect(try rig.bytes(at: 1).count == saved.count)
    for bytes in [saved, original] {
      try await rig.press("z", with: .control)
      try await waitUntil("the former file") {
        try? rig.session.frame()
        return (try? rig.bytes(at: 1)) == bytes
      }
      try await message(rig, "“1.png” has its former rotation again.")
    }
  }

  @Test("A file that another program has replaced meanwhile stays as it is, and a message says so")
  func replaced() async throws {
    let rig = try await rig(jpeg(1))
    try await rig.press("r")
    try await rig.settle()
    // The library has not noticed the change yet.
    let other = jpeg(5)
    try rig.write(other, at: 1)
    try await rig.press("s", with: .control)
    try await message(
      rig, "“\(rig.path(at: 1))” was changed meanwhile by another program, and stays as it is.")
    #expect(try rig.bytes(at: 1) == other && rig.state.orientation == .quarterClockwise)
  }

  @Test("A photo whose file another program changes is upright again")
  func changed() async throws {
    let rig = try await rig(jpeg(1))
    try await rig.press("r")
    try await rig.settle()
    try rig.replaceFile(1, by: jpeg(6))
    try await rig.settle()
    #expect(rig.state.orientation == .upright)
    #expect(abs(rig.browser.single.photoFrame.size.height - 90) < 2)
  }
}

/// A BMP file of 2 × 2 pixels.
private enum BMPBytes {
  static let small: [UInt8] =
    Array("BM".utf8) + [
      70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0,
    ]
    + [UInt8](repeating: 0, count: 24) + [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0]
}
