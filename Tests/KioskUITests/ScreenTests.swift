import CarouselUI
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing

/// The screens of a kiosk: several of them, screens that sleep or vanish, and rotated ones.
@MainActor
struct ScreenTests {
  private let folderShow = #"{"duration": 4, "entries": [{"folder": "."}]}"#

  private func settings(_ arrangement: OutputSettings.Arrangement = .one, layer: Bool = false)
    -> KioskSettings
  {
    var settings = KioskSettings()
    settings.outputs.arrangement = arrangement
    settings.outputs.usesLayer = layer
    return settings
  }

  @Test(
    "All screens show the same in step; one that is unplugged and plugged in again shows the picture in its first frame",
    .proves("D077", "D084"), arguments: [true, false])
  func mirrored(layer: Bool) async throws {
    let rig = try KioskRig(4, playlist: folderShow, settings: settings(.mirror, layer: layer))
    let first = rig.compositor.output
    let second = rig.compositor.addOutput(width: 400, height: 300, name: "DP-2")
    try await rig.settle()
    try await rig.run(seconds: 1)
    #expect(rig.middle(of: first) == 0 && rig.middle(of: second) == 0)
    #expect(rig.kiosk.outputNames == ["HEADLESS-1", "DP-2"])
    for _ in 0..<600 {
      try await rig.run(seconds: 1.0 / 60)
      // Also while one picture fades into the next, both screens show the same.
      #expect(rig.pixel(0.5, 0.5, on: first).differs(from: rig.pixel(0.5, 0.5, on: second)) <= 1)
    }
    #expect(rig.shown.count >= 3)
    // The screen of the main window is unplugged.
    try await rig.settle()
    rig.compositor.removeOutput(first)
    try await rig.session.frames(3)
    #expect(rig.middle(of: second) != nil)
    let third = rig.compositor.addOutput(width: 800, height: 600, scale: 2, name: "DP-3")
    try await rig.firstFrame(on: third)
    #expect(rig.middle(of: third) == rig.middle(of: second))
    rig.compositor.removeOutput(second)
    rig.compositor.removeOutput(third)
    try await rig.session.frames(60)
    let fourth = rig.compositor.addOutput(width: 300, height: 300, name: "DP-4")
    let fifth = rig.compositor.addOutput(width: 300, height: 300, name: "DP-5")
    try await rig.firstFrame(on: fourth)
    try await rig.firstFrame(on: fifth)
    #expect(rig.middle(of: fourth) != nil && rig.middle(of: fifth) == rig.middle(of: fourth))
    #expect(rig.kiosk.phase == .attract && rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A touch on any of the screens reaches the carousel", .proves("D077"))
  func touchOnMirror() async throws {
    let rig = try KioskRig(6, playlist: folderShow, settings: settings(.mirror))
    let second = rig.compositor.addOutput(width: 640, height: 480, name: "DP-2")
    try await rig.settle()
    let touch = rig.compositor.seat.touch
    touch.down(at: (Double(second.position.x) + 320, 240))
    try await rig.session.frames(1)
    #expect(rig.kiosk.phase == .visit)
    for step in 1...12 {
      touch.move(to: (Double(second.position.x) + 320 - Double(step) * 20, 240))
      try await rig.session.frames(1)
    }
    #expect(rig.kiosk.ui.carousel.scrollOffset > 1)
    touch.up()
    try await rig.settle()
    #expect(rig.middle(of: second) == rig.kiosk.ui.carousel.currentItemIndex)
  }

  @Test("One picture spans two screens, and a new screen gets its part", .proves("D077"))
  func spanned() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"entries": [{"picture": "wide.png"}]}"#, settings: settings(.span),
      prepare: { folder in
        KioskRig.writeHalves(to: folder("wide.png"), left: 1, right: 2, width: 1280, height: 480)
      })
    let first = rig.compositor.output
    try await rig.settle()
    #expect(rig.pixel(0.2, 0.5, on: first).isColor(1) && rig.pixel(0.8, 0.5, on: first).isColor(2))
    let second = rig.compositor.addOutput(width: 640, height: 480, name: "DP-2")
    try await rig.settle()
    try await rig.wait("the part") { rig.pixel(0.9, 0.5, on: first).isColor(1) }
    try await rig.settle()
    #expect(rig.pixel(0.02, 0.02, on: first).isColor(1) && rig.pixel(0.98, 0.98, on: first).isColor(1))
    #expect(rig.pixel(0.02, 0.02, on: second).isColor(2) && rig.pixel(0.98, 0.98, on: second).isColor(2))
    rig.compositor.removeOutput(second)
    try await rig.wait("the whole") { rig.pixel(0.8, 0.5, on: first).isColor(2) }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "After an hour without a screen, the picture is in the first frame of a screen of another size and scale",
    .proves("D084"), arguments: [true, false], [1.0, 1.5])
  func vanished(layer: Bool, scale: Double) async throws {
    let rig = try KioskRig(4, playlist: folderShow, settings: settings(layer: layer))
    try await rig.settle()
    rig.compositor.removeOutput(rig.compositor.output)
    try await rig.hour()
    let output = rig.compositor.addOutput(width: 900, height: 600, scale: scale, name: "DP-2")
    try await rig.firstFrame(on: output)
    // The next picture may begin to show through.
    let pixel = rig.pixel(0.5, 0.5, on: output)
    #expect((0..<4).contains { pixel.differs(from: KioskRig.color($0)) <= 8 }, "\(pixel)")
    try await rig.settle()
    try await rig.run(seconds: 10)
    #expect(rig.shown.count >= 2 && rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "While the screen sleeps for an hour, at most two frames are drawn, and a touch is handled; awake, it shows the picture in its first frame",
    .proves("D085"))
  func slept() async throws {
    let rig = try KioskRig(4, playlist: folderShow)
    try await rig.settle()
    rig.compositor.output.isPoweredOn = false
    try await rig.session.frames(2)
    let count = rig.kiosk.ui.window.frameCount
    try await rig.hour()
    // The frame that was due, and another one after a second without its callback.
    #expect(rig.kiosk.ui.window.frameCount <= count + 2)
    rig.compositor.output.isPoweredOn = true
    for _ in 0..<60 {
      try await rig.session.frames(1)
      // At each moment a picture, or two that fade.
      #expect(rig.luma >= 0.1)
    }
    #expect(rig.shown.count <= 3)
    rig.compositor.output.isPoweredOn = false
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.session.frames(2)
    #expect(rig.kiosk.phase == .visit)
  }

  @Test(
    "On a screen in each of the eight orientations, the picture is upright, and a drag moves the carousel along the finger",
    .proves("D082"), arguments: OutputTransform.allCases)
  func transformed(transform: OutputTransform) async throws {
    let rig = try KioskRig(
      6, playlist: folderShow,
      prepare: { KioskRig.writeHalves(to: $0("0.png"), left: 11, right: 12, width: 640, height: 480) })
    rig.compositor.output.transform = transform
    try await rig.settle()
    // As the visitor sees it.
    #expect(rig.pixel(0.3, 0.5).isColor(11) && rig.pixel(0.7, 0.5).isColor(12))
    let size = rig.compositor.output.logicalSize
    let (width, height) = (Double(size.width), Double(size.height))
    let touch = rig.compositor.seat.touch
    touch.down(at: (width / 2, height / 2))
    for step in 1...12 {
      touch.move(to: (width / 2 - Double(step) * width / 32, height / 2))
      try await rig.session.frames(1)
    }
    #expect(rig.kiosk.ui.carousel.scrollOffset > 0.8)
    touch.up()
    try await rig.settle()
    // The item in the middle opens by a tap on it.
    let index = rig.kiosk.ui.carousel.currentItemIndex
    try await rig.session.tap(at: Point(x: width / 2, y: height / 2))
    try await rig.settle()
    #expect(rig.kiosk.isCardOpen && rig.middle == index)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}

extension KioskRig {
  /// Lets an hour pass: the first and the last second with frames, the rest without.
  func hour() async throws {
    try await session.frames(60)
    for _ in 0..<60 {
      compositor.advance(by: 59_000_000_000)
      try await session.frames(1)
    }
    try await session.frames(60)
  }

  /// Runs until a screen has its first frame.
  func firstFrame(on output: HeadlessCompositor.Output) async throws {
    let background = compositor.configuration.background
    for _ in 0..<2000 {
      try await session.frames(1)
      let capture = session.compositor.capture(output)
      if capture[capture.width / 2, capture.height / 2] != background { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw RigError("waited too long: the first frame", reports)
  }

  func middle(of output: HeadlessCompositor.Output) -> Int? {
    let pixel = pixel(0.5, 0.5, on: output)
    return (0..<20).first { Self.color($0) == pixel }
  }

  /// Writes a picture with two colors beside each other.
  static func writeHalves(to path: String, left: Int, right: Int, width: Int, height: Int) {
    var bitmap = Bitmap(width: width, height: height, filledWith: color(left))
    for y in 0..<height { for x in width / 2..<width { bitmap[x, y] = color(right) } }
    bitmap.write(png: path)
  }
}

extension Bitmap.Pixel {
  /// Whether the pixel has about the color of a picture. A picture that is enlarged has slightly other colors at its edges only.
  func isColor(_ number: Int) -> Bool { differs(from: KioskRig.color(number)) <= 2 }

  /// The brightness, in `0...1`.
  var luma: Double { (Double(red) * 299 + Double(green) * 587 + Double(blue) * 114) / 255_000 }

  func differs(from other: Bitmap.Pixel) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
  }
}
