import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// A program that shows a carousel on a surface of each kind, on sway with two screens.
  @Suite("Surfaces") struct SurfaceTests {
    private static let blue = Bitmap.Pixel(0x28, 0x40, 0xD0)
    private static let red = Bitmap.Pixel(0xD0, 0x20, 0x20)
    private static let (width, height) = (640, 400)

    /// Runs `body` with the program on a sway with two screens of 640 × 400 pixels side by side.
    private func withProgram(
      showing kind: String, _ body: (Sway, ChildProcess) throws -> Void
    ) throws {
      // No background of sway: its program swaybg may open its surface later, in the same layer, above the wallpaper.
      let configuration = [
        "default_border none",
        "output HEADLESS-2 mode \(Self.width)x\(Self.height)@60Hz position \(Self.width) 0",
        "focus output HEADLESS-1",
      ]
      try withSway(width: Self.width, height: Self.height, outputs: 2, configuration: configuration) { sway in
        sway.input.parkPointer()
        let program = try ChildProcess(
          PhotoBrowser.products + "/window-program", ["--surface", kind],
          environment: sway.environment)
        defer { program.stop() }
        try body(sway, program)
        #expect(program.errors.lines.isEmpty)
      }
    }

    /// The number of blue and red pixels of a screen.
    private func counts(_ screen: Int, of picture: Bitmap) -> (blue: Int, red: Int) {
      var counts = (blue: 0, red: 0)
      for y in 0..<picture.height {
        for x in screen * Self.width..<min((screen + 1) * Self.width, picture.width) {
          if picture[x, y] == Self.blue { counts.blue += 1 }
          if picture[x, y] == Self.red { counts.red += 1 }
        }
      }
      return counts
    }

    /// Whether a screen shows an area of blue with red cards.
    private func shows(_ area: Int, on screen: Int, of picture: Bitmap) -> Bool {
      let counts = counts(screen, of: picture)
      return counts.red > 1000 && counts.blue + counts.red > area * 9 / 10 && counts.blue + counts.red <= area
    }

    /// Whether the half of a picture that begins at a column shows red cards.
    private func showsCards(on picture: Bitmap, from left: Int) -> Bool {
      (0..<picture.height).contains { y in
        (left..<left + picture.width / 2).contains { picture[$0, y] == Self.red }
      }
    }

    @Test(
      "A carousel is shown in a window, on a wallpaper, in a panel and in a kiosk, on sway", .needs(.sway),
      arguments: ["window", "wallpaper", "panel", "kiosk"])
    func kinds(kind: String) throws {
      try withProgram(showing: kind) { sway, _ in
        let area = Self.width * (kind == "panel" ? 40 : Self.height)
        let picture = try sway.screenshot("the \(kind)") { picture in
          (0..<2).contains { shows(area, on: $0, of: picture) }
        }
        #expect((0..<2).count { shows(area, on: $0, of: picture) } == 1)
      }
    }

    @Test(
      "When a screen is disconnected, its window closes, and another screen gets a window, on sway",
      .needs(.sway))
    func disconnectedScreen() throws {
      try withHeadless { host in
        let sway = try Sway(in: host, outputs: 2, configuration: ["default_border none"])
        defer { sway.end() }
        let program = try ChildProcess(
          PhotoBrowser.products + "/window-program", ["--surface", "outputs"], environment: sway.environment)
        defer { program.stop() }
        for name in ["WL-1", "WL-2"] {
          try program.output.first("the window of \(name)") { $0 == "open \(name)" }
        }
        let lines = program.output.lines.count
        try host.changeWindow(.close)
        try program.output.first(from: lines, "the end of a window") { $0.hasPrefix("close WL-") }
        try sway.addOutput()
        try program.output.first(from: lines, "a new window") { $0 == "open WL-3" }
        _ = try sway.screenshot("both wallpapers") {
          showsCards(on: $0, from: 0) && showsCards(on: $0, from: $0.width / 2)
        }
        #expect(program.output.lines.count == lines + 2 && program.errors.lines.isEmpty)
      }
    }

    @Test("A carousel is shown on each of two screens, on sway", .needs(.sway))
    func outputs() throws {
      try withProgram(showing: "outputs") { sway, _ in
        let area = Self.width * Self.height
        _ = try sway.screenshot("both wallpapers") { picture in
          (0..<2).allSatisfy { shows(area, on: $0, of: picture) }
        }
      }
    }
  }
}
