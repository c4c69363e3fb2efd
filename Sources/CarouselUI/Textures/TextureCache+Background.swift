internal import Geometry
internal import Raster
@_spi(Subclassing) internal import Views

/// Repaints views in the background, without delaying a frame.
extension TextureCache {
  /// Starts to repaint a view with outdated pixels, or requests its released content. Returns whether the old
  /// pixels are shown until the new ones arrive.
  func requestNewPixels(for view: View, key: ObjectIdentifier) -> Bool {
    view.requestContent(hasPixels: true)
    return view.isContentReleased || repaintInBackground(view, key: key)
  }

  /// Requests the released content of outdated loaded views, the nearest first.
  func requestContent() {
    let outdated = entries.values.filter {
      distance(of: $0).isLoaded && $0.version != $0.view?.contentVersion
    }
    for entry in outdated.sorted(by: { $0.predictedDistance < $1.predictedDistance }) {
      entry.view?.requestContent(hasPixels: entry.texture != nil)
    }
  }

  /// Starts to repaint a view on the queue, unless the queue already repaints the view. Returns whether the
  /// queue repaints the view now.
  func repaintInBackground(_ view: View, key: ObjectIdentifier) -> Bool {
    guard let entry = entries[key], let old = entry.texture else { return false }
    if entry.pendingVersion != nil { return true }
    let (scale, itemIndex) = (scale, entry.itemIndex)
    let area = changedArea(of: view, since: entry)
    let partJob = area.flatMap { ViewPainting.job(for: $0, of: view, scale: scale) }
    guard let job = partJob ?? ViewPainting.job(for: view, scale: scale) else { return false }
    entries[key]?.pendingVersion = job.contentVersion
    queue.run { () -> Texture? in
      if job.isPartial { return (try? job.runPart()).flatMap { $0 }.map { Texture(old, updatedWith: $0) } }
      let texture = (try? job.run()).map { Texture($0) }
      // Otherwise the first frame that shows the texture would compute the mip levels.
      texture?.makeLevels(old.existingLevels.sizes + old.wantedSizes)
      return texture
    } completion: { [weak self, weak view] texture in
      guard let self else { return }
      let result = PaintResult(
        texture: texture, version: job.contentVersion, scale: scale, itemIndex: itemIndex)
      let isAccepted = accepts(result, for: view, key: key)
      if isAccepted { store(result, key: key) }
      // If no frame is requested, only this call starts to repaint a view that has become invisible in the
      // meantime.
      if !notifyOfArrival(shown: isAccepted && entries[key].map(distance) == .shown) { prepaint() }
    }
    return true
  }

  /// Repaints the changed part of a view that can only draw on the main actor. Returns the new texture, or
  /// `nil` if the whole view must be painted.
  func repaintPart(of view: View, key: ObjectIdentifier) -> Texture? {
    guard let entry = entries[key], let old = entry.texture, entry.pendingVersion == nil else { return nil }
    let version = view.contentVersion
    guard let area = changedArea(of: view, since: entry),
      let part = try? ViewPainting.paintPart(area, of: view, scale: scale)
    else { return nil }
    let texture = Texture(old, updatedWith: part)
    store(texture, version: version, key: key)
    return texture
  }

  /// Returns the area that has changed since the cached pixels were painted; `nil` if the whole view may be
  /// outdated.
  private func changedArea(of view: View, since entry: Entry) -> Rect? {
    guard let version = entry.version, let texture = entry.texture,
      let (width, height) = ViewPainting.paintedSize(of: view, scale: scale),
      (width, height) == (texture.width, texture.height), !view.isAwaitingContent,
      let area = view.layer.damage.area(since: version), !area.isEmpty
    else { return nil }
    return area
  }

  /// A painted texture, and the state of the view at which it was painted.
  struct PaintResult {
    var texture: Texture?
    let version: Int
    let scale: Double
    let itemIndex: Int
  }

  /// Ends the background painting of a view. Returns whether the result is still valid.
  func accepts(_ result: PaintResult, for view: View?, key: ObjectIdentifier) -> Bool {
    // The pixels may have been evicted or repainted meanwhile, or another view may have the same identifier.
    guard let entry = entries[key], entry.view === view, entry.pendingVersion == result.version else {
      return false
    }
    entries[key]?.pendingVersion = nil
    return view != nil && scale == result.scale && entry.itemIndex == result.itemIndex
      && entry.version.map { $0 < result.version } ?? true
  }

  func store(_ result: PaintResult, key: ObjectIdentifier) {
    store(result.texture, version: result.version, key: key)
  }
}
