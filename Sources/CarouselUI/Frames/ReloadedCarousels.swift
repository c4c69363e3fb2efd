internal import CarouselViews
internal import Raster

/// Keeps the former frame of a carousel whose content was reloaded, while the new items are painted in the background.
///
/// The new items are shown in the first frame for which all visible ones are painted. If the carousel moves, or if the
/// background can paint no more of them, the next frame shows and paints them. A carousel inside an item of another carousel
/// does not wait.
@MainActor
final class ReloadedCarousels {
  /// The layers of the last scene.
  private var lastLayers: [Layer] = []
  /// For each carousel that is not inside another one, its layers in ``lastLayers``, with those of the carousels inside.
  private var lastRanges: [Int: Range<Int>] = [:]
  /// The size of the last scene in pixels, and its scale.
  private var lastShape = Shape()
  /// The carousels for which the frame shows former layers.
  private var waiting: Set<Int> = []
  /// The carousels that do not wait any longer for their last reload.
  private var hurried: Set<Int> = []
  private var ready: [CarouselView] = []
  /// Whether the next frame paints items for which the last frame has waited.
  private(set) var needsFrame = false

  /// Whether the last frame shows former items of a carousel.
  var isWaiting: Bool { !waiting.isEmpty }

  private struct Shape: Hashable {
    var width = 0
    var height = 0
    var scale = 0.0
  }

  /// Forgets the last frame, so that its textures need no memory while views are painted at another size.
  func forgetFrame() { (lastLayers, lastRanges) = ([], [:]) }

  /// Adds the layers of a frame to the scene.
  ///
  /// - Parameter canWait: Whether a frame shows former items while new ones are painted. If not, the frame paints them.
  func add(
    _ layers: [ViewLayer], of tree: ViewTree, to scene: inout Scene, with composer: SceneComposer,
    canWait: Bool
  ) {
    let shape = Shape(width: composer.width, height: composer.height, scale: composer.scale)
    if shape != lastShape { forgetFrame() }
    lastShape = shape
    let carousels = outermostCarousels(in: tree)
    var ranges: [Int: Range<Int>] = [:]
    var incomplete: Set<Int> = []
    waiting = []
    ready = tree.carouselViews.filter(\.awaitsNewContent)
    var start = layers.startIndex
    while start < layers.endIndex {
      let owner = carousels[layers[start].item?.carousel ?? -1]
      let end = layers[start...].firstIndex { carousels[$0.item?.carousel ?? -1]?.number != owner?.number }
      let group = layers[start..<(end ?? layers.endIndex)]
      let first = scene.layers.count
      if canWait, let owner, let former = formerLayers(of: owner, replacedBy: group, composer) {
        scene.layers += former
        waiting.insert(owner.number)
      } else {
        for layer in group { composer.add(layer, to: &scene) }
        if let owner, !ready.isEmpty, group.contains(where: composer.lacksPixels) {
          incomplete.insert(owner.number)
        }
      }
      if let owner, ranges[owner.number] == nil { ranges[owner.number] = first..<scene.layers.count }
      start = group.endIndex
    }
    (lastLayers, lastRanges) = (scene.layers, ranges)
    incomplete.formUnion(waiting)
    ready.removeAll { view in carousels[tree.number(of: view)].map { incomplete.contains($0.number) } ?? false
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

  /// A carousel that is not inside another one.
  private struct Outermost {
    let view: CarouselView
    let number: Int
  }

  /// Returns, for the number of each carousel, the outermost carousel that contains it, or the carousel itself.
  private func outermostCarousels(in tree: ViewTree) -> [Int: Outermost] {
    var result: [Int: Outermost] = [:]
    for view in tree.carouselViews {
      guard let outer = view.chain.last(where: { $0 is CarouselView }) as? CarouselView else { continue }
      result[tree.number(of: view)] = Outermost(view: outer, number: tree.number(of: outer))
    }
    return result
  }

  /// Returns the layers of the last frame if the carousel waits for `group`; otherwise `nil`.
  private func formerLayers(
    of owner: Outermost, replacedBy group: ArraySlice<ViewLayer>, _ composer: SceneComposer
  ) -> ArraySlice<Layer>? {
    guard owner.view.awaitsNewContent, !owner.view.carousel.needsFrame else {
      hurried.remove(owner.number)
      return nil
    }
    guard !hurried.contains(owner.number), let range = lastRanges[owner.number], !range.isEmpty,
      group.contains(where: composer.lacksPixels)
    else { return nil }
    return lastLayers[range]
  }
}
