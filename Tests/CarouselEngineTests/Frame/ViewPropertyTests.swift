import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the properties of views that the engine stores when a view is loaded, and reads again for each frame.
@MainActor
struct ViewPropertyTests {
  @Test("A view that becomes single-sided hides its back in the next frame", .proves("O02"))
  func sides() throws {
    let rig = CarouselRig(.cylinder, items: 12) { $0.options = [.visibleItems: 12] }
    let back = try #require(rig.drawn(6))
    let view = try #require(back.view as? PlainView)
    view.isDoubleSided = false
    #expect(rig.drawn(6) == nil)
    view.isDoubleSided = true
    #expect(rig.drawn(6) != nil)
  }

  @Test("A view with another size is drawn and hit with this size from the next frame on")
  func size() throws {
    let rig = CarouselRig(items: 1)
    let edge = Point(x: 400, y: 300 + 90)
    #expect(rig.carousel.index(ofItemAt: edge) == nil)
    let view = try #require(rig.drawn(0)?.view as? PlainView)
    view.size = Size(width: 200, height: 200)
    #expect(rig.drawn(0)?.size == view.size)
    #expect(rig.carousel.index(ofItemAt: edge) == 0)
    #expect(rig.tap(at: edge) == .selected(0))
  }

  @Test(
    "If a view's size changes and items have individual widths, the delegate is asked for this width once")
  func width() throws {
    let rig = CarouselRig(items: 3) {
      $0.widths = { _ in 200 }
      $0.carousel.itemSizing = .individual
    }
    let view = try #require(rig.drawn(0)?.view as? PlainView)
    let requests = rig.widthRequests
    view.size.width = 250
    for _ in 0..<3 { rig.frame() }
    #expect(rig.widthRequests == requests + 1)
  }

  @Test("A view that fades out is drawn with its current size", arguments: [true, false])
  func fading(isReload: Bool) throws {
    let lines = JournalTests.Lines()
    let rig = CarouselRig(items: 3) {
      $0.reusesViews = false
      lines.record($0.carousel)
    }
    let view = try #require(rig.drawn(0)?.view as? PlainView)
    if isReload {
      rig.carousel.reloadItem(at: 0, animated: true)
    } else {
      rig.itemCount = 2
      rig.carousel.removeItem(at: 0, animated: true)
    }
    rig.run(0.05)
    view.size = Size(width: 300, height: 250)
    let items = rig.carousel.frame().items
    #expect(items.first { $0.view === view }?.size == view.size)
    #expect(lines.problem() == nil)
  }

  @Test("A view that fades out and becomes single-sided hides its back in the next frame")
  func fadingBack() throws {
    let rig = CarouselRig(.cylinder, items: 12) {
      $0.options = [.visibleItems: 12]
      $0.reusesViews = false
    }
    let view = try #require(rig.drawn(6)?.view as? PlainView)
    rig.carousel.reloadItem(at: 6, animated: true)
    rig.run(0.05)
    #expect(rig.carousel.frame().items.contains { $0.view === view })
    view.isDoubleSided = false
    #expect(!rig.carousel.frame().items.contains { $0.view === view })
  }

  @Test("A changed size belongs to the view's item, even if reading the size inserts another item")
  func movedView() {
    let source = ActingViews(items: 3)
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    carousel.dataSource = source
    carousel.advance(to: Timestamp(seconds: 1000))
    _ = carousel.frame()
    let view = source.views[1]
    view.currentSize.height = 100
    view.act = {
      source.views.insert(ActingView(), at: 0)
      carousel.insertItem(at: 0, animated: false)
    }
    let items = carousel.frame().items
    #expect(items.contains { $0.view === view })
    for item in items { #expect(item.size == (item.view as? ActingView)?.currentSize) }
  }

  @Test("The core finds the tapped item itself, unless the delegate provides the transforms")
  func questions() {
    for (type, isAsked) in [(CarouselType.linear, false), (.coverFlow2, false), (.custom, true)] {
      let lines = JournalTests.Lines()
      let rig = CarouselRig(type, items: 5) { lines.record($0.carousel) }
      _ = rig.carousel.frame()
      #expect(rig.tap() == .selected(type == .custom ? 4 : 0))
      #expect(lines.all.contains { $0.contains("\"drawing\"") } == isAsked)
      #expect(lines.problem() == nil)
    }
  }

  @Test(
    "The core does not find the tapped item itself if a layout or an effect of the application poses the items",
    .proves("D005"), arguments: [true, false])
  func questionsToApplication(isLayout: Bool) {
    let lines = JournalTests.Lines()
    let rig = CarouselRig(items: 5) { lines.record($0.carousel) }
    if isLayout {
      rig.carousel.layout = Staircase()
    } else {
      rig.carousel.effects = [.custom(name: "none") { _, _ in }]
    }
    rig.frame()
    #expect(rig.tap() == .selected(0))
    #expect(lines.all.contains { $0.contains("\"drawing\"") })
  }
}

/// A view whose size is computed by code that calls the carousel.
@MainActor
private final class ActingView: ItemView {
  var currentSize = Size(width: 200, height: 150)
  /// The action to perform when the size is read next.
  var act: (() -> Void)?

  var size: Size {
    let action = act
    act = nil
    action?()
    return currentSize
  }
}

/// A data source with one view for each item.
@MainActor
private final class ActingViews: CarouselDataSource {
  var views: [ActingView]

  init(items: Int) { views = (0..<items).map { _ in ActingView() } }

  func numberOfItems(in carousel: Carousel) -> Int { views.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { views[index] }
}
