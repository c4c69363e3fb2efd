import CarouselUI
import HeadlessCompositor
import Synchronization
import TestSupport
import Testing

/// Pictures that are loaded for the items of a carousel, in the captured pixels of a window.
@MainActor
struct PicturesInItemsTests {
  /// Items whose pictures have the colors of `Cards`. A test decides when their loads end.
  private final class Album: CarouselDataSource {
    let loader: ImageLoader
    let deliveries = Deliveries()
    var count: Int
    let size = Size(width: 160, height: 120)
    private(set) var requests: [Int] = []
    private let completions = Mutex<[(Int, @Sendable (Result<Image, ImageSourceError>) -> Void)]>([])

    init(count: Int) {
      self.count = count
      let deliveries = deliveries
      loader = ImageLoader(cacheByteLimit: 0) { deliveries.add($0) }
    }

    private struct Source: ImageSource {
      let index: Int
      let album: Album
      var identity: String { "\(index)" }
      func load(
        for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
      ) -> @Sendable () -> Void {
        album.completions.withLock { $0.append((index, completion)) }
        return {}
      }
    }

    /// Ends all loads.
    func finish() throws {
      deliveries.run()
      let ended = completions.withLock { completions in
        defer { completions = [] }
        return completions
      }
      for (index, completion) in ended {
        let image = try Image.drawn(width: 240, height: 180) { $0.fill(with: Cards.color(index)) }
        completion(.success(image))
      }
      deliveries.run()
    }

    func numberOfItems(in carousel: Carousel) -> Int { count }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      let picture = view as? AsyncImageView ?? AsyncImageView(size: size)
      picture.loader = loader
      picture.source = Source(index: index, album: self)
      return picture
    }
  }

  private func rig(_ album: Album, type: CarouselType, scale: Double) throws -> WindowRig {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0)) { $0.type = type }
    rig.carousel.dataSource = album
    settle(rig)
    return rig
  }

  private func settle(_ rig: WindowRig) {
    for _ in 0..<4 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
  }

  private func channels(_ pixel: UInt32) -> SIMD3<Int> {
    SIMD3(Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
  }

  private func color(of index: Int) -> SIMD3<Int> {
    let color = Cards.color(index)
    return SIMD3(
      Int((color.red * 255).rounded()), Int((color.green * 255).rounded()), Int((color.blue * 255).rounded()))
  }

  private func difference(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Int {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
  }

  /// The color of the current item above its middle, where the placeholder has no icon.
  private func shown(_ rig: WindowRig, scale: Double) throws -> SIMD3<Int> {
    let view = try #require(rig.carousel.currentItemView as? View)
    let place = try #require(view.convert(Point(x: 80, y: 20), to: nil))
    return channels(rig.compositor.capture()[Int(place.x * scale), Int(place.y * scale)])
  }

  @Test(
    "A picture in an item is painted in the background, then fades in", .proves("C04", "C06"),
    arguments: [CarouselType.linear, .rotary], [1, 1.5])
  func fadesIn(type: CarouselType, scale: Double) throws {
    let album = Album(count: 5)
    let rig = try rig(album, type: type, scale: scale)
    let placeholder = try shown(rig, scale: scale)
    #expect(difference(placeholder, color(of: 0)) > 20)
    try album.finish()
    rig.compositor.run(frames: 3)
    let view = try #require(rig.carousel.currentItemView as? AsyncImageView)
    // The view was not painted within a frame.
    #expect(view.imageView.paintCount == 0)
    #expect(try shown(rig, scale: scale) == placeholder)
    rig.queue.runAll()
    #expect(view.imageView.paintCount == 1)
    var distances: [Int] = []
    for _ in 0..<22 {
      rig.compositor.run(frames: 1)
      distances.append(difference(try shown(rig, scale: scale), color(of: 0)))
    }
    #expect(distances == distances.sorted(by: >) && Set(distances).count > 8)
    #expect((distances.last ?? 99) <= 1)
    #expect(view.imageView.paintCount == 1)
    settle(rig)
    #expect(rig.ui.isSettled)
  }

  @Test(
    "While views are reused, no frame shows the picture of another item", .proves("F06"), arguments: [1, 1.5])
  func neverAnotherPicture(scale: Double) throws {
    let album = Album(count: 20)
    let rig = try rig(album, type: .linear, scale: scale)
    try album.finish()
    settle(rig)
    rig.carousel.scrollToItem(at: 12, duration: 0.7)
    for frame in 0..<50 {
      if frame % 7 == 0 { try album.finish() }
      if frame % 3 == 0 { rig.queue.runAll() }
      rig.compositor.run(frames: 1)
      let views = rig.carousel.visibleItemViews.compactMap { $0 as? AsyncImageView }
      for view in views where view.state != .loaded { #expect(view.imageView.isHidden) }
      guard frame % 3 == 1 else { continue }
      let capture = rig.compositor.capture()
      for view in views where view.state == .loaded && view.imageView.alpha == 1 {
        guard let index = rig.carousel.index(ofItemView: view),
          let place = view.convert(Point(x: 80, y: 20), to: nil), place.x >= 0, place.x < 639
        else { continue }
        let pixel = channels(capture[Int(place.x * scale), Int(place.y * scale)])
        #expect(difference(pixel, color(of: index)) <= 2, "frame \(frame), item \(index)")
      }
    }
    try album.finish()
    settle(rig)
    #expect(difference(try shown(rig, scale: scale), color(of: 12)) <= 1)
  }

  @Test(
    "When a card moves, the picture of its parallax view moves in the card without a repaint",
    arguments: [1, 1.5])
  func parallax(scale: Double) throws {
    let wide = Size(width: 208, height: 120)
    func card() -> View {
      let content = PaintedView(size: wide, isOpaque: true) { canvas in
        canvas.fill(with: .white)
        canvas.fill(Rect(x: 100, y: 0, width: 8, height: 120), with: .black)
      }
      return ParallaxView(content, size: Size(width: 160, height: 120))
    }
    let source = GivenViews([card(), card(), card()])
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0)) { $0.scrollToItemBoundary = false }
    rig.carousel.dataSource = source
    settle(rig)
    let view = try #require(source.views[0] as? ParallaxView)
    #expect(view.content.frame == Rect(x: -24, y: 0, width: 208, height: 120))
    let count = view.content.paintCount
    rig.carousel.scrollOffset = 0.5
    rig.compositor.run(frames: 2)
    #expect(view.content.frame.minX == -12)
    #expect(source.views[1].subviews[0].frame.minX == -36)
    rig.carousel.scrollOffset = 2
    rig.compositor.run(frames: 2)
    #expect(view.content.frame.minX == 0)
    #expect(view.content.paintCount == count)
  }
}

/// Results that have not yet been delivered to the main actor.
private final class Deliveries: Sendable {
  private let actions = Mutex<[@MainActor @Sendable () -> Void]>([])

  func add(_ action: @escaping @MainActor @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  @MainActor
  func run() {
    while true {
      let next = actions.withLock { actions in
        defer { actions = [] }
        return actions
      }
      if next.isEmpty { return }
      for action in next { action() }
    }
  }
}
