import CarouselUI
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// Views whose picture is in memory once: painted.
@MainActor
struct ReleasedContentTests {
  @Test("what a frame paints lets go of its picture, and so does what is painted ahead")
  func letsGo() throws {
    let album = try Album(count: 3, budgetInViews: 10)
    album.rig.frame(shown: 0..<1, loaded: 0..<3)
    #expect(album.heldPictures == [1, 2])
    album.rig.queue.runAll()
    #expect(album.heldPictures == [] && album.rig.keptViews == [0, 1, 2])
    album.rig.frame(shown: 0..<3, loaded: 0..<3)
    #expect(album.asked == [] && album.rig.paintCounts == [1, 1, 1])
  }

  @Test("its pixels are kept as long as it is ready, whatever the budget")
  func lasting() throws {
    let album = try Album(count: 8, budgetInViews: 8)
    album.rig.frame(shown: 0..<8, loaded: 0..<8)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<2, loaded: 0..<8)
    #expect(album.rig.keptViews == Array(0..<8))
    album.rig.frame(shown: 0..<2, loaded: 0..<4)
    #expect(album.rig.keptViews == Array(0..<4))
    #expect(album.asked == [])
  }

  @Test(
    "pixels that take a picture's place need no room in the budget: all that is ready is painted, one by one"
  )
  func paintedAhead() throws {
    let album = try Album(count: 40, budgetInViews: 16)
    album.rig.frame(shown: 0..<20, loaded: 0..<40)
    album.rig.queue.runAll()
    #expect(album.rig.keptViews == Array(0..<40) && album.heldPictures == [])
    #expect(album.rig.paintCounts.allSatisfy { $0 == 1 })
  }

  @Test("a small picture shown large is kept, and its pixels have no other place than those of any view")
  func smallPicture() throws {
    let album = try Album(count: 20, budgetInViews: 16, pictureSide: 5)
    album.rig.frame(shown: 0..<8, loaded: 0..<20)
    album.rig.queue.runAll()
    #expect(album.rig.keptViews == Array(0..<16) && album.heldPictures == Array(0..<20))
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<2, loaded: 0..<20)
    #expect(album.rig.keptViews == [0, 1] && album.asked == [])
  }

  @Test(
    "what was given up is asked for when it is ready again, before it is shown, and painted when it is there")
  func givenUp() throws {
    let album = try Album(count: 4, budgetInViews: 4)
    album.rig.frame(shown: 0..<4, loaded: 0..<4)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.rig.keptViews == [0] && album.asked == [])
    album.rig.cache.budget = 4 * album.rig.bytesEach
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.asked == [1] && album.rig.keptViews == [0], "no placeholder is painted ahead")
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(album.asked == [1] && album.shows(1, .blue))
    #expect(album.heldPictures == [])
  }

  @Test("the picture of the nearest view is asked for first")
  func order() throws {
    let album = try Album(count: 6, budgetInViews: 6)
    album.rig.frame(shown: 0..<6, loaded: 0..<6)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    album.rig.frame(shown: 0..<0, loaded: 0..<6, center: 3.2)
    #expect(album.asked == [3, 4, 2, 5, 1, 0])
  }

  @Test(
    "shown before its picture is there it is a placeholder, asked for once; then its picture takes that place"
  )
  func shownTooEarly() throws {
    let album = try Album(count: 2, budgetInViews: 4)
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    for _ in 0..<3 {
      album.rig.frame(shown: 0..<2, loaded: 0..<2)
      album.rig.queue.runAll()
      #expect(album.asked == [1] && !album.shows(1, .blue) && album.rig.keptViews == [0, 1])
    }
    let before = album.rig.views[1].paintCount
    album.answer()
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(album.rig.cache.isPainting && album.rig.views[1].paintCount == before)
    album.rig.queue.runAll()
    #expect(album.shows(1, .blue) && album.heldPictures == [])
  }

  @Test("what changes is shown as it was until its picture is there, and for good if it never comes")
  func changed() throws {
    let album = try Album(count: 2, budgetInViews: 4)
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    album.views[0].cornerRadius = 1
    album.views[1].cornerRadius = 1
    for _ in 0..<3 {
      album.rig.frame(shown: 0..<1, loaded: 0..<2)
      album.rig.queue.runAll()
      #expect(album.asked == [0, 1] && album.shows(0, .blue) && !album.rig.cache.isPainting)
    }
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.rig.paintCounts == [2, 2] && album.heldPictures == [])
  }

  @Test("an answer at once is painted in that frame where there are no pixels, and behind it where there are")
  func answeredAtOnce() throws {
    let album = try Album(count: 1, budgetInViews: 4)
    album.answersAtOnce = true
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    #expect(album.rig.keptViews == [])
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.shows(0, .blue) && album.rig.paintCounts == [2] && album.asked == [0])
    album.views[0].cornerRadius = 1
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.rig.cache.isPainting && album.rig.paintCounts == [2] && album.asked == [0, 0])
    album.rig.queue.runAll()
    #expect(album.rig.paintCounts == [3] && album.heldPictures == [])
  }

  @Test("at another scale it is shown as it was until its picture is there")
  func scale() throws {
    let album = try Album(count: 2, budgetInViews: 100, pictureSide: 20)
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    album.rig.scale = 2
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    #expect(album.asked == [0, 1] && album.shows(0, .blue) && album.rig.texture(of: 0)?.width == 10)
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.rig.texture(of: 0)?.width == 20 && album.rig.texture(of: 1)?.width == 20)
    #expect(album.asked == [0, 1] && album.heldPictures == [])
  }

  @Test("A reused view does not show the picture that it let go of", .proves("C13"))
  func reused() throws {
    let album = try Album(count: 1, budgetInViews: 4)
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    album.views[0].caption = "of another item"
    album.rig.cache.prepare(album.views[0], as: 9, row: 0, offset: 0)
    _ = album.rig.cache.texture(for: album.views[0], itemIndex: 9, scale: 1)
    #expect(album.asked == [0] && album.views[0].imageSize == nil && album.rig.paintCounts == [2])
    album.rig.cache.endFrame()
  }

  @Test("a view that waits for its picture in vain leaves the window at rest")
  func rests() throws {
    let picture = try Image.drawn(width: 160, height: 120) { $0.fill(with: .blue) }
    let view = ImageView(size: Size(width: 160, height: 120), image: picture)
    var requests = 0
    view.onImageNeeded = { _ in requests += 1 }
    let rig = try WindowRig(cards: Cards(count: 0))
    rig.ui.overlays = [Overlay(view: view, origin: .zero)]
    #expect(rig.runUntilSettled() && view.image == nil)
    view.cornerRadius = 40
    #expect(
      rig.runUntilSettled() && requests == 1 && rig.compositor.capture()[2, 2] == Color.blue.premultipliedBGRA.pixel)
    view.image = picture
    rig.runUntilSettled()
    rig.queue.runAll()
    #expect(rig.runUntilSettled() && requests == 1 && rig.compositor.capture()[2, 2] == 0xFF00_0000)
  }
}

