package import CarouselViews
package import Raster

/// The pixels of a window's views, painted once and again only when a view says so.
///
/// A view that comes into the window has been painted by then, on another thread and with the smaller copies
/// that it will want: while it was ``ViewDistance/ready(items:)``. One that still has no pixels, or shows
/// another item now, is painted at once. One whose content became better (a picture that became sharp) keeps
/// its old pixels until the new ones have been painted in the background, so that no frame waits for them.
///
/// What is not shown is kept within a budget of bytes, as ``ViewDistance`` says. In each frame:
/// ``prepare(_:as:row:offset:)`` for every view that may be shown, then ``texture(for:subject:scale:)`` for
/// those that are, then ``endFrame()``.
@MainActor
package final class TextureCache {
  /// Called on the main actor when pixels have arrived that a new frame would show, and when what the last frame
  /// waited for is no longer being painted, for whatever reason.
  package var onArrival: (() -> Void)?

  /// The most that ``byteCount`` is after a frame, in bytes, unless what must be kept takes more: what the
  /// frame shows, and the only pixels of views that are ready (see ``allowance``).
  package var budget: Int

  /// Whether a view that the last frame showed is being painted in the background.
  package var isPainting: Bool {
    entries.values.contains { $0.pendingVersion != nil && $0.lastShown == frame }
  }

  /// Whether a view is being painted, or smaller copies are being made, for frames to come.
  package internal(set) var isWorkingAhead = false

  /// The memory of all textures and their smaller copies, in bytes.
  package var byteCount: Int { entries.values.reduce(0) { $0 + ($1.texture?.byteCount ?? 0) } }

  /// Whether pixels of `view` are kept.
  package func holds(_ view: View) -> Bool { byteCount(of: view) > 0 }

  /// The memory of the pixels of `view`, in bytes.
  package func byteCount(of view: View) -> Int {
    // The address may have been another view's, which is gone.
    guard let entry = entries[ObjectIdentifier(view)], entry.view === view else { return 0 }
    return entry.texture?.byteCount ?? 0
  }

  var entries: [ObjectIdentifier: Entry] = [:]
  var sizesShown = SizeMemory()
  /// The number of the frame that is being made, or of the last one.
  private var frame = 0
  private(set) var isFrameOver = false
  /// Whether the last frame was told that something was being painted.
  private var hasToldOfPainting = false
  /// Pixels per point of all textures.
  private(set) var scale = 0.0
  let queue: any PaintQueue

  /// - Parameters:
  ///   - budget: In bytes.
  ///   - queue: Where views are painted that no frame waits for.
  package init(budget: Int = 64 << 20, queue: any PaintQueue = PaintThread()) {
    self.budget = budget
    self.queue = queue
  }

  /// Notes that `view` may be shown in this frame, before the first texture of the frame is asked for.
  ///
  /// - Parameters:
  ///   - view: What may be shown.
  ///   - subject: What it stands for, such as the index of an item.
  ///   - row: The number of the carousel that it belongs to; `nil` for a view at a fixed place.
  ///   - offset: How far it stands from the centre of its carousel, in items.
  package func prepare(_ view: View, as subject: Int, row: Int?, offset: Double) {
    beginFrame()
    let key = ObjectIdentifier(view)
    // A view that is gone may have left its identifier to another one.
    if entries[key]?.view !== view { entries[key] = Entry(view: view, subject: subject) }
    entries[key]?.stand(at: offset, in: row, frame: frame)
    guard entries[key]?.subject != subject else { return }
    if entries[key]?.version != view.contentVersion { entries[key]?.forgetPixels() }
    entries[key]?.subject = subject
  }

  /// Returns the pixels to show for `view`, or `nil` when it cannot be painted: it has no area.
  ///
  /// - Parameters:
  ///   - view: What is shown.
  ///   - subject: What it stands for, such as the index of an item: a reused view with another subject is
  ///     painted at once.
  ///   - scale: Pixels per point, one for the whole window: with another one all that was painted is
  ///     forgotten, unless it cannot be painted at once.
  package func texture(for view: View, subject: Int, scale: Double) -> Texture? {
    beginFrame()
    if scale != self.scale { forgetPixels(newScale: scale) }
    let key = ObjectIdentifier(view)
    if let entry = entries[key], entry.view === view {
      entries[key]?.lastShown = frame
      if entry.version == view.contentVersion {
        entries[key]?.subject = subject
        return entry.texture
      }
      if entry.subject == subject, entry.texture != nil, keepsPixels(until: view, key: key) {
        return entry.texture
      }
    }
    return paint(view, key: key, subject: subject)
  }

  /// Ends a frame: forgets views that are gone, and what is over the budget; begins to paint what comes next.
  package func endFrame() {
    beginFrame()
    isFrameOver = true
    noteSizes()
    for (key, entry) in entries where entry.view == nil || isNothing(entry) { entries[key] = nil }
    askForContent()
    makeRoom(for: 0, keeping: .shown)
    hasToldOfPainting = isPainting
    workAhead()
  }

  /// How far a view is from being seen in the frame that is being made, or in the last one.
  func distance(of entry: Entry) -> ViewDistance {
    if entry.lastShown == frame { return .shown }
    if entry.lastReady == frame { return .ready(items: entry.itemsAway) }
    return .gone(frames: frame - max(entry.lastShown, entry.lastReady))
  }

  /// Asks for a frame if it would show something new, or if the last one was told of painting that is over now,
  /// however it ended; returns whether it did.
  @discardableResult
  func tellOfArrival(shown: Bool = false) -> Bool {
    guard shown || hasToldOfPainting && !isPainting else { return false }
    onArrival?()
    return true
  }

  private func beginFrame() {
    guard isFrameOver else { return }
    isFrameOver = false
    frame += 1
    for entry in entries.values { entry.texture?.beginTrackingUse() }
  }

  private func forgetPixels(newScale: Double) {
    for (key, entry) in entries {
      // What cannot be painted at once is shown as it is until it can.
      if entry.view?.livesInPixels == true {
        entries[key]?.outdatePixels()
      } else {
        entries[key]?.forgetPixels()
      }
    }
    sizesShown.removeAll()
    scale = newScale
  }

  private func noteSizes() {
    sizesShown.beginFrame()
    for entry in entries.values where entry.lastShown == frame {
      guard let row = entry.row else { continue }
      entry.texture?.forEachUsedSize { sizesShown.note($0, row: row, offset: entry.offset) }
    }
  }

  /// Whether there is nothing to remember of a view that is not ready.
  private func isNothing(_ entry: Entry) -> Bool {
    entry.texture == nil && entry.pendingVersion == nil && !distance(of: entry).isReady
  }

  private func paint(_ view: View, key: ObjectIdentifier, subject: Int) -> Texture? {
    if entries[key]?.view !== view { entries[key] = Entry(view: view, subject: subject) }
    // The old pixels are wrong: no need for both at once.
    entries[key]?.forgetPixels()
    entries[key]?.subject = subject
    entries[key]?.lastShown = frame
    makeRoom(for: ViewPainting.byteCount(of: view.size, scale: scale), keeping: .ready(items: .infinity))
    view.askForContent(hasPixels: false)
    let version = view.contentVersion
    // A view without area has no pixels; that is no error.
    let texture = (try? ViewPainting.paint(view, scale: scale)).map { Texture($0) }
    keep(texture, of: version, key: key)
    return texture
  }

  /// Keeps what was painted of a view, which may let go now of what it was painted from.
  func keep(_ texture: Texture?, of version: Int, key: ObjectIdentifier) {
    entries[key]?.texture = texture
    entries[key]?.version = version
    if let texture { entries[key]?.view?.didPaint(version: version, byteCount: texture.baseBytes) }
  }
}
