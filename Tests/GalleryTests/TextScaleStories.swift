import CarouselUI
import Foundation
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing
import WindowFixtures

/// The pages with text of up to twice the usual size (WCAG 2.2, 1.4.4).
///
/// `CAROUSEL_GALLERY_PICTURES` names a folder for pictures of all pages.
@Suite(.serialized)
@MainActor
struct TextScaleStories {
  @Test(
    "With text of one to two times the size, no text of a page is cut", arguments: GalleryPage.all.map(\.id))
  func page(name: String) throws {
    let view = try #require(GalleryPage.named(name)).makeView()
    let rig = try GalleryRig(
      name, Situation(hand: .pointer, scale: 1), size: Size(width: 1000, height: 700), content: view)
    for textScale in [1, 1.5, 2.0] {
      var theme = Theme.light
      theme.textScale = textScale
      rig.ui.theme = theme
      rig.settle()
      #expect(rig.ui.cutTexts == [], "\(name), text scale \(textScale)")
      guard textScale > 1, let folder = ProcessInfo.processInfo.environment["CAROUSEL_GALLERY_PICTURES"]
      else {
        continue
      }
      try rig.compositor.capture().writePNG(to: "\(folder)/text\(textScale)-\(name).png")
    }
  }

  @Test(
    "With text of twice the size, no text of the gallery around the page is cut",
    arguments: ["basic", "grid"])
  func gallery(name: String) throws {
    let size = Size(width: 1280, height: 720)
    let rig = try GalleryRig(name, Situation(hand: .pointer, scale: 1), size: size)
    var theme = Theme.dark
    theme.textScale = 2
    rig.ui.theme = theme
    rig.settle()
    #expect(rig.ui.cutTexts == [])
    guard let folder = ProcessInfo.processInfo.environment["CAROUSEL_GALLERY_PICTURES"] else { return }
    try rig.compositor.capture().writePNG(to: "\(folder)/gallery2-\(name).png")
  }
}
