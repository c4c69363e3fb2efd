import CarouselUI
import Raster

/// A texture cache with views of 10 × 10 points. The view at index *i* shows item *i*.
@MainActor
final class CacheRig {
  let queue = ManualPaintQueue()
  private let renderer = Renderer()
  let cache: TextureCache
  /// Whether a frame makes the mip levels that it lacks.
  var makesLevels = true
  var views: [View] = []
  var scale = 1.0
  /// The time of the next frame.
  var now = Timestamp(seconds: 0)
  /// The memory of one view's pixels at scale 1, in bytes.
  let bytesEach: Int
  /// The peak memory of all textures, in bytes.
  private(set) var peakBytes = 0
  /// The painted items, in order.
  private(set) var paintedItems: [Int] = []
  /// The number of frames that the cache has requested.
  private(set) var arrivalCount = 0

  init(count: Int, budget: Int) {
    cache = TextureCache(budget: budget, queue: queue)
    let probe = TextureCache(budget: .max, queue: queue)
    _ = probe.texture(for: PaintedView(size: Size(width: 10, height: 10)) { _ in }, itemIndex: 0, scale: 1)
    bytesEach = probe.byteCount
    views = (0..<count).map { index in
      PaintedView(size: Size(width: 10, height: 10)) { [weak self] _ in
        MainActor.assumeIsolated { self?.recordPainting(of: index) }
      }
    }
    cache.onArrival = { [weak self] in self?.arrivalCount += 1 }
  }

  convenience init(count: Int, budgetInViews: Int) {
    self.init(count: count, budget: 0)
    cache.budget = budgetInViews * bytesEach
  }

  /// Runs a frame that shows the views in `shown`. The views in `loaded` are loaded.
  ///
  /// - Parameter draw: Draws the frame.
  func frame(shown: Range<Int>, loaded: Range<Int>, center: Double = 0, draw: () -> Void = {}) {
    for index in loaded {
      cache.prepare(views[index], itemIndex: index, carousel: 0, offset: Double(index) - center)
    }
    for index in shown { _ = texture(of: index) }
    draw()
    cache.endFrame(at: now)
    peakBytes = max(peakBytes, cache.byteCount)
  }

  /// Draws the views at `indexes`, smaller than they were painted by the factor `divisor`.
  func draw(_ indexes: [Int], shrunkBy divisor: Double) {
    var scene = Scene(width: 10, height: 10)
    for index in indexes {
      guard let texture = texture(of: index) else { continue }
      var layer = SceneLayer(texture: texture, homography: .scale(1 / divisor), alpha: 1)
      if !makesLevels { layer.existingLevels = texture.existingLevels }
      scene.layers.append(layer)
    }
    var pixels = [UInt32](repeating: 0, count: 100)
    pixels.withUnsafeMutableBytes { bytes in
      guard let pointer = bytes.baseAddress else { return }
      renderer.render(scene, into: PixelBuffer(pointer: pointer, width: 10, height: 10, stride: 40))
    }
  }

  /// Returns the texture of a view, outside a frame.
  func texture(of index: Int) -> Texture? { cache.texture(for: views[index], itemIndex: index, scale: scale) }

  var paintCounts: [Int] { views.map(\.paintCount) }
  var keptViews: [Int] { views.indices.filter { cache.holds(views[$0]) } }

  private func recordPainting(of index: Int) {
    paintedItems.append(index)
    peakBytes = max(peakBytes, cache.byteCount + bytesEach)
  }
}
