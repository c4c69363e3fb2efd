import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing
import Views

/// The exact pixels of a zoomed photo.
@MainActor
struct ExactPixelTests {
  @Test(
    "Actual pixels are those of the file, whatever its proportions and the scale of the screen, also after a drag and a flick",
    arguments: [(1000, 667), (540, 8000), (3000, 400)], [1, 1.5])
  func exactPixels(size: (Int, Int), scale: Double) async throws {
    var picture = Bitmap(width: size.0, height: size.1, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: scale)
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    #expect(abs(rig.browser.zoom - 1) < 1e-9)
    #expect(try rig.showsPixels(of: picture))
    try await rig.session.drag(from: Point(x: 300, y: 250), to: Point(x: 263, y: 181), frames: 10)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(try rig.showsPixels(of: picture))
    try await rig.session.flick(from: Point(x: 320, y: 300), to: Point(x: 300, y: 200), frames: 6)
    try await rig.settle()
    #expect(try rig.showsPixels(of: picture))
    #expect(rig.state.page == .single)
  }

  @Test("A translucent photo looks the same zoomed")
  func translucent() async throws {
    let rig = try BrowserRig(
      Bitmap(width: 900, height: 700, filledWith: Bitmap.Pixel(90, 90, 90)), page: .single, scale: 1)
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    #expect(!view.imageView.isReplacedByCopy)
    try await rig.press("1")
    try await rig.settle()
    #expect(view.imageView.isReplacedByCopy, "only the exact pixels are drawn")
    try await rig.press("0")
    try await rig.settle()
    #expect(!view.imageView.isReplacedByCopy)
  }

  @Test("While a photo zooms to its actual pixels, these are decoded at once, and shown before the zoom ends")
  func pixelsDuringZoom() async throws {
    var picture = Bitmap(width: 2400, height: 1600, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: 1, hasVirtualTimers: true)
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    try await rig.press("1")
    // The time of the window stands still while the helper decodes.
    var count = 0
    while view.exactPixels == nil, view.isMoving {
      try await rig.frameWithDetails()
      count += 1
    }
    #expect(count <= 3, "only the frames of the painting pass")
    #expect(view.exactPixels != nil && !view.isSharpening && view.isMoving)
    try await rig.settle()
    #expect(view.imageView.isReplacedByCopy, "the same pixels are exact at rest")
  }

  @Test("Of steps of the zoom in quick succession, the first and the last one are decoded")
  func pixelsOfSteps() async throws {
    var picture = Bitmap(width: 4800, height: 3200, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: 1, hasVirtualTimers: true)
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    var shown: [View] = []
    func frame() async throws {
      try await rig.frameWithDetails()
      if let pixels = view.exactPixels, shown.last !== pixels { shown.append(pixels) }
    }
    for _ in 0..<5 {
      try await rig.press("=")
      try await frame()
      try await frame()
    }
    while view.isMoving || view.isSharpening { try await frame() }
    #expect(shown.count == 2)
    #expect(view.imageView.isReplacedByCopy)
  }

  @Test("While a zoomed photo is dragged, it stays exact")
  func pixelsDuringDrag() async throws {
    var picture = Bitmap(width: 2400, height: 1600, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: 1, hasVirtualTimers: true)
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    // Other tests keep the processors busy.
    view.longestFollowedDecode = .infinity
    let pointer = rig.compositor.seat.pointer
    pointer.move(to: (600, 300))
    pointer.press()
    var exactCount = 0
    for step in 1...40 {
      pointer.move(to: (600 - 12 * Double(step), 300))
      try await rig.session.frames(1)
      while view.isDecodingDetails { try await Task.sleep(for: .milliseconds(1)) }
      try await rig.session.frames(1)
      while rig.ui.textures.isPrepainting { try await Task.sleep(for: .milliseconds(1)) }
      if view.imageView.isReplacedByCopy { exactCount += 1 }
    }
    #expect(exactCount == 40)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(try rig.showsPixels(of: picture))
  }
}

extension SinglePhotoView {
  /// The view with exact pixels that is shown in front of the photo.
  fileprivate var exactPixels: View? {
    imageView.superview?.subviews.last(where: { $0 !== imageView && $0.alpha == 1 })
  }
}

extension BrowserRig {
  /// Runs a frame after the exact pixels that are requested have been decoded and painted.
  fileprivate func frameWithDetails() async throws {
    try await waitUntil("the exact pixels") {
      browser.single.photoView?.isDecodingDetails != true && !ui.textures.isPrepainting
    }
    try await session.frames(1)
  }
}
