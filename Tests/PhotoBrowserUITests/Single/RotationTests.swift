import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing
import Views

/// Rotated and mirrored views of photos.
@MainActor
struct RotationTests {
  private static let red = Bitmap.Pixel(200, 20, 30)
  private static let blue = Bitmap.Pixel(20, 30, 200)
  private static let green = Bitmap.Pixel(10, 160, 40)

  /// A picture whose left half is red above and green below, and whose right half is blue.
  private static func picture(_ width: Int = 900, _ height: Int = 600) -> Bitmap {
    var picture = Bitmap(width: width, height: height, filledWith: blue)
    picture.fillCorner(width: width / 2, height: height, with: green)
    picture.fillCorner(width: width / 2, height: height / 2, with: red)
    return picture
  }

  /// The colors near the four corners of the photo: top left, top right, bottom right, bottom left.
  private func corners(_ rig: BrowserRig) -> [Bitmap.Pixel] {
    let (frame, size) = (rig.browser.single.photoFrame, rig.ui.contentView.size)
    return [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map { x, y in
      rig.pixel(
        (frame.minX + frame.size.width * x) / size.width, (frame.minY + frame.size.height * y) / size.height)
    }
  }

  @Test("Keys rotate the photo in both directions and mirror it; it fits the window, and rests")
  func keys() async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    let (red, green, blue) = (Self.red, Self.green, Self.blue)
    #expect(corners(rig) == [red, blue, blue, green])
    try await rig.press("r")
    // When the system is low on memory, the picture is decoded again before it rotates.
    for _ in 0..<1000 where !rig.browser.isMoving {
      try await Task.sleep(for: .milliseconds(5))
      try await rig.session.frames(1)
    }
    #expect(rig.browser.isMoving && rig.state.orientation == .quarterClockwise)
    try await rig.settle()
    #expect(corners(rig) == [green, red, blue, blue])
    #expect(abs(rig.browser.single.photoFrame.size.height - 480) < 1)
    #expect(rig.browser.single.isSharp && abs(rig.browser.zoom - 480.0 / 900) < 0.01)
    try await rig.press("m")
    try await rig.settle()
    #expect(corners(rig) == [red, green, blue, blue])
    try await rig.press("m")
    try await rig.press("r", with: .shift)
    try await rig.settle()
    #expect(corners(rig) == [red, blue, blue, green] && rig.state.orientation == .upright)
    try await rig.press("r", with: .shift)
    try await rig.settle()
    #expect(corners(rig) == [blue, blue, green, red])
    #expect(rig.ui.window.isAtRest)
    for _ in 0..<60 { rig.compositor.run(frames: 1) }
    #expect(rig.ui.window.isAtRest && rig.browser.loadCount == 0)
  }

