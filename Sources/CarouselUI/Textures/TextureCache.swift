package import Geometry
package import Raster
@_spi(Subclassing) package import Views

/// The painted pixels of a window's views. A view is painted again after `setNeedsDisplay()`, after a change of
/// scale, and after its pixels were evicted.
///
/// A view that a carousel has loaded is painted on another thread, with the mip levels that it will need,
/// before a frame shows it. If a visible view still has no pixels, or if it now shows another item, it is
/// painted within the frame. If the content of a visible view changes, the view keeps its old pixels until the
/// new ones have been painted in the background. No frame waits for the background.
///
/// If the pixels exceed the budget, the pixels of invisible views are evicted, in the order of
/// ``ViewDistance``. In each frame, call ``prepare(_:itemIndex:carousel:offset:)`` for every view that may be
/// visible, then ``texture(for:itemIndex:scale:)`` for every visible view, then ``endFrame(at:)``.
@MainActor
package final class TextureCache {
  /// Called on the main actor when a visible view has new pixels. Also called when all background painting that
  /// the last frame waited for has ended, with or without a result.
  package var onArrival: (() -> Void)?

  /// Called on the main actor when the background has painted a view for later frames.
  var onPrepainted: (() -> Void)?

  /// The limit of ``byteCount`` after a frame, in bytes.
  ///
  /// The pixels of visible views, and of loaded views with released content, are not evicted. If they need more
  /// memory, the limit is exceeded (see ``effectiveBudget``).
  package var budget: Int

  /// Whether a view that the last frame showed is being painted in the background, or its mip levels are being made.
  package var isPainting: Bool {
    entries.values.contains {
      $0.lastShown == frame && ($0.pendingVersion != nil || $0.texture?.lacksWantedLevels == true)
    }
  }

  /// Whether a view is being painted, or mip levels are being computed, for later frames.
  package internal(set) var isPrepainting = false

  /// The memory of all textures with their mip levels, in bytes.
  package var byteCount: Int { entries.values.reduce(0) { $0 + ($1.texture?.byteCount ?? 0) } }

  /// Whether the cache has pixels of `view`.
  package func holds(_ view: View) -> Bool { byteCount(of: view) > 0 }

  /// The memory of the pixels of `view`, in bytes.
  package func byteCount(of view: View) -> Int {
    // The address may be that of a deallocated view.
    guard let entry = entries[ObjectIdentifier(view)], entry.view === view else { return 0 }
    return entry.texture?.byteCount ?? 0
  }

  /// Whether the cache has the pixels of the current content of `view`, which shows item `itemIndex`.
  func holdsCurrent(_ view: View, itemIndex: Int, scale: Double) -> Bool {
    guard let entry = entries[ObjectIdentifier(view)], entry.view === view else { return false }
    return entry.version == view.contentVersion && entry.itemIndex == itemIndex && scale == self.scale
  }

  /// The pixels that the last frame showed for `view`.
  func shownTexture(of view: View) -> Texture? {
    guard let entry = entries[ObjectIdentifier(view)], entry.view === view else { return nil }
    return entry.texture
  }

  var entries: [ObjectIdentifier: Entry] = [:]
  var sizePredictor = MipSizePredictor()
  /// The number of the current frame, or of the last one.
  private var frame = 0
  private(set) var isFrameOver = false
  /// The time after ``purge(at:)`` without work for invisible views, in seconds. The system reports low memory at most once in
  /// 2 s, so while memory stays low, the pause does not end.
  private static let prepaintingPause = 3.0
  /// The first frame at this time or later prepaints again; `nil` if prepainting is not paused.
  private var prepaintingTime: Timestamp?
  /// Whether there is only work for visible views.
  var isPrepaintingPaused: Bool { prepaintingTime != nil }
  /// Whether ``isPainting`` was true at the end of the last frame.
  private var wasPaintingAtFrameEnd = false
  /// Pixels per point of all textures.
  private(set) var scale = 0.0
  let queue: any PaintQueue

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - budget: The initial ``budget``, in bytes.
  ///   - queue: The queue that paints views in the background.
  package init(budget: Int = 64 << 20, queue: any PaintQueue) {
    self.budget = budget
    self.queue = queue
  }

  /// Records that `view` is loaded. Call it before the frame's first ``texture(for:itemIndex:scale:)``.
  ///
  /// - Parameters:
  ///   - view: A view that the frame may show.
  ///   - itemIndex: The index of the item that the view shows; 0 outside of carousels.
  ///   - carousel: The number of the view's carousel; `nil` outside of carousels.
  ///   - offset: The distance of the view from the center of its carousel, in items.
  package func prepare(_ view: View, itemIndex: Int, carousel: Int?, offset: Double) {
    beginFrame()
    let key = ObjectIdentifier(view)
    // The identifier may be that of a deallocated view.
    if entries[key]?.view !== view { entries[key] = Entry(view: view, itemIndex: itemIndex) }
    entries[key]?.discardReusedPixels()
    entries[key]?.updatePosition(offset, in: carousel, frame: frame)
    guard entries[key]?.itemIndex != itemIndex else { return }
    if entries[key]?.version != view.contentVersion { entries[key]?.discardPixels() }
    entries[key]?.itemIndex = itemIndex
  }

  /// Returns the pixels to draw for `view`, or `nil` if the view cannot be painted because it has no area.
  ///
  /// - Parameters:
  ///   - view: A view that the frame shows.
  ///   - itemIndex: The index of the item that the view shows. If a reused view has another index than before,
  ///     it is painted immediately.
  ///   - scale: Pixels per point, the same for the whole window. A change discards all pixels, except the
  ///     pixels of views with released content.
  package func texture(for view: View, itemIndex: Int, scale: Double) -> Texture? {
    beginFrame()
    if scale != self.scale { discardPixels(newScale: scale) }
    let key = ObjectIdentifier(view)
    entries[key]?.discardReusedPixels()
    if let entry = entries[key], entry.view === view {
      entries[key]?.lastShown = frame
      if entry.version == view.contentVersion {
        entries[key]?.itemIndex = itemIndex
        return entry.texture
      }
      if entry.itemIndex == itemIndex, entry.texture != nil, requestNewPixels(for: view, key: key) {
        return entry.texture
      }
      if entry.itemIndex == itemIndex, let texture = repaintPart(of: view, key: key) { return texture }
    }
    return paint(view, key: key, itemIndex: itemIndex)
  }

  /// Ends a frame: removes the entries of deallocated views, evicts pixels that exceed the budget, and starts
  /// to prepaint.
  ///
  /// - Parameter now: The time of the frame.
  package func endFrame(at now: Timestamp) {
    beginFrame()
    if let prepaintingTime, now >= prepaintingTime { self.prepaintingTime = nil }
    isFrameOver = true
    recordSizes()
    for (key, entry) in entries where entry.view == nil || isUnused(entry) { entries[key] = nil }
    requestContent()
    makeRoom(for: 0, keeping: .shown)
    wasPaintingAtFrameEnd = isPainting
    prepaint()
  }

  /// Returns how far a view is from being visible, at the current or the last frame.
  func distance(of entry: Entry) -> ViewDistance {
    if entry.lastShown == frame { return .shown }
    if entry.lastLoaded == frame { return .loaded(items: entry.predictedDistance) }
    return .unloaded(frames: frame - max(entry.lastShown, entry.lastLoaded))
  }

  /// Calls ``onArrival`` if `shown` is `true`, or if all painting that the last frame waited for has ended.
  /// Returns whether ``onArrival`` was called.
  @discardableResult
  func notifyOfArrival(shown: Bool = false) -> Bool {
    guard shown || wasPaintingAtFrameEnd && !isPainting else { return false }
    onArrival?()
    return true
  }

  /// Postpones the work for invisible views, so that it does not use the memory that ``purge(at:)`` frees.
  func pausePrepainting(at now: Timestamp) { prepaintingTime = now + Self.prepaintingPause }

  private func beginFrame() {
    guard isFrameOver else { return }
    isFrameOver = false
    frame += 1
    for entry in entries.values { entry.texture?.beginTrackingUse() }
  }

  private func discardPixels(newScale: Double) {
    for (key, entry) in entries {
      // A view with released content keeps its old pixels until its content arrives.
      if entry.view?.isContentReleased == true {
        entries[key]?.invalidatePixels()
      } else {
        entries[key]?.discardPixels()
      }
    }
    sizePredictor.removeAll()
    scale = newScale
  }

  private func recordSizes() {
    sizePredictor.beginFrame()
    for entry in entries.values where entry.lastShown == frame {
      guard let carousel = entry.carousel else { continue }
      entry.texture?.forEachUsedSize { sizePredictor.record($0, carousel: carousel, offset: entry.offset) }
    }
  }

  /// Whether an entry can be removed: its view is not loaded, has no pixels and is not being painted.
  private func isUnused(_ entry: Entry) -> Bool {
    entry.texture == nil && entry.pendingVersion == nil && !distance(of: entry).isLoaded
  }

  private func paint(_ view: View, key: ObjectIdentifier, itemIndex: Int) -> Texture? {
    if entries[key]?.view !== view { entries[key] = Entry(view: view, itemIndex: itemIndex) }
    let sizes = entries[key]?.itemIndex == itemIndex ? entries[key]?.texture?.existingLevels.sizes : nil
    // Frees the old pixels, which show another item, before the new ones are allocated.
    entries[key]?.discardPixels()
    entries[key]?.itemIndex = itemIndex
    entries[key]?.lastShown = frame
    makeRoom(for: ViewPainting.byteCount(of: view, scale: scale), keeping: .loaded(items: .infinity))
    view.requestContent(hasPixels: false)
    view.layoutIfNeeded()  // before reading the version, which a layout may change
    let version = view.contentVersion
    // A view without an area cannot be painted. This is not an error.
    let texture = (try? ViewPainting.paint(view, scale: scale)).map { Texture($0) }
    // A view that is painted in each frame would otherwise never be shown with its mip levels.
    if let texture, let sizes, !sizes.isEmpty { texture.makeLevels(sizes) }
    store(texture, version: version, key: key)
    return texture
  }

  /// Stores the painted pixels of a view. The view may then release its content.
  func store(_ texture: Texture?, version: Int, key: ObjectIdentifier) {
    entries[key]?.texture = texture
    entries[key]?.version = version
    if let texture { entries[key]?.view?.didPaint(version: version, byteCount: texture.baseBytes) }
  }
}
