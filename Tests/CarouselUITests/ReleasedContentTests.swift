import CarouselUI
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// Image views in a texture cache that release their image after it was painted.
@MainActor
struct ReleasedContentTests {
  @Test("After a view was painted in a frame or prepainted, it releases its image")
  func releases() throws {
    let album = try Album(count: 3, budgetInViews: 10)
    album.rig.frame(shown: 0..<1, loaded: 0..<3)
    #expect(album.heldImages == [1, 2])
    album.rig.queue.runAll()
    #expect(album.heldImages == [] && album.rig.keptViews == [0, 1, 2])
    album.rig.frame(shown: 0..<3, loaded: 0..<3)
    #expect(album.requested == [] && album.rig.paintCounts == [1, 1, 1])
  }

  @Test("If a loaded view has released its image, its pixels are kept, even if they exceed the budget")
  func unevictablePixels() throws {
    let album = try Album(count: 8, budgetInViews: 8)
    album.rig.frame(shown: 0..<8, loaded: 0..<8)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<2, loaded: 0..<8)
    #expect(album.rig.keptViews == Array(0..<8))
    album.rig.frame(shown: 0..<2, loaded: 0..<4)
    #expect(album.rig.keptViews == Array(0..<4))
    #expect(album.requested == [])
  }

  @Test(
    "A purge keeps the pixels of loaded views that have released their image, and evicts those of other views"
  )
  func purge() throws {
    let album = try Album(count: 6, budgetInViews: 8)
    album.rig.frame(shown: 0..<6, loaded: 0..<6)
    album.rig.frame(shown: 0..<2, loaded: 0..<4)
    album.rig.cache.purge(at: album.rig.now)
    #expect(album.rig.keptViews == Array(0..<4) && album.requested == [])
  }

  @Test(
    "If loaded views release their images, all of them are prepainted, even if they exceed the budget"
  )
  func prepainted() throws {
    let album = try Album(count: 40, budgetInViews: 16)
    album.rig.frame(shown: 0..<20, loaded: 0..<40)
    album.rig.queue.runAll()
    #expect(album.rig.keptViews == Array(0..<40) && album.heldImages == [])
    #expect(album.rig.paintCounts.allSatisfy { $0 == 1 })
  }

  @Test("A small image in a large view is not released, and the view's pixels are evicted as usual")
  func smallImage() throws {
    let album = try Album(count: 20, budgetInViews: 16, imageSide: 5)
    album.rig.frame(shown: 0..<8, loaded: 0..<20)
    album.rig.queue.runAll()
    #expect(album.rig.keptViews == Array(0..<16) && album.heldImages == Array(0..<20))
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<2, loaded: 0..<20)
    #expect(album.rig.keptViews == [0, 1] && album.requested == [])
  }

  @Test(
    "When an evicted view is loaded again, its image is requested; when the image arrives, it is painted")
  func evicted() throws {
    let album = try Album(count: 4, budgetInViews: 4)
    album.rig.frame(shown: 0..<4, loaded: 0..<4)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.rig.keptViews == [0] && album.requested == [])
    album.rig.cache.budget = 4 * album.rig.bytesEach
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.requested == [1] && album.rig.keptViews == [0], "no placeholder is prepainted")
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(album.requested == [1] && album.shows(1, .blue))
    #expect(album.heldImages == [])
  }

  @Test("The image of the nearest view is requested first")
  func order() throws {
    let album = try Album(count: 6, budgetInViews: 6)
    album.rig.frame(shown: 0..<6, loaded: 0..<6)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    album.rig.frame(shown: 0..<0, loaded: 0..<6, center: 3.2)
    #expect(album.requested == [3, 4, 2, 5, 1, 0])
  }

  @Test(
    "If a view becomes visible before its image arrives, it shows the placeholder and requests the image once"
  )
  func shownTooEarly() throws {
    let album = try Album(count: 2, budgetInViews: 4)
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    for _ in 0..<3 {
      album.rig.frame(shown: 0..<2, loaded: 0..<2)
      album.rig.queue.runAll()
      #expect(album.requested == [1] && !album.shows(1, .blue) && album.rig.keptViews == [0, 1])
    }
    let before = album.rig.views[1].paintCount
    album.answer()
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    #expect(album.rig.cache.isPainting && album.rig.views[1].paintCount == before)
    album.rig.queue.runAll()
    #expect(album.shows(1, .blue) && album.heldImages == [])
  }

  @Test("A changed view shows its old pixels until its image arrives, even if the image never arrives")
  func changed() throws {
    let album = try Album(count: 2, budgetInViews: 4)
    album.rig.frame(shown: 0..<2, loaded: 0..<2)
    album.views[0].cornerRadius = 1
    album.views[1].cornerRadius = 1
    for _ in 0..<3 {
      album.rig.frame(shown: 0..<1, loaded: 0..<2)
      album.rig.queue.runAll()
      #expect(album.requested == [0, 1] && album.shows(0, .blue) && !album.rig.cache.isPainting)
    }
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.rig.paintCounts == [2, 2] && album.heldImages == [])
  }

  @Test(
    "An image that onImageNeeded sets is painted within the frame if the view has no pixels, otherwise in the background"
  )
  func answeredImmediately() throws {
    let album = try Album(count: 1, budgetInViews: 4)
    album.answersImmediately = true
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    album.rig.cache.budget = 0
    album.rig.frame(shown: 0..<0, loaded: 0..<0)
    #expect(album.rig.keptViews == [])
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.shows(0, .blue) && album.rig.paintCounts == [2] && album.requested == [0])
    album.views[0].cornerRadius = 1
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    #expect(album.rig.cache.isPainting && album.rig.paintCounts == [2] && album.requested == [0, 0])
    album.rig.queue.runAll()
    #expect(album.rig.paintCounts == [3] && album.heldImages == [])
  }

  @Test("After a change of scale, a view shows its old pixels until its image arrives")
  func scale() throws {
    let album = try Album(count: 2, budgetInViews: 100, imageSide: 20)
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    album.rig.scale = 2
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    #expect(album.requested == [0, 1] && album.shows(0, .blue) && album.rig.texture(of: 0)?.width == 10)
    album.answer()
    album.rig.frame(shown: 0..<1, loaded: 0..<2)
    album.rig.queue.runAll()
    #expect(album.rig.texture(of: 0)?.width == 20 && album.rig.texture(of: 1)?.width == 20)
    #expect(album.requested == [0, 1] && album.heldImages == [])
  }

  @Test("A reused view does not show the image that it released", .proves("C13"))
  func reused() throws {
    let album = try Album(count: 1, budgetInViews: 4)
    album.rig.frame(shown: 0..<1, loaded: 0..<1)
    album.views[0].caption = "of another item"
    album.rig.cache.prepare(album.views[0], itemIndex: 9, carousel: 0, offset: 0)
    _ = album.rig.cache.texture(for: album.views[0], itemIndex: 9, scale: 1)
    #expect(album.requested == [0] && album.views[0].imageSize == nil && album.rig.paintCounts == [2])
    album.rig.cache.endFrame(at: album.rig.now)
  }

  @Test("A window settles although a view waits for an image that never arrives")
  func settles() throws {
    let image = try Image.drawn(width: 160, height: 120) { $0.fill(with: .blue) }
    let view = ImageView(size: Size(width: 160, height: 120), image: image)
    var requests = 0
    view.onImageNeeded = { _ in requests += 1 }
    let rig = try WindowRig(cards: Cards(count: 0))
    rig.add(view, at: .zero)
    #expect(rig.runUntilSettled() && view.image == nil)
    view.cornerRadius = 40
    #expect(
      rig.runUntilSettled() && requests == 1
        && rig.compositor.capture()[2, 2] == Color.blue.premultipliedBGRA.pixel)
    view.image = image
    rig.runUntilSettled()
    rig.queue.runAll()
    #expect(rig.runUntilSettled() && requests == 1 && rig.compositor.capture()[2, 2] == 0xFF00_0000)
  }
}