/// A cache and image views with blue pictures, which say when they need them again.
@MainActor
private final class Album {
  let rig: CacheRig
  let views: [ImageView]
  /// Who asked, in order.
  private(set) var asked: [Int] = []
  var answersAtOnce = false
  private let picture: Image

  init(count: Int, budgetInViews: Int, pictureSide: Int = 10) throws {
    let picture = try Image.drawn(width: pictureSide, height: pictureSide) { $0.fill(with: .blue) }
    self.picture = picture
    views = (0..<count).map { _ in ImageView(size: Size(width: 10, height: 10), image: picture) }
    rig = CacheRig(count: 0, budget: 0)
    rig.cache.budget = budgetInViews * rig.bytesEach
    rig.views = views
    for (index, view) in views.enumerated() {
      view.onImageNeeded = { [weak self] view in
        guard let self else { return }
        asked.append(index)
        if answersAtOnce { view.image = picture }
      }
    }
  }

  /// The pictures that were asked for are there.
  func answer() { for index in Set(asked) { views[index].image = picture } }

  var heldPictures: [Int] { views.indices.filter { views[$0].image != nil } }

  /// Whether the pixels kept of a view have a colour in their middle.
  func shows(_ index: Int, _ color: Color) -> Bool {
    guard let texture = rig.texture(of: index) else { return false }
    var pixel: UInt32 = 0
    withUnsafeMutableBytes(of: &pixel) { bytes in
      var scene = Scene(width: 1, height: 1)
      let middle = Point(x: -Double(texture.width / 2), y: -Double(texture.height / 2))
      scene.layers = [Layer(texture: texture, homography: .scale(1, offset: middle), alpha: 1)]
      Renderer().render(
        scene, into: PixelBuffer(pointer: bytes.baseAddress!, width: 1, height: 1, stride: 4))
    }
    return pixel == color.premultipliedBGRA.pixel
  }
}
