import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Progress and pages")
@MainActor
struct IndicatorTests {
  @Test("A rotating indicator repaints neither itself nor the card that contains it", .proves("C14"))
  func layered() {
    let stage = ControlStage()
    stage.card.backgroundColor = .white
    let indicator = stage.add(ActivityIndicator(isAnimating: true))
    stage.advance(0.1)
    let ring = indicator.subviews[0]
    #expect(ring.isLayerRoot)
    let versions = [stage.card, indicator, ring].map(\.contentVersion)
    let transform = ring.transform
    stage.advance(0.3)
    #expect(ring.transform != transform)
    #expect([stage.card, indicator, ring].map(\.contentVersion) == versions)
  }

  @Test(
    "An indicator rotates once in 1.2 s; after stopAnimating(), it requests no more frames", .proves("C14"))
  func stops() {
    let stage = ControlStage()
    let indicator = stage.add(ActivityIndicator())
    let ring = indicator.subviews[0]
    #expect(ring.isHidden && !stage.tree.isAnimating)
    indicator.startAnimating()
    stage.advance(0.001)
    stage.advance(0.3)
    #expect(abs(ring.transform.a) < 0.001 && abs(ring.transform.b - 1) < 0.001)
    indicator.stopAnimating()
    stage.advance(0.05)
    #expect(ring.isHidden && !stage.tree.isAnimating)
  }

  @Test("With reduced motion, an indicator is visible but does not rotate", .proves("C14"))
  func reducedMotion() {
    let stage = ControlStage()
    var theme = Theme.light
    theme.isMotionReduced = true
    stage.card.theme = theme
    let indicator = stage.add(ActivityIndicator(isAnimating: true))
    stage.advance(0.1)
    #expect(!indicator.subviews[0].isHidden && !stage.tree.isAnimating)
    stage.card.theme = .light
    stage.advance(0.1)
    #expect(stage.tree.isAnimating)
  }

  @Test("When an indicator leaves the window and returns, it rotates again")
  func returns() {
    let stage = ControlStage()
    let indicator = stage.add(ActivityIndicator(isAnimating: true))
    indicator.removeFromSuperview()
    stage.advance(0.1)
    #expect(!stage.tree.isAnimating)
    stage.add(indicator)
    #expect(stage.tree.isAnimating)
  }

  @Test(
    "A progress bar fills from the left, or from the right if the layout direction is right to left",
    arguments: [-1, 0.25, 2, .nan])
  func progress(part: Double) throws {
    let bar = ProgressBar(progress: part)
    let accent = bar.effectiveTheme.accentColor.premultipliedBGRA
    func filled() throws -> [Int] {
      let pixels = try ViewPainting.paint(bar, scale: 1)
      return (0..<160).filter { pixels[$0, 4].red == accent.z && pixels[$0, 4].alpha == 255 }
    }
    let count = try filled().count
    switch part {
    case 0.25: #expect((38...40).contains(count))
    case 2: #expect((158...160).contains(count))
    default: #expect(count == 0)
    }
    bar.layoutDirection = .rightToLeft
    if part == 0.25 { #expect(try (filled().first ?? 0) >= 119) }
  }

  @Test(
    "A tap on a dot selects its page, and update() moves the current dot to the carousel's position",
    arguments: Way.all)
  func pages(way: Way) {
    let stage = ControlStage(way.plane)
    var offset = 0.0
    let pages = stage.add(PageControl(numberOfPages: 5))
    pages.source = { offset }
    pages.onSelect = { offset = Double($0) }
    #expect(pages.size.width == 80)
    stage.tap(pages, 56, 12, as: way.kind)
    #expect(pages.currentPage == 3 && offset == 3)
    offset = 1.4
    pages.update()
    #expect(pages.currentPage == 1)
    pages.layoutDirection = .rightToLeft
    stage.tap(pages, 8, 12, as: way.kind)
    #expect(pages.currentPage == 4)
    stage.key(.right)
    #expect(pages.currentPage == 3)
    stage.key(.home)
    #expect(pages.currentPage == 0)
    stage.key(.right)
    #expect(pages.currentPage == 0)
  }

  @Test(
    "A position before the first or after the last page wraps around, as in a carousel that wraps",
    arguments: [(-1.0, 4), (5, 0), (12.3, 2)])
  func wraps(position: Double, page: Int) {
    let pages = PageControl(numberOfPages: 5)
    pages.position = position
    #expect(pages.currentPage == page)
    pages.position = .nan
    #expect(pages.currentPage == page)
    pages.numberOfPages = -3
    #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
  }

  @Test("The dot of the current page is the darkest")
  func dots() throws {
    let pages = PageControl(numberOfPages: 3)
    pages.position = 1
    let pixels = try ViewPainting.paint(pages, scale: 1)
    #expect(pixels[24, 12].alpha > 150 && pixels[8, 12].alpha < 100)
    pages.numberOfPages = .max
    pages.size = Size(width: 300, height: 24)
    _ = try ViewPainting.paint(pages, scale: 1)
  }
}
