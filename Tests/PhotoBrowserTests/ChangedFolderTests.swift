import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Files that are added, replaced, renamed and removed while a photo is shown.
  @Suite("Changed folder") struct ChangedFolderTests {
    private static let addedColor = Bitmap.Pixel(120, 120, 120)
    private static let newColor = Bitmap.Pixel(90, 16, 60)

    @Test("A photo that is added is shown at its sorted place, and the current photo stays")
    func added() throws {
      try withThirdPhoto { show in
        try show.write(Self.addedColor, to: "2b added.png")
        try show.expect("after the addition", 3, of: 8, "3 蓝色.png", SamplePhotos.colors[2])
        show.session.input.tap(.left)
        try show.expect("at the new photo", 2, of: 8, "2b added.png", Self.addedColor)
        // The photo before the new one is the one that was there before.
        show.session.input.tap(.left)
        try show.expect("at the photo before it", 1, of: 8, "2 зелёный.jpg", SamplePhotos.colors[1])
      }
    }

    @Test("A photo that is replaced shows its new pixels, and the current photo stays")
    func replaced() throws {
      try withThirdPhoto { show in
        try show.replace(show.photos.paths[3], by: Self.newColor)
        try show.expectColor(Self.newColor, at: "the neighbor's place") { $0.contains(Self.newColor) }
        try show.expect("after the replacement", 2, of: 7, "3 蓝色.png", SamplePhotos.colors[2])
        show.session.input.tap(.right)
        try show.expect("at the replaced photo", 3, of: 7, "4 أصفر.jpg", Self.newColor)
        // The current photo is replaced in the same way. Its place and its name do not change.
        try show.replace(show.photos.paths[3], by: Self.addedColor)
        try show.expectColor(Self.addedColor, at: "the middle") {
          $0.middlePixel.distance(to: Self.addedColor) <= 6
        }
        try show.expect("after its replacement", 3, of: 7, "4 أصفر.jpg", Self.addedColor)
      }
    }

    @Test("A photo that is renamed moves to its sorted place, and the current photo stays")
    func renamed() throws {
      try withThirdPhoto { show in
        try show.rename(show.photos.paths[0], to: "9 moved.png")
        try show.expect("after the rename", 1, of: 7, "3 蓝色.png", SamplePhotos.colors[2])
        show.session.input.tap(.end)
        try show.expect("at the renamed photo", 6, of: 7, "9 moved.png", SamplePhotos.colors[0])
        // The current photo is renamed in the same way. It stays the current photo at its new place.
        try show.rename(show.photos.folder + "/9 moved.png", to: "0 moved.png")
        try show.expect("after its rename", 0, of: 7, "0 moved.png", SamplePhotos.colors[0])
      }
    }

    @Test(
      "If another photo is removed, the current photo stays; if the current photo is removed, its neighbor is shown"
    )
    func removed() throws {
      try withThirdPhoto { show in
        try FileManager.default.removeItem(atPath: show.photos.paths[0])
        try show.expect("after the removal", 1, of: 6, "3 蓝色.png", SamplePhotos.colors[2])
        try FileManager.default.removeItem(atPath: show.photos.paths[2])
        try show.expect(
          "after the removal of the current photo", 1, of: 5, "4 أصفر.jpg", SamplePhotos.colors[3])
        show.session.input.tap(.end)
        try show.expect("at the last photo", 4, of: 5, "7 🟠.png", SamplePhotos.colors[6])
        // The last photo has no next one, so the photo before it becomes the current photo.
        try FileManager.default.removeItem(atPath: show.photos.paths[6])
        try show.expect("after the removal of the last photo", 3, of: 4, "6 cyan.jpg", SamplePhotos.colors[5])
      }
    }

    private func withThirdPhoto(_ body: (ChangingShow) throws -> Void) throws {
      try withHeadless { session in
        let show = try ChangingShow(session)
        defer { show.browser.stop() }
        try body(show)
        #expect(show.browser.process.errors.lines.isEmpty, "\(show.browser.process.errors.lines)")
      }
    }
  }
}

/// The program in full screen, with the third sample photo in the middle, and changes of its folder.
private struct ChangingShow {
  let session: Headless
  let photos: SamplePhotos
  let browser: PhotoBrowser

  init(_ session: Headless) throws {
    self.session = session
    photos = try SamplePhotos(into: session.folder)
    session.input.parkPointer()
    browser = try PhotoBrowser(
      ["--fullscreen", photos.folder], environment: session.environment, folder: session.folder)
    try browser.settled("at the first photo") { $0.index == 0 && $0.items == 7 }
    for index in 1...2 {
      session.input.tap(.right)
      try browser.settled("at \(index)") { $0.index == index }
    }
  }

  /// Writes a photo under a name that the program does not show, and renames it.
  func write(_ color: Bitmap.Pixel, to name: String) throws {
    try replace(photos.folder + "/" + name, by: color)
  }

  /// Replaces a photo as programs do that save files safely.
  func replace(_ path: String, by color: Bitmap.Pixel) throws {
    let part = photos.folder + "/.part"
    SamplePhotos.paint(color).write(png: part)
    try #require(Foundation.rename(part, path) == 0)
  }

  func rename(_ path: String, to name: String) throws {
    try #require(Foundation.rename(path, photos.folder + "/" + name) == 0)
  }

  /// Waits until the screen shows a color.
  func expectColor(_ color: Bitmap.Pixel, at place: String, where isWanted: (Bitmap) -> Bool) throws {
    _ = try session.screenshot("the color \(color) at \(place)", where: isWanted)
  }

  /// Expects the current photo, its place and number, and that the whole window equals the program's own screenshot of the
  /// folder with this photo in the middle.
  func expect(_ moment: String, _ index: Int, of count: Int, _ name: String, _ color: Bitmap.Pixel) throws {
    try browser.settled(moment) { $0.index == index && $0.items == count && $0.name == name }
    let own = try Screenshot(
      of: [photos.folder + "/" + name], width: Stage.size.width, height: Stage.size.height,
      options: ["--page", "carousel"], in: session.folder)
    #expect(own.bitmap.middlePixel.distance(to: color) <= 6)
    try PictureCheck(of: own, on: session) { $0 }.expectEqual(moment)
  }
}

extension Bitmap {
  fileprivate var middlePixel: Pixel { self[width / 2, height / 2] }

  /// Whether the bitmap has a pixel of approximately this color.
  fileprivate func contains(_ color: Pixel) -> Bool { middle(of: color) != nil }
}
