package import CarouselViews
package import Raster

/// The pixels of the views on screen, painted once and again only when a view says so.
///
/// A view that has no pixels yet, or shows another item now, is painted at once. One whose content became better
/// (a picture that became sharp) keeps its old pixels until the new ones have been painted in the background, so that no frame
/// waits for them.
@MainActor
package final class TextureCache {
  private struct Entry {
    weak var view: View?
    /// What the view stands for; other pixels must never be shown in its place.
    var subject: Int
    var texture: Texture?
    var version: Int
    var scale: Double
    /// The version being painted in the background.
    var pendingVersion: Int?
    var lastUse: Int
  }

  /// Called on the main actor when pixels have arrived that a new frame would show.
  package var onArrival: (() -> Void)?

  /// Whether a view is being painted in the background.
  package var isPainting: Bool { entries.values.contains { $0.pendingVersion != nil } }

  /// The memory of all textures, in bytes.
  package var byteCount: Int { entries.values.reduce(0) { $0 + ($1.texture?.byteCount ?? 0) } }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var useCount = 0
  private let queue: any PaintQueue

  // Views that left the screen come back within a few frames when a drag turns round.
  private static let keptFrames = 120

  package init(queue: any PaintQueue = PaintThread()) {
    self.queue = queue
  }

  /// Returns the pixels to show for `view`, or `nil` when it cannot be painted: it has no area.
  ///
  /// - Parameters:
  ///   - view: What is shown.
  ///   - subject: What it stands for, such as the index of an item: a reused view with another subject is painted
  ///     at once.
  ///   - scale: Pixels per point.
  package func texture(for view: View, subject: Int, scale: Double) -> Texture? {
    let key = ObjectIdentifier(view)
    if let entry = entries[key], entry.view === view, entry.scale == scale {
      entries[key]?.lastUse = useCount
      if entry.version == view.contentVersion {
        entries[key]?.subject = subject
        return entry.texture
      }
      if entry.subject == subject, entry.texture != nil, repaintInBackground(view, key: key) {
        return entry.texture
      }
    }
    return paint(view, key: key, subject: subject, scale: scale)
  }

  /// Ends a frame: forgets views that are gone or have not been shown for long.
  package func endFrame() {
    useCount += 1
    let oldest = useCount - Self.keptFrames
    for (key, entry) in entries where entry.view == nil || entry.lastUse < oldest {
      entries[key] = nil
    }
  }

  private func paint(_ view: View, key: ObjectIdentifier, subject: Int, scale: Double) -> Texture? {
    let version = view.contentVersion
    // A view without area has no pixels; that is no error.
    let texture = (try? ViewPainting.paint(view, scale: scale)).map { Texture($0) }
    entries[key] = Entry(
      view: view, subject: subject, texture: texture, version: version, scale: scale, lastUse: useCount)
    return texture
  }

  /// Returns whether the view's new pixels are on their way.
  private func repaintInBackground(_ view: View, key: ObjectIdentifier) -> Bool {
    guard let entry = entries[key] else { return false }
    if entry.pendingVersion != nil { return true }
    guard let job = ViewPainting.job(for: view, scale: entry.scale) else { return false }
    entries[key]?.pendingVersion = job.contentVersion
    queue.run {
      (try? job.run()).map { Texture($0) }
    } completion: { [weak self, weak view] texture in
      self?.receive(
        texture, of: view, version: job.contentVersion, scale: entry.scale, subject: entry.subject, key: key)
    }
    return true
  }

  private func receive(
    _ texture: Texture?, of view: View?, version: Int, scale: Double, subject: Int, key: ObjectIdentifier
  ) {
    // A view that is gone may have left its identifier to another one.
    guard var entry = entries[key], entry.view === view, entry.pendingVersion == version else { return }
    entry.pendingVersion = nil
    if entry.scale == scale, entry.subject == subject, entry.version < version {
      entry.texture = texture
      entry.version = version
    }
    entries[key] = entry
    onArrival?()
  }
}
