import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestBitmaps
import TestSupport
import Testing

/// The list of pages, the source, and the settings of the gallery.
@MainActor
struct FrameStories {
  @Test(
    "A tap in the list of pages or an arrow key opens a page, and the gallery shows the page's source",
    arguments: Situation.all)
  func choose(situation: Situation) throws {
    let rig = try GalleryRig("basic", situation)
    #expect(rig.gallery.sourceView.text.contains("final class BasicPage"))
    try rig.press(.listItem, "Multiple Carousels", in: rig.gallery.list)
    #expect(rig.gallery.page.id == "multiple")
    #expect(rig.gallery.sourceView.text.contains("final class MultiplePage"))
    rig.key(.down)
    rig.settle()
    #expect(rig.gallery.page.id == "linked")
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Each page has a source file of fewer than 150 lines that imports only the modules that it needs")
  func sources() {
    #expect(Set(GalleryPage.all.map(\.id)).count == GalleryPage.all.count)
    for page in GalleryPage.all {
      let lines = page.source.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((10..<150).contains(lines.count), "\(page.id)")
      let imports = Set(lines.filter { $0.hasPrefix("import") })
      // These are modules that a program may leave out.
      let further = ["described": "import CarouselDescription", "remote": "import RemoteImages"][page.id]
      #expect(
        imports == Set(["import CarouselUI", further].compactMap { $0.map { Substring($0) } }), "\(page.id)")
    }
  }

  @Test(
    "Each page can be opened in small and large windows, in several themes and in both layout directions",
    .proves("R68"),
    arguments: GalleryPage.all.map(\.id))
  func sizes(page: String) throws {
    let sizes = [
      Size(width: 320, height: 480), Size(width: 900, height: 560), Size(width: 1280, height: 720),
    ]
    for (size, scale) in zip(sizes, [2, 1.5, 1]) {
      let rig = try GalleryRig(page, Situation(hand: .touch, scale: scale), size: size)
      for (isDark, isHigh, isMirrored) in [(true, false, true), (false, true, false)] {
        rig.gallery.choose(dark: isDark, highContrast: isHigh, rightToLeft: isMirrored)
        rig.settle()
      }
      #expect(colorCount(rig.compositor.capture().pixels) > 20)
      #expect(rig.compositor.protocolErrors.isEmpty)
    }
  }

  @Test("The gallery follows the text scale of the window, and the user's choice changes only the colors")
  func textScale() throws {
    let rig = try GalleryRig(
      "basic", Situation(hand: .pointer, scale: 1), size: Size(width: 1280, height: 720))
    func heights() -> [Double] {
      [rig.gallery.list, rig.gallery.sourceView].map { $0.frame(ofItem: 0).size.height }
    }
    let before = heights()
    var theme = Theme.light
    (theme.textScale, theme.isMotionReduced) = (1.5, true)
    rig.ui.theme = theme
    rig.gallery.choose(dark: true, highContrast: true, rightToLeft: false)
    rig.settle()
    theme.colors = .highContrastDark
    #expect(rig.gallery.pageView.effectiveTheme == theme && rig.ui.backgroundColor == theme.colors.window)
    #expect(heights() == before.map { $0 * 1.5 })
    rig.ui.themeColors = nil
    #expect(rig.gallery.pageView.effectiveTheme.colors == .light)
  }

  @Test("A narrow window has a button that opens the list of pages", arguments: Situation.all)
  func narrow(situation: Situation) throws {
    let rig = try GalleryRig("basic", situation, size: Size(width: 420, height: 700))
    #expect(rig.gallery.list.isHidden && rig.gallery.sourceView.isHidden)
    try rig.press(.button, "Pages", in: rig.gallery)
    try rig.choose("Controls")
    #expect(rig.gallery.page.id == "controls")
  }

  @Test("Long lines of the source are wrapped between words")
  func lines() {
    let broken = SourceLine.broken("    let view = reusing as? PrintView ?? PrintView()", columns: 36)
    #expect(broken.count == 2)
    #expect(broken[1].words.first == SourceLine.Word(column: 8, text: "??", kind: .plain))
    #expect(broken.allSatisfy { $0.words.allSatisfy { $0.column + $0.text.count <= 36 } })
    #expect(SourceLine.broken("", columns: 36) == [SourceLine(words: [])])
  }
}
