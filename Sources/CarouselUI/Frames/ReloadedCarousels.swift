internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import Raster
@_spi(Subclassing) internal import Views

/// Keeps the former frame of a carousel whose content was reloaded, while the new items are painted in the background.
///
/// The new items are shown in the first frame for which all visible ones are painted. The next frame shows and paints them if
/// the carousel moves, if its place in the window changes, if the background can paint no more of them, or 0.5 s after the
/// reload. A carousel inside an item of another carousel does not wait.
@MainActor
final class ReloadedCarousels {
  /// The layers of the last scene.
  private var lastLayers: [SceneLayer] = []
  /// For each carousel that is not inside another one, its part of ``lastLayers``.
  private var lastGroups: [Int: Group] = [:]
  /// The size of the last scene in pixels, and its scale.
  private var lastShape = Shape()
  /// The carousels for which the frame shows former layers.
  private var waiting: Set<Int> = []
  /// The carousels for which the background can paint no more items. They do not wait any longer for the reload.
  private var hurried: Set<Int> = []
  /// For each carousel whose new items no frame has shown yet, the time of the first frame after the reload.
  private var starts: [Int: Timestamp] = [:]
  private var ready: [CarouselView] = []
  /// Whether the next frame paints items for which the last frame has waited.
  private(set) var needsFrame = false

  /// An item that changes in each frame is never completely painted. After this time, a frame shows the new items.
  private static let longestWait = 0.5  // seconds

  /// Whether the last frame shows former items of a carousel.
  var isWaiting: Bool { !waiting.isEmpty }

  /// The time from which on no frame waits for the items of the earliest reload; `nil` if all new items are shown.
  var deadline: Timestamp? { starts.values.min().map { $0 + Self.longestWait } }

  private struct Shape: Hashable {
    var width = 0
    var height = 0
    var scale = 0.0
  }

  /// The layers of a carousel in a scene, with the layers of the carousels inside.
  private struct Group {
    var range: Range<Int>
    let place: Place?
  }

  /// The size of a carousel, and its map, opacity and clip in the window.
  private struct Place: Hashable {
    let size: Size
    let map: Homography
    let alpha: Double
    let clip: LayerClip?
  }

  /// Adds the layers of a frame to the scene.
  ///
  /// - Parameters:
  ///   - now: The time of the frame.
  ///   - canWait: Whether a frame shows former items while new ones are painted. If not, the frame paints them.
  func add(
    _ layers: [ViewLayer], of tree: ViewTree, to scene: inout Scene, with composer: SceneComposer,
    at now: Timestamp, canWait: Bool
  ) {
    let shape = Shape(width: composer.width, height: composer.height, scale: composer.scale)
    // The layers retain their textures. Released here, they need no memory while views are painted at the new size.
    if shape != lastShape { (lastLayers, lastGroups) = ([], [:]) }
    lastShape = shape
    let carousels = outermostCarousels(in: tree)
    noteReloads(in: tree, at: now)
    var groups: [Int: Group] = [:]
    var incomplete: Set<Int> = []
    waiting = []
    var start = layers.startIndex
    while start < layers.endIndex {
      let owner = carousels[layers[start].participant ?? -1]
      let end = layers[start...].firstIndex { carousels[$0.participant ?? -1]?.number != owner?.number }
      let group = layers[start..<(end ?? layers.endIndex)]
      let first = scene.layers.count
      if canWait, let owner, let former = formerLayers(of: owner, replacedBy: group, composer, at: now) {
        composer.add(former, to: &scene)
        waiting.insert(owner.number)
      } else {
        for layer in group { composer.add(layer, to: &scene) }
        if let owner, !starts.isEmpty, group.contains(where: composer.lacksPixels) {
          incomplete.insert(owner.number)
        }
      }
      if let owner, groups[owner.number] == nil {
        groups[owner.number] = Group(range: first..<scene.layers.count, place: owner.place)
      }
      start = group.endIndex
    }
    (lastLayers, lastGroups) = (scene.layers, groups)
    incomplete.formUnion(waiting)
    ready = tree.carouselViews.filter { view in
      let number = tree.number(of: view)
      guard starts[number] != nil else { return false }
      return isOverdue(number, at: now) || !incomplete.contains(carousels[number]?.number ?? number)
    }
    for view in ready {
      starts[tree.number(of: view)] = nil
      hurried.remove(tree.number(of: view))
    }
  }

  /// Ends a frame.
  ///
  /// - Parameter isPainting: Whether the background paints views for later frames.
  func endFrame(isPainting: Bool) {
    needsFrame = isWaiting && !isPainting
    if needsFrame { hurried.formUnion(waiting) }
  }

  /// Returns the carousels whose new items the frame shows, and forgets them.
  func takeReady() -> [CarouselView] {
    defer { ready = [] }
    return ready
  }

  /// Records the time of the first frame after each reload.
  private func noteReloads(in tree: ViewTree, at now: Timestamp) {
    var current: [Int: Timestamp] = [:]
    for view in tree.carouselViews where view.awaitsNewContent {
      let number = tree.number(of: view)
      current[number] = starts[number] ?? now
    }
    starts = current
  }

  private func isOverdue(_ number: Int, at now: Timestamp) -> Bool {
    starts[number].map { now >= $0 + Self.longestWait } ?? false
  }

  /// A carousel that is not inside another one.
  private struct Outermost {
    let view: CarouselView
    let number: Int
    let place: Place?
  }

  /// Returns, for the number of each carousel, the outermost carousel that contains it, or the carousel itself.
  private func outermostCarousels(in tree: ViewTree) -> [Int: Outermost] {
    var result: [Int: Outermost] = [:]
    for view in tree.carouselViews {
      guard let outer = view.chain.last(where: { $0 is CarouselView }) as? CarouselView else { continue }
      let number = tree.number(of: outer)
      let place = result[number]?.place ?? Self.place(of: outer, in: tree)
      result[tree.number(of: view)] = Outermost(view: outer, number: number, place: place)
    }
    return result
  }

  private static func place(of view: CarouselView, in tree: ViewTree) -> Place? {
    tree.subviewContext(of: view).map {
      Place(size: view.size, map: $0.map, alpha: $0.alpha, clip: $0.clip)
    }
  }

  /// Returns the layers of the last frame if the carousel waits for `group`; otherwise `nil`.
  private func formerLayers(
    of owner: Outermost, replacedBy group: ArraySlice<ViewLayer>, _ composer: SceneComposer, at now: Timestamp
  ) -> ArraySlice<SceneLayer>? {
    guard owner.view.awaitsNewContent, !owner.view.carousel.needsFrame else {
      hurried.remove(owner.number)
      return nil
    }
    guard !hurried.contains(owner.number), !isOverdue(owner.number, at: now),
      let last = lastGroups[owner.number], !last.range.isEmpty, last.place == owner.place,
      group.contains(where: composer.lacksPixels)
    else { return nil }
    return lastLayers[last.range]
  }
}