/// A cache with views of blue images, which records their requests.
@MainActor
private final class Album {
  let rig: CacheRig
  let views: [ImageView]
  /// The indexes of the views that have requested their image, in order.
  private(set) var requested: [Int] = []
  var answersImmediately = false
  private let image: Image

  init(count: Int, budgetInViews: Int, imageSide: Int = 10) throws {
    let image = try Image.drawn(width: imageSide, height: imageSide) { $0.fill(with: .blue) }
    self.image = image
    views = (0..<count).map { _ in ImageView(size: Size(width: 10, height: 10), image: image) }
    rig = CacheRig(count: 0, budget: 0)
    rig.cache.budget = budgetInViews * rig.bytesEach
    rig.views = views
    for (index, view) in views.enumerated() {
      view.onImageNeeded = { [weak self] view in
        guard let self else { return }
        requested.append(index)
        if answersImmediately { view.image = image }
      }
    }
  }

  /// Sets the requested images.
  func answer() { for index in Set(requested) { views[index].image = image } }

  var heldImages: [Int] { views.indices.filter { views[$0].image != nil } }

  /// Returns whether the middle pixel of a view's texture has this color.
  func shows(_ index: Int, _ color: Color) -> Bool {
    guard let texture = rig.texture(of: index) else { return false }
    var pixel: UInt32 = 0
    withUnsafeMutableBytes(of: &pixel) { bytes in
      var scene = Scene(width: 1, height: 1)
      let middle = Point(x: -Double(texture.width / 2), y: -Double(texture.height / 2))
      scene.layers = [SceneLayer(texture: texture, homography: .scale(1, offset: middle), alpha: 1)]
      Renderer().render(
        scene, into: PixelBuffer(pointer: bytes.baseAddress!, width: 1, height: 1, stride: 4))
    }
    return pixel == color.premultipliedBGRA.pixel
  }
}
