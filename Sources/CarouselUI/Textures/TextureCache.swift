package import CarouselViews
package import Raster

/// The pixels of a window's views, painted once and again only when a view says so.
///
/// A view that has no pixels yet, or shows another item now, is painted at once. One whose content became
/// better (a picture that became sharp) keeps its old pixels until the new ones have been painted in the
/// background, so that no frame waits for them.
///
/// What is not shown is kept within a budget of bytes, as ``ViewDistance`` says. In each frame:
/// ``prepare(_:itemsAway:)`` for every view that may be shown, then ``texture(for:subject:scale:)`` for those
/// that are, then ``endFrame()``.
@MainActor
package final class TextureCache {
  struct Entry {
    weak var view: View?
    /// What the view stands for; other pixels must never be shown in its place.
    var subject: Int
    var texture: Texture?
    var version: Int
    /// The version being painted in the background.
    var pendingVersion: Int?
    var lastShown: Int
    var lastReady: Int
    /// How far from the centre of its carousel it stood when it was last ready.
    var itemsAway = 0.0
  }

  /// Called on the main actor when pixels have arrived that a new frame would show.
  package var onArrival: (() -> Void)?

  /// The most that ``byteCount`` is after a frame, unless what the frame shows takes more. In bytes.
  package var budget: Int

  /// Whether a view is being painted in the background.
  package var isPainting: Bool { entries.values.contains { $0.pendingVersion != nil } }

  /// The memory of all textures and their smaller copies, in bytes.
  package var byteCount: Int { entries.values.reduce(0) { $0 + ($1.texture?.byteCount ?? 0) } }

  /// Whether pixels of `view` are kept.
  package func holds(_ view: View) -> Bool { byteCount(of: view) > 0 }

  /// The memory of the pixels of `view`, in bytes.
  package func byteCount(of view: View) -> Int { entries[ObjectIdentifier(view)]?.texture?.byteCount ?? 0 }

  var entries: [ObjectIdentifier: Entry] = [:]
  /// The number of the frame that is being made.
  private var frame = 0
  /// Pixels per point of all textures.
  private var scale = 0.0
  private let queue: any PaintQueue

  /// - Parameters:
  ///   - budget: In bytes.
  ///   - queue: Where views are painted whose old pixels will do for a while.
  package init(budget: Int = 64 << 20, queue: any PaintQueue = PaintThread()) {
    self.budget = budget
    self.queue = queue
  }

  /// Notes that `view` may be shown in this frame, before the first texture of the frame is asked for.
  ///
  /// - Parameter itemsAway: How far it stands from the centre of its carousel, in items, either way.
  package func prepare(_ view: View, itemsAway: Double) {
    let key = ObjectIdentifier(view)
    entries[key]?.lastReady = frame
    entries[key]?.itemsAway = itemsAway
  }

  /// Returns the pixels to show for `view`, or `nil` when it cannot be painted: it has no area.
  ///
  /// - Parameters:
  ///   - view: What is shown.
  ///   - subject: What it stands for, such as the index of an item: a reused view with another subject is
  ///     painted at once.
  ///   - scale: Pixels per point, one for the whole window: with another one all that was painted is
  ///     forgotten.
  package func texture(for view: View, subject: Int, scale: Double) -> Texture? {
    if scale != self.scale {
      entries = [:]
      self.scale = scale
    }
    let key = ObjectIdentifier(view)
    if let entry = entries[key], entry.view === view {
      entries[key]?.lastShown = frame
      if entry.version == view.contentVersion {
        entries[key]?.subject = subject
        return entry.texture
      }
      if entry.subject == subject, entry.texture != nil, repaintInBackground(view, key: key) {
        return entry.texture
      }
    }
    return paint(view, key: key, subject: subject)
  }

  /// Ends a frame: forgets views that are gone, and what is over the budget.
  package func endFrame() {
    for (key, entry) in entries where entry.view == nil { entries[key] = nil }
    makeRoom(for: 0, isFrameOver: true)
    for entry in entries.values { entry.texture?.beginNotingUse() }
    frame += 1
  }

  /// How far a view is from being seen in the frame that is being made.
  func distance(of entry: Entry) -> ViewDistance {
    if entry.lastShown == frame { return .shown }
    if entry.lastReady == frame { return .ready(items: entry.itemsAway) }
    return .gone(frames: frame - max(entry.lastShown, entry.lastReady))
  }

  private func paint(_ view: View, key: ObjectIdentifier, subject: Int) -> Texture? {
    let version = view.contentVersion
    // The old pixels are wrong: no need for both at once.
    entries[key] = nil
    makeRoom(for: ViewPainting.byteCount(of: view.size, scale: scale), isFrameOver: false)
    // A view without area has no pixels; that is no error.
    let texture = (try? ViewPainting.paint(view, scale: scale)).map { Texture($0) }
    entries[key] = Entry(
      view: view, subject: subject, texture: texture, version: version, lastShown: frame, lastReady: frame)
    return texture
  }

  /// Returns whether the view's new pixels are on their way.
  private func repaintInBackground(_ view: View, key: ObjectIdentifier) -> Bool {
    guard let entry = entries[key] else { return false }
    if entry.pendingVersion != nil { return true }
    guard let job = ViewPainting.job(for: view, scale: scale) else { return false }
    entries[key]?.pendingVersion = job.contentVersion
    let scale = scale
    queue.run { [old = entry.texture] in
      let texture = (try? job.run()).map { Texture($0) }
      // Else they would be made in the middle of the frame that first shows it.
      if let old { texture?.makeLevels(like: old) }
      return texture
    } completion: { [weak self, weak view] texture in
      self?.receive(
        texture, of: view, version: job.contentVersion, scale: scale, subject: entry.subject, key: key)
    }
    return true
  }

  private func receive(
    _ texture: Texture?, of view: View?, version: Int, scale: Double, subject: Int, key: ObjectIdentifier
  ) {
    // A view that is gone may have left its identifier to another one.
    guard var entry = entries[key], entry.view === view, entry.pendingVersion == version else { return }
    entry.pendingVersion = nil
    if self.scale == scale, entry.subject == subject, entry.version < version {
      entry.texture = texture
      entry.version = version
    }
    entries[key] = entry
    onArrival?()
  }
}