  @Test("A photo whose picture was released rotates by a motion as soon as it is decoded again")
  func releasedPicture() async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    rig.receiveMemoryWarning()
    try await rig.press("r")
    var hasRotated = false
    for _ in 0..<2000 where !hasRotated || rig.browser.isMoving || rig.browser.loadCount > 0 {
      hasRotated = hasRotated || rig.browser.single.photoView?.isRotating == true
      try await Task.sleep(for: .milliseconds(2))
      try await rig.session.frames(1)
    }
    try await rig.settle()
    #expect(hasRotated && corners(rig) == [Self.green, Self.red, Self.blue, Self.blue])
  }

  @Test("A rotation is seen as a motion that begins at the present place, and no frame jumps")
  func motion() async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    func middleOfLeftSide() -> Point? {
      view.imageView.convert(Point(x: 0, y: view.imageView.size.height / 2), to: nil)
    }
    let start = try #require(middleOfLeftSide())
    rig.compositor.seat.keyboard.press(HeadlessCompositor.Key("r") ?? .enter)
    rig.compositor.seat.keyboard.release(HeadlessCompositor.Key("r") ?? .enter)
    // The left side of the picture is the top of the turned view.
    func middleOfTop() -> Point? {
      view.imageView.convert(Point(x: view.imageView.size.width / 2, y: 0), to: nil)
    }
    var places: [Point] = [start]
    for _ in 0..<60 {
      try rig.session.frame()
      if view.imageView.imageOrientation != .upright, let place = middleOfTop() { places.append(place) }
    }
    for (place, next) in zip(places, places.dropFirst()) { #expect(place.distance(to: next) < 60) }
    try await rig.settle()
    let end = try #require(middleOfTop())
    #expect(abs(end.x - 320) < 1 && end.y < 2 && start.x < 2)
  }

  @Test(
    "Actual pixels are those of the turned file in each orientation, also after a drag",
    arguments: [("r", 1), ("rr", 1.5), ("rrr", 1), ("m", 1), ("mr", 1), ("rm", 1.5)])
  func exactPixels(keys: String, scale: Double) async throws {
    var picture = Bitmap(width: 1000, height: 667, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: scale)
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    for key in keys {
      try await rig.press(key)
      try await rig.settle()
    }
    let turned = picture.oriented(by: rig.state.orientation)
    #expect(rig.state.orientation != .upright && abs(rig.browser.zoom - 1) < 1e-9)
    #expect(try rig.showsPixels(of: turned), "\(rig.state.orientation)")
    try await rig.session.drag(from: Point(x: 300, y: 250), to: Point(x: 263, y: 181), frames: 10)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(try rig.showsPixels(of: turned), "\(rig.state.orientation)")
  }

  @Test("Above 400 %, the pixels of a turned photo are squares")
  func squares() async throws {
    var picture = Bitmap(width: 600, height: 400, filledWith: Bitmap.Pixel(0, 0, 0))
    picture.fillNoise()
    let rig = try BrowserRig(picture, page: .single, scale: 1)
    try await rig.settle()
    try await rig.press("r")
    for _ in 0..<20 { try await rig.press("=") }
    try await rig.settle()
    #expect(rig.browser.zoom > 10)
    let screen = try Bitmap(rig.session.capture())
    // Along a row, the color changes only where a square ends.
    let row = (1..<640).filter { screen[$0, 200] != screen[$0 - 1, 200] }
    let gaps = zip(row, row.dropFirst()).map { $1 - $0 }
    let width = Int(rig.browser.zoom)
    #expect(gaps.count > 20 && gaps.allSatisfy { $0 >= width - 1 }, "\(gaps) at \(rig.browser.zoom)")
  }

  @Test(
    "The rotation is kept for each photo, on the carousel, too, and the photo returns into its turned item")
  func perPhoto() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try rig.add(Self.picture())
    try await rig.settle()
    try await rig.press(.end)
    try await rig.settle()
    try await rig.press("r")
    try await rig.settle()
    try await rig.press(.left)
    try await rig.settle()
    #expect(rig.state.orientation == .upright && rig.middle == rig.color(at: 2))
    try await rig.press(.right)
    try await rig.settle()
    #expect(corners(rig) == [Self.green, Self.red, Self.blue, Self.blue])
    try await rig.press(.enter)
    try await rig.session.frames(10)
    try await rig.settle()
    #expect(rig.state.page == .carousel)
    let item = try #require(rig.browser.carousel.itemView(at: 3) as? ImageView)
    #expect(item.imageOrientation == .quarterClockwise && item.size.height > item.size.width)
    // The top of the turned picture is green and red, its bottom is blue.
    let place = try #require(
      item.convert(Point(x: item.size.width * 0.8, y: item.size.height * 0.2), to: nil))
    #expect(rig.pixel(place.x / 640, place.y / 480) == Self.red)
    try await rig.press(.enter)
    try await rig.settle()
    #expect(corners(rig) == [Self.green, Self.red, Self.blue, Self.blue])
  }

  /// Turns two fingers around the middle of the window.
  private func turn(_ rig: BrowserRig, by degrees: Double, radius: Double = 120, lifts: Bool = true)
    async throws
  {
    func place(_ angle: Double, _ side: Double) -> (x: Double, y: Double) {
      (320 + side * radius * cos(angle), 240 + side * radius * sin(angle))
    }
    let touch = rig.compositor.seat.touch
    touch.down(at: place(0, 1), id: 0)
    touch.down(at: place(0, -1), id: 1)
    for step in 1...20 {
      let angle = degrees * .pi / 180 * Double(step) / 20
      touch.move(to: place(angle, 1), id: 0)
      touch.move(to: place(angle, -1), id: 1)
      try await rig.session.frames(1)
    }
    guard lifts else { return }
    touch.up(id: 0)
    touch.up(id: 1)
    try await rig.session.frames(2)
  }

  @Test(
    "Two fingers turn the photo with them, and it settles at a right angle", .proves("D067"),
    arguments: [
      (80.0, ImageOrientation.quarterClockwise), (-100, .quarterCounterclockwise), (185, .upsideDown),
      (30, .upright), (-8, .upright),
    ])
  func fingers(degrees: Double, orientation: ImageOrientation) async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    try await turn(rig, by: degrees, lifts: false)
    let view = try #require(rig.browser.single.photoView)
    let across =
      (view.imageView.convert(Point(x: 10, y: 0), to: nil) ?? .zero)
      - (view.imageView.convert(.zero, to: nil) ?? .zero)
    // A small rotation does not turn the photo.
    let expected = abs(degrees) < 12 ? 0 : degrees - (degrees < 0 ? -12 : 12)
    let seen = across.angle * 180 / .pi
    #expect(abs(remainder(seen - expected, 360)) < 2, "\(seen)° for \(degrees)°")
    rig.compositor.seat.touch.up(id: 0)
    rig.compositor.seat.touch.up(id: 1)
    try await rig.settle()
    #expect(rig.state.orientation == orientation && rig.state.page == .single)
    #expect(abs(rig.browser.single.photoFrame.size.height - (orientation.swapsSides ? 480 : 426)) < 2)
    #expect(rig.ui.window.isAtRest)
  }

  @Test(
    "When the compositor cancels the touch, or a third finger comes, the photo returns to its right angle")
  func canceledFingers() async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    try await turn(rig, by: 80, lifts: false)
    rig.compositor.seat.touch.cancel()
    try await rig.settle()
    #expect(rig.state.orientation == .upright && rig.browser.single.photoView?.isRotating == false)
    try await turn(rig, by: 40, lifts: false)
    rig.compositor.seat.touch.down(at: (100, 100), id: 2)
    try await rig.session.frames(2)
    for id: Int32 in [0, 1, 2] { rig.compositor.seat.touch.up(id: id) }
    try await rig.settle()
    #expect(rig.state.orientation == .upright && rig.state.page == .single)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Two fingers on a touchpad turn the photo, too")
  func touchpad() async throws {
    let rig = try BrowserRig(Self.picture(), page: .single, scale: 1)
    try await rig.settle()
    rig.compositor.seat.pointer.move(to: (320, 240))
    let gestures = rig.compositor.seat.pointer.gestures
    gestures.beginPinch(fingers: 2)
    for step in 1...12 {
      gestures.pinch(rotation: 8)
      try await rig.session.frames(1)
      #expect(rig.state.orientation == .upright, "\(step)")
    }
    gestures.end()
    try await rig.settle()
    #expect(rig.state.orientation == .quarterClockwise && rig.state.page == .single)
  }
}
