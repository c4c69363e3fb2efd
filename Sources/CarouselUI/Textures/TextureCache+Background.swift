internal import CarouselViews
internal import Raster

/// Painting that no frame waits for.
extension TextureCache {
  /// Returns whether the view's old pixels are to be shown until there are new ones: these are being painted,
  /// or what they are painted from is being read.
  func keepsPixels(until view: View, key: ObjectIdentifier) -> Bool {
    view.askForContent(hasPixels: true)
    return view.livesInPixels || repaintInBackground(view, key: key)
  }

  /// Asks for what is missing to paint views that are ready, the nearest first.
  func askForContent() {
    let outdated = entries.values.filter {
      distance(of: $0).isReady && $0.version != $0.view?.contentVersion
    }
    for entry in outdated.sorted(by: { $0.itemsAway < $1.itemsAway }) {
      entry.view?.askForContent(hasPixels: entry.texture != nil)
    }
  }

  /// Returns whether the view's new pixels are on their way.
  func repaintInBackground(_ view: View, key: ObjectIdentifier) -> Bool {
    guard let entry = entries[key], let old = entry.texture else { return false }
    if entry.pendingVersion != nil { return true }
    guard let job = ViewPainting.job(for: view, scale: scale) else { return false }
    entries[key]?.pendingVersion = job.contentVersion
    let (scale, subject) = (scale, entry.subject)
    queue.run {
      let texture = (try? job.run()).map { Texture($0) }
      // Else they would be made in the middle of the frame that first shows it.
      texture?.makeLevels(like: old)
      return texture
    } completion: { [weak self, weak view] texture in
      guard let self else { return }
      let arrival = Arrival(texture: texture, version: job.contentVersion, scale: scale, subject: subject)
      let isTaken = canTake(arrival, of: view, key: key)
      if isTaken { take(arrival, key: key) }
      // Without a frame nobody else looks at what has left the window meanwhile.
      if !tellOfArrival(shown: isTaken && entries[key].map(distance) == .shown) { workAhead() }
    }
    return true
  }

  /// What has been painted, and of what.
  struct Arrival {
    var texture: Texture?
    let version: Int
    let scale: Double
    let subject: Int
  }

  /// Ends the painting of a view; returns whether what was painted may be shown in its place.
  func canTake(_ arrival: Arrival, of view: View?, key: ObjectIdentifier) -> Bool {
    // Given up meanwhile, or painted anew. A view that is gone may have left its identifier to another one.
    guard let entry = entries[key], entry.view === view, entry.pendingVersion == arrival.version else {
      return false
    }
    entries[key]?.pendingVersion = nil
    return view != nil && scale == arrival.scale && entry.subject == arrival.subject
      && entry.version.map { $0 < arrival.version } ?? true
  }

  func take(_ arrival: Arrival, key: ObjectIdentifier) {
    keep(arrival.texture, of: arrival.version, key: key)
  }
}
